import type { Gateway } from '../../../client/src/client.ts';
import { madridDay, plusDays } from '../logic/days.ts';
import { expiring, type ListedFiling, stillRefused } from '../logic/today.ts';
import { first } from './first.ts';

/** Days back for which refusals are looked through. */
export const REFUSALS = 14;
/** The most of a list that the page of today reads: who has more than this to do begins with these. */
const MOST = 200;

const refusals = async (gateway: Gateway, company?: number): Promise<ListedFiling[]> => {
  const from = plusDays(madridDay(new Date()), -REFUSALS);
  const [refused, ...filed] = await Promise.all(
    (['refused', 'accepted', 'unknown', 'declaredFiled'] as const).map((state) =>
      first(gateway.listFilings.each({ state, company, from, dry: false, perPage: 100 }), MOST),
    ),
  );
  return stillRefused(refused!, filed.flat());
};

/** What the page of today asks, what is needed first first: a browser asks some things at a time. */
const ASKED = {
  due: (gateway: Gateway, company?: number) =>
    first(gateway.listObligations.each({ company, perPage: 100 }), MOST),
  unknown: (gateway: Gateway, company?: number) =>
    first(gateway.listFilings.each({ state: 'unknown', company }), MOST),
  refused: refusals,
  certificates: async (gateway: Gateway, company?: number) =>
    expiring(await first(gateway.listCertificates.each({ clientId: company }), MOST), madridDay(new Date())),
  status: async (gateway: Gateway) => (await gateway.getStatus()).data.authorities,
};
type Asked = typeof ASKED;

/** Asks one of these. */
export type AskToday = <Name extends keyof Asked>(name: Name, company?: number) => ReturnType<Asked[Name]>;

/**
 * Asks all of it at once, for all companies, if it is the page that comes first, and each thing again whenever it is asked for
 * later. So it need not wait for who signed in.
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
    // Whoever takes it sees that it failed.
    asked.catch(() => {});
    begun.set(name, asked);
  }
  return ask;
};
