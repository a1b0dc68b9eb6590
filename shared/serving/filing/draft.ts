import { createHash, createHmac, type KeyObject } from 'node:crypto';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { ulid } from 'ulid';
import type { AuthorityName, Messages } from '../../kernel/errors.ts';
import { plainKey } from '../../kernel/idempotency-key.ts';
import { plainDocument } from '../../kernel/text.ts';
import { aboutOf } from '../../operation/about.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { lockName } from '../../stores/filings/filing-keys.ts';
import type { Services } from '../services.ts';
import { type Acting, header } from '../stages.ts';

/** Fields that decide the answer and not the filing. */
const NOT_FILED = new Set(['test', 'duplicate', 'obtener_idc']);

/** Whether a field of a request is part of the filing. */
export const isFiled = (name: string): boolean => !NOT_FILED.has(name);

/** Header with the caller's key of a submission, by which it is made once. */
export const KEY = 'Idempotency-Key';

/** The error of a request's `Idempotency-Key`, if any. */
export const keyErrors = (event: APIGatewayProxyEvent): Messages => {
  const key = header(event, KEY);
  return key === undefined || /^[\x21-\x7e]{1,100}$/.test(plainKey(key))
    ? {}
    : { [KEY]: ['Debe tener de 1 a 100 caracteres ASCII sin espacios.'] };
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
        ...(isSubmission && !operation.perHolder && actLocksOf(acting)),
        ...(key !== undefined && { key: lockName('key', caller.userId, key, ...inWorld) }),
        ...(sentKey !== undefined &&
          sentKey !== key && { keyAsSent: lockName('key', caller.userId, sentKey, ...inWorld) }),
        ...(preview?.id && { preview: lockName('preview', caller.accountId, preview.id) }),
      },
    }),
    ...(acting.daysAhead && { daysAhead: acting.daysAhead }),
    claimedAt: now.toISOString(),
    ...(commitsFirst && !dry && { committingAt: now.toISOString() }),
  };
};

const nifOf = ({ dni, fingerprint }: Acting['certificate']) => dni || fingerprint;

/** The hash of a request and of its operation, at whichever of its addresses. @param input as it is, or as a record has kept it */
export const requestHashOf = (
  { certificate, operation }: Pick<Acting, 'certificate' | 'operation'>,
  input: unknown,
): string => hashOf([operation.id, nifOf(certificate), input]);

/**
 * Hash of the content that a request files and of its holder: equal hashes would file the same twice. An operation
 * may have two addresses (a transformation is at SEPE and at Seguridad Social), so the hash has its id, or the id of
 * its twin.
 */
export const contentHashOf = ({ certificate, companyCif, operation, input }: Acting): string => {
  // A client company may store a certificate with any names, so its filings block only its own.
  const whose =
    certificate.clientId === 0 ? nifOf(certificate) : (companyCif ?? `client ${certificate.clientId}`);
  const [filesAs, filed] = whatIsFiled({ operation, input });
  return hashOf([filesAs, whose, filed], COMPARED[operation.authority]);
};

const filedIn = ({ input }: Pick<Acting, 'input'>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(input as object).filter(([name]) => isFiled(name)));

const whatIsFiled = (acting: Pick<Acting, 'operation' | 'input'>): [string, unknown] => {
  const filed = filedIn(acting);
  const { filesAs = acting.operation.id, content } = acting.operation as Partial<Submission>;
  return [filesAs, content?.(filed) ?? filed];
};

/** Filings of an earlier sandbox world do not block filings in the next one. */
const worldOf = ({ world }: Pick<Acting, 'world'>): string[] => (world === undefined ? [] : [String(world)]);

/** Names of the locks for the act that a submission files. They do not depend on the certificate. */
export const actLocksOf = (
  acting: Pick<Acting, 'operation' | 'input' | 'caller' | 'world'>,
): { act: string; onceFor?: string } => {
  const { operation, caller } = acting;
  const [filesAs, content] = whatIsFiled(acting);
  const named = (kind: 'act' | 'onceFor', what: unknown[]) =>
    lockName(kind, caller.accountId, hashOf(what, COMPARED[operation.authority]), ...worldOf(acting));
  const { onceFor, onceAs = filesAs } = operation as Partial<Submission>;
  const once = onceFor?.(filedIn(acting));
  return {
    act: named('act', [filesAs, content]),
    ...(once !== undefined && { onceFor: named('onceFor', [onceAs, once]) }),
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

/** A record that only blocks filings of its own holder or client company. */
export const withoutAct = <Row extends Pick<Filing, 'guards'>>(row: Row): Row => {
  const { act: _, onceFor: __, ...guards } = row.guards ?? {};
  return { ...row, guards: guards as Filing['guards'] };
};

const inOneWay = (text: string): string => text.toUpperCase().replace(/\s+/g, ' ');

/**
 * A text as it is compared with other requests. Capitals and blanks make no other filing, nor, at Seguridad Social,
 * do leading zeros of a code or a document. Other texts are names of notifications, in which every letter counts.
 */
const COMPARED: Partial<Record<AuthorityName, (text: string) => string>> = {
  tgss: (text) => plainDocument(inOneWay(text)),
  sepe: inOneWay,
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
 * Hash of a JSON value, whatever the order of its members.
 * @param written a text as it counts
 */
export const hashOf = (parts: unknown, written = (text: string) => text): string =>
  createHash('sha256')
    .update(
      JSON.stringify(parts, (_, value) => {
        if (typeof value === 'string') return written(value);
        return isRecord(value) ? sorted(value) : value;
      }),
    )
    .digest('hex');

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (record: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)));

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

/** How a warning begins that names another client company; as earlier versions wrote it, `del cliente 12` follows. */
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
