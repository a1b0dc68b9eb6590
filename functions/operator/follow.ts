import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { measureDefect } from '../../shared/metrics/emit.ts';
import { shownState } from '../../shared/stores/filings/shown-state.ts';
import type { Follow } from '../events/changes.ts';
import { type Reached, TOTAL_SHARDS } from './store/totals.ts';

/**
 * Writes down what operators see of all accounts: which outcomes are unknown, which may be done again, and how many filings
 * came to which state. What cannot be counted is not counted later: else what was counted with it would count twice.
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
    reached.push({ accountId, authority, operation, state, day: madridDay(at) });
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
