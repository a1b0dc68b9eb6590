import { AUTHORITY_LABEL } from '../kernel/authority-errors.ts';
import type { Reply } from '../kernel/reply.ts';
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
 * The reply of an operation that was a dry run: where it went well, its message says how far it went, `warnings` what a
 * person should look at, and `previewToken` names it for the submission that files just that.
 * @param known further warnings, and the id of its record where that is written
 */
export const asDryRun = (
  { authority, dryRunEnds = 'confirmation' }: Submission,
  reply: Reply<unknown>,
  { warnings = [], id }: { warnings?: string[] | undefined; id?: string | undefined } = {},
): Reply<unknown> => {
  if (reply.success === false) return reply;
  const ends = ENDS[dryRunEnds].replace('%', AUTHORITY_LABEL[authority]);
  const all = [...(reply.warnings ?? []), ...warnings];
  return {
    ...reply,
    message: [ends, reply.message].filter(Boolean).join(' '),
    warnings: all,
    envelope: { ...reply.envelope, warnings: all, ...(id !== undefined && { previewToken: id }) },
  };
};
