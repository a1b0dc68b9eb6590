import { addressOf } from '../../derive/routes.ts';
import { forbidden, invalid, ServiceError } from '../../kernel/errors.ts';
import { measureDefect } from '../../metrics/emit.ts';
import type { AuthorityOperation, LazyGroup, Submission } from '../../operation/operation.ts';
import { validityFault } from '../../stores/certificate-row.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { daysAheadOf } from '../../stores/worlds.ts';
import type { Services } from '../services.ts';
import { type Actor, newTrace } from '../stages.ts';
import { isSealed } from './seal.ts';
import { authorityMs } from './times.ts';

/** Queued work and look-ups, rebuilt from the filing's record alone. */

/** The operation of a record, by its method and address. @throws Error if it is unknown */
export const operationOf = async (
  groups: LazyGroup[] = [],
  { operation: name }: Pick<Filing, 'operation'>,
): Promise<AuthorityOperation> => {
  for (const group of groups)
    for (const [key, load] of Object.entries(group.operations)) {
      const [method, path = ''] = key.split(' ');
      if (name !== `${method} ${addressOf(group, { path })}`) continue;
      const operation = await load();
      if (operation.kind !== 'resource') return operation;
    }
  throw new Error('the filing has an unknown operation');
};

/** The operations at authorities that have a name, and the ids of all; see `Ports.filings.operationsNamed`. */
export const operationsNamed = async (
  groups: LazyGroup[] = [],
  name: string,
): Promise<{ found: string[]; ids: string[] }> => {
  const [method = '', path = ''] = name.trim().split(/\s+/);
  const address = `${method.toUpperCase()} ${path.startsWith(VERSION) ? path : `${VERSION}${path}`}`;
  const all = await Promise.all(
    groups.flatMap((group) =>
      Object.values(group.operations).map(async (load) => ({ group, operation: await load() })),
    ),
  );
  const named = all.flatMap(({ group, operation }) =>
    operation.kind === 'resource'
      ? []
      : [{ id: operation.id, name: `${operation.method} ${addressOf(group, operation)}` }],
  );
  return {
    found: named.filter((one) => one.id === name.trim() || one.name === address).map((one) => one.name),
    ids: [...new Set(named.map(({ id }) => id))],
  };
};

const VERSION = '/api/v4';

/** The submission of a filing. @throws Error if it is unknown */
export const submissionOf = async (groups: LazyGroup[] | undefined, filing: Filing): Promise<Submission> => {
  const operation = await operationOf(groups, filing);
  if (operation.kind !== 'submission') throw new Error('the record is a question, not a filing');
  return operation;
};

/** The request of a filing as it is kept, in JSON; `undefined` when it is gone. */
export const keptRequest = async (
  { stores: { documents } }: Services,
  { request, requestKey }: Filing,
): Promise<Uint8Array | undefined> => {
  if (request !== undefined) return Buffer.from(request);
  return requestKey === undefined ? undefined : documents.getDocument(requestKey);
};

const existing = async (services: Services, filing: Filing): Promise<Uint8Array> => {
  const bytes = await keptRequest(services, filing);
  if (!bytes) throw new Error('the request of a filing is gone');
  return bytes;
};

const parsed = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString('utf8'));

/** The request of a filing as its operation received it. @throws Error when it is gone */
export const requestOfFiling = async (services: Services, filing: Filing): Promise<unknown> =>
  parsed(await existing(services, filing));

/**
 * The request of queued work, as its operation received it; `undefined` if its seal is invalid.
 * @throws Error when it is gone
 */
export const sealedRequest = async (services: Services, filing: Filing): Promise<unknown> => {
  const bytes = await existing(services, filing);
  if (await isSealed(services, filing, bytes)) return parsed(bytes);
  const { requestId, id } = filing;
  services.log.error('seal mismatch: queued work was changed', { requestId, filing: id });
  measureDefect(services.metrics, { requestId });
  return undefined;
};

/** The answer to a record with an invalid seal; it is shown in the list of the account that the record names. */
export const notAsked = () =>
  new ServiceError(
    409,
    'No consta que esta petición se hiciera así en este servicio. No se ha enviado nada.',
  );

/** Why the certificate of a filing cannot be used. */
export type Unusable = 'account' | 'client' | 'certificate' | 'validity';

/** The answer if the certificate cannot be used, or the token or role is no longer valid. */
export const refusalOf = (reason: Unusable | 'token' | 'role'): ServiceError => {
  switch (reason) {
    case 'token':
      return new ServiceError(
        401,
        'Quien lo pidió perdió el acceso antes de que se empezara (contraseña nueva, token revocado). No se ha enviado nada.',
      );
    case 'role':
      return forbidden('El rol con que se pidió ya no permite esta operación. No se ha enviado nada.');
    case 'account':
      return forbidden('La cuenta está desactivada.');
    case 'client':
      return forbidden('El cliente al que pertenece el certificado está inactivo.');
    case 'certificate':
      return invalid({ 'X-Cert-Secret': ['El certificado ya no existe.'] });
    case 'validity':
      return invalid({ 'X-Cert-Secret': ['El certificado ha caducado, o aún no es válido.'] });
  }
};

/** Services and ports that make or look up a filing. */
export type Usable = Required<Pick<Actor, 'certificate' | 'daysAhead'>>;

/** The certificate of a filing as long as its account, its client company and itself may be used; else why not. */
export const certificateOf = async (
  { stores }: Services,
  {
    accountId,
    clientId,
    certificate: { id: certificateId },
  }: Pick<Filing, 'accountId' | 'clientId'> & { certificate: { id: string } },
  now: Date,
): Promise<Usable | Unusable> => {
  const [account, client, certificate] = await Promise.all([
    stores.accounts.findAccount(accountId),
    clientId === 0 ? undefined : stores.clients.findClientBrief(accountId, clientId),
    stores.certificates.findCertificate(accountId, { certificateId, clientId }),
  ]);
  if (!account || account.disabled) return 'account';
  if (clientId !== 0 && !client?.active) return 'client';
  if (!certificate) return 'certificate';
  const daysAhead = daysAheadOf(account);
  return validityFault(certificate, now, daysAhead) ? 'validity' : { certificate, daysAhead };
};

/**
 * The actor of queued work or a look-up: the filing's account and user, whoever asks.
 * @param how with a `requestId` of this look-up alone, since documents are stored under it
 */
export const actorOf = (
  { id, accountId, userId, dry }: Filing,
  how: Pick<Actor, 'requestId' | 'now' | 'operation' | 'certificate' | 'daysAhead' | 'scenario'> &
    Partial<Pick<Actor, 'deadline'>>,
): Actor => ({
  deadline: new Date(how.now.getTime() + authorityMs.request()),
  ...how,
  // No session: the original request decides.
  caller: { accountId, userId, sessionId: '' },
  dry,
  trace: { ...newTrace(), filingId: id },
});
