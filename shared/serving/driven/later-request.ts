import type { APIGatewayProxyEvent } from 'aws-lambda';
import { resourceOf } from '../../derive/routes.ts';
import type { AuthorityOperation, LazyGroup } from '../../operation/operation.ts';
import type { Caller } from '../../operation/ports.ts';
import { type CertificateSecret, isNamed } from '../../stores/certificates.ts';
import type { CallerRows } from '../../stores/identity/sessions.ts';
import { daysAheadOf } from '../../stores/worlds.ts';
import { admitToAuthority } from '../admit.ts';
import { authorityMs } from '../filing/times.ts';
import { readInput } from '../input.ts';
import type { Services } from '../services.ts';
import { type Acting, newTrace, type Received } from '../stages.ts';
import type { Actor } from './begin.ts';

/**
 * A request that driven work makes later, for the user who asked for the work: an ordinary request, which gets the same checks and
 * treatment as one that a caller sends.
 */

/** Reads the rows of the account and of a certificate. */
export type ReadCallerRows = (certificate: CertificateSecret) => Promise<CallerRows>;

/** Reads the rows of the account and of certificates once for all requests that are made together. */
export const callerRowsReader = (
  { stores: { accounts, certificates, clients } }: Services,
  accountId: string,
): ReadCallerRows => {
  const reading = new Map<string, Promise<CallerRows>>();
  const load: ReadCallerRows = async (secret) => {
    const { certificateId, clientId } = secret;
    const [account, certificate, certificateClient] = await Promise.all([
      accounts.findAccount(accountId),
      certificates.findCertificate(accountId, { certificateId, clientId }),
      clientId === 0 ? undefined : clients.findClientBrief(accountId, clientId),
    ]);
    if (!account || account.disabled) return {};
    return {
      world: account.world,
      daysAhead: daysAheadOf(account),
      previews: account.previews,
      ...(certificate && isNamed(certificate, secret) && { certificate }),
      ...(certificateClient && { certificateClient }),
    };
  };
  return (certificate) => {
    const callerRows = reading.get(certificate.certificateId) ?? load(certificate);
    reading.set(certificate.certificateId, callerRows);
    return callerRows;
  };
};

/** The user for whom work goes on, as the caller of its requests. @param clientId 0 for the account itself */
export const laterCaller = (
  { accountId, clientId }: { accountId: string; clientId: number },
  { userId, token }: Actor,
): Caller => ({
  accountId,
  userId,
  sessionId: '',
  ...(token.kind === 'apiToken' && { apiToken: true }),
  ...(clientId !== 0 && { clientId }),
});

/** A request that is made later. */
export interface LaterRequest<Operation extends AuthorityOperation> {
  operation: Operation;
  group: LazyGroup;
  /** Its fields, as a caller would send them. */
  fields: Record<string, unknown>;
  /** Without one, all mistakes of the request are thrown. */
  certificate: CertificateSecret | undefined;
  caller: Caller;
  callerRows: ReadCallerRows;
  headers?: Record<string, string>;
  scenario?: string | undefined;
}

/**
 * Reads a request that is made later, as it is read when a caller sends it.
 * @throws ServiceError as the request would be answered
 */
export const readLater = async <Operation extends AuthorityOperation>(
  services: Services,
  {
    operation,
    group,
    fields,
    certificate,
    caller,
    callerRows,
    headers = {},
    scenario,
  }: LaterRequest<Operation>,
): Promise<Acting<Operation> & Pick<Received, 'event'>> => {
  const now = services.now();
  const resource = resourceOf(group, operation);
  const event = {
    httpMethod: operation.method,
    resource,
    headers,
    body: JSON.stringify(fields),
    isBase64Encoded: false,
    queryStringParameters: null,
    multiValueQueryStringParameters: null,
    pathParameters: null,
    requestContext: { path: `/api${resource}` },
  } as unknown as APIGatewayProxyEvent;
  const received: Received = {
    event,
    requestId: services.newId(),
    now,
    deadline: new Date(now.getTime() + authorityMs.request()),
    ip: '',
    origin: '',
    scenario,
    headerErrors: {},
    trace: newTrace(),
  };
  const admitted = admitToAuthority(received, operation, {
    claims: caller,
    rows: certificate ? await callerRows(certificate) : {},
    sent: certificate?.certificateId,
  });
  const read = await readInput(admitted);
  return read as Acting<Operation> & Pick<Received, 'event'>;
};
