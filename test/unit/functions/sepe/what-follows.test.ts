import { expect, test } from 'vitest';
import { callWorkers } from '../../../../functions/gateway/sepe/operations/call-workers.ts';
import { extendContract } from '../../../../functions/gateway/sepe/operations/extend-contract.ts';
import type { Fact, Known } from '../../../../shared/operation/fact.ts';
import type { Submission } from '../../../../shared/operation/operation.ts';
import { obligationsOf } from '../../../support/due.ts';

/** The obligations that filings at SEPE close and open. */

const { cif, regimen, ccc, dni, old_startDate } = extendContract.example.request as Record<string, string>;
const OF_JOB = { cif, account: `${regimen}${ccc}`, document: dni };
let minute = 0;
const factOf = (known: Known): Fact => ({
  ...known,
  id: `fact-${++minute}`,
  how: 'accepted',
  at: new Date(Date.UTC(2026, 10, 2, 8, minute)).toISOString(),
});
/** The facts that an accepted filing emits. */
const filed = (operation: unknown, request: object, accepted: { reference?: string; data?: unknown }) => {
  const { request: schema, emits } = operation as Submission;
  return emits!(schema.parse(request), { data: undefined, ...accepted }).map(factOf);
};
/** The obligations by a rule, with their states. */
const stand = (facts: Fact[], rule: string) =>
  obligationsOf(facts, 'worker', { today: '2026-11-02' })
    .filter((one) => one.rule === rule)
    .map(({ of, state }) => `${of} ${state}`);

test('an extension closes the obligation at the end of its contract, and makes one at its own end', () => {
  const contract = factOf({
    ...OF_JOB,
    kind: 'contract',
    contractType: '402',
    reference: 'E-28-2026-0000123',
    date: old_startDate!,
    end: '2027-05-02',
  });
  const { request } = extendContract.example;
  const extended = filed(extendContract, request, { reference: 'E-28-2026-0000123-01' });
  for (const rule of ['baja', 'prorroga']) {
    expect(stand([contract], rule)).toEqual(['2027-05-02 open']);
    expect(stand([contract, ...extended], rule)).toEqual(['2027-05-02 closed', '2027-08-02 open']);
    // Without its number, it belongs to the contract that began on the same day.
    expect(stand([contract, ...filed(extendContract, request, {})], rule)[0]).toBe('2027-05-02 closed');
  }
});

test('an accepted call to work of a worker who comes closes the one that a registration made due', () => {
  const { request } = callWorkers.example as { request: { employees: { startDate: string }[] } };
  const [{ startDate }] = request.employees as [{ startDate: string }];
  const before = factOf({ ...OF_JOB, kind: 'contract', contractType: '300', date: '2026-03-02' });
  const alta = factOf({ ...OF_JOB, kind: 'alta', contractType: '300', date: startDate });
  const after = (success: boolean | undefined, more: object = {}) => {
    const employees = request.employees.map((one) => ({ ...one, ...more }));
    const data = success === undefined ? undefined : { data: [{ success }] };
    return stand([before, alta, ...filed(callWorkers, { ...request, employees }, { data })], 'llamamiento');
  };
  expect(after(true)).toEqual([`${startDate} closed`]);
  // Refused, without an answer, because the worker does not come, or for another day.
  expect(after(false)).toEqual([`${startDate} open`]);
  expect(after(undefined)).toEqual([`${startDate} open`]);
  expect(after(true, { question: 'N' })).toEqual([`${startDate} open`]);
  expect(after(true, { startDate: '2026-04-07' })).toEqual([`${startDate} open`]);
});
