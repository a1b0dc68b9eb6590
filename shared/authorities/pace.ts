import { OutOfTime } from './exchange.ts';

/** How fast an authority answers one request of ours, and what there is still time for. */
export class Pace {
  readonly #deadline: Date;
  /** Milliseconds of the slowest answer so far. */
  #slowest = 0;

  /** @param deadline the time by which the last answer must be there */
  constructor(deadline: Date) {
    this.#deadline = deadline;
  }

  get slowest(): number {
    return this.#slowest;
  }

  /** @throws OutOfTime if there is no time for so many answers that are as slow as the slowest so far */
  expect(answers: number): void {
    if (Date.now() + answers * this.#slowest > this.#deadline.getTime()) throw new OutOfTime();
  }

  /** Waits for an answer, and takes its time without that for which it waited for us. One that fails does not count. */
  async take<T extends { waited?: number }>(answer: () => Promise<T>): Promise<T> {
    const began = Date.now();
    const given = await answer();
    this.#slowest = Math.max(this.#slowest, Date.now() - began - (given.waited ?? 0));
    return given;
  }
}
