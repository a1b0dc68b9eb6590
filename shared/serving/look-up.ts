import { refused, type ServiceError, unknownOutcome } from '../errors.ts';
import type { Reply, Submission } from '../operation.ts';
import type { Filing, FilingEntry } from '../stores/filings/record.ts';
import type { Call } from './call.ts';
import { storeAnswer } from './filing-answer.ts';
import { dueAfterLooks } from './filing-times.ts';
import { openAuthority, portsOf } from './ports.ts';
import type { Services } from './services.ts';

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

interface LookUpOptions {
  /** What the caller is told where the look-up finds nothing, and the results that are known. */
  unresolved?: { answer: Reply<unknown> | ServiceError; entries: FilingEntry[] };
  /** The look-up was counted, and the next one was planned, before it began. */
  isCounted?: boolean;
}

/**
 * Looks a filing up at its authority, from its record alone, as the certificate of the call; without one, nothing is
 * asked. What is found ends it as accepted; that nothing is found proves nothing, and is noted.
 * @returns the reply of the operation where it was found
 * @throws ServiceError 422 where the authority says itself that it refused this very filing
 */
export const lookUpFiling = async (
  services: Services,
  call: Call,
  operation: Submission,
  filing: Filing,
  { unresolved, isCounted = false }: LookUpOptions = {},
): Promise<Reply<unknown> | undefined> => {
  const { stores, log, now } = services;
  // What no query can prove, or a person has spoken about, is not looked up by itself.
  const dueAgain = (looks: number) =>
    'none' in operation.lookUp || filing.stated ? undefined : dueAfterLooks(looks, now());
  const found = await ask(services, call, operation, filing).catch((error: ServiceError | Error) => {
    log.info('a look-up failed', { requestId: call.requestId, filing: filing.id, reason: error.name });
    return undefined;
  });
  const error = found && 'refused' in found ? refused(filing.authority, found.refused) : undefined;
  const reply = found && !('refused' in found) ? found : undefined;
  try {
    if (error) {
      const facts = {
        ...(await storeAnswer(services, filing, error, [])),
        messages: error.errors[filing.authority],
      };
      await stores.filings.endFiling(
        filing,
        ['committing', 'unknown'],
        { state: 'refused', facts },
        { now: now() },
      );
    } else if (reply) {
      const { reference } = reply.filed ?? {};
      const facts = {
        ...(await storeAnswer(services, filing, reply, call.files)),
        ...(reference && { reference }),
      };
      const from = ['committing', 'unknown', 'accepted'] as const;
      await stores.filings.endFiling(filing, [...from], { state: 'accepted', facts }, { now: now() });
    } else if (filing.state === 'committing') {
      const answer = unresolved?.answer ?? unknownOutcome(filing.authority, undefined, filing.id);
      const { reference } = filing;
      const facts = {
        ...(await storeAnswer(services, filing, answer, call.files)),
        ...(reference && { reference }),
      };
      if (unresolved?.entries.length) await stores.filings.putEntries(filing.id, unresolved.entries);
      const dueAt = dueAgain(filing.looks ?? 0);
      await stores.filings.endFiling(
        filing,
        ['committing'],
        { state: 'unknown', facts },
        { now: now(), dueAt },
      );
    } else if (filing.state === 'unknown' && !isCounted) {
      await stores.filings.noteLook(filing.id, now(), dueAgain((filing.looks ?? 0) + 1));
    }
  } catch (error) {
    log.error('a look-up could not be written down', {
      requestId: call.requestId,
      filing: filing.id,
      error: error as Error,
    });
  }
  if (error) throw error;
  return reply;
};

const ask = async (services: Services, call: Call, operation: Submission, filing: Filing) => {
  const { lookUp } = operation;
  if ('none' in lookUp || !call.certificate) return undefined;
  if (lookUp.onlyByReference && !filing.reference) return undefined;
  const request = (await requestOfFiling(services, filing)) as Record<string, unknown>;
  const ports = await portsOf(services, call);
  const authority = openAuthority(services, call, operation.authority, { bypassesBreaker: true });
  const since = new Date(filing.committingAt ?? filing.claimedAt);
  return lookUp.find(request, { id: filing.id, since, reference: filing.reference }, {
    ...ports,
    filingId: filing.id,
    [operation.authority]: authority,
  } as never);
};
