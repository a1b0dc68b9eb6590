import { dayAfter } from '../../../../shared/kernel/spanish-time.ts';
import { lastButOneOfNextMonth } from '../../../../shared/kernel/working-days.ts';
import { type Fact, isSameEmployer, isSameJob } from '../../../../shared/operation/fact.ts';
import { NOT_READ } from './norms.ts';
import { dueBy, type Facts, isOf, knownOn, later, type Rule, VALID } from './rule.ts';

/** A worker's period in a contribution account, as far as it is known. */
export interface Registration {
  alta: Fact;
  /** Its end; `undefined` if unknown. */
  baja?: Fact | undefined;
}

/** The periods of workers in accounts: each alta with the first baja that is not before it and not after the next alta. */
const registrationsOf = (facts: Facts): Registration[] => {
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

const monthOf = (day: string) => day.slice(0, 7);
const nextMonth = (month: string) => monthOf(dayAfter(`${month}-01`, { months: 1 }));

/** The months from the first to the last, both included. */
const months = (from: string, to: string): string[] => {
  const all: string[] = [];
  for (let month = from; month <= to; month = nextMonth(month)) all.push(month);
  return all;
};

/** Each month in which an account has a worker makes its settlement due in the next month. */
export const settlement: Rule = {
  id: 'liquidacion',
  title: 'Presentar la liquidación de cuotas del mes',
  authority: 'tgss',
  subject: 'account',
  versions: [
    {
      valid: VALID,
      source: 'Real Decreto 1415/2004, artículo 56, y reglas del Sistema de Liquidación Directa',
      ...NOT_READ,
      standing: 'toCheck',
      doubt:
        'El plazo no se ha podido leer en el BOE. El pago acaba el último día del mes; el cargo en cuenta se pide antes.',
      term: 'Desde el día 1 hasta el penúltimo día natural del mes siguiente.',
    },
  ],
  closedBy: 'Que haya un recibo L00 de ese mes (GET /seg-social/report-rlc). No prueba que se haya pagado.',
  late: 'Recargos (LGSS, 30). Presentada y sin pagar, infracción grave (LISOS, 22.3); sin presentar ni pagar, muy grave (23.1.b).',
  // Others were responsible for settlements that were due before the registration became known.
  triggers: (fact, facts, today) => {
    if (!isOf(fact, 'alta')) return [];
    const [own] = registrationsOf([
      fact,
      ...facts.filter(({ kind, id }) => kind !== 'alta' && id !== fact.id),
    ]);
    const until = own?.baja && own.baja.date < today ? own.baja.date : today;
    const known = knownOn(fact);
    // The settlements of earlier months were due before the registration became known.
    const first = later(monthOf(fact.date), monthOf(dayAfter(`${monthOf(known)}-01`, { months: -1 })));
    return months(first, monthOf(until)).flatMap((month) => {
      const due = lastButOneOfNextMonth(month);
      const opens = `${nextMonth(month)}-01`;
      return due < known ? [] : dueBy(fact, { from: opens, due }, { of: month, opens });
    });
  },
  closes: (fact, { by, of }) =>
    isOf(fact, 'settlement') && isSameEmployer(fact, by) && monthOf(fact.date) === of,
};
