import type { SharedHealth } from '../authorities/health.ts';
import type { Outcome } from '../authorities/outcome.ts';
import type { PortOptions } from '../authorities/port-options.ts';
import type { Conversation } from '../authorities/recording/har.ts';
import { READINGS_AT_ONCE } from '../authorities/side-by-side.ts';
import { SITES } from '../authorities/sites.ts';
import {
  addressOf,
  hasOwnStandIns,
  isSandbox,
  isSwitchedOn,
  keepsConversations,
  trustOf,
} from '../config.ts';
import type { AuthorityName } from '../errors.ts';
import { measureExchange } from '../metrics/measure.ts';
import type { Caller, Ports } from '../ports.ts';
import { withDeadline } from '../stores/limits.ts';
import type { Call } from './call.ts';
import { takeDocument } from './documents.ts';
import { workerIn, workerMac } from './filing-draft.ts';
import type { Services } from './services.ts';

/** A continuation token is good this long, in seconds. */
export const CONTINUATION_SECONDS = 60 * 60;

/** Opens an authority as the certificate of a call. */
export const openAuthority = (
  { stores, openAuthority: open, log, metrics }: Services,
  call: Call,
  authority: AuthorityName,
  how: Pick<PortOptions, 'guard' | 'bypassesBreaker'> = {},
) => {
  const { caller, certificate } = call;
  if (!caller || !certificate) throw new Error('an authority was reached without certificate');
  const baseUrl = addressOf(authority);
  return open({
    authority,
    baseUrl,
    siteOf: (path) => SITES[authority](path, baseUrl),
    ...trustOf(authority),
    credential: async () => ({
      version: certificate.id,
      ...(await stores.secrets.getKeyPair(caller.accountId, certificate.id)),
    }),
    access: async () =>
      certificate.sepe &&
      stores.secrets.getSepeAccess(caller.accountId, {
        certificateId: certificate.id,
        version: certificate.sepe.version,
      }),
    subject: subjectOf(call),
    ...(hasOwnStandIns() && { world: caller.accountId }),
    isStaged: isSandbox() && call.scenario !== undefined,
    readingsAtOnce: READINGS_AT_ONCE[authority],
    health: sharedHealth({ stores, log }, call, caller.accountId, authority),
    dry: call.dry,
    deadline: call.deadline,
    headers: isSandbox() ? sandboxHeaders(caller, call) : {},
    isSwitchedOn,
    ...(keepsConversations() && { record: (conversation) => keepConversation(stores, call, conversation) }),
    ...how,
    log: (record) => {
      log.info('exchange', { requestId: call.requestId, filing: call.filingId, ...record });
      measureExchange(metrics, record);
      if (ACCEPTED.includes(record.outcome)) noteAccepted({ stores, log }, call);
    },
  });
};

/** How an exchange ends only with a certificate that its authority accepts. */
const ACCEPTED: Outcome[] = ['result', 'dry', 'looked-up'];

/** Notes next to the request, once, that an authority accepted its certificate. */
const noteAccepted = (
  { stores: { certificates }, log }: Pick<Services, 'stores' | 'log'>,
  { certificate, underWay, requestId, now }: Call,
): void => {
  if (!certificate || certificate.acceptedAt) return;
  certificate.acceptedAt = now.toISOString();
  const noting = certificates
    .noteAccepted(certificate, now)
    .catch((error: Error) =>
      log.error('that a certificate was accepted could not be noted', { requestId, error }),
    );
  underWay.push(noting);
};

/** What all know of an authority, and where this call tells what it sees. The answer waits for that, and never fails by it. */
const sharedHealth = (
  { stores: { health }, log }: Pick<Services, 'stores' | 'log'>,
  { underWay, requestId }: Call,
  accountId: string,
  authority: AuthorityName,
): SharedHealth => ({
  openUntil: () => health.openUntil(authority, new Date()),
  pause: () => health.pauseOf(authority, new Date()),
  saw: (seen, slowest) => {
    const noting = health
      .noteHealth(authority, accountId, { health: seen, slowest }, new Date())
      .catch((error: Error) => log.error('what an authority shows could not be noted', { requestId, error }));
    underWay.push(noting);
  },
});

/** Milliseconds that an exchange waits until what was said is kept. */
const KEEP_MS = 2_000;

/** Keeps what was said among the documents, without personal data, for as long as these are kept. */
const keepConversation = async (
  { documents }: Services['stores'],
  { certificate, requestId, now }: Call,
  conversation: Conversation,
): Promise<void> => {
  const { harOf } = await import('../authorities/recording/har.ts');
  const har = harOf(
    conversation,
    certificate ? [certificate.name, certificate.givenName, certificate.surname] : [],
  );
  const { authority, name } = conversation.exchange;
  const exchange = name.replace(/[^\w@]+/g, '-');
  const key = `conversations/${now.toISOString().slice(0, 10)}/${authority}-${exchange}-${requestId}-${Date.now()}.har`;
  await withDeadline(KEEP_MS, () =>
    documents.putDocument(key, Buffer.from(JSON.stringify(har)), 'application/json'),
  );
};

/** What sandbox authorities are told besides: for whom they are asked, and what should go wrong. */
const sandboxHeaders = ({ accountId }: Caller, { scenario }: Call) => ({
  'X-Sandbox-Account': accountId,
  ...(scenario && { 'X-Sandbox-Scenario': scenario }),
});

/**
 * What a call is about, within its account: the worker, else the contribution account, else the holder of the
 * certificate. An authority may answer with an error for that one alone, whatever it is asked.
 */
const subjectOf = ({ caller, certificate, input }: Call): string => {
  const { nss, naf, ccc } = (input ?? {}) as Record<string, unknown>;
  const about = nss ?? naf ?? workerIn(input ?? {}) ?? ccc ?? (certificate?.dni || certificate?.fingerprint);
  return JSON.stringify([caller?.accountId, about]);
};

/** What an operation may use, but for its authority. */
export const portsOf = (services: Services, call: Call): Omit<Ports, 'filings'> => {
  const { stores } = services;
  return {
    get caller() {
      if (!call.caller) throw new Error('an operation with anonymous access has no caller');
      return call.caller;
    },
    stores,
    ip: call.ip,
    origin: call.origin,
    now: call.now,
    keep: async (document) => takeDocument(services, call, document),
    workerMac: async (document) =>
      workerMac(call.caller?.accountId ?? '', document, await stores.keys.serviceKey('worker')),
    continuation: {
      issue: async (payload) => {
        const { id, key } = await stores.tokenKeys.newestKey('continuation', call.now);
        const { EncryptJWT } = await loadEncryption();
        return new EncryptJWT(payload)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: id })
          .setAudience(audienceOf(call))
          .setExpirationTime(Math.floor(call.now.getTime() / 1000) + CONTINUATION_SECONDS)
          .encrypt(key);
      },
      read: async (token) => {
        const key = await stores.tokenKeys.keyOf(token, 'continuation', call.now);
        if (!key) return undefined;
        const { jwtDecrypt } = await loadEncryption();
        try {
          const { payload } = await jwtDecrypt(token, key, {
            audience: audienceOf(call),
            keyManagementAlgorithms: ['dir'],
            currentDate: call.now,
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
const loadEncryption = () => import('./start/encrypted-tokens.ts');

/**
 * A continuation token is good for the user, the certificate and the operation that it was issued to: it may have what
 * an authority showed to that certificate.
 */
const audienceOf = ({ caller, certificate, operation }: Call) =>
  [caller?.accountId, caller?.userId, certificate?.id, operation?.method, operation?.path].join(' ');
