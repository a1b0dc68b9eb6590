import * as z from 'zod';
import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import {
  entriesOf,
  findDocument,
  isAccepted,
  type LookUp,
  messagesOf,
  type RecordResult,
} from '../../../shared/authorities/sepe/services/filing.ts';
import type { KnownResult, RecordKey } from '../../../shared/authorities/sepe/services/shipment.ts';
import type { Document } from '../../../shared/kernel/document.ts';
import type { FilingFacts, Refused, Reply, Undecided } from '../../../shared/kernel/reply.ts';
import { afterAcceptance, type Obtained } from '../../../shared/operation/after-acceptance.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

/**
 * The message of an accepted filing; `undefined` if there is nothing to say.
 * @param done Spanish: the subject of the sentence, such as "La comunicación"
 * @param missing Spanish: documents that could not be obtained, from `notObtained`
 */
export const messageFor = (done: string, results: RecordResult[], missing?: string): string | undefined => {
  const [accepted, all] = [results.filter(isAccepted).length, results.length];
  const parts = [
    accepted < all &&
      `El SEPE ha aceptado ${accepted} de ${all} comunicaciones. ${messagesOf(results).join(' ')}`,
    accepted === all &&
      messagesOf(results).length > 0 &&
      `El SEPE ha aceptado con errores: ${messagesOf(results).join(' ')}`,
    missing && `${done} se ha realizado, pero ${missing}.`,
  ].filter((part) => typeof part === 'string');
  return parts.length > 0 ? parts.join(' ') : undefined;
};

/** The message of a reply, if there is anything to say. */
export const withMessage = (message: string | undefined): { message?: string } =>
  message === undefined ? {} : { message };

/** The warnings of a reply, if there are any. */
export const withWarnings = (warnings: string[]): { warnings?: string[] } =>
  warnings.length > 0 ? { warnings } : {};

/** The result of a record of a file. */
export const recordResult = z
  .object({
    type: z.string().meta({ description: 'Elemento del fichero, por ejemplo CONTRATO_100.' }),
    id: z.string().optional().meta({ description: 'Huella, si se aceptó.' }),
    doc: z.string().optional().meta({ description: 'Documento del trabajador.' }),
    startDate: z.string().optional().meta({ description: 'Inicio del contrato, AAAA-MM-DD.' }),
    result: z
      .enum(['ACEPTADO', 'ACEPTADO CON ERRORES', 'RECHAZADO', 'DESCONOCIDO'])
      .meta({ description: 'Resultado del SEPE; DESCONOCIDO: debe comprobarse antes de volver a enviarlo.' }),
    messages: z.array(z.string()).meta({ description: 'Códigos y textos del SEPE.' }),
  })
  .meta({ id: 'SepeRecordOutcome' });

const RESULTS = {
  accepted: 'ACEPTADO',
  'accepted-with-errors': 'ACEPTADO CON ERRORES',
  refused: 'RECHAZADO',
  unknown: 'DESCONOCIDO',
} as const;

/** The result of a record, with the interface's fields. */
export const toRecordResult = (record: RecordResult): z.output<typeof recordResult> => ({
  type: record.kind,
  ...(record.id && { id: record.id }),
  ...(record.document && { doc: record.document }),
  ...(record.startDate && { startDate: record.startDate }),
  result: RESULTS[record.result],
  messages: record.messages,
});

/**
 * The reply to a file. It is a success only if all records were accepted, because a caller that only checks
 * `success` must not believe that a refused record was filed.
 */
export const fileReply = <Data>(data: Data, results: RecordResult[], missing?: string): Reply<Data> => {
  return {
    data,
    success: results.every(isAccepted),
    ...withMessage(messageFor('La comunicación', results, missing)),
    filed: results.length > 1 ? { entries: entriesOf(results) } : { reference: results[0]?.id },
  };
};

/** The result of a record that a look-up found. */
export const foundResult = (record: RecordKey, id: string | undefined): KnownResult => ({
  ...record,
  result: 'accepted',
  id,
  messages: [],
});

/**
 * The result of a look-up of sent records, as `reply` gives it if SEPE accepted any; `undefined` if none is known.
 */
export const foundReply = async <R>(
  records: RecordKey[],
  {
    sepe,
    facts,
    lookUp,
    what,
  }: { sepe: ReadingPort; facts: FilingFacts; lookUp: LookUpOf; what?: 'certificates' },
  reply: (results: RecordResult[]) => R | Promise<R>,
): Promise<R | Refused | Undecided | undefined> => {
  const results = await findDocument(sepe, records, { what, facts, lookUp: lookUp(sepe, facts.since) });
  return results && (notAccepted(results) ?? (await reply(results)));
};

/** How records are looked up that were sent at that time. */
type LookUpOf = (sepe: ReadingPort, since: Date) => LookUp;

/** The duplicate of an accepted filing, if it is wanted. */
export const duplicateOf = async (
  isWanted: boolean,
  { keep }: Pick<Ports, 'keep'>,
  read: () => Promise<Document>,
): Promise<Obtained> => (isWanted ? afterAcceptance('el duplicado', async () => keep(await read())) : {});

/** The outcome where SEPE is not known to have accepted anything; `undefined` if it accepted any. */
const notAccepted = (results: RecordResult[]): Refused | Undecided | undefined => {
  if (results.some(isAccepted)) return undefined;
  const entries = entriesOf(results);
  return results.every(({ result }) => result === 'refused')
    ? { refused: messagesOf(results), entries }
    : { undecided: entries };
};
