import type { SharedHealth } from '../authorities/health.ts';
import type { Outcome } from '../authorities/outcome.ts';
import type { PortOptions } from '../authorities/port-options.ts';
import type { Conversation } from '../authorities/recording/har.ts';
import { READINGS_AT_ONCE } from '../authorities/side-by-side.ts';
import { siteOf, trustOf } from '../authorities/sites.ts';
import { addressOf, hasOwnStandIns, isSandbox, isSwitchedOn, keepsConversations } from '../kernel/config.ts';
import { daysLater } from '../kernel/spanish-time.ts';
import { measureExchange } from '../metrics/emit.ts';
import { aboutOf } from '../operation/about.ts';
import type { Ports } from '../operation/ports.ts';
import { CONVERSATIONS } from '../stores/keyspace.ts';
import { withDeadline } from '../stores/limits.ts';
import { takeDocument } from './documents.ts';
import { listMac } from './filing/draft.ts';
import type { Services } from './services.ts';
import type { Acting, Running } from './stages.ts';

/** A continuation token is good this long, in seconds. */
export const CONTINUATION_SECONDS = 60 * 60;

/** Opens the authority of an operation as the certificate of who acts. */
export const openAuthority = (
  services: Services,
  acting: Acting,
  { record, ...how }: Pick<PortOptions, 'commit' | 'bypassesBreaker' | 'record'> = {},
) => {
  const { stores, openAuthority: open, log, metrics } = services;
  const { caller, certificate, operation, scenario, dry, deadline, requestId, trace } = acting;
  const { authority } = operation;
  const baseUrl = addressOf(authority);
  return open({
    authority,
    baseUrl,
    siteOf: (path) => siteOf(authority, path, baseUrl),
    ...trustOf(authority),
    credential: async () => ({
      version: certificate.id,
      ...(await stores.secrets.getKeyPair(caller.accountId, certificate)),
    }),
    access: async () => certificate.sepe && stores.secrets.getSepeAccess(caller.accountId, certificate),
    subject: subjectOf(acting),
    ...(hasOwnStandIns() && { world: caller.accountId }),
    isStaged: isSandbox() && scenario !== undefined,
    readingsAtOnce: READINGS_AT_ONCE[authority],
    health: sharedHealth(services, acting),
    dry,
    deadline,
    headers: isSandbox() ? sandboxHeaders(acting) : {},
    isSwitchedOn,
    sawWorker: (name) => {
      trace.worker = name;
    },
    ...((record || keepsConversations()) && {
      record: async (conversation) => {
        await record?.(conversation);
        if (keepsConversations()) await keepConversation(stores, acting, conversation);
      },
    }),
    ...how,
    log: (record) => {
      log.info('exchange', { requestId, filing: trace.filingId, ...record });
      measureExchange(metrics, record);
      if (ACCEPTED.includes(record.outcome)) noteAccepted(services, acting);
      if (NOT_ADMITTED.includes(record.outcome)) noteRefused(services, acting);
    },
  });
};

/** How an exchange ends only with a certificate that its authority accepts. */
const ACCEPTED: Outcome[] = ['result', 'dry', 'looked-up'];

/** Notes next to the request, once, that an authority accepted its certificate. */
const noteAccepted = (
  { stores: { certificates }, log }: Services,
  { certificate, trace, requestId, now }: Acting,
): void => {
  if (certificate.acceptedAt) return;
  certificate.acceptedAt = now.toISOString();
  const noting = certificates
    .noteAccepted(certificate, now)
    .catch((error: Error) =>
      log.error('that a certificate was accepted could not be noted', { requestId, error }),
    );
  trace.underWay.push(noting);
};

/** How an exchange ends where its authority does not admit the certificate: in TLS, or on a page that says so. */
const NOT_ADMITTED: Outcome[] = ['certificate', 'not-admitted'];

/** Notes next to the request that an authority does not admit its certificate. */
const noteRefused = (
  { stores: { certificates }, log }: Services,
  { certificate, operation, trace, requestId, now }: Acting,
): void => {
  const noting = certificates
    .noteRefused(certificate, operation.authority, now)
    .catch((error: Error) =>
      log.error('that a certificate was not admitted could not be noted', { requestId, error }),
    );
  trace.underWay.push(noting);
};

