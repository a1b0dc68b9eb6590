import * as z from 'zod';
import { isAccepted, messagesOf, type Verdict } from '../../shared/authorities/sepe/services/filing.ts';
import type { RecordKey, RecordResult } from '../../shared/authorities/sepe/services/shipment.ts';
import type { Reply } from '../../shared/operation.ts';

/**
 * The message for what was accepted; `undefined` when there is nothing to tell.
 * @param done Spanish: what was filed, such as "La comunicación"
 * @param missing Spanish: what is not there, as of `notObtained`
 */
export const messageFor = (done: string, verdicts: Verdict[], missing?: string): string | undefined => {
  const [accepted, all] = [verdicts.filter(isAccepted).length, verdicts.length];
  const parts = [
    accepted < all &&
      `SEPE ha aceptado ${accepted} de ${all} comunicaciones. ${messagesOf(verdicts).join(' ')}`,
    accepted === all &&
      messagesOf(verdicts).length > 0 &&
      `SEPE ha aceptado con errores: ${messagesOf(verdicts).join(' ')}`,
    missing && `${done} se ha realizado, pero ${missing}.`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(' ') : undefined;
};

/** What became of each record of a file. */
export const recordOutcome = z
  .object({
    type: z.string().meta({ description: 'Elemento del fichero, por ejemplo CONTRATO_100.' }),
    id: z.string().optional().meta({ description: 'Huella, si se aceptó.' }),
    doc: z.string().optional().meta({ description: 'Documento del trabajador.' }),
    startDate: z.string().optional().meta({ description: 'Inicio del contrato, AAAA-MM-DD.' }),
    result: z
      .enum(['ACEPTADO', 'ACEPTADO CON ERRORES', 'RECHAZADO', 'DESCONOCIDO'])
      .meta({ description: 'Resultado de SEPE; DESCONOCIDO: debe comprobarse antes de volver a enviarlo.' }),
    messages: z.array(z.string()).meta({ description: 'Códigos y textos de SEPE.' }),
  })
  .meta({ id: 'SepeRecordOutcome' });

const RESULTS = {
  accepted: 'ACEPTADO',
  'accepted-with-errors': 'ACEPTADO CON ERRORES',
  refused: 'RECHAZADO',
  unknown: 'DESCONOCIDO',
} as const;

/** The form in which a verdict travels. */
export const outcomeOf = (verdict: Verdict): z.output<typeof recordOutcome> => ({
  type: verdict.kind,
  ...(verdict.id && { id: verdict.id }),
  ...(verdict.document && { doc: verdict.document }),
  ...(verdict.startDate && { startDate: verdict.startDate }),
  result: RESULTS[verdict.outcome],
  messages: verdict.messages,
});

/**
 * The reply to a file. One that was not accepted as a whole is no success: who looks no further than that must not
 * take the rest for filed.
 */
export const fileReply = <Data>(data: Data, verdicts: Verdict[], missing?: string): Reply<Data> => {
  const message = messageFor('La comunicación', verdicts, missing);
  return { data, success: verdicts.every(isAccepted), ...(message && { message }) };
};

/** A record that a look-up found to have been accepted. */
export const foundResult = (record: RecordKey, id: string | undefined): RecordResult => ({
  ...record,
  outcome: 'accepted',
  id,
  messages: [],
});
