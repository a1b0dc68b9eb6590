/** What ends first comes first. */
export class Heap<T> {
  readonly #times: number[] = [];
  readonly #items: T[] = [];

  /** When the first ends; infinite when there is none. */
  get next(): number {
    return this.#times[0] ?? Number.POSITIVE_INFINITY;
  }

  push(time: number, item: T): void {
    const [times, items] = [this.#times, this.#items];
    let at = times.push(time) - 1;
    items.push(item);
    for (let above = (at - 1) >> 1; at > 0 && times[above]! > time; at = above, above = (at - 1) >> 1) {
      times[at] = times[above]!;
      items[at] = items[above]!;
    }
    times[at] = time;
    items[at] = item;
  }

  pop(): T {
    const [times, items] = [this.#times, this.#items];
    const first = items[0]!;
    const time = times.pop()!;
    const item = items.pop()!;
    if (times.length === 0) return first;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      if (below >= times.length) break;
      if (below + 1 < times.length && times[below + 1]! < times[below]!) below += 1;
      if (times[below]! >= time) break;
      times[at] = times[below]!;
      items[at] = items[below]!;
      at = below;
    }
    times[at] = time;
    items[at] = item;
    return first;
  }
}
