import { madridTime } from '../../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { MAIL_CHOICE_SHARDS } from '../../../shared/stores/keyspace.ts';
import type { Follow } from '../events/changes.ts';
import type { EventType } from '../events/gateway-event.ts';
import type { ChangedUser } from '../events/gateway-rows.ts';
import type { Change } from '../events/row-kinds.ts';
import type { MailMessage } from './store/queue.ts';

/** How long a function works on a mail, in milliseconds. */
export const MAILS_MS = 60_000;

/** Seconds for which an outcome must have been unknown until users are written to. The longest delay that SQS has. */
const UNKNOWN_SECONDS = 15 * 60;

/** When digests are sent, by the clock in Madrid. */
const DIGEST_TIME = '08:00:00';

/** The day in Madrid whose digests are due, `YYYY-MM-DD`; `undefined` before eight. */
export const digestDay = (now: Date): string | undefined => {
  const [day, time] = madridTime(now).split(' ') as [string, string];
  return time >= DIGEST_TIME ? day : undefined;
};

/** Events that cause mails: the kind of mail, and the delay in seconds. */
const MAILED: Partial<Record<EventType, { kind: 'certificates' | 'unknown'; delay: number }>> = {
  'certificate.expiring': { kind: 'certificates', delay: 0 },
  // Whether it still is, the function finds out that sends it.
  'tramite.unknown': { kind: 'unknown', delay: UNKNOWN_SECONDS },
};

/**
 * The mail to a user whose second factor was switched on or off. It cannot be unsubscribed, because it reveals a
 * theft.
 */
const factorMail = ({ kind, id: change, before, after }: Change): MailMessage | undefined => {
  if (kind !== 'user' || !before || !after || (after as ChangedUser).removedAt) return undefined;
  const [was, isOn] = [before, after].map((row) => (row as ChangedUser).hasSecondFactor === true);
  const { accountId, id: userId } = after as ChangedUser;
  return was === isOn ? undefined : { kind: 'secondFactor', accountId, userId, isOn: isOn!, change };
};

/**
 * Queues mails about new events, for the users who chose them, and about second factors, for their users. Idempotent.
 * @throws Error when not all messages are in the queue; all may be handed over again then
 */
export const handOverMails: Follow = async ({ stores }, changes) => {
  for (const change of changes) {
    const ofFactor = factorMail(change);
    if (ofFactor) await stores.mails.queueMails([ofFactor]);
    if (change.kind !== 'event' || !change.after) continue;
    const { owner, event } = change.after;
    const mailed = MAILED[event.type];
    if (!mailed) continue;
    const { id, clientId, companyId, subject, detail } = event;
    await stores.mails.queueMails(
      [
        {
          kind: mailed.kind,
          accountId: owner,
          event: { id, clientId, companyId, subject: { id: subject.id }, detail: { days: detail?.days } },
        },
      ],
      mailed.delay,
    );
  }
};

/**
 * Queues the digests of this day for all who chose one, shard by shard, once it is eight in Madrid. A digest that is queued
 * twice, since a run ended in between or two ran at the same time, is sent once.
 * @throws Error when not all are in the queue; the next run goes on
 */
export const queueDigests = async ({ stores, now }: Pick<Services, 'stores' | 'now'>): Promise<void> => {
  const { mails } = stores;
  const instant = now();
  const day = digestDay(instant);
  if (!day) return;
  for (let shard = await mails.digestsQueued(day); shard < MAIL_CHOICE_SHARDS; shard++) {
    const chosen = await mails.whoChoseInShard('digest', shard);
    await mails.queueMails(
      chosen.map(({ accountId, userId }) => ({ kind: 'digest' as const, accountId, userId, day })),
    );
    await mails.noteDigestsQueued(day, shard + 1, instant);
  }
};

/** Has digests sent in the morning. That this fails keeps no filing waiting; the next run goes on. */
export const sendDigests = async (services: Services): Promise<void> => {
  try {
    await queueDigests(services);
  } catch (error) {
    services.log.error('failed to queue digests', { error: error as Error });
    measureDefect(services.metrics);
  }
};
