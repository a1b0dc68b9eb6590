import { dayAfter } from '../../../../shared/kernel/spanish-time.ts';
import { type Fact, isSameEmployer } from '../../../../shared/operation/fact.ts';
import { NOT_READ } from './norms.ts';
import { dueBy, type Facts, isOf, knownOn, type Rule, VALID } from './rule.ts';

/** Months of the period of a fact: 1, or 3. */
const monthsOf = ({ start, date }: Fact): 1 | 3 => (start?.slice(0, 7) === date.slice(0, 7) ? 1 : 3);

/** The period that begins on a day: its name, such as `2026-4T` or `2026-11`, and the first day after it. */
const periodFrom = (start: string, months: 1 | 3) => {
  const month = start.slice(0, 7);
  const of = months === 1 ? month : `${start.slice(0, 4)}-${Math.ceil(Number(month.slice(5)) / 3)}T`;
  return { of, next: dayAfter(start, { months }) };
};

const isOfSame = (one: Fact, other: Fact): boolean => isOf(one, 'withholdings') && isSameEmployer(one, other);

/** Days of the month in which it is due: with direct debit, and otherwise. */
const LAST = { debited: '15', usual: '20' };

/**
 * A company that declared the withholdings of a period must also declare the next period's, by month or by quarter as before. A
 * registration does not make this due: only the company's earlier declarations show whether it declares by month.
 */
export const withholdings: Rule = {
  id: 'modelo-111',
  title: 'Presentar el modelo 111 (retenciones e ingresos a cuenta)',
  authority: 'aeat',
  doneBy: 'fileWithholdings',
  subject: 'account',
  versions: [
    {
      valid: VALID,
      source: 'Real Decreto 439/2007, artículo 108; Orden EHA/586/2011',
      ...NOT_READ,
      checked: '2026-11-29',
      standing: 'toCheck',
      doubt:
        'El plazo no se ha podido leer en el BOE. Acaba el día 20 (el 15 si se domicilia); si es inhábil, puede acabar el día hábil ' +
        'siguiente, y el de julio de quien declara por meses, en septiembre. No se debe si en el periodo no se pagó nada sujeto a ' +
        'retención.',
      term: 'Del día 1 al 20 del mes siguiente al periodo; hasta el 15 si se domicilia el pago.',
    },
  ],
  closedBy:
    'La declaración del periodo (POST /aeat/modelo-111), o que conste presentada (GET /aeat/declaraciones).',
  exceptions: 'Si en el periodo no se pagaron rentas sujetas a retención o ingreso a cuenta.',
  late: 'Recargos por presentación fuera de plazo (Ley General Tributaria, 27), o sanción si la reclama la Agencia Tributaria.',
  nearDays: 10,
  triggers: (fact, facts, today) => (isOf(fact, 'withholdings') ? nextPeriods(fact, facts, today) : []),
  closes: (fact, { by, of }) =>
    isOfSame(fact, by) && fact.start !== undefined && periodFrom(fact.start, monthsOf(fact)).of === of,
};

/**
 * The periods after a declared one, until the current one. They follow from the last declaration before them, and from none that
 * overlaps them: who declares a month of a quarter does not owe the quarter.
 */
const nextPeriods = (fact: Fact, facts: Facts, today: string) => {
  const months = monthsOf(fact);
  const later = facts.filter((other) => isOfSame(other, fact) && other.date > fact.date);
  const triggers = [];
  let start = dayAfter(fact.date, { days: 1 });
  while (start <= today) {
    const { of, next } = periodFrom(start, months);
    const isOfAnother = later.some(
      (other) => other.date < start || (other.date < next && monthsOf(other) !== months),
    );
    if (isOfAnother) break;
    const last = fact.payment === 'U' ? LAST.debited : LAST.usual;
    triggers.push(...dueBy(fact, { from: next, due: `${next.slice(0, 8)}${last}` }, { of, opens: next }));
    start = next;
  }
  return triggers;
};

/**
 * A company that declared withholdings in a year must sum that year up in January. It follows from each of its declarations that
 * is known in time, so that one of a later period changes nothing; without any nothing here says that it owes one.
 */
export const withholdingsSummary: Rule = {
  id: 'modelo-190',
  title: 'Presentar el modelo 190 (resumen anual de retenciones)',
  authority: 'aeat',
  doneBy: 'fileWithholdingsSummary',
  subject: 'account',
  versions: [
    {
      valid: VALID,
      source: 'Real Decreto 439/2007, artículo 108; Orden EHA/3127/2009',
      ...NOT_READ,
      checked: '2026-11-29',
      standing: 'toCheck',
      doubt:
        'El plazo no se ha podido leer en el BOE. Acaba el 31 de enero; si es inhábil, puede acabar el día hábil siguiente. Se ' +
        'debe si el ejercicio tuvo retenciones declaradas con el modelo 111.',
      term: 'Del 1 al 31 de enero del año siguiente.',
    },
  ],
  closedBy:
    'El resumen del ejercicio (POST /aeat/modelo-190), o que conste presentado (GET /aeat/declaraciones con modelo 190).',
  exceptions: 'Si en el año no se pagaron rentas sujetas a retención o ingreso a cuenta.',
  late: 'Sanción por no presentar en plazo una declaración informativa (Ley General Tributaria, 198).',
  nearDays: 10,
  triggers: (fact) => {
    if (!isOf(fact, 'withholdings')) return [];
    const year = fact.date.slice(0, 4);
    const next = Number(year) + 1;
    const term = { from: `${next}-01-01`, due: `${next}-01-31` };
    // What is read of an earlier year only afterwards says nothing of its summary, which may have been presented elsewhere.
    return knownOn(fact) <= term.due ? dueBy(fact, term, { of: year, opens: term.from }) : [];
  },
  closes: (fact, { by, of }) =>
    isOf(fact, 'withholdingsYear') && isSameEmployer(fact, by) && fact.date.startsWith(of),
};
