/** The ways in which an exchange with an authority can fail. Those of requests are in `errors.ts`. */

import { type AuthorityName, type Effect, ServiceError } from './errors.ts';
import type { FilingEntry } from './reply.ts';

/** The name of each authority in messages. */
export const AUTHORITY_LABEL: Record<AuthorityName, string> = {
  tgss: 'Seguridad Social',
  sepe: 'SEPE',
  aeat: 'Agencia Tributaria',
  dehu: 'DEHú',
};

/** An authority within a sentence: "la Seguridad Social", "el SEPE". */
export const theAuthority = (authority: AuthorityName): string =>
  `${authority === 'sepe' ? 'el' : 'la'} ${AUTHORITY_LABEL[authority]}`;

/** The same where a sentence begins: "La Seguridad Social". */
export const TheAuthority = (authority: AuthorityName): string => {
  const text = theAuthority(authority);
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** "De la Seguridad Social", "del SEPE", within a sentence. */
const ofAuthority = (authority: AuthorityName): string =>
  `de ${theAuthority(authority)}`.replace('de el ', 'del ');

/** "A la Seguridad Social", "al SEPE", within a sentence. */
export const toAuthority = (authority: AuthorityName): string =>
  `a ${theAuthority(authority)}`.replace('a el ', 'al ');

/** 422: an authority refuses, with its own messages. Nothing took effect there. */
export const refused = (authority: AuthorityName, messages: string[], entries: FilingEntry[] = []) =>
  new ServiceError(422, messages[0] ?? `${TheAuthority(authority)} ha rechazado la operación.`, {
    errors: { [authority]: messages },
    effect: 'none',
    entries,
  });

/** Nothing where an authority refuses to give what is read, for `catch`. @throws the error, of any other failure */
export const unlessRefused = (error: unknown): undefined => {
  if (error instanceof ServiceError && error.status === 422) return undefined;
  throw error;
};

/** 422: SEPE wants user and password in addition to the certificate, and none are kept with it. Nothing took effect. */
export const accessMissing = (messages: string[]) => {
  const message =
    'El SEPE pide usuario y contraseña para este titular, y no están guardados con el certificado: guárdelo otra vez ' +
    'con ellos (POST /certificate).';
  return new ServiceError(422, message, {
    errors: { 'X-Cert-Secret': [message], sepe: messages },
    effect: 'none',
  });
};

/**
 * 422: the authority's page does not match the request. Nothing took effect there. It is not a message of the
 * authority, so it does not appear under its name.
 * @param field the wrong field, if known
 */
export const notWhatWasAsked = (message: string, field?: string) => {
  const named = field ? `${field}: ${message}` : message;
  return new ServiceError(422, named, { effect: 'none', ...(field && { errors: { [field]: [named] } }) });
};

/**
 * Maps an error about a field to the operation's own field, for `catch`.
 * @param names the names of the operation's fields, by the names in the error
 * @throws the error, always
 */
export const aboutFields =
  (names: Record<string, string>) =>
  (error: unknown): never => {
    const [[field, texts] = []] = error instanceof ServiceError ? Object.entries(error.errors) : [];
    const name = field && names[field];
    throw name ? notWhatWasAsked(texts![0]!.slice(`${field}: `.length), name) : error;
  };

/** 500: the authority answered with an error page of this HTTP status. */
export const errorPage = (authority: AuthorityName, status: number, cause?: unknown) => {
  const message = `La página ${ofAuthority(authority)} no está operativa (código ${status}).`;
  return new ServiceError(500, message, { errors: { [authority]: [message] }, maintenance: true, cause });
};

/** 503: the authority is known to be down, or could not be reached. Nothing was sent. `retryAfter` in seconds. */
export const authorityDown = (
  authority: AuthorityName,
  retryAfter: number,
  { cause, effect }: { cause?: unknown; effect?: Effect } = {},
) => {
  const message = `El servicio ${ofAuthority(authority)} no está operativo en este momento.`;
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    maintenance: true,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) },
    cause,
    ...(effect && { effect }),
  });
};

