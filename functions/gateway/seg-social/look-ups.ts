import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import type { AltaInput, BajaInput } from '../../../shared/authorities/tgss/jacada/atr01.ts';
import { duplicateTa, isSince } from '../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Situation } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { type Accepted, sameCode, type WorkerInCcc } from '../../../shared/authorities/tgss/values.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';

/**
 * Finds whether a filing took effect at the Seguridad Social when its answer was lost. Content and date must be as
 * sent, and it must not have been communicated before the day of the request: an earlier filing is another one, even
 * with the same date. Absence from the portal proves nothing.
 */

/** Records to read: a future one may come before the wanted one. */
const LATEST = 2;

const latest = async (tgss: ReadingPort, { regimen, ccc, nss }: WorkerInCcc): Promise<Situation[]> => {
  const query = { regimen, ccc, nss, getDatos: true, offset: 0, limit: LATEST };
  return (await tgss.read(situations, query)).records;
};

/** The document (TA) of a movement, unless it was communicated before the day of the request. */
const documentOf = async (
  tgss: ReadingPort,
  { regimen, ccc, nss, fecha_real }: WorkerInCcc & { fecha_real: string },
  { movType, since }: { movType: 'ALTA' | 'BAJA'; since: Date },
): Promise<Accepted | undefined> => {
  const query = { regimen, ccc, nss, date: fecha_real, movType, communicatedSince: madridDay(since) };
  const document = await tgss.read(duplicateTa, query);
  return document && { document };
};

/** Looks up a registration. Codes that were not sent are the portal's proposal, and may be any. */
export const findAlta = async (
  tgss: ReadingPort,
  sent: AltaInput,
  since: Date,
): Promise<Accepted | undefined> => {
  const { coeficiente = '', category_professional, worker_collective } = sent;
  const isAsSent = (held: Situation) =>
    held.fecha_alta === sent.fecha_real &&
    sameCode(held.grupo_cotizacion, sent.grupo_cotizacion) &&
    sameCode(held.tipo_contrato, sent.tipo_contrato) &&
    sameCode(held.coef, coeficiente) &&
    sameCode(held.cno, sent.cno) &&
    sameCode(held.category_professional, category_professional ?? held.category_professional) &&
    sameCode(held.worker_collective, worker_collective ?? held.worker_collective);
  return (await latest(tgss, sent)).some(isAsSent)
    ? documentOf(tgss, sent, { movType: 'ALTA', since })
    : undefined;
};

/** Looks up a termination. */
export const findBaja = async (
  tgss: ReadingPort,
  sent: BajaInput,
  since: Date,
): Promise<Accepted | undefined> => {
  const isAsSent = (held: Situation) =>
    held.fecha_baja === sent.fecha_real && sameCode(held.situacion, sent.situacion);
  return (await latest(tgss, sent)).some(isAsSent)
    ? documentOf(tgss, sent, { movType: 'BAJA', since })
    : undefined;
};

/** Looks up a change of CNO. The portal shows the CNO of a registration without the date of its change. */
export const isCnoChanged = async (
  tgss: ReadingPort,
  sent: WorkerInCcc & { fecha_real: string; cno: string },
  since: Date,
): Promise<boolean> => {
  const isAsSent = (held: Situation) =>
    held.fecha_alta <= sent.fecha_real &&
    (held.fecha_baja === '' || held.fecha_baja >= sent.fecha_real) &&
    sameCode(held.cno, sent.cno);
  return (await latest(tgss, sent)).some(isAsSent) && isVariationSince(tgss, sent, since);
};

/** Whether a change of that date was communicated since the day of the request. Its document does not say what changed. */
export const isVariationSince = async (
  tgss: ReadingPort,
  { regimen, ccc, nss, fecha_real }: WorkerInCcc & { fecha_real: string },
  since: Date,
): Promise<boolean> =>
  (await tgss.read(taDocuments, { regimen, ccc, nss })).some(
    (one) =>
      one.movement.startsWith('VARIACION') &&
      one.fecha_real === fecha_real &&
      isSince(one.fecha_comunicacion, madridDay(since)),
  );
