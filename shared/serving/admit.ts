import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Router } from '../derive/groups.ts';
import {
  clientInactive,
  forbidden,
  onlyOperators,
  roleNeeded,
  ServiceError,
  secondFactorDue,
  tooManyRequests,
  unauthenticated,
} from '../kernel/errors.ts';
import { covers } from '../kernel/roles.ts';
import { sideBySide } from '../kernel/side-by-side.ts';
import { measureCertificate } from '../metrics/emit.ts';
import {
  type AuthorityOperation,
  certificateTypesOf,
  type Operation,
  type Resource,
  roleFor,
} from '../operation/operation.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';
import { validityFault } from '../stores/certificate-row.ts';
import type { CertificateSecret } from '../stores/certificates.ts';
import type { CallerRows } from '../stores/identity/sessions.ts';
import type { Claims } from '../stores/identity/tokens.ts';
import type { Window } from '../stores/rate-windows.ts';
import type { Services } from './services.ts';
import { type Admitted, header, preferencesOf, type Received } from './stages.ts';
import { claimsOf } from './who-called.ts';

/**
 * Admits a request: finds its operation, caller and certificate, and checks its rate. Counting and reading run at
 * the same time, together with the key pair of a certificate that this process has not used yet, so a request waits
 * for one round trip.
 * @throws ServiceError 401, 403, 404, 405 or 429
 */
export const admit = async (services: Services, route: Router, received: Received): Promise<Admitted> => {
  const { event, trace } = received;
  const routed = await route(event.httpMethod, event.resource);
  const operation = routed instanceof ServiceError ? undefined : routed;
  if (operation) trace.operation = operation;
  // If this read fails, opening the authority fails with the same error.
  if (operation && operation.kind !== 'resource') services.loadAuthorities?.().catch(() => {});

  if (isAnonymous(operation) && operation.runsDuringRateLimitCheck) {
    countMeanwhile(services, received);
    return { ...received, operation };
  }
  const named = await readNames(services, received, operation);
  const { window, rows } = await countAndRead(services, received, { operation, named });
  if (!window.admitted) throw tooManyRequests(window.retryAfter);
  if (routed instanceof ServiceError) throw routed;
  if (isAnonymous(routed)) return { ...received, operation: routed };
  return admitCaller(services, received, { operation: routed, named, rows });
};

const isAnonymous = (operation: Operation | undefined): operation is Resource & { access: 'anonymous' } =>
  operation?.kind === 'resource' && operation.access === 'anonymous';

/** Who a request says it is, before the stores confirm it. */
interface Named {
  /** Of its token. */
  claims: Claims | undefined;
  /** Its certificate's secret as it was sent. */
  sent: string | undefined;
  /** What the secret says, which names a certificate of this account. */
  secret: CertificateSecret | undefined;
}

/**
 * Reads the token and the certificate's secret of a request, and begins to read the key pair of that certificate. Without an
 * operation nothing is verified, because the function may lack the rights for that.
 */
const readNames = async (
  { stores: { certificates, keys, secrets, sessions } }: Services,
  { event, now }: Received,
  operation: Operation | undefined,
): Promise<Named> => {
  const sent = header(event, 'X-Cert-Secret')?.trim();
  if (!operation || isAnonymous(operation)) return { claims: undefined, sent, secret: undefined };
  const hasSecret = sent !== undefined && sent !== '';
  // In a new process it is read next to the keys of tokens; what fails is reported where it is used.
  if (hasSecret) keys.serviceKey('certificate').catch(() => {});
  const claims = await claimsOf(sessions, event, now);
  const secret = claims && hasSecret ? await certificates.readSecret(sent, claims.accountId) : undefined;
  // Whether the certificate is stored, and may act, the rows say before it is used.
  if (claims && secret && operation.kind !== 'resource' && usable(secret, claims))
    secrets.expectKeys(claims.accountId, secret.certificateId).catch(() => {});
  return { claims, sent, secret };
};

/** Counts a request. The window is stored at once: the answer has rate headers even if something else fails. */
const count = async (
  { stores: { rateWindows } }: Services,
  { now, trace }: Received,
  [scope, limit]: Scope,
): Promise<Window> => {
  trace.window = await rateWindows.countRequest(scope, limit, now);
  return trace.window;
};

