import { toAuthority } from '../../kernel/authority-errors.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Reply } from '../../kernel/reply.ts';
import { type Filing, type FilingState, filesNothing } from '../../stores/filings/filing.ts';
import type { Place } from '../../stores/filings/queue.ts';
import { noteLost, storeAnswer, storeDocuments } from '../filing/answer.ts';
import { namedAbout } from '../filing/draft.ts';
import { endFiling } from '../filing/end-record.ts';
import { expiryOf } from '../filing/times.ts';
import type { Services } from '../services.ts';
import type { DeliveredFile } from '../stages.ts';

/**
 * Sorts waiting records into the order of work: rows of batches last; before them, filings before questions; among
 * these, the client company with the fewest slots first, so that client companies take turns; then the oldest.
 * @param waiting the oldest first
 * @param held records that have a slot
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

/** How long a slot is held for a filing whose message is under way, in milliseconds. */
const MESSAGE_MS = 2 * 60_000;

/**
 * Tells a function to make a queued filing, if its account has a slot for it; else it waits until one is free.
 * @returns whether it has a slot, and so its message
 */
export const dispatch = async (
  { stores: { filings, workQueues }, now }: Services,
  filing: Filing,
): Promise<boolean> => {
  const at = now();
  const until = new Date(at.getTime() + MESSAGE_MS);
  const slot = await filings.takeSlot(filing, { now: at, until });
  if (slot !== 'taken') return slot === 'held';
  await workQueues.sendWork(filing);
  await filings.leaveQueue(filing, filing.id);
  return true;
};

/**
 * Frees a filing's slot, and sends messages for the next waiting ones. A filing is queued before it looks for a
 * slot, and the queue is read here after the slot is free, so none is overlooked by both.
 */
export const makeRoom = async (services: Services, filing: Filing): Promise<void> => {
  const { filings } = services.stores;
  await filings.leaveQueue(filing, filing.id);
  await filings.freeSlot(filing, filing.id);
  const { waiting, held } = await filings.readQueue(filing, services.now());
  for (const { id } of inOrder(waiting, held)) {
    const next = await filings.getFiling(id);
    if (next?.state !== 'queued') await filings.leaveQueue(filing, id);
    else if (!(await dispatch(services, next))) return;
  }
};

/** Ends queued work with an answer; nothing was sent. @param answer with `worker` as of `Trace` */
export const endLater = async (
  services: Services,
  filing: Filing,
  answer: { outcome: ServiceError | Reply<unknown>; files?: DeliveredFile[]; worker?: string | undefined },
): Promise<boolean> => {
  const { now } = services;
  const { outcome, files = [], worker } = answer;
  await storeDocuments(filing, files);
  const stored = await storeAnswer(services, filing, { outcome, files });
  // A dry run without success has not passed; a question has its answer all the same.
  const isFailure = outcome instanceof ServiceError || (filing.dry && outcome.success === false);
  const state = !filesNothing(filing) ? 'ended' : isFailure ? 'failed' : 'answered';
  const from: FilingState[] = ['queued', 'claimed', 'preparing'];
  const at = now();
  const isEnded = await endFiling(services, filing, {
    from,
    state,
    facts: { ...stored, ...namedAbout(filing, worker) },
    now: at,
    expires: expiryOf(filing, undefined, at),
  });
  if (isEnded) await noteLost(services, filing, { recorded: stored.documents, files });
  return isEnded;
};

/** The answer to what its caller cancelled before it began. */
export const cancelled = () => new ServiceError(409, 'Se canceló antes de empezar. No se ha enviado nada.');

/** 503: it was queued for too long to be made now, or the functions that were to make it ended. */
export const notMade = ({ authority }: Filing): ServiceError => {
  const message =
    `La petición no se ha podido tramitar a tiempo y no se ha enviado nada ${toAuthority(authority)}. ` +
    'Puede volver a enviarla.';
  return new ServiceError(503, message, { errors: { [authority]: [message] } });
};
