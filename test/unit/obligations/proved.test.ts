import { expect, test } from 'vitest';
import { doubtOf, isLateForCertain } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** What readings show: it closes what it proves, whichever came first, and makes nobody late. */

const TODAY = '2026-11-28';
const fact = (kind: Fact['kind'], date: string, more: Partial<Fact> = {}): Fact => ({
  id: `${kind} ${date}`,
  kind,
  at: `${TODAY}T09:00:00.000Z`,
  how: 'proved',
  account: '011128000000097',
  document: '99999001R',
  date,
  ...more,
});
const filed = { how: 'accepted', at: '2026-11-10T09:00:00.000Z' } as const;
/** The obligations after facts became known one after another, as the store keeps them. */
const after = (...facts: Fact[]) =>
  facts.reduce<ReturnType<typeof obligationsOf>>(
    (known, _, index) => obligationsOf(facts.slice(0, index + 1), 'worker', { today: TODAY, known }),
    [],
  );
const states = (rule: string, ...facts: Fact[]) =>
  after(...facts)
    .filter((one) => one.rule === rule && one.by.how !== 'proved')
    .map(({ state }) => state);

test('a contract that a reading shows makes no obligation whose term was over, whatever else is known', () => {
  const contract = fact('contract', '2026-06-30', { needsNoCopy: true });
  const registered = fact('alta', '2025-02-03');
  expect(after(contract)).toEqual([]);
  expect(after(contract, registered)).toEqual([]);
  expect(after(registered, contract)).toEqual([]);
});

test('a registration that began before the contract closes its registration, seen on that day or later', () => {
  const contract = fact('contract', '2026-11-02', filed);
  const on = (day: string, more: Partial<Fact> = {}) =>
    fact('alta', '2025-02-03', { at: `${day}T09:00:00.000Z`, ...more });
  expect(states('alta', contract, on('2026-11-20'))).toEqual(['closed']);
  // It was known before the contract was.
  expect(states('alta', on('2026-11-05'), contract)).toEqual([]);
  // If it was seen before the contract begins, it may have ended since.
  expect(states('alta', on('2026-10-30'), contract)).toEqual(['open']);
  const again = on('2026-10-30', { lastSeen: '2026-11-28T09:00:00.000Z' });
  expect(after(again, contract).filter(({ rule }) => rule === 'alta')).toMatchObject([
    { state: 'closed', closedBy: { how: 'proved', at: '2026-11-28T09:00:00.000Z' } },
  ]);
  // A filing proves no more than its own day.
  expect(states('alta', contract, on('2026-11-20', { how: 'accepted' }))).toEqual(['open']);
});

test('an obligation names another registration that the job may continue, and is then not late for certain', () => {
  const contract = fact('contract', '2026-11-02', filed);
  const alta = (...facts: Fact[]) => after(contract, ...facts).find(({ rule }) => rule === 'alta')!;
  expect([doubtOf(alta()), isLateForCertain(alta())]).toEqual([undefined, true]);
  const before = fact('alta', '2026-03-02', { how: 'accepted', at: '2026-03-01T09:00:00.000Z' });
  for (const doubtful of [alta(before), alta(fact('alta', '2026-11-04'))]) {
    expect(doubtOf(doubtful)).toMatch(/^Consta un alta desde el 0[24]\/(03|11)\/2026: si sigue, /);
    expect(isLateForCertain(doubtful)).toBe(false);
  }
  const ended = fact('baja', '2026-10-30', { how: 'accepted' });
  expect(doubtOf(alta(before, ended))).toBeUndefined();
});

test('an obligation from a reading in time stays due, with a note that others may have fulfilled it', () => {
  const contract = fact('contract', '2026-12-07', { needsNoCopy: true });
  const [alta] = after(contract);
  expect(alta).toMatchObject({ rule: 'alta', state: 'open', due: '2026-12-06' });
  expect(doubtOf(alta!)).toMatch(/^Se sabe por una consulta/);
  expect(isLateForCertain(alta!)).toBe(false);
});

const ENDING = fact('contract', '2026-01-07', {
  ...filed,
  end: '2026-11-13',
  reference: 'E-28-2026-0000123',
  needsNoCopy: true,
});
const TRANSFORMED = fact('transformation', '2026-11-13', { ...filed, start: '2026-01-07' });
test.each<[rule: string, due: Fact, shown: Fact]>([
  ['baja', ENDING, fact('baja', '2026-11-13')],
  [
    'prorroga',
    ENDING,
    fact('extension', '2026-11-14', { reference: 'E-28-2026-0000123-01', end: '2027-05-13' }),
  ],
  ['baja', ENDING, fact('transformation', '2026-11-14', { reference: 'E-28-2026-0000123-55' })],
  ['variacion', TRANSFORMED, fact('change', '2026-11-13', { contractType: '189' })],
  ['contrato', fact('alta', '2026-11-10', { ...filed, contractType: '402' }), fact('contract', '2026-11-10')],
  [
    'certificado-empresa',
    fact('baja', '2026-11-10', { ...filed, cause: '93' }),
    fact('companyCertificate', '2026-11-10'),
  ],
  [
    'llamamiento',
    fact('alta', '2026-11-10', { ...filed, contractType: '300' }),
    fact('workCall', '2026-11-10'),
  ],
])(
  'an obligation %s is closed by the reading that shows it fulfilled, whichever is known first',
  (rule, due, shown) => {
    const earlier = rule === 'llamamiento' ? [fact('contract', '2026-01-07', filed)] : [];
    expect(states(rule, ...earlier, due)).toEqual(['open']);
    expect(states(rule, ...earlier, due, shown)).toEqual(['closed']);
    const before = { ...shown, at: '2026-11-09T09:00:00.000Z' };
    expect(states(rule, ...earlier, before, due)).toEqual([]);
  },
);

test('an accident at work makes its communication elsewhere due, five working days after the leave', () => {
  const leave = fact('sickLeave', '2026-11-20', { start: '2026-11-19', isWorkRelated: true });
  const due = after(leave).map((one) => `${one.rule} ${one.due}`);
  expect(due).toEqual(['it 2026-11-25', 'accidente 2026-11-26']);
  expect(after({ ...leave, isWorkRelated: undefined }).map(({ rule }) => rule)).toEqual(['it']);
});
