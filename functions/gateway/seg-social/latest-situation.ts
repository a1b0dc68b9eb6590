import * as z from 'zod';
import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import type { Extras } from '../../../shared/authorities/tgss/jacada/situations/extras.ts';
import type { Situation } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { sameCode } from '../../../shared/authorities/tgss/values.ts';
import { notWhatWasAsked } from '../../../shared/kernel/authority-errors.ts';
import { answerText } from '../../../shared/operation/answer-fields.ts';

/** The registration of an answer. */
export const ofRegistration = z.object({
  regimen: answerText('Régimen.'),
  ccc: answerText('Cuenta de cotización.'),
  nss: answerText('Número de la Seguridad Social.'),
  dni: answerText('Documento.'),
  fecha_alta: answerText('Fecha real de alta, AAAA-MM-DD.'),
  fecha_baja: answerText('Fecha real de baja, AAAA-MM-DD; vacía si sigue de alta.'),
});

interface Asked {
  regimen: string;
  ccc: string;
  nss: string;
  dni: string;
  identificacion?: string | undefined;
}

/** The latest registration of a worker in a contribution account, and what names it in an answer. */
interface Latest {
  of: z.output<typeof ofRegistration>;
  situation: Situation;
  /** See `Situations`. */
  lacksCno?: true;
}

/**
 * The latest registration of a worker in a contribution account, with the wanted details; `undefined` if there is
 * none.
 * @throws ServiceError 422 if the number is of a person with another document
 */
export const latestOf = async (
  { regimen, ccc, nss, dni, identificacion }: Asked,
  wanted: Extras,
  tgss: ReadingPort,
): Promise<Latest | undefined> => {
  const { records, lacksCno } = await tgss.read(situations, {
    ...wanted,
    regimen,
    ccc,
    nss,
    first: true,
    offset: 0,
    limit: 1,
  });
  const [situation] = records;
  if (!situation) return undefined;
  if (!sameCode(situation.dni, dni))
    throw notWhatWasAsked('La Seguridad Social tiene otro documento con ese número de afiliación.', 'dni');
  if (identificacion !== undefined && identificacion !== situation.identificacion)
    throw notWhatWasAsked('La Seguridad Social tiene otro tipo de documento.', 'identificacion');
  const { fecha_alta, fecha_baja } = situation;
  return { of: { regimen, ccc, nss, dni, fecha_alta, fecha_baja }, situation, ...(lacksCno && { lacksCno }) };
};
