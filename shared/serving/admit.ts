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
  CERTIFICATE_TYPES,
  type Operation,
  type Resource,
  roleFor,
} from '../operation/operation.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';
import { validityFault } from '../stores/certificate-row.ts';
import type { CertificateSecret } from '../stores/certificates.ts';
import type { CallerRows } from '../stores/identity/sessions.ts';
import type { Claims } from '../stores/identity/tokens.ts';
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
  const { stores, loadAuthorities } = services;
  const { certificates, keys, rateWindows, secrets, sessions } = stores;
  const { event, now, trace } = received;
  const routed = await route(event.httpMethod, event.resource);
  const operation = routed instanceof ServiceError ? undefined : routed;
  if (operation) trace.operation = operation;
  // If this read fails, opening the authority fails with the same error.
  if (operation && operation.kind !== 'resource') loadAuthorities?.().catch(() => {});

  const anonymous = operation?.kind === 'resource' && operation.access === 'anonymous';
  const sent = header(event, 'X-Cert-Secret')?.trim();
  const identifies = operation !== undefined && !anonymous;
  const mayHaveSecret = sent !== undefined && sent !== '' && identifies;
  // In a new process it is read next to the keys of tokens; what fails is reported where it is used.
  if (mayHaveSecret) keys.serviceKey('certificate').catch(() => {});
  const claims = identifies ? await claimsOf(sessions, event, now) : undefined;
  const secret = claims && mayHaveSecret ? await certificates.readSecret(sent, claims.accountId) : undefined;
  // The secret names a certificate of this account; whether it is stored, and may act, the rows say before it is used.
  if (claims && secret && operation?.kind !== 'resource' && usable(secret, claims))
    secrets.expectKeys(claims.accountId, secret.certificateId).catch(() => {});

  const authority = operation && operation.kind !== 'resource' ? operation.authority : undefined;
  const count = async ([scope, limit]: Scope) => {
    // Stored at once, because the answer has rate headers even if something else fails.
    trace.window = await rateWindows.countRequest(scope, limit, now);
    return trace.window;
  };
  // Without an operation the token is not verified, because the function may lack the rights for that. Such requests
  // count separately, so that a program with a wrong address does not use up the sign-ins of its office.
  const isApart = operation === undefined && header(event, 'Authorization') !== undefined;
  const ofAddress: Scope = [`ip#${received.ip}${isApart ? '#unmatched' : ''}`, LIMITS.anonymous];
  if (anonymous && operation.runsDuringRateLimitCheck) {
    trace.counting = count(ofAddress).then((window) => {
      if (!window.admitted) throw tooManyRequests(window.retryAfter);
    });
    // Whoever waits for it hears of it.
    trace.counting.catch(() => {});
    return { ...received, operation };
  }
  const scope = operation && claims ? scopeOf(event, operation, { claims, secret }) : ofAddress;
  let [window, rows] = await sideBySide(
    count(scope),
    claims ? sessions.loadCallerRows(claims, { secret, authority }, now) : Promise.resolve({} as CallerRows),
  );
  const certificate = usable(rows.certificate, claims);
  if (claims && !rows.user) {
    // A token whose session has ended belongs to no user. It counts as an anonymous request; otherwise such tokens
    // would be a way around the limit of an IP address.
    await rateWindows.giveBack(...scope, now);
    window = await count(ofAddress);
  } else if (operation && claims && secret && !certificate?.acceptedAt) {
    // Only a certificate that is there, the caller's, and accepted by an authority has a window of its own.
    [, window] = await Promise.all([
      rateWindows.giveBack(...scope, now),
      count(scopeOf(event, operation, { claims, secret: undefined })),
    ]);
  }
  if (!window.admitted) throw tooManyRequests(window.retryAfter);
  if (routed instanceof ServiceError) throw routed;
  if (routed.kind === 'resource' && routed.access === 'anonymous') return { ...received, operation: routed };

  if (!claims || !rows.user) throw unauthenticated();
  trace.caller = claims;
  noteUse(services, received, { claims, rows });
  if (claims.clientId !== undefined && !rows.client?.active) throw clientInactive();
  admitRole(routed, rows);
  const caller = { ...claims, generation: rows.generation };
  const admitted =
    routed.kind === 'resource'
      ? admitToResource(received, routed, { claims: caller, rows: { ...rows, certificate } })
      : admitToAuthority(received, routed, { claims: caller, rows: { ...rows, certificate }, sent });
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
  for (const one of noting)
    if (one)
      trace.underWay.push(
        one.catch((error: Error) => {
          // The request need not fail for it.
          log.error('failed to record last use of account or token', { requestId, error });
        }),
      );
};

/** A scope of counting, and its limit of requests a minute. */
type Scope = [scope: string, limit: number];

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
  const { user, role, certificate, daysAhead, previews, isOperator = false, isWithCode } = rows;
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
  const types = [CERTIFICATE_TYPES[operation.authority], ...(operation.alsoCertificateTypes ?? [])];
  if (certificate.type !== undefined && !types.includes(certificate.type))
    throw forbidden('El tipo del certificado no sirve para este organismo.');
  if (certificate.clientId !== 0 && !certificateClient?.active)
    throw forbidden('El cliente al que pertenece el certificado está inactivo.');
  const fault = validityFault(certificate, received.now, daysAhead);
  if (fault) return withError(fault);
  return { ...admitted, certificate, companyCif: certificateClient?.cif };
};

/** A client company sees only its own certificates; to it, others do not exist. */
const usable = <Named extends { clientId: number }>(
  certificate: Named | undefined,
  claims: Claims | undefined,
): Named | undefined =>
  claims?.clientId === undefined || certificate?.clientId === claims.clientId ? certificate : undefined;
