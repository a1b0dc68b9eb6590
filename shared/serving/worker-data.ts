import type { ErasedOfWorker, KeptOfWorker, WorkerDataPort } from '../operation/worker-data.ts';
import type { Filing } from '../stores/filings/filing.ts';
import { filingsOfWorker, reduceFiling } from '../stores/filings/reduce.ts';
import { shownState } from '../stores/filings/shown-state.ts';
import { storedAnswer } from './filing/answer.ts';
import { isUnderWay } from './filing/explain.ts';
import { requestOfFiling } from './filing/recorded.ts';
import type { Services } from './services.ts';

/** The owner of the data: the account, and the MAC of the worker's document as of `listMac`. */
export interface WorkerOfAccount {
  accountId: string;
  mac: string;
}

/** A part of the service that keeps data of workers. */
export interface WorkerData {
  /** All data that a part keeps of a worker, as they are. */
  show(services: Services, of: WorkerOfAccount): Promise<unknown[]>;
  /**
   * Erases the data that may be erased. Can be repeated. @returns the ids of the erased data, and of the data that
   * stay
   */
  erase(services: Services, of: WorkerOfAccount): Promise<ErasedOfWorker>;
}

/** Years during which an employer must be able to prove its communications. */
const LAW_YEARS = 4;
/** Retention of the reduced record of erased data, in milliseconds, so that an open page still finds it. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** Why a filing stays; `undefined` where it may go. */
export const keptFiling = (filing: Filing, now: Date): KeptOfWorker | undefined => {
  const { id, state, dry, reading } = filing;
  if (state === 'queued' || state === 'preparing' || isUnderWay(filing, now))
    return { id, because: 'underWay' };
  if (dry || reading) return undefined;
  const shown = shownState(filing);
  if (shown === 'unknown' || state === 'committing') return { id, because: 'unknown' };
  if (shown !== 'accepted' && shown !== 'declaredFiled') return undefined;
  const until = new Date(filing.endedAt ?? filing.claimedAt);
  until.setUTCFullYear(until.getUTCFullYear() + LAW_YEARS);
  return until > now ? { id, because: 'law', until: until.toISOString() } : undefined;
};

/** Whether there is anything of the worker left in it. */
const isReduced = ({ request, requestKey, about }: Filing): boolean => !request && !requestKey && !about;

/** Filings: requests, answers and messages. Their documents go by themselves, and evidence by its lock. */
export const filingsData: WorkerData = {
  show: async (services, { accountId, mac }) => {
    const filings = await filingsOfWorker(accountId, mac);
    return Promise.all(
      filings.map(async (filing) => {
        const { id, operation, authority, claimedAt, endedAt, about, reference, messages, message } = filing;
        const [request, answer] = await Promise.all([
          requestOfFiling(services, filing).catch(() => undefined),
          storedAnswer(services, filing),
        ]);
        const documents = (filing.documents ?? []).map(({ name, size }) => ({ name, size }));
        return {
          id,
          operation,
          authority,
          state: shownState(filing),
          dry: filing.dry,
          claimedAt,
          endedAt,
          about,
          reference,
          messages,
          message,
          documents,
          request,
          answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
        };
      }),
    );
  },
  erase: async ({ now }, { accountId, mac }) => {
    const erased: string[] = [];
    const kept: KeptOfWorker[] = [];
    for (const filing of await filingsOfWorker(accountId, mac)) {
      const stays = keptFiling(filing, now());
      if (stays) kept.push(stays);
      else if (!isReduced(filing)) {
        await reduceFiling(filing, new Date(now().getTime() + LEFT_MS));
        erased.push(filing.id);
      }
    }
    return { erased, kept };
  },
};

/** The data of one worker over all parts of the service, in their order. */
export const overParts = (
  parts: Record<string, WorkerData>,
  services: Services,
  accountId: string,
): WorkerDataPort => {
  const each = async <T>(does: (data: WorkerData) => Promise<T>): Promise<Record<string, T>> => {
    const found: Record<string, T> = {};
    for (const [part, data] of Object.entries(parts)) found[part] = await does(data);
    return found;
  };
  return {
    show: (mac) => each((data) => data.show(services, { accountId, mac })),
    erase: (mac) => each((data) => data.erase(services, { accountId, mac })),
  };
};
