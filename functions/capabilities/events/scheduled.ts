import { attempt } from '../../../shared/serving/attempt.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { AuthorityState } from '../../../shared/stores/health.ts';
import type { EventType } from './gateway-event.ts';
import { takeReminders } from './reminders.ts';
import type { KnownState } from './store/events.ts';

/** A pause has a message of the operator; an outage has none. */
const stateOf = ({ state, message }: AuthorityState): KnownState => {
  if (state === 'up' || state === 'slow') return 'up';
  return message === undefined ? 'down' : 'paused';
};

/** The type of event for a change of an authority's state. */
const typeOf = (was: KnownState, is: KnownState): EventType => {
  if (is === 'up') return was === 'paused' ? 'authority.resumed' : 'authority.up';
  return is === 'paused' ? 'authority.paused' : 'authority.down';
};

/** Writes an event for each authority that is not as the last event says. */
export const noteAuthorities = async ({ stores, now }: Services): Promise<void> => {
  const at = now();
  for (const one of await stores.health.statesOf(at)) {
    const was = await stores.events.knownState(one.authority);
    const state = stateOf(one);
    if (state === was.state) continue;
    const { authority } = one;
    await stores.events.noteAuthority({ authority, type: typeOf(was.state, state), state }, was, at);
  }
};

/**
 * Writes the events that follow from time and from the state of the authorities rather than from a change of a row. Runs each
 * minute. Each part fails on its own.
 */
export const noteScheduled = async (services: Services): Promise<void> => {
  await Promise.all([
    attempt(services, 'write events of authorities', noteAuthorities),
    attempt(services, 'take due reminders', takeReminders),
  ]);
};
