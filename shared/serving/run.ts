import type { APIGatewayProxyEvent } from 'aws-lambda';
import { EncryptJWT, jwtDecrypt } from 'jose';
import { SITES } from '../authorities/sites.ts';
import { isSandbox, isSwitchedOn, setting, type Variable } from '../config.ts';
import { type Document, toFileObject } from '../document.ts';
import type { AuthorityName } from '../errors.ts';
import type { Reply } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { Replayed } from './answer.ts';
import { type Call, callOf, header, type ServedContext } from './call.ts';
import { once } from './once.ts';
import type { Services } from './services.ts';

/** API Gateway waits 29 seconds; what an authority has not answered by then cannot be told any more. */
const AUTHORITY_SECONDS = 25;
/** A continuation token is good this long, in seconds. */
const CONTINUATION_SECONDS = 60 * 60;

const ADDRESS: Record<AuthorityName, Variable> = { tgss: 'TGSS_URL', sepe: 'SEPE_URL', aeat: 'AEAT_URL' };

/** Runs the operation of a request that was admitted and read. */
export const runOperation =
  (services: Services) =>
  async (event: APIGatewayProxyEvent, context: ServedContext): Promise<Reply<unknown> | Replayed> => {
    const call = callOf({ event, context });
    const { operation } = call;
    if (!operation) throw new Error('a request without operation was admitted');
    const ports = await portsOf(services, call);
    // The parser proved the input to be what this operation takes; its type was erased in the list.
    const runWith = operation.run as (input: unknown, ports: unknown) => Promise<Reply<unknown>>;
    if (operation.kind === 'resource') return runWith(call.input, ports);
    const authority = operation.authority as AuthorityName;
    const run = () =>
      runWith(call.input, { ...ports, [authority]: openAuthority(services, event, call, authority) });
    return operation.kind === 'submission' && !call.dry ? once(services, event, call, run) : run();
  };

const openAuthority = (
  { stores, openAuthority: open, log }: Services,
  event: APIGatewayProxyEvent,
  call: Call,
  authority: AuthorityName,
) => {
  const { caller, certificate } = call;
  if (!caller || !certificate) throw new Error('an authority was reached without certificate');
  const baseUrl = setting(ADDRESS[authority]);
  const scenario = isSandbox() ? header(event, 'X-Sandbox-Scenario') : undefined;
  return open({
    authority,
    baseUrl,
    siteOf: (path) => SITES[authority](path, baseUrl),
    ca: setting('AUTHORITY_CA') || undefined,
    credential: async () => ({
      version: certificate.id,
      ...(await stores.secrets.getKeyPair(caller.accountId, certificate.id)),
    }),
    dry: call.dry,
    deadline: new Date(call.now.getTime() + AUTHORITY_SECONDS * 1000),
    headers: scenario ? { 'X-Sandbox-Scenario': scenario } : {},
    isSwitchedOn,
    log: (record) => log.info('exchange', { requestId: call.requestId, ...record }),
  });
};

const portsOf = async (services: Services, call: Call): Promise<Ports> => {
  const { stores } = services;
  const continuationKey = await stores.keys.serviceKey('continuation');
  return {
    get caller() {
      if (!call.caller) throw new Error('an operation with anonymous access has no caller');
      return call.caller;
    },
    stores,
    ip: call.ip,
    origin: call.origin,
    now: call.now,
    keep: (document) => keep(services, call, document),
    continuation: {
      issue: (payload) =>
        new EncryptJWT(payload)
          .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
          .setAudience(audienceOf(call))
          .setExpirationTime(Math.floor(call.now.getTime() / 1000) + CONTINUATION_SECONDS)
          .encrypt(continuationKey),
      read: async (token) => {
        try {
          const { payload } = await jwtDecrypt(token, continuationKey, {
            audience: audienceOf(call),
            keyManagementAlgorithms: ['dir'],
            currentDate: call.now,
          });
          return payload;
        } catch {
          return undefined;
        }
      },
    },
  };
};

/** A continuation token is good for the account that it was issued to. */
const audienceOf = ({ caller }: Call) => caller?.accountId ?? '';

/** Kept before it is delivered; when that fails it is delivered all the same, since the document is what counts. */
const keep = async ({ stores: { documents }, log }: Services, call: Call, document: Document) => {
  const place = {
    accountId: call.caller?.accountId ?? '',
    operation: (call.operation?.path ?? '').replace(/\W+/g, '-').replace(/^-/, ''),
    now: call.now,
    requestId: call.requestId,
    name: document.name,
  };
  try {
    await documents.putDocument(documents.documentKey(place), document.bytes, document.contentType);
  } catch (error) {
    log.error('a document could not be kept', { requestId: call.requestId, error: error as Error });
  }
  return toFileObject(document);
};
