import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { notifyContract } from '../../../../functions/gateway/sepe/operations/notify-contract.ts';
import {
  type Contract,
  contractDocument,
  contractNotes,
} from '../../../../shared/authorities/sepe/documents/contract-document.ts';
import {
  CONTRACT_TYPES,
  type ContractType,
} from '../../../../shared/authorities/sepe/documents/contract-types.ts';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import { at, leavesOf, othersOf, withOther } from '../../../support/other-values.ts';
import { requestOf } from '../../../support/sepe-contracts/any.ts';

/** Values that mean the same as a missing one: no hours, no number, a checkbox that is not ticked. */
const meansNothing = (value: unknown): boolean => value === false || /^0+$/.test(String(value));

/** Fields that are not in the document, or are there because of another field of the interface. */
const NOT_SENT = ['test', 'duplicate', 'PAIS_RESIDENCIA'];
const leaves = leavesOf(notifyContract.request)
  .filter(({ path }) => !NOT_SENT.includes(path.join('.')))
  .map(({ path, schema }) => ({
    path,
    values: othersOf(schema, undefined).filter(({ read }) => !meansNothing(read)),
  }));

/** Everything that SEPE or the caller sees of a contract. */
const seen = (contract: Contract): string =>
  [contractDocument(contract, 'c'), ...contractNotes(contract)].join('\n');

/** Seasonal contracts always count their working time by the year, whether it is sent or not. */
const isAlways = (type: ContractType, field: string) => type.time === 'seasonal' && field === 'jornadaType';

/** The contract of a request; `undefined` if it is refused. */
const contractIn = (request: Record<string, unknown>): Contract | undefined =>
  readRequest(notifyContract.request, request, { onlyDefined: true }).value;

const REQUESTS = 2;
/** The most values of a field that are tried until the rules accept one. */
const TRIES = 3;

/** The request with the first other value of a field that is accepted together with all other fields. */
const firstTaken = (
  request: Record<string, unknown>,
  { path, values }: (typeof leaves)[number],
  present: unknown,
): Contract | undefined => {
  const others = values.filter((one) => !isDeepStrictEqual(one.read, present));
  for (const { sent } of others.slice(0, TRIES)) {
    const contract = contractIn(withOther(request, path, sent));
    if (contract) return contract;
  }
  return undefined;
};

describe('the fields of a contract', () => {
  test.each([...CONTRACT_TYPES.values()].map((type) => [type.code, type] as const))(
    'each field of a contract of type %s is in the document, named as omitted, or refused',
    (code, type) => {
      const dropped = new Set<string>();
      let taken = 0;
      for (const request of fc.sample(requestOf(type), { numRuns: REQUESTS, seed: Number(code) })) {
        const base = contractIn(request)!;
        for (const leaf of leaves) {
          const field = leaf.path.join('.');
          const other = firstTaken(request, leaf, at(base, leaf.path));
          if (!other || isAlways(type, field)) continue;
          taken += 1;
          if (seen(other) === seen(base)) dropped.add(field);
        }
      }
      expect([...dropped]).toEqual([]);
      expect(taken).toBeGreaterThan(30);
    },
  );
});
