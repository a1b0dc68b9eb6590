import { addressOf } from '../derive/routes.ts';
import { conflict, ServiceError } from '../errors.ts';
import type { Group, Submission } from '../operation.ts';
import type { Ports } from '../ports.ts';
import type { Filing } from '../stores/filings/record.ts';
import type { Call } from './call.ts';
import { storedAnswer } from './filing-answer.ts';
import { isAbandoned } from './filing-times.ts';
import { lookUpFiling, requestOfFiling } from './look-up.ts';
import type { Services } from './services.ts';

/** The submission that a filing is of, by its method and address. */
const operationOf = (groups: Group[], filing: Filing): Submission | undefined =>
  groups
    .flatMap((group) => group.operations.map((operation) => ({ group, operation })))
    .flatMap(({ group, operation }) =>
      operation.kind === 'submission' &&
      filing.operation === `${operation.method} ${addressOf(group, operation)}`
        ? [operation]
        : [],
    )[0];

/** What operations may do with a filing beyond its row. */
export const filingPorts = (services: Services, call: Call): Ports['filings'] => ({
  request: (filing) => requestOfFiling(services, filing).catch(() => undefined),
  answer: async (filing) => {
    const answer = await storedAnswer(services, filing);
    return answer === undefined ? null : JSON.parse(answer);
  },
  document: (key) => services.stores.documents.getDocument(key),
  check: async (filing) => {
    const isOpen = filing.state === 'unknown' || isAbandoned(filing, call.now);
    if (!isOpen) throw conflict('El resultado de este trámite no es desconocido.');
    const operation = operationOf(services.groups ?? [], filing);
    if (!operation) throw new Error('a filing of no known operation');
    const certificate = await certificateOf(services, call, filing);
    // That the authority refused it is a result here, and no failure.
    await lookUpFiling(services, { ...call, certificate }, operation, filing).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  },
});

/**
 * The certificate of a filing, else one of the same holder that the caller sent.
 * @throws ServiceError 409 when there is neither
 */
const certificateOf = async ({ stores }: Services, call: Call, filing: Filing) => {
  const own = await stores.certificates.findCertificate(filing.accountId, {
    certificateId: filing.certificate.id,
    clientId: filing.clientId,
  });
  const certificate = own ?? call.certificate;
  const nif = certificate && (certificate.dni || certificate.fingerprint);
  if (!certificate || nif !== filing.certificate.nif)
    throw conflict('El certificado del trámite ya no existe: envíe en X-Cert-Secret otro del mismo titular.');
  return certificate;
};
