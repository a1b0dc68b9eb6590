import { createHmac, type KeyObject } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { isValid, ulid } from 'ulid';
import type { Messages } from '../../kernel/errors.ts';
import { plainKey } from '../../kernel/idempotency-key.ts';
import { plainDocument } from '../../kernel/text.ts';
import { aboutOf } from '../../operation/about.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { lockName } from '../../stores/filings/filing-keys.ts';
import type { Services } from '../services.ts';
import { type Acting, header } from '../stages.ts';
import { actsOf, contentHashOf, detailsOf, keptActs, nifOf, requestHashOf, worldOf } from './content.ts';

/** Header with the caller's key of a submission, by which it is made once. */
export const KEY = 'Idempotency-Key';

/** The error of a request's `Idempotency-Key`, if any. */
export const keyErrors = (event: APIGatewayProxyEvent): Messages => {
  const key = header(event, KEY);
  return key === undefined || /^[\x21-\x7e]{1,100}$/.test(plainKey(key))
    ? {}
    : { [KEY]: ['Debe tener de 1 a 100 caracteres ASCII sin espacios.'] };
};

/** Header with the trámite of an accepted act that a submission repeats on purpose. */
export const REPEATS = 'Repeats';

/** The trámite in a request's `Repeats`, if any. */
export const repeatsOf = (event: APIGatewayProxyEvent): string | undefined =>
  header(event, REPEATS)?.trim().toUpperCase() || undefined;

/** The error of a request's `Repeats`, if any. */
export const repeatsErrors = (event: APIGatewayProxyEvent): Messages => {
  const repeats = repeatsOf(event);
  return repeats === undefined || isValid(repeats)
    ? {}
    : { [REPEATS]: ['Debe ser el identificador de un trámite.'] };
};

/**
 * The record of a submission, or of a question whose answer comes later, as it is first written down.
 * @param address of the operation, with the stage
 * @param sentKey `Idempotency-Key` as it was sent
 */
export const draftOf = (acting: Acting, address: string, sentKey: string | undefined): Filing => {
  const { caller, certificate, now, requestId, dry, operation, preview, trace } = acting;
  const input = acting.input as Record<string, unknown>;
  const nif = nifOf(certificate);
  const contentHash = contentHashOf(acting);
  const key = sentKey === undefined ? undefined : plainKey(sentKey);
  const method = `${operation.method} ${address}`;
  const isSubmission = operation.kind === 'submission';
  const { cif: _, ...named } = aboutOf(operation, input);
  // The authority's data take precedence over the request.
  const name = (named.document && trace.worker) || named.name;
  const about = { ...named, ...(name && { name }) };
  const commitsFirst = isSubmission && operation.commitsFirst;
  const inWorld = worldOf(acting);
  return {
    id: ulid(now.getTime()),
    state: dry ? 'ended' : commitsFirst ? 'committing' : 'claimed',
    dry,
    ...(operation.kind === 'reading' && { reading: true }),
    operation: method,
    operationName: operation.summary,
    ...(Object.keys(about).length > 0 && { about }),
    authority: operation.authority,
    accountId: caller.accountId,
    userId: caller.userId,
    clientId: certificate.clientId || (caller.clientId ?? 0),
    certificate: { id: certificate.id, fingerprint: certificate.fingerprint, nif },
    requestId,
    owner: requestId,
    ...(acting.batch && { batch: acting.batch }),
    ...(key !== undefined && { key }),
    ...(preview && { preview }),
    requestHash: requestHashOf(acting, input),
    contentHash,
    ...((isSubmission ? !dry : operation.mayBePrepared) && {
      guards: {
        content: lockName('content', caller.accountId, contentHash, ...inWorld),
        ...(key !== undefined && { key: lockName('key', caller.userId, key, ...inWorld) }),
        ...(preview?.id && { preview: lockName('preview', caller.accountId, preview.id) }),
      },
    }),
    ...(isSubmission &&
      !dry && {
        acts: keptActs(actsOf(acting)),
        details: detailsOf(acting),
        ...(acting.world !== undefined && { world: acting.world }),
      }),
    ...(acting.repeats !== undefined && { repeats: acting.repeats }),
    ...(acting.daysAhead && { daysAhead: acting.daysAhead }),
    claimedAt: now.toISOString(),
    ...(commitsFirst && !dry && { committingAt: now.toISOString() }),
  };
};

/**
 * Whether a request and the others of its account can block each other. Not if a client company names an account or
 * tax id that is not its own by the account's records: a certificate may have any names, and the company must not
 * learn of others.
 * @throws errors of the store; then the result is unknown
 */
