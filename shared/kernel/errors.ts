/**
 * Every way in which a call can fail: one class, and a function that makes the error of each case. Messages are in
 * Spanish, for the integrator. Status and body of each case are those of the interface.
 */

import type { FilingEntry } from './filing-entry.ts';
import { sizeText } from './text.ts';

/** The authorities; also the keys of their messages in `errors`. */
export type AuthorityName = 'tgss' | 'sepe' | 'aeat';

/** Messages by field (dotted path), header or authority. */
export type Messages = Record<string, string[]>;

/**
 * What a failure after a step that commits means for what was to be filed: `none`, by the authority's own word;
 * `accepted`, though something else failed; `unknown`.
 */
export type Effect = 'none' | 'accepted' | 'unknown';

interface Details {
  effect?: Effect;
  entries?: FilingEntry[];
  errors?: Messages;
  maintenance?: boolean;
  headers?: Record<string, string>;
  data?: unknown;
  cause?: unknown;
}

/** A failure that the integrator gets as it is. The answer to any other error is a masked 500. */
export class ServiceError extends Error {
  readonly status: number;
  readonly errors: Messages;
  readonly maintenance: boolean;
  readonly headers: Record<string, string>;
  readonly data: unknown;
  /** Set where something may have been filed. */
  readonly effect: Effect | undefined;
  /** For the record: what became of each of the several things that were sent. */
  readonly entries: FilingEntry[];

  constructor(status: number, message: string, details: Details = {}) {
    super(message, { cause: details.cause });
    this.name = 'ServiceError';
    this.status = status;
    this.errors = details.errors ?? {};
    this.maintenance = details.maintenance ?? false;
    this.headers = details.headers ?? {};
    this.data = details.data ?? [];
    this.effect = details.effect;
    this.entries = details.entries ?? [];
  }
}

/** The name of each authority in messages. */
export const AUTHORITY_LABEL: Record<AuthorityName, string> = {
  tgss: 'Seguridad Social',
  sepe: 'SEPE',
  aeat: 'Agencia Tributaria',
};

/** 400: the body is not the JSON (or form) that it says it is. */
export const malformed = (message: string) => new ServiceError(400, message);