/** Counts a request while its operation runs, which waits for that before it answers. */
const countMeanwhile = (services: Services, received: Received): void => {
  const { trace, ip } = received;
  trace.counting = count(services, received, addressScope(ip)).then((window) => {
    if (!window.admitted) throw tooManyRequests(window.retryAfter);
  });
  // Whoever waits for it hears of it.
  trace.counting.catch(() => {});
};

/** Counts a request in its window, and reads the rows of its caller at the same time. */
const countAndRead = async (
  services: Services,
  received: Received,
  { operation, named }: { operation: Operation | undefined; named: Named },
): Promise<{ window: Window; rows: CallerRows }> => {
  const { rateWindows, sessions } = services.stores;
  const { event, now, ip } = received;
  const { claims, secret } = named;
  const authority = operation && operation.kind !== 'resource' ? operation.authority : undefined;
  // Requests without an operation count separately, so that a program with a wrong address does not use up the sign-ins of
  // its office.
  const isApart = operation === undefined && header(event, 'Authorization') !== undefined;
  const ofAddress = addressScope(isApart ? `${ip}#unmatched` : ip);
  const scope = operation && claims ? scopeOf(event, operation, { claims, secret }) : ofAddress;
  const [window, rows] = await sideBySide(
    count(services, received, scope),
    claims ? sessions.loadCallerRows(claims, { secret, authority }, now) : Promise.resolve({} as CallerRows),
  );
  if (claims && !rows.user) {
    // A token whose session has ended belongs to no user. It counts as an anonymous request; otherwise such tokens
    // would be a way around the limit of an IP address.
    await rateWindows.giveBack(...scope, now);
    return { window: await count(services, received, ofAddress), rows };
  }
  if (!operation || !claims || !secret || usable(rows.certificate, claims)?.acceptedAt)
    return { window, rows };
  // Only a certificate that is there, the caller's, and accepted by an authority has a window of its own.
  const ofUser = scopeOf(event, operation, { claims, secret: undefined });
  const [, windowOfUser] = await Promise.all([
    rateWindows.giveBack(...scope, now),
    count(services, received, ofUser),
  ]);
  return { window: windowOfUser, rows };
};

/** Lets a caller in, as its rows allow. @throws ServiceError 401 or 403 */
const admitCaller = (
  services: Services,
  received: Received,
  { operation, named, rows }: { operation: Operation; named: Named; rows: CallerRows },
): Admitted => {
  const { claims, sent } = named;
  const { trace } = received;
  if (!claims || !rows.user) throw unauthenticated();
  trace.caller = claims;
  noteUse(services, received, { claims, rows });
  if (claims.clientId !== undefined && !rows.client?.active) throw clientInactive();
  admitRole(operation, rows);
  const given = {
    claims: { ...claims, generation: rows.generation },
    rows: { ...rows, certificate: usable(rows.certificate, claims) },
  };
  const admitted =
    operation.kind === 'resource'
      ? admitToResource(received, operation, given)
      : admitToAuthority(received, operation, { ...given, sent });
  if (admitted.certificate) {
    trace.certificate = admitted.certificate;
    measureCertificate(services.metrics, admitted.certificate, received);
  }
  return admitted;
};

/** @throws ServiceError 403 to a role that may not do it, or without the second factor that the account demands */
const admitRole = (operation: Operation, { role = 'reads', lacksSecondFactor }: CallerRows): void => {
  const needed = roleFor(operation);
  if (needed !== 'anonymous' && !covers(role, needed)) throw roleNeeded(needed, role);
  const isBefore = operation.kind === 'resource' && operation.isBeforeSecondFactor;
  if (lacksSecondFactor && !isBefore) throw secondFactorDue();
};