export const isOneForAccount = async (
  { stores: { clients } }: Services,
  { caller: { accountId, clientId }, operation, input }: Pick<Acting, 'caller' | 'operation' | 'input'>,
): Promise<boolean> => {
  if (clientId === undefined) return true;
  const { regimen, ccc, cif } = aboutOf(operation, input);
  const found = ccc
    ? await clients.clientsWithAccount(accountId, { regimen, ccc })
    : cif
      ? await clients.clientsWithCif(accountId, cif)
      : [];
  return found.includes(clientId);
};

/**
 * Name of the lock by which a dry run of a worker and a start is found; `undefined` if the request names no worker
 * or no start. It blocks no filing.
 */
export const triedNameOf = (
  { accountId, operation }: Pick<Filing, 'accountId' | 'operation'>,
  { input }: Pick<Acting, 'input'>,
): string | undefined => {
  const { dni, startDate } = input as Record<string, unknown>;
  return typeof dni === 'string' && typeof startDate === 'string'
    ? triedName(accountId, operation, { dni, startDate })
    : undefined;
};

/**
 * Builds that name.
 * @param operation method and address
 */
export const triedName = (
  accountId: string,
  operation: string,
  { dni, startDate }: { dni: string; startDate: string },
): string => lockName('content', accountId, 'dry run', operation, plainDocument(dni), startDate);

/** MAC of a request's worker or contribution account. Filings are found by it, and no key shows the number. */
export const listMac = (
  accountId: string,
  { what, value }: { what: 'worker' | 'ccc' | 'notification'; value: string },
  key: KeyObject,
): string =>
  createHmac('sha256', key)
    .update(JSON.stringify(what === 'worker' ? [accountId, plainDocument(value)] : [accountId, what, value]))
    .digest('hex');

/**
 * The client company that a request is about: the one with its contribution account or tax id, whoever owns the
 * certificate. Among several, the certificate's owner, otherwise the first; if there is none, the certificate's
 * owner. Also a warning if the contribution account belongs to another client company than the certificate. If this
 * cannot be read, the request goes on all the same.
 */
export const companyOf = async (
  { stores: { clients }, log }: Services,
  { caller, certificate, operation, input, requestId }: Acting,
): Promise<Pick<Filing, 'companyId' | 'warnings'>> => {
  const { regimen, ccc, cif } = aboutOf(operation, input);
  const { accountId } = caller;
  const find = async (): Promise<number[]> => {
    if (ccc) return clients.clientsWithAccount(accountId, { regimen, ccc });
    return cif ? clients.clientsWithCif(accountId, cif) : [];
  };
  const found = await find().catch((error: Error): number[] => {
    log.error('the client company of a request could not be read', { requestId, error });
    return [];
  });
  const own = certificate.clientId || (caller.clientId ?? 0);
  const companyId = found.includes(own) ? own : (found[0] ?? own);
  const isOthers = ccc !== undefined && certificate.clientId !== 0 && companyId !== certificate.clientId;
  // A client company is told nothing of the others of its account.
  const isTold = isOthers && caller.clientId === undefined;
  const names = isTold
    ? await clients.companyNames(accountId, [companyId, own]).catch((): Map<number, string> => new Map())
    : new Map<number, string>();
  const named = (id: number) => `${names.get(id) ?? 'cliente'} (${id})`;
  const warning = isTold
    ? `${OTHERS_ACCOUNT} ${named(companyId)} y el certificado, de ${named(own)}.`
    : 'La cuenta de cotización no consta entre las de su empresa.';
  return {
    ...(companyId !== 0 && { companyId }),
    ...(isOthers && { warnings: [warning] }),
  };
};

/** How a warning begins that names another client company. */
const OTHERS_ACCOUNT = 'La cuenta de cotización es de';

/** Whether a warning names another client company of the account, which client companies must not learn. */
export const namesOthers = (warning: string): boolean => warning.startsWith(OTHERS_ACCOUNT);

/** Further members of a record that names a worker, once the name is known. */
export const namedAbout = ({ about }: Filing, name: string | undefined): Pick<Filing, 'about'> =>
  name && about?.document ? { about: { ...about, name } } : {};

/**
 * The latest name of a request's worker in earlier filings and answers of authorities. A client company's record
 * only gets names from the company's own filings. If it cannot be read, the request goes on all the same.
 */
export const knownName = async (
  services: Services,
  {
    caller: { accountId, clientId },
    certificate,
    operation,
    input,
    requestId,
  }: Pick<Acting, 'caller' | 'certificate' | 'operation' | 'input' | 'requestId'>,
): Promise<string | undefined> => {
  const { keys } = services.stores;
  const { document, name } = aboutOf(operation, input);
  // The client company that reads the record, if one does.
  const reader = certificate.clientId || clientId;
  if (!document || name) return name;
  try {
    const key = await keys.serviceKey('worker');
    const mac = listMac(accountId, { what: 'worker', value: document }, key);
    return await services.hooks.workerName(services, { accountId, mac, reader });
  } catch (error) {
    services.log.error('the name of a worker could not be read', { requestId, error: error as Error });
    return undefined;
  }
};
