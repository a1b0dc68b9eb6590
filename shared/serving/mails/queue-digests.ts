import { MAIL_CHOICE_SHARDS } from '../../stores/keyspace.ts';
import type { Services } from '../services.ts';
import { digestDay } from './times.ts';

/**
 * Puts the digests of this day into the queue, once it is eight in Madrid: of who chose one, shard by shard. What is put
 * there twice, since a run ended in between or two ran at the same time, is sent once.
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
