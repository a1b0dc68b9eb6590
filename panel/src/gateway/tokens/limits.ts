/** How much of a rate limit is used, according to the last answer that counted towards it. */
interface Limit {
  /** Requests allowed per minute. */
  most: number;
  left: number;
  /** Path of the request that was made. */
  of: string;
  /** The end of the current minute. */
  until: Date;
}

/** The rate classes, by the requests per minute that each allows. */
export const RATES: Record<number, string> = {
  80: 'Consultas, cada operación',
  120: 'Cambios y trámites, cada operación',
  30: 'Consultas pesadas, entre todas',
};

const seen = new Map<string, Limit>();

/** `fetch`, which also records the rate limit in the answer's headers. */
export const notingLimits = async (asked: Request): Promise<Response> => {
  const answer = await fetch(asked);
  const [most, left, reset] = ['Limit', 'Remaining', 'Reset'].map((name) =>
    Number(answer.headers.get(`X-Ratelimit-${name}`) ?? Number.NaN),
  ) as [number, number, number];
  const { pathname } = new URL(asked.url);
  const of = `${asked.method} ${pathname.replace(/^.*\/api\/v\d+/, '')}`;
  if (most > 0) seen.set(of, { most, left, of, until: new Date(reset * 1000) });
  return answer;
};

/** For each rate class, the limit with the fewest requests left in the current minute. */
export const limitsNow = (now: Date): Limit[] => {
  const current = [...seen.values()].filter(({ until }) => until > now).toSorted((a, b) => a.left - b.left);
  return [...Map.groupBy(current, ({ most }) => most).values()].map(([least]) => least!);
};
