/**
 * Every way in which a call can fail: one class, and a function that makes the error of each case; the errors of authorities
 * are in `authority-errors.ts`. Messages are in Spanish, for the integrator. Status and body of each case are as in the
 * interface.
 */

import type { FilingEntry } from './reply.ts';
import { ROLE_TEXT, type Role } from './roles.ts';
import { sizeText } from './text.ts';

/** The authorities; also the keys of their messages in `errors`. */
export const AUTHORITIES = ['tgss', 'sepe', 'aeat', 'dehu'] as const;
export type AuthorityName = (typeof AUTHORITIES)[number];

/** The names of the authorities as a choice, in Spanish: `tgss, sepe, aeat o dehu`. */
export const AUTHORITY_CHOICE = `${AUTHORITIES.slice(0, -1).join(', ')} o ${AUTHORITIES.at(-1)}`;

/** A value for each authority, by its name. */
export const byAuthority = <Value>(valueFor: (authority: AuthorityName) => Value) =>
  Object.fromEntries(AUTHORITIES.map((authority) => [authority, valueFor(authority)])) as Record<
    AuthorityName,
    Value
  >;

/** Authorities at which the schedule looks for notifications, where an account wants that. */
export const WATCHED = ['dehu', 'tgss', 'aeat'] as const satisfies AuthorityName[];
export type Watched = (typeof WATCHED)[number];

/** Messages by field (dotted path), header or authority. */
export type Messages = Record<string, string[]>;

/**
 * Effect of a failure after a step that commits: `none`, by the authority's own word; `accepted`, though something
 * else failed; `unknown`.
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

/** A failure that the integrator sees as it is. Any other error is answered with a masked 500. */
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

/** Seconds from which `Retry-After` means that a person must act first. */
const LONG_S = 24 * 60 * 60;

/**
 * Whether the same request may succeed later: `authority`, if the authority is down or paused for all; `one`, if it
 * answered this request with an error page or not at all, or time ran out. Says nothing about whether it was sent.
 */
export const passingOf = ({
  status,
  maintenance,
  headers,
}: ServiceError): 'authority' | 'one' | undefined => {
  if (maintenance) return status === 503 ? 'authority' : 'one';
  const isLong = Number(headers['Retry-After']) >= LONG_S;
  return (status === 503 && !isLong) || status === 504 ? 'one' : undefined;
};

/** 400: the body is not valid JSON, or not a valid form. */
export const malformed = (message: string) => new ServiceError(400, message);