/**
 * 503: no TLS connection with the authority is possible until somebody changes a setting. Nothing took effect.
 * @param why in Spanish, about the authority
 */
export const tlsFailed = (
  authority: AuthorityName,
  why: string,
  { retryAfter, cause }: { retryAfter: number; cause?: unknown },
) => {
  const message =
    `No se puede establecer una conexión segura con ${theAuthority(authority)}: ${why}. ` +
    'Debe corregirlo quien administra este servicio. No se ha presentado nada.';
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    headers: { 'Retry-After': String(retryAfter) },
    cause,
  });
};

/**
 * 503: the operator has paused the authority for all callers. Nothing was sent.
 * @param reason the operator's text, in Spanish
 * @param retryAfter in seconds
 */
export const authorityPaused = (authority: AuthorityName, reason: string, retryAfter: number) => {
  const message = `El servicio ${ofAuthority(authority)} está en pausa: ${reason}`;
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    maintenance: true,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) },
  });
};

/**
 * 503: too many requests act before an authority at the same time, so this one ran out of time. Nothing was filed.
 */
export const tooManyAtOnce = (authority: AuthorityName) => {
  const message =
    `Hay demasiadas peticiones a la vez ante ${theAuthority(authority)}. No se ha presentado nada: repita la petición ` +
    'dentro de unos segundos.';
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    headers: { 'Retry-After': '5' },
  });
};

/** 503: the operator has not switched on an exchange that this needs. Nothing was sent. */
export const notSwitchedOn = (authority: AuthorityName) => {
  const message =
    `Esta operación (${AUTHORITY_LABEL[authority]}) no está activada en este servicio: debe activarla quien lo ` +
    'administra, después de comprobar sus pantallas con un certificado real. No se ha enviado nada.';
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    headers: { 'Retry-After': String(24 * 60 * 60) },
  });
};

/** 500: the authority answered something the connector cannot read, and nothing can have taken effect. */
export const unreadable = (authority: AuthorityName, cause?: unknown) => {
  const message =
    `${TheAuthority(authority)} ha dado una respuesta que no se ha podido interpretar. ` +
    'No se ha presentado nada.';
  return new ServiceError(500, message, { errors: { [authority]: [message] }, cause });
};

/**
 * 500: the authority does not send a report at once because it is too long. Status and words are those on which programs
 * in use ask for half of the period.
 */
export const reportTooLong = (authority: AuthorityName) => {
  const message = `${AUTHORITY_LABEL[authority]}: el informe excede el límite de transmisión permitido.`;
  return new ServiceError(500, message, { errors: { [authority]: [message] } });
};

/** 504: a request that changes nothing got no answer in time. */
export const authoritySilent = (authority: AuthorityName, cause?: unknown) => {
  const message = `${TheAuthority(authority)} no ha respondido a tiempo. Puede repetir la consulta.`;
  return new ServiceError(504, message, { errors: { [authority]: [message] }, cause });
};

/** 504: the authority answers, and the operation needs more of its pages than there is time for. Nothing took effect. */
export const tooLong = (authority: AuthorityName, cause?: unknown) => {
  const message =
    `${TheAuthority(authority)} responde, pero no ha dado tiempo a leer todas las páginas que necesita esta ` +
    'petición. Puede repetirla o, si lleva fechas, acotarlas.';
  return new ServiceError(504, message, { errors: { [authority]: [message] }, cause });
};

/**
 * 502: something was sent that may have taken effect, and its outcome is not known. The gateway never repeats it. The
 * integrator must check at the authority first.
 */
export const unknownOutcome = (authority: AuthorityName, cause?: unknown, filingId?: string) => {
  const message =
    `No se sabe si ${theAuthority(authority)} ha registrado la operación. No la envíe de nuevo: compruébela primero.` +
    (filingId
      ? ` Trámite: ${filingId}. Una petición igual no se envía mientras no se encuentre o alguien declare qué ha visto.`
      : '');
  return new ServiceError(502, message, { errors: { [authority]: [message] }, cause, effect: 'unknown' });
};
