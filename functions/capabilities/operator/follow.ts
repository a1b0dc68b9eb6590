import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../../shared/metrics/emit.ts';
import { type ShownState, shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import type { ChangedFiling } from '../events/gateway-rows.ts';
import { type Reached, TOTAL_SHARDS } from './store/totals.ts';

/**
 * Keeps the lists and totals that operators see over all accounts: unknown outcomes, and filings by the state in which they
 * ended. A batch of changes that cannot be counted is not counted later: its other changes would count twice.
 */
export const followForOperators: Follow = async ({ stores: { operator }, log, metrics, now }, changes) => {
  const reached: Reached[] = [];
  for (const change of changes) {
    if (change.kind !== 'filing' || !change.after) continue;
    const { before, after, at } = change;
    const [was, state] = [before && shownState(before), shownState(after)];
    if (was === state) continue;
    if (state === 'unknown') await operator.listUnknown(after);
    else if (was === 'unknown') await operator.unlistUnknown(after.id);
    const { accountId, authority, operation } = after;
    const of = { accountId, authority, operation };
    // An unknown outcome counts on the day on which the filing ended, so that it leaves the count of the same day once it is
    // known or declared. The change itself may be of the day after.
    const dayOf = (shown: ShownState, { endedAt }: ChangedFiling) =>
      madridDay(shown === 'unknown' && endedAt ? new Date(endedAt) : at);
    reached.push({ ...of, state, day: dayOf(state, after) });
    if (was === 'unknown') reached.push({ ...of, state: was, day: dayOf(was, before!), by: -1 });
  }
  if (reached.length === 0) return;
  const shard = [...changes[0]!.id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TOTAL_SHARDS;
  try {
    await operator.countReached(reached, shard, now());
  } catch (error) {
    log.error('filings could not be counted', { filings: reached.length, error: error as Error });
    measureDefect(metrics);
  }
};
