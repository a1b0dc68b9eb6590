import { type Fact, isSameJob } from './fact.ts';
import type { Facts } from './rule.ts';

/** A worker's time in a contribution account, as far as it is known. */
export interface Registration {
  alta: Fact;
  /** Its end; `undefined` where none is known. */
  baja?: Fact | undefined;
}

/** The times of workers in accounts: each alta with the first baja that is not before it and not after the next alta. */
export const registrationsOf = (facts: Facts): Registration[] => {
  const altas = facts.filter(({ kind }) => kind === 'alta').toSorted((a, b) => (a.date < b.date ? -1 : 1));
  return altas.map((alta, index) => {
    const next = altas.slice(index + 1).find((other) => isSameJob(other, alta) && other.date > alta.date);
    const baja = facts.find(
      (fact) =>
        fact.kind === 'baja' &&
        isSameJob(fact, alta) &&
        fact.date >= alta.date &&
        (!next || fact.date < next.date),
    );
    return { alta, baja };
  });
};
