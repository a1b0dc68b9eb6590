import type { APIGatewayProxyEvent } from 'aws-lambda';
import { resourceOf } from '../../../../shared/derive/routes.ts';
import type { AuthorityOperation, LazyGroup, Submission } from '../../../../shared/operation/operation.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { admitToAuthority } from '../../../../shared/serving/admit.ts';
import { authorityMs } from '../../../../shared/serving/filing/times.ts';
import { readInput } from '../../../../shared/serving/input.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import { type Acting, newTrace, type Received } from '../../../../shared/serving/stages.ts';
import { type CertificateSecret, isNamed } from '../../../../shared/stores/certificates.ts';
import type { CallerRows } from '../../../../shared/stores/identity/sessions.ts';
import { daysAheadOf } from '../../../../shared/stores/worlds.ts';
import type { Step } from './content.ts';
import type { Listed } from './submissions.ts';

/** A row of a batch as an ordinary request, so that it gets the same checks and treatment as a submission. */

/** Reads the rows of the account and of a certificate. */
export type RowFacts = (certificate: CertificateSecret) => Promise<CallerRows>;

/** Reads the rows of the account and of certificates once for all rows that are checked together. */
export const rowFacts = (
  { stores: { accounts, certificates, clients } }: Services,
  accountId: string,
): RowFacts => {
  const known = new Map<string, Promise<CallerRows>>();
  const load: RowFacts = async (secret) => {
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
    const reading = known.get(certificate.certificateId) ?? load(certificate);
    known.set(certificate.certificateId, reading);
    return reading;
  };
};

/** A request that is made later for the caller who asked for it. */
interface LaterRequest<Of extends AuthorityOperation> {
  operation: Of;
  group: LazyGroup;
  /** Its fields, as a caller would send them. */
  fields: Record<string, unknown>;
  /** Without one, all mistakes of the request are thrown. */
  certificate: CertificateSecret | undefined;
  caller: Caller;
  facts: RowFacts;
  headers?: Record<string, string>;
  scenario?: string | undefined;
}

/**
 * Reads a request that is made later, as it is read when a caller sends it.
 * @throws ServiceError as the request would be answered
 */
export const readFor = async <Of extends AuthorityOperation>(
  services: Services,
  { operation, group, fields, certificate, caller, facts, headers = {}, scenario }: LaterRequest<Of>,
): Promise<Acting<Of> & Pick<Received, 'event'>> => {
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
    rows: certificate ? await facts(certificate) : {},
    sent: certificate?.certificateId,
  });
  const read = await readInput(admitted);
  return read as Acting<Of> & Pick<Received, 'event'>;
};

/** A submission of a row. */
interface RowRequest extends Pick<LaterRequest<Submission>, 'caller' | 'facts' | 'headers' | 'scenario'> {
  listed: Listed;
  step: Pick<Step, 'body'> & Partial<Pick<Step, 'certificate'>>;
  /** The batch decides on `test`, because it begins with a dry run. */
  dry: boolean;
}

/**
 * Reads a submission of a row like any request.
 * @throws ServiceError as the request would be answered
 */
export const readRow = (
  services: Services,
  { listed: { operation, group }, step, dry, ...of }: RowRequest,
): Promise<Acting<Submission> & Pick<Received, 'event'>> =>
  readFor(services, {
    ...of,
    operation,
    group,
    certificate: step.certificate,
    fields: { ...step.body, ...(dry && { test: 1 }) },
  });
