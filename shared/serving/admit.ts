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
    const identifies = operation !== undefined && !anonymous;
    const mayHaveSecret = sent !== undefined && sent !== '' && identifies;
    // In a new process it is read beside the keys of tokens; what fails is told where it is used.
    if (mayHaveSecret) keys.serviceKey('certificate').catch(() => {});
    const claims = identifies ? await claimsOf(sessions, event, call.now) : undefined;
    const secret =
      claims && mayHaveSecret ? await certificates.readSecret(sent, claims.accountId) : undefined;
    // The secret names a certificate of this account; whether it is stored, and may act, the rows say before it is used.
    if (secret && operation?.kind !== 'resource' && usable(secret, claims))
      secrets.getKeyPair(claims!.accountId, secret.certificateId).catch(() => {});

    const authority = operation && operation.kind !== 'resource' ? operation.authority : undefined;
    const count = ([scope, limit]: Scope) => rateWindows.countRequest(scope, limit, call.now);
    // Whose token is sent where there is no operation is not asked: the function may lack what it takes. Such requests
    // count apart, so that a program with a wrong address does not take the sign-ins of its office.
    const isApart = operation === undefined && header(event, 'Authorization') !== undefined;
    const ofAddress: Scope = [`ip#${call.ip}${isApart ? '#unmatched' : ''}`, LIMITS.anonymous];
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
    const scope = operation && claims ? scopeOf(event, operation, claims, secret) : ofAddress;
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
    } else if (operation && claims && secret && !certificate?.acceptedAt) {
      // Only a certificate that is there, the caller's, and accepted by an authority has a window of its own.
      [, call.window] = await Promise.all([
        rateWindows.giveBack(...scope, call.now),
        count(scopeOf(event, operation, claims, undefined)),
      ]);
    }
    if (!call.window.admitted) throw tooManyRequests(call.window.retryAfter);
    if (routed instanceof ServiceError) throw routed;
    if (anonymous) return;

    if (!claims || !callerRows.user) throw unauthenticated();
    call.caller = claims;
    call.user = callerRows.user;
    call.world = callerRows.world;
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
 * Whose window a request counts in: the certificate's where one is given, else the user's; for each
 * route its own, and one for all heavy routes together.
 */
const scopeOf = (
  event: APIGatewayProxyEvent,
  operation: Operation,
  claims: Claims,
  secret: CertificateSecret | undefined,
): Scope => {
  // By its fingerprint: under several types it is the same certificate.
  const who = secret ? `certificate#${claims.accountId}#${secret.fingerprint}` : `user#${claims.userId}`;
  const rate = rateOf(operation);
  return [`${who}#${rate === 'heavy' ? 'heavy' : `${operation.method} ${event.resource}`}`, LIMITS[rate]];
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
  call.companyCif = certificateClient?.cif;
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
