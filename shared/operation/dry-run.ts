import { AUTHORITY_LABEL } from '../kernel/errors.ts';
import type { Submission } from './operation.ts';

/** Words of every dry run that went well. */
export const NOTHING_FILED = 'No se ha presentado nada.';

/** How far a dry run goes, and what only the authority's last step checks. Spanish; `%` is the authority. */
const ENDS: Record<NonNullable<Submission['dryRunEnds']>, string> = {
  confirmation:
    `Prueba correcta hasta la confirmación. ${NOTHING_FILED} % ha comprobado a quién y a qué se refiere la ` +
    'petición; las fechas, las claves y los demás datos solo los comprueba al confirmar.',
  form:
    `Prueba correcta hasta el formulario, que no se ha enviado. ${NOTHING_FILED} % solo comprueba los datos al ` +
    'recibirlo.',
  document: `Prueba correcta hasta el envío del documento. ${NOTHING_FILED} % solo comprueba su contenido al recibirlo.`,
};

/**
 * The message of a dry run that went well.
 * @param said the message of the operation itself
 */
export const dryRunMessage = (
  { authority, dryRunEnds = 'confirmation' }: Submission,
  said?: string,
): string => [ENDS[dryRunEnds].replace('%', AUTHORITY_LABEL[authority]), said].filter(Boolean).join(' ');
