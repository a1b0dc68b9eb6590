import { conflict, documentUnreadable, ServiceError } from '../../kernel/errors.ts';
import type { Ports } from '../../operation/ports.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { withTypedData } from '../answer.ts';
import { isKept, takeStored } from '../documents.ts';
import { readEvidence, shownTo, witnessOutage } from '../evidence/read.ts';
import { cancelled, endLater, makeRoom } from '../later/dispatch.ts';
import type { Services } from '../services.ts';
import type { Actor, Running } from '../stages.ts';
import { storedAnswer } from './answer.ts';
import { triedName } from './draft.ts';
import { lookUpFiling } from './look-up.ts';
import {
  actorOf,
  certificateOf,
  operationOf,
  operationsNamed,
  requestOfFiling,
  submissionOf,
} from './recorded.ts';
import { isAbandoned } from './times.ts';

/** Functions of a filing for operations, beyond its row. */
export const filingPorts = (services: Services, running: Running): Ports['filings'] => ({
  request: (filing) => requestOfFiling(services, filing).catch(() => undefined),
  answer: async (filing) => {
    const text = await storedAnswer(services, filing);
    if (text === undefined) return null;
    const answer = JSON.parse(text);
    const operation = await operationOf(await services.loadGroups?.(), filing);
    return withTypedData(operation, answer.status ?? 200, answer);
  },
  document: async (document) => {
    const taken = takeStored(services, running, document);
    const isThere = await isKept(taken).catch((error: Error) => {
      services.log.error('a document could not be read', { requestId: running.requestId, error });
      throw documentUnreadable(error);
    });
    return isThere ? taken.file : undefined;
  },
  evidence: async (filing) => {
    const files = await readEvidence(services, filing);
    return files && shownTo(files, running.caller!);
  },
  witnessOutage: (filing) => witnessOutage(services, filing),
  cancel: async (filing) => {
    // A function that begins a filing becomes its owner, and only the owner ends it. So a filing that has begun
    // meanwhile stays.
    const isCancelled =
      filing.state === 'queued' && (await endLater(services, filing, { outcome: cancelled() }));
    if (!isCancelled) throw conflict('El trámite ya ha empezado o ha terminado: no se puede cancelar.');
    // Its place is free for the next one. That this fails takes nothing back; the schedule sees to those that wait.
    await makeRoom(services, filing).catch((error: Error) => {
      services.log.error('failed to start the next queued filing', {
        requestId: running.requestId,
        filing: filing.id,
        error,
      });
    });
  },
  operationsNamed: async (name) => operationsNamed(await services.loadGroups?.(), name),
  wasTried: async (operation, about) => {
    const { accountId = '', clientId } = running.caller ?? {};
    const name = triedName(accountId, operation, about);
    const filing = await services.stores.filings.findLocked(name, running.now);
    return filing?.dry === true && (clientId === undefined || filing.clientId === clientId);
  },
  check: async (filing) => {
    const isOpen = filing.state === 'unknown' || isAbandoned(filing, running.now);
    if (!isOpen) throw conflict('El resultado de este trámite no es desconocido.');
    const operation = await submissionOf(await services.loadGroups?.(), filing);
    const usable = await usableCertificate(services, running, filing);
    const { requestId, now, scenario } = running;
    const actor = actorOf(filing, { requestId, now, scenario, operation, ...usable });
    // A refusal by the authority is a result here, and no failure.
    await lookUpFiling(services, filing, { requestId, operation, actor }).catch((error: unknown) => {
      if (!(error instanceof ServiceError)) throw error;
    });
  },
});

/**
 * The certificate of a filing, else one of the same holder that the caller sent.
 * @throws ServiceError 409 when there is neither
 */
const usableCertificate = async (
  services: Services,
  running: Running,
  filing: Filing,
): Promise<Pick<Actor, 'certificate' | 'daysAhead'>> => {
  const own = await certificateOf(services, filing, running.now);
  const { certificate, daysAhead } = typeof own === 'string' ? running : own;
  const nif = certificate && (certificate.dni || certificate.fingerprint);
  if (!certificate || nif !== filing.certificate.nif)
    throw conflict(
      'El certificado del trámite ya no existe o no puede usarse: envíe en X-Cert-Secret otro del mismo titular.',
    );
  return { certificate, daysAhead };
};
