import type { EventType } from '../../kernel/events.ts';
import type { Follow } from '../changes/changes.ts';
import { UNKNOWN_SECONDS } from './times.ts';

/** The events about which mails are sent: of which kind, and how many seconds later. */
const MAILED: Partial<Record<EventType, { kind: 'certificates' | 'unknown'; delay: number }>> = {
  'certificate.expiring': { kind: 'certificates', delay: 0 },
  // Whether it still is, the function finds out that sends it.
  'tramite.unknown': { kind: 'unknown', delay: UNKNOWN_SECONDS },
};

/**
 * Has mails sent about new events, to who chose them. Events that are given again are the same mails.
 * @throws Error when not all messages are in the queue; then all may be given again
 */
export const handOverMails: Follow = async ({ stores }, changes) => {
  for (const change of changes) {
    if (change.kind !== 'event' || !change.after) continue;
    const { owner, event } = change.after;
    const mailed = MAILED[event.type];
    if (!mailed) continue;
    const { id, clientId, companyId, subject, detail } = event;
    await stores.mails.queueMails(
      [
        {
          ...{ kind: mailed.kind, accountId: owner },
          event: { id, clientId, companyId, subject: { id: subject.id }, detail: { days: detail?.days } },
        },
      ],
      mailed.delay,
    );
  }
};