/** 401: no token, or an unknown, expired or revoked one. The answer is the same for all four. */
export const unauthenticated = () =>
  new ServiceError(401, 'No autenticado: falta el token de acceso, no es válido o ha caducado.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });

/** 403: the caller is known and may not do this. */
export const forbidden = (message: string) => new ServiceError(403, message);

/** 403: the role of the user or of its API token does not allow it. */
export const roleNeeded = (needed: Role, has: Role) =>
  forbidden(`Esta operación necesita el rol ${needed} (${ROLE_TEXT[needed]}); el suyo es ${has}.`);

/** 403: only the operator of the service may do it, signed in and with a second factor. */
export const onlyOperators = () =>
  forbidden(
    'Reservado a quien opera el servicio: inicie sesión con la contraseña y el código de su segundo factor.',
  );

/** 403: a client company may not do it. */
export const notForClients = () => forbidden('Una empresa cliente no puede hacer esta operación.');

/** 403: the account demands a second factor, and the user has none. */
export const secondFactorDue = () =>
  forbidden(
    'La cuenta exige el segundo factor: actívelo con POST y PUT /auth/second-factor antes de seguir.',
  );

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

/** 409: the same submission is in progress at its authority, as this filing. */
export const inProgress = ({ id, authority }: { id: string; authority: AuthorityName }) => {
  const message =
    'Ya se está tramitando una petición idéntica; espere a su resultado antes de volver a enviarla. ' +
    `Trámite: ${id}.`;
  return new ServiceError(409, message, {
    errors: { [authority]: [message] },
    headers: { 'Retry-After': '5' },
  });
};

/**
 * 409: the same was sent with another certificate of the account, or with other details; it is not sent again. Nothing was sent for
 * this request.
 * @param how.became of the other one; `declared`: a person has declared it filed
 * @param how.other the conflicting filing, where the caller may see it
 * @param how.own the record of this filing, where it could be written
 * @param how.hasOtherDetails the other one has other details, whatever its certificate
 * @param how.namesAnother the request names another trámite that it repeats, too
 */
export const sameAct = ({
  became,
  other,
  own,
  hasOtherDetails = false,
  namesAnother = false,
}: {
  became: 'underWay' | 'unknown' | 'declared' | 'accepted';
  other: string | undefined;
  own?: string | undefined;
  hasOtherDetails?: boolean;
  namesAnother?: boolean;
}) => {
  const first = other ? ` (trámite ${other})` : '';
  // Whoever may not see the other one is not told how it ended.
  const state =
    became === 'accepted' && !other
      ? ''
      : {
          underWay: ', y aún se está tramitando',
          unknown: ', y no se conoce su resultado',
          declared: ', y se declaró presentado',
          accepted: ', y acaba de aceptarse',
        }[became];
  const unseen =
    became === 'underWay'
      ? 'Espere a su resultado antes de volver a enviarlo.'
      : 'Pregunte a quien lleva su cuenta antes de volver a enviarlo.';
  const next = !other
    ? unseen
    : {
        underWay: unseen,
        unknown:
          `Búsquelo en el organismo (POST /tramites/${other}/check) o declare qué ha visto (POST /tramites/${other}/resolve). Si no ` +
          'consta, vuelva a enviar esta petición.',
        declared: `Si aquello no consta en el organismo, declárelo (POST /tramites/${other}/resolve) y vuelva a enviar esta petición.`,
        accepted: namesAnother
          ? 'La cabecera Repeats nombra un solo trámite: envíe por separado lo que se aceptó con cada uno.'
          : 'Si aun así hay que enviarlo, indique ese trámite en la cabecera Repeats.',
      }[became];
  return new ServiceError(
    409,
    `Lo mismo ya se envió con ${hasOtherDetails ? 'otros datos' : 'otro certificado de la cuenta'}${first}${state}. ` +
      `Esta petición no se ha enviado${own ? ` (trámite ${own})` : ''}. ${next}`,
    became === 'underWay' ? { headers: { 'Retry-After': '5' } } : {},
  );
};

/**
 * 409: the same was accepted before, and a later filing that undoes or overwrites it is under way, or its outcome is unknown. Nothing
 * was sent for this request.
 * @param how.other that later filing, where the caller may see it
 * @param how.own the record of this filing, where it could be written
 */
export const undoing = ({
  isUnderWay,
  other,
  own,
}: {
  isUnderWay: boolean;
  other: string | undefined;
  own?: string | undefined;
}) =>
  new ServiceError(
    409,
    `Esto ya se aceptó antes, y después se envió algo que lo anula o lo cambia${other ? ` (trámite ${other})` : ''}, de lo que ` +
      `${isUnderWay ? 'aún no hay resultado' : 'no se conoce el resultado'}. Esta petición no se ha enviado${own ? ` (trámite ${own})` : ''}. ` +
      (isUnderWay
        ? 'Espere a ese resultado antes de volver a enviarla.'
        : other
          ? `Búsquelo en el organismo (POST /tramites/${other}/check) o declare qué ha visto (POST /tramites/${other}/resolve).`
          : 'Pregunte a quien lleva su cuenta antes de volver a enviarla.'),
    isUnderWay ? { headers: { 'Retry-After': '5' } } : {},
  );

/**
 * 409: the same was accepted before, and something that undoes or overwrites it, and nothing says which was sent later. Nothing was
 * sent for this request.
 * @param how.first the filing that accepted the same, and `how.other` what undoes it, where the caller may see them
 * @param how.own the record of this filing, where it could be written
 */
export const unordered = ({
  first,
  other,
  own,
}: Record<'first' | 'other', string | undefined> & { own?: string | undefined }) =>
  new ServiceError(
    409,
    `Esto ya se aceptó antes${first ? ` (trámite ${first})` : ''}, y casi a la vez se aceptó algo que lo anula o lo cambia` +
      `${other ? ` (trámite ${other})` : ''}: no consta cuál se presentó después. ` +
      `Esta petición no se ha enviado${own ? ` (trámite ${own})` : ''}. ` +
      (first
        ? 'Mire qué consta en el organismo. Si hay que enviarla, indique el primero de esos trámites en la cabecera Repeats.'
        : 'Pregunte a quien lleva su cuenta antes de volver a enviarla.'),
  );

/** 503: the filing could not be written down, and nothing is sent that is not written down before. */
export const notWrittenDown = (cause?: unknown) =>
  new ServiceError(
    503,
    'No se ha podido registrar el trámite. No se ha presentado nada; puede volver a enviar la petición.',
    { headers: { 'Retry-After': '5' }, cause },
  );

/**
 * 503: a store of the service did not answer in time. This request sent nothing to an authority.
 * @param mayBeSaved the change may have been saved all the same
 */
export const storeSilent = (mayBeSaved: boolean, cause: unknown) =>
  new ServiceError(
    503,
    'El servicio no ha podido leer o guardar sus datos a tiempo. ' +
      (mayBeSaved
        ? 'No se sabe si el cambio se ha guardado: compruébelo antes de repetirlo.'
        : 'Esta petición no ha presentado nada; puede repetirla dentro de unos segundos.'),
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

/** 415: the body is compressed. */
export const compressed = () =>
  new ServiceError(
    415,
    'El cuerpo de la petición viene comprimido (Content-Encoding): envíelo sin comprimir.',
  );

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

/** 429: over a rate limit. The headers say when to try again. The interface defines the message. */
export const tooManyRequests = (retryAfter: number) =>
  new ServiceError(429, 'Too Many Requests', { headers: { 'Retry-After': String(retryAfter) } });

/**
 * 501: the operation has an address and fields, and is not implemented yet. Nothing was asked or filed.
 * @param missing Spanish: the missing public knowledge, as the end of a sentence
 * @param office Spanish: the electronic office that does it
 */
export const notYetOffered = (missing: string, office: 'de la Seguridad Social' | 'del SEPE') =>
  new ServiceError(
    501,
    `Esta operación está prevista y aún no se ofrece: ${missing}. No se ha consultado ni presentado nada: hágalo en la sede ` +
      `${office}.`,
  );

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
