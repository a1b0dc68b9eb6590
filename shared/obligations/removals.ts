import { type Fact, type FactKind, isSameContract, isSameJob } from './fact.ts';

/** The fact that takes another one back, if any does: it was known later. */
const removalOf = (fact: Fact, facts: readonly Fact[]): Fact | undefined =>
  facts.find(
    (other) =>
      other.kind === 'removed' &&
      other.removes === fact.kind &&
      other.at > fact.at &&
      (other.reference && fact.reference
        ? isSameContract(other, fact)
        : isSameJob(other, fact) && other.date === fact.date),
  );

/** What is communicated of a contract, and so goes when that is removed. */
const OF_CONTRACTS: FactKind[] = ['basicCopy', 'extension', 'transformation'];

/** What took facts back, by their ids. What was communicated of a contract is taken back with the last one that it fits. */
export const removalsOf = (facts: readonly Fact[]): Map<string, Fact> => {
  const pairs = (those: readonly Fact[], find: (fact: Fact) => Fact | undefined): [string, Fact][] =>
    those.flatMap((fact) => {
      const removal = find(fact);
      return removal ? [[fact.id, removal]] : [];
    });
  const own = new Map(pairs(facts, (fact) => removalOf(fact, facts)));
  const contracts = facts.filter(({ kind }) => kind === 'contract');
  const withContract = (fact: Fact): Fact | undefined => {
    const its = contracts.filter((contract) => isSameContract(contract, fact));
    const removal = its.flatMap(({ id }) => own.get(id) ?? []).find(({ at }) => at > fact.at);
    const isOfAnother = its.some(({ id, at }) => !own.has(id) && removal && at < removal.at);
    return isOfAnother ? undefined : removal;
  };
  const ofContracts = facts.filter(({ id, kind }) => OF_CONTRACTS.includes(kind) && !own.has(id));
  return new Map([...own, ...pairs(ofContracts, withContract)]);
};
