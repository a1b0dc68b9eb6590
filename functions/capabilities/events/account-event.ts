import type { EventType, GatewayEvent } from './gateway-event.ts';
import { eventIdOf } from './store/event-row.ts';

/** An event of an account. */
export interface AccountEvent {
  accountId: string;
  event: GatewayEvent;
}

/** The change of a row from which an event follows: the id of its stream record, and the approximate time of the write. */
export interface RowChange {
  id: string;
  at: Date;
}

/**
 * The event of an account, in a list. The same change always gives the same event with the same id.
 * @param facts the account, the subject and what differs from the usual: the event is of the time of the change
 */
export const eventFor = (
  { id, at }: RowChange,
  type: EventType,
  { accountId, ...facts }: { accountId: string } & Pick<GatewayEvent, 'subject'> & Partial<GatewayEvent>,
): AccountEvent[] => [
  { accountId, event: { id: eventIdOf(id, type), type, at: at.toISOString(), ...facts } },
];

/** The client company that may see an event; 0 is the account itself. */
export const seenBy = (clientId: number | undefined) => (clientId ? { clientId } : {});
