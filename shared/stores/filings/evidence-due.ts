/** What the record of a filing says of its evidence: that it is still to be written, or to be time-stamped. */

import { updateIf } from '../dynamo/dynamo.ts';
import { absent, all, is, update } from '../table.ts';
import { DUE_MEMBERS, dueKeys, type Filing } from './filing.ts';
import { filingKey, filingsTable } from './filing-keys.ts';

/**
 * Notes that the evidence of a filing is written.
 * @param evidenceDue as it was then: if the filing has ended again, its evidence is due again
 * @param staysDue it is looked up again
 */
export const noteEvidence = async (id: string, evidenceDue: string, staysDue: boolean): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(id), {
      remove: ['evidenceDue', ...(staysDue ? [] : DUE_MEMBERS)],
      if: is('evidenceDue', evidenceDue),
    }),
  );
};

/**
 * Notes that the evidence of a filing is written, and its time-stamp due.
 * @param evidenceDue as of `noteEvidence`
 * @param dueAt when the schedule asks for it; without it, when the filing is due for another reason
 */
export const noteUnstamped = async (
  filing: Pick<Filing, 'id' | 'accountId' | 'state'>,
  evidenceDue: string,
  dueAt: Date | undefined,
): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { stampDue: evidenceDue, ...(dueAt && { takes: 0, ...dueKeys(filing, filing.state, dueAt) }) },
      remove: ['evidenceDue'],
      if: is('evidenceDue', evidenceDue),
    }),
  );
};

/**
 * Notes that the time-stamp of a filing's evidence is there.
 * @param stampDue as it was then: evidence that was written again has another one
 * @param staysDue it is looked up again
 */
export const noteStamped = async (id: string, stampDue: string, staysDue: boolean): Promise<void> => {
  await updateIf(
    update(filingsTable(), filingKey.head(id), {
      remove: ['stampDue', ...(staysDue ? [] : DUE_MEMBERS)],
      if: all(is('stampDue', stampDue), absent('evidenceDue')),
    }),
  );
};

/**
 * Notes that the evidence of a filing that was not sent is wanted.
 * @returns false where it has evidence, or is in another state
 */
export const wantEvidence = async (
  filing: Pick<Filing, 'id' | 'accountId'>,
  now: Date,
  dueAt: Date,
): Promise<boolean> => {
  const written = await updateIf(
    update(filingsTable(), filingKey.head(filing.id), {
      set: { evidenceDue: now.toISOString(), takes: 0, ...dueKeys(filing, 'ended', dueAt) },
      if: all(is('state', 'ended'), absent('stampDue')),
    }),
  );
  return written !== undefined;
};
