import { WorkerComparison } from './compare-worker.ts';
import type { Difference, NotCompared } from './difference.ts';
import type { Believed, Compared, OfCompany, Records } from './facts.ts';
import { identitiesOf, personsOf } from './persons.ts';

/** Compares payroll's list of the workers of one contribution account with the records of the authorities. Pure functions. */

/** All differences of an account, and everything that could not be compared. */
export const compareAccount = (
  compared: Compared,
  believed: readonly Believed[],
  records: Records,
  company: OfCompany = { listed: believed, registered: records.registered ?? [] },
): { differences: Difference[]; notCompared: NotCompared[] } => {
  const contracts = Map.groupBy(records.contracts ?? [], ({ document }) => document);
  const whole = { listed: identitiesOf(company.listed), registered: identitiesOf(company.registered) };
  const workers = personsOf(believed, records).map(
    (person) => new WorkerComparison(compared, person, { records, contracts, ...whole }),
  );
  const unexplained = new Set(workers.flatMap((worker) => worker.unexplained.map(({ start }) => start)));
  const each = workers.map((worker) => worker.compare(unexplained));
  const lists = (['registered', 'contracts'] as const).filter((about) => records[about] === undefined);
  return {
    differences: each.flatMap(({ differences }) => differences),
    notCompared: [
      ...lists.map((about) => ({ about, document: null })),
      ...each.flatMap(({ notCompared }) => notCompared),
    ],
  };
};
