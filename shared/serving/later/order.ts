import type { Place } from '../../stores/filings/queue.ts';

/**
 * Those that wait in a queue, in the order in which they are to be made: rows of batches last; of the others, what files
 * before what does not; of these, those of the client company that has the fewest slots, so that client companies take
 * turns; of these, the oldest.
 * @param waiting the oldest first
 * @param held those that have a slot
 */
export function* inOrder(waiting: Place[], held: Place[]): Generator<Place> {
  const slots = new Map<number, number>();
  const slotsOf = ({ clientId }: Place) => slots.get(clientId) ?? 0;
  const give = (one: Place) => slots.set(one.clientId, slotsOf(one) + 1);
  for (const one of held) give(one);
  const begun = new Set(held.map(({ id }) => id));
  const left = waiting.filter(({ id }) => !begun.has(id));
  const comesBefore = (one: Place, other: Place) =>
    one.ofBatch !== other.ofBatch
      ? other.ofBatch === true
      : one.files === other.files
        ? slotsOf(one) < slotsOf(other)
        : one.files;
  while (left.length > 0) {
    const next = left.reduce((first, one) => (comesBefore(one, first) ? one : first));
    left.splice(left.indexOf(next), 1);
    give(next);
    yield next;
  }
}
