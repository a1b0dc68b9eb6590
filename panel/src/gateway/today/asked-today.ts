import type { Gateway } from '../../../../client/src/client.ts';
import { nextOf, settledBy, unsettled } from '../../capabilities/batches/batch.ts';
import { expiring, type ListedFiling, stillRefused } from '../../capabilities/obligations/to-do.ts';
import { openOnes } from '../../capabilities/reconciliation/comparisons.ts';
import { madridDay, plusDays } from '../../shared/days.ts';
import { first, pagesOf } from '../../shared/first.ts';

/** Number of past days whose refusals are shown. */
export const REFUSALS = 14;
/** The most elements of a list that the page Hoy reads. An office with more to do begins with these. */
export const MOST = 200;

/** States of a correction that must not be sent again. */
const FILED: ReadonlySet<string> = new Set(['accepted', 'unknown', 'declaredFiled']);

/** Refusals without a later filing. Reads the filings of the same operations since the first refusal, to find corrections. */
const refusals = async (gateway: Gateway, company?: number): Promise<ListedFiling[]> => {
  const wanted = { company, from: plusDays(madridDay(new Date()), -REFUSALS), dry: false };
  const refused = await first(gateway.listFilings.each({ ...wanted, state: 'refused' }), MOST);
  const filed = await Promise.all(
    [...new Set(refused.map(({ operation }) => operation))].map((operation) => {
      const of = refused.filter((filing) => filing.operation === operation);
      const from = madridDay(new Date(of.map(({ created_at }) => created_at).toSorted()[0]!));
      return first(gateway.listFilings.each({ ...wanted, operation, from }), MOST);
    }),
  );
  return stillRefused(
    refused,
    filed.flat().filter(({ state }) => FILED.has(state)),
  );
};

/**
 * Certificates that expire soon, whether there are any certificates, and whether notifications are fetched with any; `undefined`
 * if there are too many to read.
 */
const certificates = async (gateway: Gateway, company?: number) => {
  const { found, isWhole } = await pagesOf(async (page) => {
    const { data } = await gateway.listCertificates({ all: 1, page });
    return { found: data.data, lastPage: data.pagination.lastPage };
  }, MOST);
  const isWatching = found.some(({ watches }) => watches.length > 0) || (isWhole ? false : undefined);
  const shown = found.filter(({ clientId }) => company === undefined || clientId === company);
  return { expiring: expiring(shown, madridDay(new Date())), isWatching, hasAny: found.length > 0 };
};

/** The requests of the page Hoy, the most urgent first, because a browser makes only a few at a time. */
const ASKED = {
  status: async (gateway: Gateway) => (await gateway.getStatus()).data.authorities,
  unknown: (gateway: Gateway, company?: number) =>
    first(gateway.listFilings.each({ state: 'unknown', company }), MOST),
  due: async (gateway: Gateway, company?: number) => {
    const list = (state?: 'near') => gateway.listObligations({ company, perPage: MOST, state });
    const { data } = await list();
    const hasMore = data.continueToken !== null;
    // Late obligations come first and may fill the whole list, so those that can still be met in time are asked for separately.
    const near = hasMore ? (await list('near')).data.data : [];
    const obligations = [
      ...new Map([...data.data, ...near].map((obligation) => [obligation.id, obligation])).values(),
    ];
    return { obligations, hasMore, notice: data.notice };
  },
  /** Batches that can be filed now, by any person, and those of which rows are left, each with the one that has these rows. */
  batches: async (gateway: Gateway) => {
    const all = (await gateway.listBatches({})).data.data;
    const unfiled = unsettled(all).map((batch) => ({ batch, next: settledBy(batch, all) }));
    return { waiting: all.filter(isWaiting), unfiled };
  },
  refused: refusals,
  /** Comparisons of workforces that need attention. */
  drift: async (gateway: Gateway, company?: number) =>
    openOnes((await gateway.listReconciliations({ open: 1, company })).data.data),
  certificates,
};
/** The requests, by name. */
export type Asked = typeof ASKED;

/** Whether a batch that was tried can be filed now, by any person. */
const isWaiting = (batch: Parameters<typeof nextOf>[0]): boolean =>
  nextOf(batch, { id: '', preview: '' }, new Date()) === 'commit';

/** Makes one of the requests. */
export type AskToday = <Name extends keyof Asked>(name: Name, company?: number) => ReturnType<Asked[Name]>;

/**
 * Makes all requests at once, for all companies, if Hoy is the first page, so that they do not wait for the person's data.
 * Later requests are made when they are needed.
 */
export const beginToday = (gateway: Gateway, isFirst: boolean): AskToday => {
  const begun = new Map<string, Promise<unknown>>();
  const ask: AskToday = (name, company) => {
    const before = company === undefined ? begun.get(name) : undefined;
    begun.delete(name);
    return (before ?? ASKED[name](gateway, company)) as ReturnType<Asked[typeof name]>;
  };
  for (const name of isFirst ? (Object.keys(ASKED) as (keyof Asked)[]) : []) {
    const asked: Promise<unknown> = ASKED[name](gateway);
    // The caller that takes the promise handles its failure.
    asked.catch(() => {});
    begun.set(name, asked);
  }
  return ask;
};
