/**
 * Lets many requests continue in waves. In each wave, some randomly chosen requests continue until each waits for its next
 * answer or has ended; all others wait meanwhile. So the speed of the machine does not influence which requests run together.
 */
export class Waves {
  readonly #width: number;
  readonly #random: () => number;
  /** Requests that are running now. */
  readonly #moving = new Set<number>();
  /** Requests that wait for an answer, with the functions that release them. */
  readonly #held = new Map<number, (() => void)[]>();
  #toBegin: number[] = [];
  #begin: (one: number) => void = () => {};
  #most = 0;

  /** @param width how many requests run at a time */
  constructor(width: number, random: () => number) {
    this.#width = width;
    this.#random = random;
  }

  /** Starts all requests at the same time. @returns the highest number of requests that waited for an answer together */
  async run(works: (() => Promise<void>)[]): Promise<number> {
    this.#most = 0;
    const all = works.map(() => Promise.withResolvers<void>());
    this.#begin = (one) =>
      void works[one]!()
        .then(all[one]!.resolve, all[one]!.reject)
        .finally(() => {
          this.#moving.delete(one);
          this.#release(one);
          this.#goOn();
        });
    this.#toBegin = works.map((_, one) => one);
    this.#goOn();
    await Promise.all(all.map(({ promise }) => promise));
    return this.#most;
  }

  /** Waits until this request may have its answer. */
  hold(one: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(one, [...(this.#held.get(one) ?? []), resolve]);
    this.#moving.delete(one);
    this.#goOn();
    return promise;
  }

  #release(one: number): void {
    const answers = this.#held.get(one) ?? [];
    this.#held.delete(one);
    for (const answer of answers) answer();
  }

  #goOn(): void {
    if (this.#moving.size > 0) return;
    this.#most = Math.max(this.#most, this.#held.size);
    const begun = this.#toBegin.length === 0;
    // Sorted, because the order in which they arrived depends on their speed.
    const from = begun ? [...this.#held.keys()].toSorted((one, other) => one - other) : this.#toBegin;
    const next = Array.from({ length: Math.min(this.#width, from.length) }, () => {
      const [one] = from.splice(Math.floor(this.#random() * from.length), 1);
      return one!;
    });
    for (const one of next) this.#moving.add(one);
    for (const one of next)
      if (begun) this.#release(one);
      else this.#begin(one);
  }
}
