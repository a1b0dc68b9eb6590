import { TheAuthority } from '../kernel/authority-errors.ts';
import type { Reply } from '../kernel/reply.ts';
import type { Submission } from './operation.ts';

/** Words of every dry run that went well. */
export const NOTHING_FILED = 'No se ha presentado nada.';

/** How far a dry run goes, and what only the authority's last step checks. Spanish; `%` is the authority. */
const ENDS: Record<NonNullable<Submission['dryRunEnds']>, string> = {
  confirmation:
    `Simulacro correcto. ${NOTHING_FILED} % reconoce al trabajador y la cuenta; las fechas, las claves y lo demás solo lo ` +
    'comprobará al presentarlo.',
  removal: `Simulacro correcto. ${NOTHING_FILED} % ofrece anular esa comunicación.`,
  form:
    `Simulacro limitado: se ha abierto el formulario y no se ha enviado. ${NOTHING_FILED} % no ha comprobado ningún dato; ` +
    'lo hará al presentarlo.',
  document:
    `Simulacro limitado: el documento está preparado y no se ha enviado. ${NOTHING_FILED} % no ha comprobado su contenido; ` +
    'lo hará al presentarlo.',
  notification: `Simulacro correcto: la notificación está pendiente. No se ha abierto. ${NOTHING_FILED}`,
};

/**
 * The reply of a dry run. If it passed, its message says how far it went, `warnings` has points for a person to
 * check, and `previewToken` names it for the submission that files exactly this.
 * @param warnings further warnings
 * @param id of its record, if one is written
 */
export const asDryRun = (
  { authority, dryRunEnds = 'confirmation' }: Submission,
  reply: Reply<unknown>,
  { warnings = [], id }: { warnings?: string[] | undefined; id?: string | undefined } = {},
): Reply<unknown> => {
  if (reply.success === false) return reply;
  const ends = ENDS[dryRunEnds].replace('%', TheAuthority(authority));
  const all = [...(reply.warnings ?? []), ...warnings];
  return {
    ...reply,
    message: [ends, reply.message].filter(Boolean).join(' '),
    warnings: all,
    envelope: { ...reply.envelope, warnings: all, ...(id !== undefined && { previewToken: id }) },
  };
};