/** Records, during the request, that an account calls and that an API token was used. */
const noteUse = (
  { stores: { accounts, apiTokens }, log }: Services,
  { requestId, now, trace }: Received,
  { claims, rows: { apiToken, calledAt } }: { claims: Claims; rows: CallerRows },
): void => {
  const noting = [
    accounts.noteCall({ id: claims.accountId, calledAt }, now),
    ...(apiToken ? [apiTokens.noteUse(claims, apiToken, now)] : []),
  ];
  for (const note of noting)
    if (note)
      trace.underWay.push(
        note.catch((error: Error) => {
          // The request need not fail for it.
          log.error('failed to record last use of account or token', { requestId, error });
        }),
      );
};

/** A scope of counting, and its limit of requests a minute. */
type Scope = [scope: string, limit: number];

/** The window of anonymous requests. @param address an IP address, or a part of its requests */
const addressScope = (address: string): Scope => [`ip#${address}`, LIMITS.anonymous];

/**
 * The window in which a request counts: the certificate's if it has one, otherwise the user's. Each route has its
 * own window, and all heavy routes to authorities share one.
 */
const scopeOf = (
  event: APIGatewayProxyEvent,
  operation: Operation,
  { claims, secret }: { claims: Claims; secret: CertificateSecret | undefined },
): Scope => {
  // By its fingerprint, because a certificate stored with several types is still one certificate.
  const who = secret ? `certificate#${claims.accountId}#${secret.fingerprint}` : `user#${claims.userId}`;
  const rate = rateOf(operation);
  const isTogether = rate === 'heavy' && operation.kind !== 'resource';
  return [`${who}#${isTogether ? 'heavy' : `${operation.method} ${event.resource}`}`, LIMITS[rate]];
};

const admitToResource = (
  received: Received,
  operation: Resource,
  { claims, rows }: { claims: Claims; rows: CallerRows },
): Admitted => {
  const { user, role, apiToken, certificate, daysAhead, previews, isOperator = false, isWithCode } = rows;
  if (operation.isForOperators && !(isOperator && user?.hasSecondFactor && isWithCode)) throw onlyOperators();
  operation.admits?.(claims);
  // Most operations here need no certificate. A look-up may use this one in place of the filing's own.
  const isValid = certificate !== undefined && !validityFault(certificate, received.now, daysAhead);
  return {
    ...received,
    operation,
    caller: claims,
    user,
    role,
    apiToken,
    daysAhead,
    previews,
    isOperator,
    ...(isValid && { certificate }),
  };
};

/**
 * Lets a request in before an authority, with the rows of its caller and certificate.
 * @param given `sent` is the certificate's secret as it was sent
 * @throws ServiceError 403 for a certificate of another type, or of a client company that is not active
 */
export const admitToAuthority = (
  received: Received,
  operation: AuthorityOperation,
  given: { claims: Claims; rows: CallerRows; sent: string | undefined },
): Admitted => {
  const { claims, rows, sent } = given;
  const { certificate, certificateClient, user, world, daysAhead, previews } = rows;
  const admitted = { ...received, operation, caller: claims, user, world, daysAhead, previews };
  const documents = preferencesOf(received.event).documents ?? rows.documents;
  received.trace.documentsInline = operation.kind === 'reading' && documents === 'inline';
  const withError = (message: string): Admitted => ({
    ...admitted,
    headerErrors: { ...received.headerErrors, 'X-Cert-Secret': [message] },
  });
  if (!certificate) return withError(sent ? 'El certificado no existe.' : 'Esta cabecera es obligatoria.');
  if (certificate.type !== undefined && !certificateTypesOf(operation).includes(certificate.type))
    throw forbidden('El tipo del certificado no sirve para este organismo.');
  if (certificate.clientId !== 0 && !certificateClient?.active)
    throw forbidden('El cliente al que pertenece el certificado está inactivo.');
  const fault = validityFault(certificate, received.now, daysAhead);
  if (fault) return withError(fault);
  return { ...admitted, certificate, companyCif: certificateClient?.cif };
};

/** A client company sees only its own certificates; to it, others do not exist. */
const usable = <OfClient extends { clientId: number }>(
  certificate: OfClient | undefined,
  claims: Claims | undefined,
): OfClient | undefined =>
  claims?.clientId === undefined || certificate?.clientId === claims.clientId ? certificate : undefined;
