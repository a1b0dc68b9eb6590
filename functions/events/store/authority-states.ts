import * as z from 'zod';
import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { readRow } from '../../../shared/stores/dynamo/read-keys.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { is, isNew, put } from '../../../shared/stores/table.ts';
import { type GatewayEvent, SERVICE } from '../gateway-event.ts';
import { appendEvents } from './append.ts';
import { eventIdOf, eventKey, eventsTable } from './event-row.ts';

/** What events say of an authority: whether it is asked. One that is slow is up. */
export type KnownState = 'up' | 'down' | 'paused';

const parseState = rowParser('AuthorityState', 'authorityState', () =>
  z.object({ state: z.enum(['up', 'down', 'paused']), changes: z.int() }),
);

/** What the last event of an authority says, and how many there were. */
interface Known {
  state: KnownState;
  changes: number;
}

/** What the last event of an authority says; up, where there was none. */
export const knownState = async (authority: AuthorityName): Promise<Known> =>
  (await readRow(parseState, eventKey.authorityState(authority), eventsTable())) ?? {
    state: 'up',
    changes: 0,
  };

/**
 * Writes that an authority is in another state, with the event that says so, unless another run did.
 * @param was what was known
 */
export const noteAuthority = async (
  { authority, type, state }: { authority: AuthorityName; type: GatewayEvent['type']; state: KnownState },
  was: Known,
  now: Date,
): Promise<void> => {
  const changes = was.changes + 1;
  const event: GatewayEvent = {
    id: eventIdOf('authority', authority, String(changes)),
    type,
    at: now.toISOString(),
    subject: { kind: 'authority', id: authority },
    detail: { authority },
  };
  const also = {
    Put: put(
      eventsTable(),
      { ...eventKey.authorityState(authority), state, changes },
      was.changes === 0 ? isNew : is('changes', was.changes),
    ),
  };
  await appendEvents(SERVICE, [event], { now, also });
};
