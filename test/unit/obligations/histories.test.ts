import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Obligation } from '../../../functions/capabilities/obligations/due.ts';
import type { Fact, FactKind } from '../../../shared/operation/fact.ts';
import { obligationsOf } from '../../support/due.ts';

const STARTS = ['2026-03-02', '2026-03-09'];
const ACCOUNTS = ['A', 'B'] as const;
const WORKERS = ['ana', 'luis'] as const;
const TODAY = '2026-03-10';

/** The acts in a history: each is about one of two workers in one of two accounts, and a job that began on one of two days. */
const DONE = {
  alta: 'alta',
  // Seen in a list of workers before the job begins.
  'alta seen': 'alta',
  contract: 'contract',
  basicCopy: 'basicCopy',
  cesion: 'cesion',
  baja: 'baja',
  'alta removed': 'alta',
  'contract removed': 'contract',
  'cesion removed': 'cesion',
} as const satisfies Record<string, FactKind>;

interface Act {
  did: keyof typeof DONE;
  account: (typeof ACCOUNTS)[number];
  worker: (typeof WORKERS)[number];
  start: string;
}

const act: fc.Arbitrary<Act> = fc.record({
  did: fc.constantFrom(...(Object.keys(DONE) as Act['did'][])),
  account: fc.constantFrom(...ACCOUNTS),
  worker: fc.constantFrom(...WORKERS),
  start: fc.constantFrom(...STARTS),
});

const END = '2026-03-20';

/** The time of an act in a history: one minute after the previous act. */
const minute = (index: number) => new Date(Date.UTC(2026, 2, 1, 8, index)).toISOString();

const factOf = ({ did, account, worker, start }: Act, index: number): Fact => {
  const isRemoved = did.endsWith(' removed');
  const kind = DONE[did];
  return {
    id: `filing-${index}`,
    tramite: `filing-${index}`,
    kind: isRemoved ? 'removed' : kind,
    ...(isRemoved && { removes: kind }),
    at: minute(index),
    how: did === 'alta seen' ? 'proved' : 'accepted',
    account,
    document: worker,
    date: kind === 'baja' ? END : start,
    ...(did === 'alta' && { contractType: '402' }),
    ...(did === 'contract' && { end: END }),
  };
};

/** The filings that still hold after a history, computed independently. */
const holdingAfter = (acts: Act[]) => {
  const holding = new Set<string>();
  for (const { did, account, worker, start } of acts) {
    const job = `${account} ${worker} ${start}`;
    if (!did.endsWith('removed')) {
      holding.add(did === 'baja' ? `baja ${account} ${worker}` : `${did} ${job}`);
      continue;
    }
    const wasThere = holding.delete(`${did.replace(' removed', '')} ${job}`);
    if (did === 'alta removed') holding.delete(`alta seen ${job}`);
    // The basic copy belongs to a contract, and is removed with it.
    if (wasThere && did === 'contract removed') holding.delete(`basicCopy ${job}`);
  }
  return holding;
};

/** The rules with open obligations after a history, each with its account, worker and start. */
const openAfter = (acts: Act[]): string[] => {
  const holding = holdingAfter(acts);
  return ACCOUNTS.flatMap((account) => {
    const isAgency = [...holding].some((one) => one.startsWith(`cesion ${account} `));
    return WORKERS.flatMap((worker) =>
      STARTS.flatMap((start) => {
        const job = `${account} ${worker}`;
        const has = (did: string, from = start) => holding.has(`${did} ${job} ${from}`);
        const isOver = holding.has(`baja ${job}`);
        const isAssigned = STARTS.some((from) => from >= start && has('cesion', from));
        return [
          ...(has('alta') && !has('contract') ? [`contrato ${job} ${start}`] : []),
          ...(has('alta seen') && !has('alta') && !has('contract')
            ? [`inicio-previsto ${job} ${start}`]
            : []),
          ...(has('contract') && !has('alta') && !has('alta seen') ? [`alta ${job} ${start}`] : []),
          ...(has('contract') && !has('basicCopy') ? [`copia-basica ${job} ${start}`] : []),
          ...(has('contract') && !isOver ? [`baja ${job}`, `prorroga ${job}`] : []),
          ...(has('alta') && isAgency && !isAssigned && !isOver ? [`cesion ${job} ${start}`] : []),
        ];
      }),
    );
  });
};

const nameOf = ({ rule, by }: Obligation): string =>
  [rule, by.account, by.document, ...(['baja', 'prorroga'].includes(rule) ? [] : [by.date])].join(' ');

/**
 * The obligations that follow from facts about workers and accounts, except for obligations that no act of these histories
 * closes.
 */
