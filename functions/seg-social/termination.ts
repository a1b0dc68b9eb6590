import type { Accepted } from '../../shared/authorities/tgss/accepted.ts';
import type { BajaInput } from '../../shared/authorities/tgss/jacada/baja.ts';
import { duplicateTa } from '../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import type { Document, FileObject } from '../../shared/document.ts';
import { ServiceError } from '../../shared/errors.ts';
import { date, digits, digitsUpTo, duplicate, test } from '../../shared/fields.ts';
import type { Ports, ReadingPort } from '../../shared/ports.ts';
import { mandatory } from '../../shared/rules.ts';
import { cccAndWorker } from './fields.ts';

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

/** The result of a termination. */
interface Terminated {
  file: FileObject;
  /** The portal did not answer with the document (TA); it was found among the documents of that date. */
  lookedUp: boolean;
}

/**
 * The document of a termination that took effect.
 * @throws ServiceError 502 if the document (TA), its only proof, cannot be found
 */
export const terminated = async (
  done: Accepted,
  request: BajaInput,
  { tgss, keep }: Ports & { tgss: ReadingPort },
): Promise<Terminated> => {
  const ta = { ...request, date: request.fecha_real, movType: 'BAJA' as const };
  const document: Document | undefined = done.document ?? (await tgss.read(duplicateTa, ta).catch(notFound));
  if (!document) throw duplicateNotObtained();
  return { file: await keep(document), lookedUp: !done.document };
};

/** If the look-up fails, the answer is the same as if it finds no TA. */
const notFound = (error: unknown) => {
  if (error instanceof ServiceError) return undefined;
  throw error;
};
