import type { EventType } from '../../kernel/events.ts';
import type { KnownState } from '../../stores/events/authority-states.ts';
import type { AuthorityState } from '../../stores/health.ts';
import type { Services } from '../services.ts';

/** A pause has a message of the operator; what an authority announces itself has none. */
const stateOf = ({ state, message }: AuthorityState): KnownState => {
  if (state === 'up' || state === 'slow') return 'up';
  return message === undefined ? 'down' : 'paused';
};

/** What it is called that an authority is in another state now. */
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
