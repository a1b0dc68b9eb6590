/** How much of a rate is used, as the last answer that counted it said. */
interface Limit {
  /** Requests a minute. */
  most: number;
  left: number;
  /** What was asked: its path. */
  of: string;
  /** When the minute ends. */
  until: Date;
}

/** Classes of requests by how many of them a minute has. */
export const RATES: Record<number, string> = {
  80: 'Consultas, cada operación',
  120: 'Cambios y trámites, cada operación',
  30: 'Consultas pesadas, entre todas',
};

const seen = new Map<string, Limit>();

/** Asks as a browser does, and keeps what the answer says of its limit. */
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

/** Of each class the request of which least is left in the minute that it is. */
export const limitsNow = (now: Date): Limit[] => {
  const current = [...seen.values()].filter(({ until }) => until > now).toSorted((a, b) => a.left - b.left);
  return [...Map.groupBy(current, ({ most }) => most).values()].map(([least]) => least!);
};