/** 401: no token, or an unknown, expired or revoked one. The answer is the same for all four. */
export const unauthenticated = () =>
  new ServiceError(401, 'No autenticado: falta el token de acceso, no es válido o ha caducado.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** 403: the caller is known and may not do this. */
export const forbidden = (message: string) => new ServiceError(403, message);

/** 403: the client company that signs in, or is signed in, is inactive. */
export const clientInactive = () => forbidden('El acceso de este cliente está desactivado.');

/** 404: it does not exist, or belongs to another account. The answer is the same for both. */
export const notFound = (message = 'El recurso no existe.') => new ServiceError(404, message);

/** 405: the path exists, with other methods. */
export const methodNotAllowed = (allowed: string[]) =>
  new ServiceError(405, 'Método no permitido en esta dirección.', {
    headers: { Allow: allowed.toSorted().join(', ') },
  });

/** 503: a document that is kept cannot be read just now. */
export const documentUnreadable = (cause: unknown) =>
  new ServiceError(503, 'El documento no se puede leer en este momento; inténtelo de nuevo más tarde.', {
    headers: { 'Retry-After': '5' },
    cause,
  });

/** 409: the resource is not in the state that this needs. */
export const conflict = (message: string) => new ServiceError(409, message);

/** 409: the same submission is in progress, as this filing. */
export const inProgress = (filingId: string) =>
  new ServiceError(
    409,
    'Ya se está tramitando una petición idéntica; espere a su resultado antes de volver a enviarla. ' +
      `Trámite: ${filingId}.`,
    { headers: { 'Retry-After': '5' } },
  );

/** 503: the filing could not be written down, and nothing is sent that is not written down before. */
export const notWrittenDown = (cause?: unknown) =>
  new ServiceError(
    503,
    'No se ha podido registrar el trámite. No se ha presentado nada; puede volver a enviar la petición.',
    { headers: { 'Retry-After': '5' }, cause },
  );

/** 413: over a size limit, in bytes. */
export const tooLarge = (limit: number) =>
  new ServiceError(413, `La petición supera el tamaño máximo de ${sizeText(limit)}.`);

/** 413: documents that were wanted within the answer do not fit in it. */
export const documentsTooLarge = (names: string[]) =>
  new ServiceError(
    413,
    `No cabe en la respuesta: ${names.join(', ')}. Repita la consulta con la cabecera Prefer: documents=link para recibir ` +
      'un enlace.',
  );

/** 415: the content type is not the expected one. */
export const unsupportedMedia = (due: string) =>
  new ServiceError(415, `El contenido debe enviarse como ${due}.`);

/**
 * 422: invalid fields, all of them at once. Most programs show only the message of an answer, so it is the text of the
 * first field, and each text names its field.
 * @param errors texts by field (dotted path) or header; at least one
 */
export const invalid = (errors: Messages) => {
  const named = Object.entries(errors).map(([field, texts]) => [
    field,
    texts.map((text) => `${field}: ${text}`),
  ]);
  return new ServiceError(422, named[0]![1]![0]!, { errors: Object.fromEntries(named) });
};

/** 422: an authority refuses, with its own messages. Nothing took effect there. */
export const refused = (authority: AuthorityName, messages: string[], entries: FilingEntry[] = []) =>
  new ServiceError(422, messages[0] ?? `${AUTHORITY_LABEL[authority]} ha rechazado la operación.`, {
    errors: { [authority]: messages },
    effect: 'none',
    entries,
  });

/** 422: SEPE wants user and password in addition to the certificate, and none are kept with it. Nothing took effect. */
export const accessMissing = (messages: string[]) => {
  const message =
    'El SEPE pide usuario y contraseña para este titular, y no están guardados con el certificado: vuelva a enviarlo a ' +
    '/certificate con sepe_user y sepe_password.';
  return new ServiceError(422, message, {
    errors: { 'X-Cert-Secret': [message], sepe: messages },
    effect: 'none',
  });
};

/**
 * 422: what an authority shows is not what was asked for. Nothing took effect there.
 * @param field the field that is wrong, where it is known
 */
export const notWhatWasAsked = (message: string, field?: string) => {
  const named = field ? `${field}: ${message}` : message;
  return new ServiceError(422, named, { effect: 'none', ...(field && { errors: { [field]: [named] } }) });
};

/**
 * Gives an error about a field to the field from which an operation has its value, for `catch`.
 * @param names the names of the operation's fields, by those that the error has
 * @throws the error, always
 */
export const aboutFields =
  (names: Record<string, string>) =>
  (error: unknown): never => {
    const [[field, texts] = []] = error instanceof ServiceError ? Object.entries(error.errors) : [];
    const name = field && names[field];
    throw name ? notWhatWasAsked(texts![0]!.slice(`${field}: `.length), name) : error;
  };

/** 429: over a rate limit. The headers say when to try again. The interface defines the message. */
export const tooManyRequests = (retryAfter: number) =>
  new ServiceError(429, 'Too Many Requests', { headers: { 'Retry-After': String(retryAfter) } });

/** 422: an account or a user has as many things of a kind as it may. */
export const limitReached = (message: string) => new ServiceError(422, message);

/** 429: a user had too many keys derived in this hour. `retryAfter` in seconds. */
export const tooManyDerivations = (retryAfter: number) =>
  new ServiceError(
    429,
    'Ha enviado demasiados certificados o contraseñas en esta hora. Vuelva a intentarlo más tarde.',
    { headers: { 'Retry-After': String(retryAfter) } },
  );

/** 429: an account has as many requests in its queues as it may. Nothing was queued. `limit` of the stage. */
export const tooManyQueued = (limit: number) =>
  new ServiceError(
    429,
    `La cuenta ya tiene ${limit} peticiones en espera, el máximo. Esta no se ha aceptado y no se ha presentado nada; vuelva a ` +
      'enviarla más tarde.',
    { headers: { 'Retry-After': '60' } },
  );

/** 500: the authority answered with an error page of this HTTP status. */
export const errorPage = (authority: AuthorityName, status: number, cause?: unknown) => {
  const message = `La página de ${AUTHORITY_LABEL[authority]} no está operativa (código ${status}).`;
  return new ServiceError(500, message, { errors: { [authority]: [message] }, maintenance: true, cause });
};

/** 503: the authority is known to be down, or could not be reached. Nothing was sent. `retryAfter` in seconds. */
export const authorityDown = (
  authority: AuthorityName,
  retryAfter: number,
  { cause, effect }: { cause?: unknown; effect?: Effect } = {},
) => {
  const message = `El servicio de ${AUTHORITY_LABEL[authority]} no está operativo en este momento.`;
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    maintenance: true,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) },
    cause,
    ...(effect && { effect }),
  });
};

