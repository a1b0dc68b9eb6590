import * as z from 'zod';
import { integer, ulid } from '../../../../shared/kernel/fields.ts';
import {
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
} from '../../../../shared/operation/answer-fields.ts';
import type { KeyedDifference, NamedReconciliation, ShownReconciliation } from '../shown.ts';
import type { Nightly } from '../store/reconciliation-row.ts';
import { shownNotCompared, toNotCompared } from './difference.ts';

/** A comparison, and a company's nightly one, as answered. */

/** `{customerID}` of the path. */
export const customerID = integer('Identificador del cliente.');

/** Id of a comparison, as a path parameter. */
export const reconciliationId = ulid('un cuadre', 'Identificador del cuadre.');

/** Schema of a company's nightly comparison in an answer. */
export const shownNightly = z
  .object({
    enabled: z.boolean().meta({ description: 'Si se cuadra cada noche.' }),
    next_at: answerInstantOrNull('Cuándo empieza el siguiente, ISO 8601; null si no se cuadra.'),
    last: answerTextOrNull('Identificador del último cuadre nocturno; se conserva 30 días.'),
  })
  .meta({ id: 'NightlyReconciliation' });

export const toNightly = (nightly: Nightly | undefined): z.output<typeof shownNightly> => ({
  enabled: nightly?.enabled === true,
  next_at: nightly?.dueAt ?? null,
  last: nightly?.last ?? null,
});

/** Schema of a comparison in an answer. */
export const shownReconciliation = z
  .object({
    id: answerText('Identificador.'),
    customerID: z.int().meta({ description: 'Cliente.' }),
    state: z
      .enum(['asking', 'ended'])
      .meta({ description: 'asking: se está consultando; ended: terminado.' }),
    from: answerText('Primer día de los contratos y las bajas que se comparan, AAAA-MM-DD.'),
    today: answerText('Día en que se compara, AAAA-MM-DD.'),
    readings: z.object({
      asked: z.int().meta({ description: 'Consultas hechas a los organismos.' }),
      answered: z.int().meta({ description: 'Las respondidas.' }),
      failed: z.int().meta({ description: 'Las que se dan por perdidas: lo suyo consta en not_compared.' }),
    }),
    waits_for: answerTextOrNull('A qué espera, si espera.'),
    message: answerTextOrNull('Por qué terminó antes de tiempo, si lo hizo.'),
    nightly: z.boolean().meta({ description: 'Si es un cuadre nocturno.' }),
    for_import: z.boolean().meta({ description: 'Si se hizo para importar lo que consta.' }),
    stoppable: z.boolean().meta({ description: 'Si usted puede detenerlo ahora.' }),
    counts: z
      .object({
        differences: z.int().meta({ description: 'Diferencias.' }),
        accepted: z.int().meta({ description: 'Las que una persona ha aceptado.' }),
        new: z.int().meta({
          description: 'Las que no estaban la noche anterior ni se han aceptado; en un cuadre nocturno.',
        }),
        not_compared: z.int().meta({ description: 'Cuánto no se ha podido comparar.' }),
      })
      .nullable()
      .meta({ description: 'Cuántas diferencias hay; null hasta que termina.' }),
    not_compared: z
      .array(shownNotCompared)
      .meta({ description: 'Lo que no se ha podido comparar, que no cuenta como igual.' }),
    created_at: answerInstant('Inicio, ISO 8601.'),
    ended_at: answerInstantOrNull('Fin, ISO 8601.'),
  })
  .meta({ id: 'Reconciliation' });

/** Schema of a comparison in a list, which only counts what was not compared. */
export const listedReconciliation = shownReconciliation
  .omit({ not_compared: true })
  .extend({ company_name: answerTextOrNull('Nombre del cliente; null si se eliminó.') })
  .meta({ id: 'ListedReconciliation' });

export const toListed = (reconciliation: NamedReconciliation): z.output<typeof listedReconciliation> => ({
  ...toShort(reconciliation),
  company_name: reconciliation.companyName ?? null,
});

const toShort = ({ reconciliation, differences, notCompared, mayStop }: ShownReconciliation) => {
  const { id, company, state, from, today, asked, answered, failed, waitsFor, message } = reconciliation;
  const countOf = (isSo: (difference: KeyedDifference) => boolean) => differences.filter(isSo).length;
  return {
    id,
    customerID: company,
    state,
    from,
    today,
    readings: { asked, answered, failed },
    waits_for: waitsFor || null,
    message: message ?? null,
    nightly: reconciliation.night !== undefined,
    for_import: reconciliation.forImport === true,
    stoppable: mayStop,
    counts:
      state === 'ended'
        ? {
            differences: differences.length,
            accepted: countOf(({ isAccepted }) => isAccepted),
            new: countOf(({ isNew, isAccepted }) => isNew === true && !isAccepted),
            not_compared: notCompared.length,
          }
        : null,
    created_at: reconciliation.createdAt,
    ended_at: reconciliation.endedAt ?? null,
  };
};

export const toReconciliation = (
  reconciliation: ShownReconciliation,
): z.output<typeof shownReconciliation> => ({
  ...toShort(reconciliation),
  not_compared: reconciliation.notCompared.map(toNotCompared),
});

export const exampleReconciliation: z.output<typeof shownReconciliation> = {
  id: '01KAQ3C6D8Q2Z5R7T9V1W3X5Y7',
  customerID: 10_000,
  state: 'ended',
  from: '2025-11-23',
  today: '2026-11-23',
  readings: { asked: 3, answered: 3, failed: 0 },
  waits_for: null,
  message: null,
  nightly: false,
  for_import: false,
  stoppable: false,
  not_compared: [],
  counts: { differences: 1, accepted: 0, new: 0, not_compared: 0 },
  created_at: '2026-11-23T08:00:00.000Z',
  ended_at: '2026-11-23T08:02:00.000Z',
};

const { not_compared: _, ...ofList } = exampleReconciliation;
export const exampleListed: z.output<typeof listedReconciliation> = {
  ...ofList,
  company_name: 'Calzados SL',
};
