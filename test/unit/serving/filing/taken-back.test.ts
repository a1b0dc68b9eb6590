import { describe, expect, test } from 'vitest';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import type { Submission } from '../../../../shared/operation/operation.ts';
import { isTakenBack, takenBackBy } from '../../../../shared/serving/filing/taken-back.ts';
import type { Filing } from '../../../../shared/stores/filings/filing.ts';
import { operations } from '../../../support/infra/groups.ts';
import { FILING, NOW } from '../../../support/stores/scripted-filing.ts';
import { scriptedServices } from '../../../support/stores/scripted-services.ts';

/** Which filings that were declared filed are released by a removal. */

const submissions = operations.flatMap(({ name, operation }) =>
  operation.kind === 'submission' ? [{ name, operation }] : [],
);
const byName = (name: string): Submission => submissions.find((one) => one.name.endsWith(name))!.operation;

const inputOf = (operation: Submission, request: object = operation.example.request as object) => {
  const { value, errors } = readRequest(operation.request, request as Record<string, unknown>, {
    onlyDefined: true,
  });
  expect(errors).toEqual({});
  return value;
};

const REMOVALS = [
  'DELETE /api/v4/seg-social/alta',
  'DELETE /api/v4/seg-social/baja',
  'DELETE /api/v4/seg-social/etts/cesion',
  'DELETE /api/v4/sepe/contrata',
];

const taken = (operation: Submission, input: unknown, given: Partial<Filing> = {}) =>
  takenBackBy(scriptedServices(NOW).services, operation, {
    ...FILING,
    request: JSON.stringify(input),
    ...given,
  });

test('each submission that removes something names what it took back, and no other does', async () => {
  const found: string[] = [];
  for (const { name, operation } of submissions) {
    const input = inputOf(operation);
    const removes = operation.emits?.(input as never, { data: undefined, isAhead: true }) ?? [];
    const names = await taken(operation, input);
    expect(names.length > 0, name).toBe(removes.some(({ kind }) => kind === 'removed'));
    if (names.length > 0) found.push(name);
  }
  expect(found.toSorted()).toEqual(REMOVALS);
});

test('a removal does not fail where it is not known what it took back, which is logged', async () => {
  const { services, asked } = scriptedServices(NOW);
  const gone = { ...FILING, request: undefined };
  expect(await takenBackBy(services, byName(REMOVALS[0]!), gone)).toEqual([]);
  expect(asked('log')).toEqual([['failed to find what a removal took back', expect.anything()]]);
});

describe('a filing that was declared filed is taken back', () => {
  const stated = { filed: true, note: '', userId: 'u1', at: NOW.toISOString() };
  const declared = { ...FILING, id: 'f5', state: 'unknown', stated } as Filing;

  const AFTER = new Date(NOW.getTime() + 1_000).toISOString();

  /** Whether the filing is released by a removal with another operation and request. */
  const isFreed = async (
    filed: { operation: Submission; input: unknown; filing?: Partial<Filing> },
    removal: { operation: Submission; input: unknown; filing?: Partial<Filing> },
  ) => {
    const rows = await taken(removal.operation, removal.input, removal.filing);
    const { services } = scriptedServices(NOW, {
      findLocked: (name: string) =>
        rows.includes(name)
          ? { id: 'f6', state: 'accepted', claimedAt: AFTER, ...removal.filing }
          : undefined,
    });
    const { operation, input } = filed;
    return isTakenBack(services, { ...declared, ...filed.filing }, { operation, input, now: NOW });
  };

  const alta = byName('POST /api/v4/seg-social/alta');
  const registered = { operation: alta, input: inputOf(alta) as Record<string, string> };
  const { regimen, ccc, nss, dni, fecha_real } = registered.input as Record<string, string>;
  const removeAlta = byName(REMOVALS[0]!);
  const removal = (given: object = {}) => ({
    operation: removeAlta,
    input: { regimen, ccc, nss, dni, fecha_real, ...given },
  });

  test('by the removal of the same worker, account and day, however the document is written', async () => {
    expect(await isFreed(registered, removal())).toBe(true);
    expect(await isFreed(registered, removal({ dni: `0${dni}` }))).toBe(true);
  });

  test.each<[string, object]>([
    ['another day', { fecha_real: '2001-01-01' }],
    ['another worker', { dni: '87654321X' }],
    ['another account', { ccc: '28999999999' }],
    ['another scheme', { regimen: '0112' }],
  ])('but not by the removal of %s', async (_, given) => {
    expect(await isFreed(registered, removal(given))).toBe(false);
  });

  test('but not by the removal of another kind, by one before it, one that is not accepted, or of another account', async () => {
    const { input } = removal();
    expect(await isFreed(registered, { operation: byName(REMOVALS[1]!), input })).toBe(false);
    // A removal from before the declaration, or from before this filing was sent, removed another filing.
    const before = { claimedAt: NOW.toISOString() };
    for (const filing of [before, { state: 'unknown' as const }, { accountId: 'a2' }])
      expect(await isFreed(registered, { ...removal(), filing }), JSON.stringify(filing)).toBe(false);
  });

  test('but not by a removal that was asked for before a filing that waited was sent', async () => {
    const committingAt = new Date(NOW.getTime() + 60_000).toISOString();
    expect(await isFreed({ ...registered, filing: { committingAt } }, removal())).toBe(false);
  });

  test('but only where it was declared filed', async () => {
    for (const given of [undefined, { ...stated, filed: false }])
      expect(await isFreed({ ...registered, filing: { stated: given } }, removal())).toBe(false);
  });

  test('by the number of a contract, where that was read', async () => {
    const contrata = byName('POST /api/v4/sepe/contrata');
    const filed = { operation: contrata, input: inputOf(contrata) };
    const removed = { operation: byName(REMOVALS[3]!), input: inputOf(byName(REMOVALS[3]!)) };
    const { sepeId } = removed.operation.example.request as { sepeId: string };
    expect(await isFreed({ ...filed, filing: { reference: sepeId } }, removed)).toBe(true);
    expect(await isFreed({ ...filed, filing: { reference: 'E-28-2026-9999999' } }, removed)).toBe(false);
    expect(await isFreed(filed, removed)).toBe(false);
  });
});