/**
 * 503: TLS with the authority does not come about, and it will not before somebody changes a setting. Nothing took effect.
 * @param why in Spanish, about the authority
 */
export const tlsFailed = (
  authority: AuthorityName,
  why: string,
  { retryAfter, cause }: { retryAfter: number; cause?: unknown },
) => {
  const message =
    `No se puede establecer una conexión segura con ${AUTHORITY_LABEL[authority]}: ${why}. ` +
    'Debe corregirlo quien administra este servicio. No se ha presentado nada.';
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    headers: { 'Retry-After': String(retryAfter) },
    cause,
  });
};

/**
 * 503: the operator of the service lets no one ask the authority for now. Nothing was sent.
 * @param told what the operator says about it, in Spanish
 * @param retryAfter in seconds
 */
export const authorityPaused = (authority: AuthorityName, told: string, retryAfter: number) => {
  const message = `El servicio de ${AUTHORITY_LABEL[authority]} está en pausa: ${told}`;
  return new ServiceError(503, message, {
    errors: { [authority]: [message] },
    maintenance: true,
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfter))) },
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
    `${AUTHORITY_LABEL[authority]} ha dado una respuesta que no se ha podido interpretar. ` +
    'No se ha presentado nada.';
  return new ServiceError(500, message, { errors: { [authority]: [message] }, cause });
};

/** 504: a request that changes nothing got no answer in time. */
export const authoritySilent = (authority: AuthorityName, cause?: unknown) => {
  const message = `${AUTHORITY_LABEL[authority]} no ha respondido a tiempo. Puede repetir la consulta.`;
  return new ServiceError(504, message, { errors: { [authority]: [message] }, cause });
};

/** 504: the authority answers, and the operation needs more of its pages than there is time for. Nothing took effect. */
export const tooLong = (authority: AuthorityName, cause?: unknown) => {
  const message =
    `${AUTHORITY_LABEL[authority]} responde, pero no ha dado tiempo a leer todas las páginas que necesita esta ` +
    'petición. Puede repetirla o, si lleva fechas, acotarlas.';
  return new ServiceError(504, message, { errors: { [authority]: [message] }, cause });
};

/**
 * 502: something was sent that may have taken effect, and its outcome is not known. The gateway never repeats it. The
 * integrator must check at the authority first. It is no message of the authority, so `errors` has none.
 */
export const unknownOutcome = (authority: AuthorityName, cause?: unknown, filingId?: string) => {
  const message =
    `No se conoce el resultado de la operación en ${AUTHORITY_LABEL[authority]}. ` +
    'Por favor, verifique si se realizó correctamente antes de volver a enviarla.' +
    (filingId
      ? ` Trámite: ${filingId}. Una petición igual no se envía mientras no se encuentre o alguien declare qué ha visto ` +
        `(POST /tramites/${filingId}/resolve).`
      : '');
  return new ServiceError(502, message, { cause, effect: 'unknown' });
};
