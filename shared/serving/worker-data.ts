import { daysLater } from '../kernel/spanish-time.ts';
import type { ErasedOfWorker, KeptOfWorker, WorkerDataPort } from '../operation/worker-data.ts';
import type { Filing } from '../stores/filings/filing.ts';
import { filingsOfWorker, reduceFiling } from '../stores/filings/reduce.ts';
import { shownState } from '../stores/filings/shown-state.ts';
import { storedAnswer } from './filing/answer.ts';
import { listMac } from './filing/draft.ts';
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

/** Days for which stored content is kept at most: documents, large requests and answers, and rows of batches. */
export const CONTENT_DAYS = 37;

/** Words that may be documents, with the signs that people write in them. */
const WORDS = /[0-9A-Za-z]+(?:[.-][0-9A-Za-z]+)*/g;
const wordsIn = (text: string): string[] =>
  (text.match(WORDS) ?? []).map((word) => word.replace(/[.-]/g, '').toUpperCase());
const SHORTEST = 6;

/** Makes the check whether a text, such as JSON, names a worker by the document, however it is written. */
export const documentFinder = async (
  { stores }: Pick<Services, 'stores'>,
  { accountId, mac }: WorkerOfAccount,
): Promise<(text: string) => boolean> => {
  const key = await stores.keys.serviceKey('worker');
  const others = new Set<string>();
  const isOf = (word: string): boolean => {
    if (word.length < SHORTEST || others.has(word)) return false;
    if (listMac(accountId, { what: 'worker', value: word }, key) === mac) return true;
    others.add(word);
    return false;
  };
  return (text) => wordsIn(text).some(isOf) || wordsIn(text.replace(/\s/g, '')).some(isOf);
};

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

/** Days for which answers of readings are kept at most. */
const READING_DAYS = 7;
const PAGE = 250;

/** Readings about a whole account, such as a list of its workers, whose request or answer names a worker. */
const readingsNaming = async (services: Services, of: WorkerOfAccount): Promise<Filing[]> => {
  const { stores, now } = services;
  const names = await documentFinder(services, of);
  const found: Filing[] = [];
  const from = daysLater(now(), -READING_DAYS);
  for (let after: string | undefined; ; ) {
    const page = await stores.filings.listFilings({
      accountId: of.accountId,
      states: ['answered', 'failed'],
      from,
      now: now(),
      limit: PAGE,
      after,
    });
    for (const filing of page.filings) {
      const texts = [
        await requestOfFiling(services, filing).catch(() => ''),
        await storedAnswer(services, filing),
      ];
      if (filing.reading && names(JSON.stringify(texts))) found.push(filing);
    }
    if (!page.end) return found;
    after = page.end;
  }
};

/** Whether a filing has content that no function can delete. */
const hasContent = ({ documents = [], requestKey, answerKey }: Filing): boolean =>
  documents.length > 0 || requestKey !== undefined || answerKey !== undefined;

const contentUntil = ({ endedAt, claimedAt }: Filing): string =>
  daysLater(new Date(endedAt ?? claimedAt), CONTENT_DAYS).toISOString();

/** Filings: requests, answers and messages. Their stored content expires, and evidence by its lock. */
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
  erase: async (services, of) => {
    const { now } = services;
    const erased: string[] = [];
    const kept: KeptOfWorker[] = [];
    const own = await filingsOfWorker(of.accountId, of.mac);
    const others = (await readingsNaming(services, of)).filter(({ id }) => own.every((one) => one.id !== id));
    for (const filing of [...own, ...others]) {
      const stays = keptFiling(filing, now());
      if (stays) {
        kept.push(stays);
        continue;
      }
      if (isReduced(filing)) continue;
      await reduceFiling(filing, new Date(now().getTime() + LEFT_MS));
      erased.push(filing.id);
      if (hasContent(filing)) kept.push({ id: filing.id, because: 'expires', until: contentUntil(filing) });
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
