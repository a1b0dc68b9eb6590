import { addressOf } from '../derive/routes.ts';
import type { Group, Submission } from '../operation.ts';
import type { CertificateRow } from '../stores/certificates.ts';
import type { Filing } from '../stores/filings/record.ts';
import type { Call } from './call.ts';
import type { Services } from './services.ts';

/** What a look-up needs that nobody asked for with a request of its own: all of it comes from the filing's record. */

/** The submission that a filing is of, by its method and address. @throws Error where none is known */
export const operationOf = (groups: Group[] = [], filing: Filing): Submission => {
  for (const group of groups)
    for (const operation of group.operations)
      if (
        operation.kind === 'submission' &&
        filing.operation === `${operation.method} ${addressOf(group, operation)}`
      )
        return operation;
  throw new Error('a filing of no known operation');
};

/** The request of a filing as its operation received it. @throws Error when it is gone */
export const requestOfFiling = async (
  { stores: { documents } }: Services,
  { request, requestKey }: Filing,
): Promise<unknown> => {
  if (request !== undefined) return JSON.parse(request);
  const bytes = requestKey && (await documents.getDocument(requestKey));
  if (!bytes) throw new Error('the request of a filing is gone');
  return JSON.parse(Buffer.from(bytes).toString('utf8'));
};

/** Why the certificate of a filing cannot be used. */
export type Unusable = 'account' | 'client' | 'certificate' | 'expired';

/** The certificate of a filing as long as its account, its client company and itself may be used; else why not. */
export const certificateOf = async (
  { stores }: Services,
  { accountId, clientId, certificate: { id: certificateId } }: Filing,
  now: Date,
): Promise<CertificateRow | Unusable> => {
  const [account, client, certificate] = await Promise.all([
    stores.accounts.findAccount(accountId),
    clientId === 0 ? undefined : stores.clients.findClient(accountId, clientId),
    stores.certificates.findCertificate(accountId, { certificateId, clientId }),
  ]);
  if (!account || account.disabled) return 'account';
  if (clientId !== 0 && !client?.active) return 'client';
  if (!certificate) return 'certificate';
  return Date.parse(certificate.notAfter) <= now.getTime() ? 'expired' : certificate;
};

/**
 * The call with which a filing is looked up: as its account and user, whoever asks for it.
 * @param how.requestId of this look-up alone, since documents are kept under it
 * @param how.certificate `undefined` where there is none that may be used: then nothing can be asked
 */
export const callOfFiling = (
  { id, accountId, userId }: Filing,
  operation: Submission,
  how: Pick<Call, 'requestId' | 'now' | 'certificate' | 'scenario'>,
): Call => ({
  ...how,
  operation,
  filingId: id,
  // No session: what acts is what was asked for then.
  caller: { accountId, userId, sessionId: '' },
  dry: false,
  files: [],
  ip: '',
  origin: '',
  headerErrors: {},
  ignored: [],
});