const dueBy = (facts: Fact[]): Obligation[] =>
  [
    ...[...Map.groupBy(facts, ({ document }) => document).values()].flatMap((own) =>
      obligationsOf(own, 'worker', { today: TODAY }),
    ),
    ...[...Map.groupBy(facts, ({ account }) => account).values()].flatMap((own) =>
      obligationsOf(own, 'account', { today: TODAY }),
    ),
  ].filter(({ rule }) => rule !== 'liquidacion');

const byId = (one: Obligation, other: Obligation) => one.id.localeCompare(other.id);
const turned = <One>(all: One[], turn: number): One[] => {
  const first = turn % (all.length || 1);
  return [...all.slice(first), ...all.slice(0, first)].toReversed();
};
const openIn = (all: Obligation[], name: (one: Obligation) => string): string[] => [
  ...new Set(all.filter(({ state }) => state === 'open').map(name)),
];

test('the open obligations after any history are those that no filing closed, and the closed ones those that one closed', () => {
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), fc.nat(), (acts, turn) => {
      const facts = acts.map(factOf);
      const all = dueBy(facts);
      expect(openIn(all, nameOf).toSorted()).toEqual([...new Set(openAfter(acts))].toSorted());
      for (const { closedBy, rule } of all.filter(({ state }) => state === 'closed')) {
        const closing = facts.find(({ id }) => id === closedBy?.tramite)!;
        expect(CLOSES[rule]).toContain(closing.kind);
      }
      // The order in which facts arrive changes nothing.
      expect(dueBy(turned(facts, turn)).toSorted(byId)).toEqual(all.toSorted(byId));
    }),
    { numRuns: 1_000 },
  );
});

const CLOSES: Record<string, string[]> = {
  contrato: ['contract'],
  'inicio-previsto': ['contract', 'alta'],
  alta: ['alta'],
  'copia-basica': ['basicCopy'],
  baja: ['baja'],
  prorroga: ['baja'],
  cesion: ['cesion', 'baja'],
};

/** Certificates of two holders that are stored and deleted, for one authority or for any, and contractor certificates. */
const certificate = fc.record({
  did: fc.constantFrom('kept' as const, 'deleted' as const, 'seen' as const),
  holder: fc.constantFrom('ana', 'luis'),
  type: fc.constantFrom(undefined, 1, 2),
  date: fc.constantFrom('2026-05-01', '2027-05-01', '2028-05-01'),
  payer: fc.constantFrom('town hall', 'school'),
});

test('the certificates that must be renewed after any history are those that no later one replaces', () => {
  fc.assert(
    fc.property(fc.array(certificate, { maxLength: 12 }), fc.nat(), (acts, turn) => {
      const nameOfKept = ({ holder, type, date }: (typeof acts)[number]) => `${holder} ${type} ${date}`;
      const kept = new Map<string, (typeof acts)[number]>();
      const seen = new Map<string, string>();
      for (const one of acts)
        if (one.did === 'kept') kept.set(nameOfKept(one), one);
        else if (one.did === 'deleted') kept.delete(nameOfKept(one));
        else if (one.date > (seen.get(one.payer) ?? '')) seen.set(one.payer, one.date);
      const isReplaced = (one: (typeof acts)[number]) =>
        [...kept.values()].some(
          ({ holder, type, date }) =>
            holder === one.holder && date > one.date && (type === undefined || type === one.type),
        );
      const wanted = [
        // Certificates of a holder with the same last day are renewed together, whatever they are used for.
        ...new Set(
          [...kept.values()].flatMap((one) => (isReplaced(one) ? [] : [`${one.holder} ${one.date}`])),
        ),
        ...[...seen].map(([payer, date]) => `${payer} ${date}`),
      ];
      const facts = acts.map((one, index): Fact => {
        const base = { id: `fact-${index}`, at: minute(index), how: 'proved', date: one.date } as const;
        if (one.did === 'seen') return { ...base, kind: 'contractorCertificate', reference: one.payer };
        return {
          ...base,
          kind: one.did === 'kept' ? 'digitalCertificate' : 'removed',
          ...(one.did === 'deleted' && { removes: 'digitalCertificate' }),
          reference: nameOfKept(one),
          document: one.holder,
          ...(one.type !== undefined && { certificateType: one.type }),
        };
      });
      const all = obligationsOf(facts, 'owner', { today: TODAY });
      const name = ({ by }: Obligation) =>
        `${by.kind === 'digitalCertificate' ? by.document : by.reference} ${by.date}`;
      expect(openIn(all, name).toSorted()).toEqual(wanted.toSorted());
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(obligationsOf(turned(facts, turn), 'owner', { today: TODAY }).toSorted(byId)).toEqual(
        all.toSorted(byId),
      );
    }),
    { numRuns: 1_000 },
  );
});
