import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Fact } from '../../../shared/obligations/fact.ts';
import { type Obligation, obligationsOf } from '../../../shared/obligations/obligations.ts';

const STARTS = ['2026-03-02', '2026-03-09'];

/** What is done with one worker in one of two accounts, for a job that began on one of two days. */
interface Act {
  did: 'alta' | 'contract' | 'basicCopy' | 'baja' | 'alta removed' | 'contract removed';
  account: 'A' | 'B';
  start: string;
}

const act = fc.record({
  did: fc.constantFrom<Act['did']>(
    'alta',
    'contract',
    'basicCopy',
    'baja',
    'alta removed',
    'contract removed',
  ),
  account: fc.constantFrom<Act['account']>('A', 'B'),
  start: fc.constantFrom(...STARTS),
});

const END = '2026-03-20';

const factOf = ({ did, account, start }: Act, index: number): Fact => {
  const removed = / removed$/.test(did);
  const kind = did.replace(' removed', '') as 'alta' | 'contract' | 'basicCopy' | 'baja';
  return {
    id: `filing-${index}`,
    tramite: `filing-${index}`,
    kind: removed ? 'removed' : kind,
    ...(removed && { removes: kind }),
    at: new Date(Date.UTC(2026, 2, 1, 8, index)).toISOString(),
    how: 'accepted',
    account,
    document: '99999001R',
    date: kind === 'baja' ? END : start,
    ...(kind === 'alta' && { contractType: '402' }),
    ...(kind === 'contract' && !removed && { end: END }),
  };
};

/** What a history leaves, kept by hand: which filings still hold. */
const holdingAfter = (acts: Act[]) => {
  const holding = new Set<string>();
  for (const { did, account, start } of acts)
    if (did.endsWith('removed')) {
      const wasThere = holding.delete(`${did.replace(' removed', '')} ${account} ${start}`);
      // The basic copy is of a contract, and goes with it.
      if (wasThere && did === 'contract removed') holding.delete(`basicCopy ${account} ${start}`);
    } else holding.add(did === 'baja' ? `baja ${account}` : `${did} ${account} ${start}`);
  return holding;
};

/** The rules whose obligations are open after a history, each with its account and start. */
const openAfter = (acts: Act[]): string[] => {
  const holding = holdingAfter(acts);
  return (['A', 'B'] as const).flatMap((account) =>
    STARTS.flatMap((start) => {
      const has = (did: string) => holding.has(`${did} ${account} ${start}`);
      const isOver = holding.has(`baja ${account}`);
      return [
        ...(has('alta') && !has('contract') ? [`contrato ${account} ${start}`] : []),
        ...(has('contract') && !has('alta') ? [`alta ${account} ${start}`] : []),
        ...(has('contract') && !has('basicCopy') ? [`copia-basica ${account} ${start}`] : []),
        ...(has('contract') && !isOver ? [`baja ${account}`, `prorroga ${account}`] : []),
      ];
    }),
  );
};

const nameOf = ({ rule, by }: Obligation): string =>
  ['baja', 'prorroga'].includes(rule) ? `${rule} ${by.account}` : `${rule} ${by.account} ${by.date}`;

const histories = fc.array(act, { maxLength: 14 });

test('after any history, what is open is what no filing closed, and what is closed a filing closed', () => {
  fc.assert(
    fc.property(histories, fc.nat(), (acts, turn) => {
      const facts = acts.map(factOf);
      const all = obligationsOf(facts, 'worker', { today: '2026-03-10' }).filter(
        // A termination that no filing of these made known has causes, and so no certificate.
        ({ rule }) => rule !== 'certificado-empresa',
      );
      const open = all.filter(({ state }) => state === 'open').map(nameOf);
      expect([...new Set(open)].toSorted()).toEqual([...new Set(openAfter(acts))].toSorted());
      for (const { closedBy, state, rule } of all.filter(({ state }) => state === 'closed')) {
        expect(state).toBe('closed');
        const closing = facts.find(({ id }) => id === closedBy?.tramite)!;
        expect(CLOSES[rule]).toContain(closing.kind);
      }
      // The order in which facts come in changes nothing.
      const turned = [
        ...facts.slice(turn % (facts.length || 1)),
        ...facts.slice(0, turn % (facts.length || 1)),
      ];
      const byId = (one: Obligation, other: Obligation) => one.id.localeCompare(other.id);
      expect(obligationsOf(turned.toReversed(), 'worker', { today: '2026-03-10' }).toSorted(byId)).toEqual(
        obligationsOf(facts, 'worker', { today: '2026-03-10' }).toSorted(byId),
      );
    }),
    { numRuns: 1_000 },
  );
});

const CLOSES: Record<string, string[]> = {
  contrato: ['contract'],
  alta: ['alta'],
  'copia-basica': ['basicCopy'],
  baja: ['baja'],
  prorroga: ['baja'],
};
