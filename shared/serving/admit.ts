import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Router } from '../derive/router.ts';
import { forbidden, ServiceError, tooManyRequests, unauthenticated } from '../errors.ts';
import { CERTIFICATE_TYPES, type Operation } from '../operation.ts';
import { LIMITS, rateOf } from '../rates.ts';
import type { CertificateRow, CertificateSecret } from '../stores/certificates.ts';
import type { CallerRows, Claims } from '../stores/identity/sessions.ts';
import { claimsOf } from './bearer.ts';
import { type Call, callOf, header, type Served } from './call.ts';
import type { Services } from './services.ts';

/**
 * Lets a request in: which operation, who calls, is it within its rate, with which certificate. Counting and reading
 * go out together, so that a warm call waits for one round trip.
 */
export const admit = (route: Router, { stores: { certificates, rateWindows, sessions } }: Services) => ({
  before: async (request: Served) => {
    const { event } = request;
    const call = callOf(request);
    const routed = route(event.httpMethod, event.resource);
    const operation = routed instanceof ServiceError ? undefined : routed;
    call.operation = operation;

    const anonymous = operation?.kind === 'resource' && operation.access === 'anonymous';
    const claims = anonymous ? undefined : await claimsOf(sessions, event, call.now);
    const sent = header(event, 'X-Cert-Secret')?.trim();
    const secret = claims && sent ? await certificates.readSecret(sent) : undefined;

    const [window, callerRows] = await Promise.all([
      claims
        ? rateWindows.countRequest(...scopeOf(event, operation, claims, secret), call.now)
        : rateWindows.countRequest(`ip#${call.ip}`, LIMITS.anonymous, call.now),
      claims ? sessions.loadCallerRows(claims, secret, call.now) : ({} as CallerRows),
    ]);
    // A token whose session is gone is nobody's: it counts as an anonymous request does, else it would be a way
    // around the limit of its IP.
    call.window =
      claims && !callerRows.user
        ? await rateWindows.countRequest(`ip#${call.ip}`, LIMITS.anonymous, call.now)
        : window;
    if (!call.window.admitted) throw tooManyRequests(call.window.retryAfter);
    if (routed instanceof ServiceError) throw routed;
    if (anonymous) return;

    if (!claims || !callerRows.user) throw unauthenticated();
    call.caller = claims;
    if (claims.clientId !== undefined && !callerRows.client?.active)
      throw forbidden('El acceso de este cliente está desactivado.');
    if (operation?.kind === 'submission' || operation?.kind === 'reading')
      admitCertificate(call, operation, sent, callerRows);
    // Other operations do without; one that looks up a filing may take the place of its certificate.
    else if (isValid(callerRows.certificate, call)) call.certificate = usable(callerRows.certificate, call);
  },
});

/**
 * Whose window a request counts in: the certificate's where one of ours was sent (within the account, so that nobody
 * can use up another's), else the user's; for each route its own, and one for all heavy routes together.
 */
const scopeOf = (
  event: APIGatewayProxyEvent,
  operation: Operation | undefined,
  claims: Claims,
  secret: CertificateSecret | undefined,
): [scope: string, limit: number] => {
  const who = secret ? `certificate#${claims.accountId}#${secret.certificateId}` : `user#${claims.userId}`;
  const rate = operation ? rateOf(operation) : event.httpMethod === 'GET' ? 'read' : 'write';
  const route =
    rate === 'heavy' ? 'heavy' : operation ? `${operation.method} ${event.resource}` : 'unmatched';
  return [`${who}#${route}`, LIMITS[rate]];
};

const admitCertificate = (
  call: Call,
  operation: Extract<Operation, { kind: 'submission' | 'reading' }>,
  sent: string | undefined,
  callerRows: CallerRows,
) => {
  const certificate = usable(callerRows.certificate, call);
  if (!certificate) {
    call.headerErrors['X-Cert-Secret'] = [
      sent ? 'El certificado no existe.' : 'Esta cabecera es obligatoria.',
    ];
    return;
  }
  const types = [
    CERTIFICATE_TYPES[operation.authority as keyof typeof CERTIFICATE_TYPES],
    ...(operation.alsoCertificateTypes ?? []),
  ];
  if (certificate.type !== undefined && !types.includes(certificate.type))
    throw forbidden('El tipo del certificado no sirve para este organismo.');
  if (certificate.clientId !== 0 && !callerRows.certificateClient?.active)
    throw forbidden('El cliente al que pertenece el certificado está inactivo.');
  if (Date.parse(certificate.notAfter) <= call.now.getTime()) {
    call.headerErrors['X-Cert-Secret'] = [`El certificado caducó el ${certificate.notAfter.slice(0, 10)}.`];
    return;
  }
  call.certificate = certificate;
};

/** Not expired. */
const isValid = (certificate: CertificateRow | undefined, call: Call): boolean =>
  certificate !== undefined && Date.parse(certificate.notAfter) > call.now.getTime();

/** A client company sees its own certificates only; another one is, to it, one that does not exist. */
const usable = (certificate: CertificateRow | undefined, call: Call): CertificateRow | undefined =>
  call.caller?.clientId === undefined || certificate?.clientId === call.caller.clientId
    ? certificate
    : undefined;
