import type { APIGatewayProxyEvent } from 'aws-lambda';
import type { Router } from '../derive/router.ts';
import { forbidden, ServiceError, tooManyRequests, unauthenticated } from '../errors.ts';
import { measureCertificate } from '../metrics/measure.ts';
import { CERTIFICATE_TYPES, type Operation } from '../operation.ts';
import { LIMITS, rateOf } from '../rates.ts';
import type { CertificateRow } from '../stores/certificate-row.ts';
import type { CertificateSecret } from '../stores/certificates.ts';
import type { CallerRows } from '../stores/identity/sessions.ts';
import type { Claims } from '../stores/identity/tokens.ts';
import { claimsOf } from './bearer.ts';
import { type Call, callOf, header, type Served } from './call.ts';
import type { Services } from './services.ts';

/**
 * Lets a request in: which operation, who calls, is it within its rate, with which certificate. Counting and reading
 * go out together, and with them the key pair of a certificate that this process has not used yet: a call waits for one
 * round trip.
 */
export const admit = (
  route: Router,
  {
    stores: { apiTokens, certificates, keys, rateWindows, secrets, sessions },
    log,
    metrics,
    loadAuthorities,
  }: Services,
) => ({
  before: async (request: Served) => {
    const { event } = request;
    const call = callOf(request);
    const routed = await route(event.httpMethod, event.resource);
    const operation = routed instanceof ServiceError ? undefined : routed;
    call.operation = operation;
    // What fails here fails again where an authority is opened.
    if (operation && operation.kind !== 'resource') loadAuthorities?.().catch(() => {});

    const anonymous = operation?.kind === 'resource' && operation.access === 'anonymous';
    const sent = header(event, 'X-Cert-Secret')?.trim();
    // Where there is no operation, the function may lack the key.
    const mayHaveSecret = sent !== undefined && sent !== '' && operation !== undefined && !anonymous;
    // In a new process it is read beside the keys of tokens; what fails is told where it is used.
    if (mayHaveSecret) keys.serviceKey('certificate').catch(() => {});
    const claims = anonymous ? undefined : await claimsOf(sessions, event, call.now);
    const secret =
      claims && mayHaveSecret ? await certificates.readSecret(sent, claims.accountId) : undefined;
    // The secret names a certificate of this account; whether it is stored, and may act, the rows say before it is used.
    if (secret && operation?.kind !== 'resource' && usable(secret, claims))
      secrets.getKeyPair(claims!.accountId, secret.certificateId).catch(() => {});

    const authority = operation && operation.kind !== 'resource' ? operation.authority : undefined;
    const count = ([scope, limit]: Scope) => rateWindows.countRequest(scope, limit, call.now);
    const ofAddress: Scope = [`ip#${call.ip}`, LIMITS.anonymous];
    if (anonymous && operation.isAdmittedBeside) {
      const counting = count(ofAddress).then((window) => {
        call.window = window;
        if (!window.admitted) throw tooManyRequests(window.retryAfter);
      });
      // Whoever waits for it is told.
      counting.catch(() => {});
      call.admitted = () => counting;
      return;
    }
    const scope = claims ? scopeOf(event, operation, claims, secret) : ofAddress;
    const [window, callerRows] = await Promise.all([
      count(scope),
      claims ? sessions.loadCallerRows(claims, secret, call.now, authority) : ({} as CallerRows),
    ]);
    const certificate = usable(callerRows.certificate, claims);
    call.window = window;
    if (claims && !callerRows.user) {
      // A token whose session is gone is nobody's: it costs its user nothing, and counts as an anonymous request does,
      // else it would be a way around the limit of its IP.
      await rateWindows.giveBack(...scope, call.now);
      call.window = await count(ofAddress);
    } else if (claims && secret && !certificate) {
      // Only a certificate that is there, and the caller's, has a window of its own.
      call.window = await count(scopeOf(event, operation, claims, undefined));
    }
    if (!call.window.admitted) throw tooManyRequests(call.window.retryAfter);
    if (routed instanceof ServiceError) throw routed;
    if (anonymous) return;

    if (!claims || !callerRows.user) throw unauthenticated();
    call.caller = claims;
    call.user = callerRows.user;
    if (callerRows.apiToken) {
      const noting = apiTokens.noteUse(claims, callerRows.apiToken, call.now).catch((error) => {
        // The request need not fail for it.
        log.error('the use of an API token could not be noted', { requestId: call.requestId, error });
      });
      call.underWay.push(noting);
    }
    if (claims.clientId !== undefined && !callerRows.client?.active)
      throw forbidden('El acceso de este cliente está desactivado.');
    if (operation?.kind === 'resource') operation.admits?.(claims);
    if (operation?.kind === 'submission' || operation?.kind === 'reading')
      admitCertificate(call, operation, sent, { ...callerRows, certificate });
    // Other operations do without; one that looks up a filing may take the place of its certificate.
    else if (isValid(certificate, call)) call.certificate = certificate;
    if (call.certificate) measureCertificate(metrics, call.certificate, call);
  },
});

/** What is counted together, and the requests of it that a minute allows. */
type Scope = [scope: string, limit: number];

/**
 * Whose window a request counts in: the certificate's where one of the account's was sent, else the user's; for each
 * route its own, and one for all heavy routes together.
 */
const scopeOf = (
  event: APIGatewayProxyEvent,
  operation: Operation | undefined,
  claims: Claims,
  secret: CertificateSecret | undefined,
): Scope => {
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
  { certificate, certificateClient }: Pick<CallerRows, 'certificate' | 'certificateClient'>,
) => {
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
  if (certificate.clientId !== 0 && !certificateClient?.active)
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
const usable = <Named extends { clientId: number }>(
  certificate: Named | undefined,
  claims: Claims | undefined,
): Named | undefined =>
  claims?.clientId === undefined || certificate?.clientId === claims.clientId ? certificate : undefined;
