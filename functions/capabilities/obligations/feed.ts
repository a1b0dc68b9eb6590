import ical, { ICalEventTransparency } from 'ical-generator';
import { dayAfter, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  calendarNote,
  doubtOf,
  earliestDue,
  isLateForCertain,
  isOfWorker,
  NOTICE,
  shownOn,
  versionOf,
} from './due.ts';
import { ruleOf } from './rules/index.ts';
import { spanishDay } from './rules/rule.ts';
import type { KeptObligation } from './store/obligation-row.ts';

/** Seconds after which a calendar program should request the calendar again. */
const HOURLY = 60 * 60;

/**
 * Obligations as a calendar (RFC 5545): an all-day event on each last day or, if a year has no table yet, on the earliest
 * possible day, with a remark. Without names it identifies companies by number, and no person. An event leaves its day free, and
 * has the time of its last change: if nothing has changed, the text is the same.
 * @param names of client companies by id; absent if neither these nor documents of workers may be shown
 * @param today the day at the account's authorities
 */
export const calendarOf = (
  obligations: KeptObligation[],
  { names, today }: { names?: Map<number, string> | undefined; today: string },
): string => {
  const calendar = ical({
    name: 'Obligaciones y plazos',
    description: NOTICE,
    prodId: { company: 'pasarela', product: 'obligaciones', language: 'ES' },
    ttl: HOURLY,
  });
  for (const [one, ...others] of together(obligations)) {
    const day = earliestDue(one);
    if (day === undefined) continue;
    const [note, doubt] = [calendarNote(one), doubtOf(one)];
    const [rule, { term, source, standing }] = [ruleOf(one.rule), versionOf(one)];
    const companies = [one, ...others].flatMap(({ companyId }) =>
      companyId === undefined ? [] : (names?.get(companyId) ?? `cliente ${companyId}`),
    );
    const person = isOfWorker(rule) ? one.by.document : rule.eachHolder && (one.by.holder ?? one.by.document);
    const whose = [companies.join(', '), names && person].filter(Boolean);
    const isLate = shownOn(one, today) === 'late';
    const late = isLateForCertain(one) ? 'VENCIDA: ' : 'PUEDE HABER VENCIDO: ';
    const mark = isLate ? late : one.due === undefined ? 'SIN FECHA CIERTA: ' : '';
    const lastChange = lastChangeOf([one, ...others], isLate && one.due ? one.due : undefined);
    calendar.createEvent({
      id: `${one.id}@pasarela`,
      stamp: lastChange,
      lastModified: lastChange,
      transparency: ICalEventTransparency.TRANSPARENT,
      // Programs take an event on another day as a new version only if its number has increased (RFC 5545, 3.8.7.4).
      sequence: one.moved ?? 0,
      start: dateOf(day),
      end: dateOf(dayAfter(day, { days: 1 })),
      allDay: true,
      summary: [mark + rule.title, ...whose].join(' · '),
      description: [
        `${one.due === undefined ? 'Último día: no se sabe' : `Último día: ${spanishDay(one.due)}`}. ${term}`,
        ...(note ? [note] : []),
        ...(doubt ? [`No es seguro: ${doubt}`] : []),
        `Fuente: ${source}.${standing === 'confirmed' ? '' : ' Por comprobar.'}`,
        `Obligación ${one.id}.`,
        NOTICE,
      ].join('\n'),
    });
  }
  return calendar.toString();
};

/** When an event changed last: an obligation of it, or, if it is late, the day after its last day began. */
const lastChangeOf = (obligations: KeptObligation[], lateAfter: string | undefined): Date => {
  const changes = obligations.map(({ changedAt }) => Date.parse(changedAt));
  const late = lateAfter === undefined ? [] : [startOfMadridDay(dayAfter(lateAfter, { days: 1 })).getTime()];
  return new Date(Math.max(...changes, ...late));
};

/** Renewals of one holder's certificates on the same day are one event, whichever companies the certificates are kept for. */
const together = (obligations: KeptObligation[]): [KeptObligation, ...KeptObligation[]][] =>
  [
    ...Map.groupBy(obligations, ({ id, rule, by, due }) =>
      ruleOf(rule).eachHolder ? `${by.document} ${due}` : id,
    ).values(),
  ] as [KeptObligation, ...KeptObligation[]][];

/** The library takes an instant and writes its day in the process's time zone. Noon is the same day in all zones. */
const dateOf = (day: string): Date => {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date, 12);
};