/** What all know of an authority, and where this request notes what it sees. The answer waits for that, and never fails by it. */
const sharedHealth = (
  { stores: { health }, log }: Services,
  { trace, requestId, caller: { accountId }, operation: { authority } }: Acting,
): SharedHealth => ({
  openUntil: () => health.openUntil(authority, new Date()),
  pause: () => health.pauseOf(authority, new Date()),
  saw: (seen, slowest) => {
    const noting = health
      .noteHealth(authority, { accountId, health: seen, slowest }, new Date())
      .catch((error: Error) => log.error('what an authority shows could not be noted', { requestId, error }));
    trace.underWay.push(noting);
  },
});

/** Milliseconds that an exchange waits until its conversation is kept. */
const KEEP_MS = 2_000;

/** Keeps conversations among the documents, without personal data, for as long as these are kept. */
const keepConversation = async (
  { documents }: Services['stores'],
  { certificate, requestId, now }: Acting,
  conversation: Conversation,
): Promise<void> => {
  const { harOf } = await import('../authorities/recording/har.ts');
  const har = harOf(conversation, [certificate.name, certificate.givenName, certificate.surname]);
  const { authority, name } = conversation.exchange;
  const exchange = name.replace(/[^\w@]+/g, '-');
  const key = `${CONVERSATIONS}/${now.toISOString().slice(0, 10)}/${authority}-${exchange}-${requestId}-${Date.now()}.har`;
  await withDeadline(KEEP_MS, () =>
    documents.putDocument(key, Buffer.from(JSON.stringify(har)), 'application/json'),
  );
};

/** What sandbox authorities get in addition: for whom and by which operation they are asked, how far ahead they are, and what should go wrong. */
const sandboxHeaders = ({ caller, operation, scenario, daysAhead }: Acting) => ({
  'X-Sandbox-Account': caller.accountId,
  'X-Sandbox-Operation': operation.id,
  ...(daysAhead && { 'X-Sandbox-Days-Ahead': String(daysAhead) }),
  ...(scenario && { 'X-Sandbox-Scenario': scenario }),
});

/**
 * What a request is about, within its account: the worker, else the contribution account, else the holder of the
 * certificate. An authority may answer with an error for that one alone, whatever it is asked.
 */
const subjectOf = ({ caller, certificate, operation, input }: Acting): string => {
  const { nss, document, ccc } = aboutOf(operation, input);
  const { naf } = (input ?? {}) as Record<string, unknown>;
  const about = nss ?? naf ?? document ?? ccc ?? (certificate.dni || certificate.fingerprint);
  return JSON.stringify([caller.accountId, about]);
};

/** What an operation may use, apart from its authority and filings. */
export const portsOf = (services: Services, running: Running): Omit<Ports, 'filings'> => {
  const { stores } = services;
  const { now, askedAt = now, daysAhead = 0 } = running;
  return {
    get caller() {
      if (!running.caller) throw new Error('an operation with anonymous access has no caller');
      return running.caller;
    },
    stores,
    now,
    authorityNow: daysLater(now, daysAhead),
    askedAt: daysLater(askedAt, daysAhead),
    keep: async (document) => takeDocument(services, running, document),
    listMac: async (what, value) =>
      listMac(running.caller?.accountId ?? '', { what, value }, await stores.keys.serviceKey('worker')),
    continuation: {
      issue: async (payload) => {
        const { id, key } = await stores.tokenKeys.newestKey('continuation', now);
        const { EncryptJWT } = await loadEncryption();
        return new EncryptJWT(payload)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id })
          .setAudience(audienceOf(running))
          .setExpirationTime(Math.floor(now.getTime() / 1000) + CONTINUATION_SECONDS)
          .encrypt(key);
      },
      read: async (token) => {
        const key = await stores.tokenKeys.keyOf(token, 'continuation', now);
        if (!key) return undefined;
        const { jwtDecrypt } = await loadEncryption();
        try {
          const { payload } = await jwtDecrypt(token, key, {
            audience: audienceOf(running),
            keyManagementAlgorithms: ['dir'],
            currentDate: now,
            requiredClaims: ['exp'],
          });
          return payload;
        } catch {
          return undefined;
        }
      },
    },
  };
};

/** Encryption of tokens, loaded at first use: few answers have a token. */
const loadEncryption = () => import('../stores/identity/encrypted-tokens.ts');

/**
 * A continuation token is good for the user, the certificate and the operation that it was issued to: it may have what
 * an authority showed to that certificate.
 */
const audienceOf = ({ caller, certificate, operation }: Running) =>
  [caller?.accountId, caller?.userId, certificate?.id, operation.method, operation.path].join(' ');
