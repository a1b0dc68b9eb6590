import type * as z from 'zod';
import type { ReadingPort } from '../../shared/authorities/reading-port.ts';
import type { Accepted } from '../../shared/authorities/tgss/accepted.ts';
import type { BajaInput } from '../../shared/authorities/tgss/jacada/baja.ts';
import { contributionData } from '../../shared/authorities/tgss/jacada/contribution-data.ts';
import { duplicateTa } from '../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Document } from '../../shared/kernel/document.ts';
import { ServiceError } from '../../shared/kernel/errors.ts';
import { date, digits, digitsUpTo, duplicate, test } from '../../shared/kernel/fields.ts';
import type { Reply } from '../../shared/kernel/reply.ts';
import { mandatory } from '../../shared/kernel/rules.ts';
import { afterAcceptance } from '../../shared/operation/after-acceptance.ts';
import type { Ports } from '../../shared/operation/ports.ts';
import { cccAndWorker, type fileAndIdc } from './fields.ts';
import { acceptedReply } from './replies.ts';

/** Fields of every operation that ends a registration. */
export const terminationFields = {
  test,
  ...cccAndWorker,
  situacion: digits(2, 'Clave de situación.'),
  fecha_real: date('Fecha real de la baja.'),
  fecha_vacaciones: date('Fin de las vacaciones retribuidas y no disfrutadas.').optional(),
  indicativoSAA: digitsUpTo(3, 'Indicativo SAA; obligatorio al comunicar vacaciones.').optional(),
  duplicate,
};

/** Paid holidays need their indicator. */
export const holidaysNeedIndicator = mandatory(
  'indicativoSAA',
  'fecha_vacaciones',
  ({ fecha_vacaciones }) => fecha_vacaciones !== undefined,
);

/** The interface defines this message: the termination may have taken effect, so the caller must check it. */
const duplicateNotObtained = () =>
  new ServiceError(
    502,
    'Duplicado no obtenido. Por favor, verifique si la operación se realizó correctamente.',
    { effect: 'accepted' },
  );

/**
 * The reply to a termination that took effect.
 * @throws ServiceError 502 if the document (TA), its only proof, cannot be found
 */
export const bajaReply = async (
  done: Accepted,
  request: BajaInput & { duplicate: boolean; obtener_idc?: boolean },
  { tgss, keep }: Ports & { tgss: ReadingPort },
): Promise<Reply<z.output<typeof fileAndIdc>>> => {
  const ta = { ...request, date: request.fecha_real, movType: 'BAJA' as const };
  const document: Document | undefined = done.document ?? (await tgss.read(duplicateTa, ta).catch(notFound));
  if (!document) throw duplicateNotObtained();
  const file = await keep(document);
  const idc = request.obtener_idc
    ? await afterAcceptance('el IDC', async () => {
        const report = await tgss.read(contributionData, { ...request, date: request.fecha_real });
        return keep(report.document);
      })
    : {};
  // A TA that was looked up proves that the termination took effect, so it is returned in any case.
  const isReturned = request.duplicate || !done.document;
  return acceptedReply('La baja', isReturned ? { value: file } : {}, idc);
};

/** If the look-up fails, the answer is the same as if it finds no TA. */
const notFound = (error: unknown) => {
  if (error instanceof ServiceError) return undefined;
  throw error;
};
