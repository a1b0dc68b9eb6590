import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { digestWords, eventSubjects, eventTypes } from '../event-types.ts';

/** Types of events at the gateway or found at an authority, each with its description for integrators, in Spanish. */
export const EVENT_TYPES = eventTypes;

export type EventType = keyof typeof EVENT_TYPES;

/** The owner of events that concern all accounts, such as an authority that is down. */
export const SERVICE = 'service';

/** Kinds of subjects of events. */
export const SUBJECT_KINDS = eventSubjects;

/** Words of the sections of the daily digest, by the type of their events. */
export const DIGEST_WORDS = digestWords;

/** Further facts of an event. Never data of persons: these are read from the subject. */
export interface EventDetail {
  /** The shown state of a filing. */
  state?: string | undefined;
  /** Days until the date that the event announces. */
  days?: number | undefined;
  authority?: AuthorityName | undefined;
  /** How many differences are new. */
  count?: number | undefined;
}

/** An event, as it is stored. Its ids are the ids of its subject. */
export interface GatewayEvent {
  /** The same whenever the same change is read again: 32 hexadecimal digits. */
  id: string;
  type: EventType;
  /** ISO instant. */
  at: string;
  /**
   * Client company that owns the certificate or signs in, and may see the event; absent for events of the account or
   * service.
   */
  clientId?: number | undefined;
  /** Client company that has the contribution account. */
  companyId?: number | undefined;
  subject: { kind: (typeof SUBJECT_KINDS)[number]; id: string };
  detail?: EventDetail | undefined;
}

const FAMILY = '.*';

/** Whether a type is selected, by its name or by the name of its family, such as `tramite.*`. */
export const isSelected = (selected: string[], type: EventType): boolean =>
  selected.some((one) => (one.endsWith(FAMILY) ? type.startsWith(one.slice(0, -1)) : one === type));

/** Selected names that match no existing type. */
export const unknownTypes = (selected: string[]): string[] =>
  selected.filter(
    (one) => !(Object.keys(EVENT_TYPES) as EventType[]).some((type) => isSelected([one], type)),
  );
