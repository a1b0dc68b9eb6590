/** Times of calls, in milliseconds. They are meaningful only next to other times of the same run on the same machine. */

export const median = (values: number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
};

type Work = () => Promise<unknown>;

/** Calls of each kind that are not measured: they start functions and open connections. */
const WARM_UP = 3;

/** The median time of each kind of work. They take turns, so that other load on the machine affects all of them alike. */
export const medians = async <Name extends string>(
  works: Record<Name, Work>,
  rounds: number,
): Promise<Record<Name, number>> => {
  const names = Object.keys(works) as Name[];
  const times = new Map(names.map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP; round < rounds; round++)
    for (const name of names) {
      const since = performance.now();
      await works[name]();
      if (round >= 0) times.get(name)!.push(performance.now() - since);
    }
  return Object.fromEntries(names.map((name) => [name, median(times.get(name)!)])) as Record<Name, number>;
};

/** Prints the ratio of two measurements. Only ratios can be compared between machines. */
export const tell = (what: string, measured: number, against: number): void =>
  console.log(`${(measured / against).toFixed(2).padStart(8)} ×  ${what}`);
