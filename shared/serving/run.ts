import type { FilingRecord, PortOptions } from '../authorities/authority-port.ts';
import type { SharedHealth } from '../authorities/health.ts';
import type { Conversation } from '../authorities/recording/har.ts';
import type { Outcome } from '../authorities/run-script.ts';
import { siteOf, trustOf } from '../authorities/sites.ts';
import { addressOf, hasOwnStandIns, isSandbox, isSwitchedOn, keepsConversations } from '../kernel/config.ts';
import type { AuthorityName } from '../kernel/errors.ts';
import type { Reply } from '../kernel/reply.ts';
import { daysLater } from '../kernel/spanish-time.ts';
import { measureExchange } from '../metrics/emit.ts';
import { aboutOf } from '../operation/about.ts';
import type { Noted } from '../operation/operation.ts';
import type { ActsPort, Ports, ResourcePorts } from '../operation/ports.ts';
import { CONVERSATIONS } from '../stores/keyspace.ts';
import { withDeadline } from '../stores/limits.ts';
import { takeDocument } from './documents.ts';
import { listMac } from './filing/draft.ts';
import { UNNOTED } from './hooks.ts';
import type { Services } from './services.ts';
import type { Acting, ReadForResource, Running } from './stages.ts';

/** Runs an operation with its ports and its opened authority. */

/** Runs an operation. One that files must be given the record of its filing. */
export type Run = (filing?: FilingRecord & { id: string }) => Promise<Reply<unknown>>;

/** The parser has proved that the input fits the operation; the list has erased its type. */
type RunWith = (input: unknown, ports: unknown) => Promise<Reply<unknown>>;

/**
 * Runs an operation before an authority with its ports. Facts that the answer of a question proves are stored
 * meanwhile (`trace.underWay`).
 */
export const runnerOf = (services: Services, acting: Acting): Run => {
  const ports = portsOf(services, acting);
  const { operation } = acting;
  const run: Run = async (filing) =>
    (operation.run as RunWith)(acting.input, {
      ...ports,
      filingId: filing?.id ?? '',
      [operation.authority]: await openAuthority(services, acting, filing && { filing }),
    });
  if (operation.kind !== 'reading' || !operation.emitsOnRead) return run;
  return () => services.hooks.runReading(services, acting, run);
};

/** Runs an operation on the gateway's own resources. */
export const runResource = (services: Services, read: ReadForResource): Promise<Reply<unknown>> => {
  return isNoted(read)
    ? services.hooks.runNoted(services, read, (acts) => runWith(services, read, acts))
    : runWith(services, read, UNNOTED);
};

type OfNoted = ReadForResource & { operation: { noted: Noted } };

const isNoted = (read: ReadForResource): read is OfNoted =>
  read.operation.noted !== undefined && 'kind' in read.operation.noted;

const runWith = (services: Services, read: ReadForResource, acts: ActsPort): Promise<Reply<unknown>> => {
  const { operation, input, user, role, previews = 'optional', isOperator = false, ip, origin, trace } = read;
  const ports: ResourcePorts = Object.defineProperty(
    Object.assign(portsOf(services, read) as ResourcePorts, services.hooks.ports(services, read), {
      ip,
      origin,
      role,
      previews,
      isOperator,
      acts,
      admitted: async () => trace.counting,
    }),
    'user',
    {
      get: () => {
        if (!user) throw new Error('an operation with anonymous access has no user');
        return user;
      },
    },
  );
  return (operation.run as RunWith)(input, ports);
};

/** A continuation token is good this long, in seconds. */
export const CONTINUATION_SECONDS = 60 * 60;

/**
 * How many readings of one request an authority is asked at the same time, in dialogs of their own. More would wait less
 * and load the authority more. SEPE ties a dialog to a log-in, the tax agency's
 * certificates are one dialog each, and DEHú limits how often it is asked.
 */
const READINGS_AT_ONCE: Record<AuthorityName, number> = { tgss: 3, sepe: 1, aeat: 1, dehu: 1 };

/** Opens the authority of an operation with the actor's certificate. */
export const openAuthority = (
  services: Services,
  acting: Acting,
  { record, ...how }: Pick<PortOptions, 'filing' | 'bypassesBreaker' | 'record'> = {},
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
const noteAccepted = (services: Services, acting: Acting): void => {
  const { certificate, now } = acting;
  if (certificate.acceptedAt) return;
  certificate.acceptedAt = now.toISOString();
  const noting = services.stores.certificates.noteAccepted(certificate, now);
  noteBeside(services, acting, noting, 'failed to record that a certificate was accepted');
};

/** A note that is written during the request. The answer waits for it, and never fails by it. */
const noteBeside = (
  { log }: Services,
  { trace, requestId }: Pick<Acting, 'trace' | 'requestId'>,
  noting: Promise<unknown>,
  failure: string,
): void => {
  trace.underWay.push(noting.catch((error: Error) => log.error(failure, { requestId, error })));
};

/** How an exchange ends where its authority does not admit the certificate: in TLS, or on a page that says so. */
const NOT_ADMITTED: Outcome[] = ['certificate', 'not-admitted'];

/** Notes next to the request that an authority does not admit its certificate. */
const noteRefused = (services: Services, acting: Acting): void => {
  const { certificate, operation, now } = acting;
  const noting = services.stores.certificates.noteRefused(certificate, operation.authority, now);
  noteBeside(services, acting, noting, 'failed to record that a certificate was not admitted');
};

/** Shared health of an authority, and where this request records its observation. */
const sharedHealth = (services: Services, acting: Acting): SharedHealth => {
  const { health } = services.stores;
  const { accountId } = acting.caller;
  const { authority } = acting.operation;
  return {
    openUntil: () => health.openUntil(authority, new Date()),
    pause: () => health.pauseOf(authority, new Date()),
    saw: (seen, slowest) => {
      const noting = health.noteHealth(authority, { accountId, health: seen, slowest }, new Date());
      noteBeside(services, acting, noting, 'failed to record the health of an authority');
    },
  };
};

/** Milliseconds that an exchange waits for its conversation to be stored. */
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

/** Headers for sandbox authorities: account, authority, operation, days ahead, and scenario. */
const sandboxHeaders = ({ caller, operation, scenario, daysAhead }: Acting) => ({
  'X-Sandbox-Account': caller.accountId,
  'X-Sandbox-Authority': operation.authority,
  'X-Sandbox-Operation': operation.id,
  ...(daysAhead && { 'X-Sandbox-Days-Ahead': String(daysAhead) }),
  ...(scenario && { 'X-Sandbox-Scenario': scenario }),
});

/**
 * The subject of a request within its account: the worker, otherwise the contribution account, otherwise the
 * certificate's holder. An authority may answer with an error for this one subject only, whatever it is asked.
 */
const subjectOf = ({ caller, certificate, operation, input }: Acting): string => {
  const { nss, document, ccc } = aboutOf(operation, input);
  const { naf } = (input ?? {}) as Record<string, unknown>;
  const about = nss ?? naf ?? document ?? ccc ?? (certificate.dni || certificate.fingerprint);
  return JSON.stringify([caller.accountId, about]);
};

/** Ports of an operation, apart from its authority. */
export const portsOf = (services: Services, running: Running): Ports => {
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
    filings: services.filingPorts(services, running),
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
 * A continuation token is valid for the user, the certificate and the operation that it was issued to, because it
 * may contain data that an authority showed to that certificate.
 */
const audienceOf = ({ caller, certificate, operation }: Running) =>
  [caller?.accountId, caller?.userId, certificate?.id, operation.method, operation.path].join(' ');
