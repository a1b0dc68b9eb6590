import { expect, test } from 'vitest';
import type { Fact } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

/** The effect of a removal on everything that depended on the removed filing. */

const START = '2026-03-02';
let minute = 0;
/** A fact, one minute after the previous one. */
const fact = (kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({
  id: `fact-${++minute}`,
  tramite: `fact-${minute}`,
  kind,
  how: 'accepted',
  at: new Date(Date.UTC(2026, 2, 2, 8, minute)).toISOString(),
  account: '011128000000097',
  document: '99999001R',
  date: START,
  ...more,
});
/** The removal of a contract, given by its number alone. */
const removed = (reference: string): Fact => ({
  ...fact('removed', { removes: 'contract', reference, date: '' }),
  account: undefined,
  document: undefined,
});
const OLD = 'E-28-2026-0000001';
const NEW = 'E-28-2026-0000002';

/** The states of all obligations after facts. `known` is passed as the store has it after each step. */
const allAfter = (facts: Fact[], subject: 'worker' | 'account' = 'worker', today = START) =>
  facts.reduce<ReturnType<typeof obligationsOf>>(
    (known, _, index) => obligationsOf(facts.slice(0, index + 1), subject, { today, known }),
    [],
  );
/** The states of the obligations by a rule. */
const after = (facts: Fact[], rule: string) =>
  allAfter(facts)
    .filter((one) => one.rule === rule)
    .map(({ state }) => state);

test('a contract that is removed withdraws its obligations, also closed ones', () => {
  const contract = fact('contract', { reference: OLD });
  const copy = fact('basicCopy', { reference: OLD });
  expect(after([contract, copy], 'copia-basica')).toEqual(['closed']);
  expect(after([contract, copy, removed(OLD)], 'copia-basica')).toEqual(['withdrawn']);
});

test.each([
  ['its number', { reference: OLD }],
  ['worker and start', {}],
])(
  'the basic copy of a removed contract, filed by %s, does not close that of the next contract',
  (_, named) => {
    const before = [
      fact('contract', { reference: OLD }),
      fact('basicCopy', named),
      removed(OLD),
      fact('contract', { reference: NEW }),
    ];
    expect(after(before, 'copia-basica')).toEqual(['open']);
    expect(after([...before, fact('basicCopy', named && { reference: NEW })], 'copia-basica')).toEqual([
      'closed',
    ]);
  },
);

test('a basic copy of a contract that still holds stays, whatever else is removed', () => {
  const twice = [fact('contract', { reference: OLD }), fact('contract', { reference: NEW })];
  const copy = fact('basicCopy');
  expect(after([...twice, copy, removed(OLD)], 'copia-basica')).toEqual(['closed']);
});

test('an extension of a removed contract does not extend the next one', () => {
  const end = { end: '2026-03-20' };
  const carried = [
    fact('contract', { reference: OLD, ...end }),
    fact('transformation', { reference: `${OLD}-55`, date: '2026-03-10', start: START }),
    removed(OLD),
  ];
  expect(after(carried, 'baja')).toEqual(['withdrawn']);
  expect(after(carried, 'variacion')).toEqual(['withdrawn']);
  expect(after([...carried, fact('contract', { reference: NEW, ...end })], 'baja')).toEqual(['open']);
});

test('an obligation that a person closed for a filing that was removed is open again when that is filed again', () => {
  const alta = fact('alta', { contractType: '100' });
  const [due] = obligationsOf([alta], 'worker', { today: START });
  const closed = fact('closed', { how: 'declared', obligation: due!.id });
  const gone = fact('removed', { removes: 'alta' });
  expect(after([alta, closed, gone], 'contrato')).toEqual(['withdrawn']);
  expect(after([alta, closed, gone, fact('alta', { contractType: '100' })], 'contrato')).toEqual(['open']);
  // Seeing the same again opens nothing that a person closed.
  expect(after([alta, closed, fact('alta', { how: 'proved', contractType: '100' })], 'contrato')).toEqual([
    'closed',
  ]);
});

test('an obligation that a later fact shows not to be due is withdrawn, and due again without that fact', () => {
  const recalled = fact('alta', { contractType: '300', date: '2026-03-23' });
  const first = fact('contract', { contractType: '300', reference: OLD });
  const stand = (facts: Fact[]) =>
    Object.fromEntries(
      allAfter(facts)
        .filter(({ by }) => by.id === recalled.id)
        .map(({ rule, state }) => [rule, state]),
    );
  expect(stand([recalled])).toEqual({ contrato: 'open' });
  expect(stand([first, recalled])).toEqual({ llamamiento: 'open' });
  expect(stand([recalled, first])).toEqual({ contrato: 'withdrawn', llamamiento: 'open' });
  const [contrato] = allAfter([recalled, first]).filter(({ rule }) => rule === 'contrato');
  expect(contrato).toMatchObject({ withdrawnBy: { at: first.at }, due: '2026-03-16' });
  // The same facts again change nothing, even if it was closed before.
  const again = fact('alta', { how: 'proved', contractType: '300', date: '2026-03-23' });
  expect(stand([recalled, first, again])).toEqual({ contrato: 'withdrawn', llamamiento: 'open' });
  const closed = fact('closed', { how: 'declared', obligation: contrato!.id });
  const gone = allAfter([recalled, closed, first]).find(({ id }) => id === contrato!.id);
  expect(gone).toMatchObject({ state: 'withdrawn' });
  expect(gone).not.toHaveProperty('closedBy');
  expect(stand([recalled, first, removed(OLD)])).toEqual({ contrato: 'open', llamamiento: 'withdrawn' });
});

test('settlements of months after a termination that becomes known later are withdrawn', () => {
  const facts = [fact('alta'), fact('baja', { date: '2026-03-20' })];
  const settlements = allAfter(facts, 'account', '2026-05-04').map(({ of, state }) => `${of} ${state}`);
  expect(settlements).toEqual(['2026-03 open', '2026-04 withdrawn', '2026-05 withdrawn']);
});

test('a transformation that only names its contract belongs to the worker of the contract, and is due once', () => {
  const named = { reference: `${OLD}-55`, date: '2026-03-10' };
  const byNumber = { ...fact('transformation', named), document: undefined };
  const facts = [fact('contract', { reference: OLD }), byNumber];
  const variations = (all: Fact[]) => allAfter(all).filter(({ rule }) => rule === 'variacion');
  expect(variations(facts)).toMatchObject([{ state: 'open', by: { document: '99999001R' } }]);
  const change = fact('change', { contractType: '189', date: '2026-03-10' });
  expect(variations([...facts, change])).toMatchObject([{ state: 'closed' }]);
  const twice = [...facts, fact('transformation', { ...named, start: START })];
  expect(variations(twice)).toHaveLength(1);
  expect(after([...twice, change], 'variacion')).toEqual(['closed']);
  const gone = { ...removed(`${OLD}`), removes: 'transformation' as const };
  expect(after([...twice, gone], 'variacion')).toEqual(['withdrawn']);
});
