import type * as z from 'zod';
import type { ReadingPort, SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import { type BajaInput, baja } from '../../../shared/authorities/tgss/jacada/atr01.ts';
import { duplicateTa } from '../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Accepted } from '../../../shared/authorities/tgss/values.ts';
import type { Document } from '../../../shared/kernel/document.ts';
import { ServiceError } from '../../../shared/kernel/errors.ts';
import { date, digits, digitsUpTo, duplicate, notZeros, test } from '../../../shared/kernel/fields.ts';
import type { FilingFacts, Reply } from '../../../shared/kernel/reply.ts';
import { mandatory } from '../../../shared/kernel/rules.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import { workerFact } from './facts.ts';
import { cccAndWorker, type fileAndIdc } from './fields.ts';
import { findBaja } from './look-ups.ts';
import { acceptedReply, type FiledMovement, idcOf } from './replies.ts';

/** Fields of every operation that ends a registration. */
export const terminationFields = {
  test,
  ...cccAndWorker,
  situacion: notZeros(digits(2, 'Clave de situación.')).meta({ codeList: 'terminations' }),
  fecha_real: date('Fecha real de la baja.'),
  fecha_vacaciones: date('Fin de las vacaciones retribuidas y no disfrutadas.').optional(),
  indicativoSAA: notZeros(digitsUpTo(3, 'Indicativo SAA; obligatorio al comunicar vacaciones.')).optional(),
  duplicate,
};

/** Paid holidays need their indicator. */
export const holidaysNeedIndicator = mandatory('indicativoSAA', 'fecha_vacaciones', {
  fecha_vacaciones: true,
});

/** The interface defines this message: the termination may have taken effect, so the caller must check it. */
const duplicateNotObtained = () => {
  const message = 'Duplicado no obtenido. Por favor, verifique si la operación se realizó correctamente.';
  return new ServiceError(502, message, { errors: { tgss: [message] }, effect: 'accepted' });
};

/** Files a termination. */
export const fileBaja = async (
  request: Sent,
  ports: Ports & { tgss: SubmittingPort },
): Promise<BajaReply> => {
  const done = await ports.tgss.submit(baja, request);
  return done ? bajaReply(done, request, ports) : {};
};

/** The reply to a termination that is found to have taken effect. */
export const lookUpBaja = async (
  request: Sent,
  { since }: FilingFacts,
  ports: Ports & { tgss: ReadingPort },
): Promise<BajaReply | undefined> => {
  const done = await findBaja(ports.tgss, request, since);
  return done && bajaReply(done, request, ports);
};

/** The facts of a termination. */
export const terminationFact = (request: Sent & { situacion: string; dni: string }) => [
  workerFact('baja', request, { date: request.fecha_real, cause: request.situacion }),
];

type Sent = BajaInput & FiledMovement;
type BajaReply = Reply<z.output<typeof fileAndIdc>>;

/**
 * The reply to a termination that took effect.
 * @throws ServiceError 502 if the document (TA), its only proof, cannot be found
 */
export const bajaReply = async (
  done: Accepted,
  request: Sent,
  ports: Ports & { tgss: ReadingPort },
): Promise<BajaReply> => {
  const ta = { ...request, date: request.fecha_real, movType: 'BAJA' as const };
  const document: Document | undefined =
    done.document ?? (await ports.tgss.read(duplicateTa, ta).catch(notFound));
  if (!document) throw duplicateNotObtained();
  const file = await ports.keep(document);
  // A TA that was looked up proves that the termination took effect, so it is returned in any case.
  const isReturned = request.duplicate || !done.document;
  return acceptedReply('La baja', isReturned ? { value: file } : {}, await idcOf(request, ports));
};

/** If the look-up fails, the answer is the same as if it finds no TA. */
const notFound = (error: unknown) => {
  if (error instanceof ServiceError) return undefined;
  throw error;
};
