import type { Services } from '../../../shared/serving/services.ts';
import type { AccountEvent, RowChange } from './account-event.ts';
import type { Reminder } from './store/reminders.ts';

/**
 * What a row is after it was parsed, by kind, of the rows whose changes are read. Each capability adds the kinds of its
 * own rows where it parses them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is merged with the declarations of capabilities
export interface RowsOfKinds {}

/** Tables whose changes are read, by the setting that names them. */
export type ReadTable = 'FILINGS_TABLE' | 'ACCOUNTS_TABLE' | 'OBLIGATIONS_TABLE' | 'EVENTS_TABLE';

/** A kind of rows whose changes are read. */
export interface RowKind<Kind extends keyof RowsOfKinds = keyof RowsOfKinds> {
  kind: Kind;
  table: ReadTable;
  /** Sort keys of these rows. */
  sk: RegExp;
  /** @throws Error that names the row type, if the row is invalid */
  parse(item: unknown): RowsOfKinds[Kind];
  /** The events for a change of a row, one or none; no event follows from rows without it. */
  events?(
    change: RowChange,
    before: RowsOfKinds[Kind] | undefined,
    after: RowsOfKinds[Kind] | undefined,
  ): AccountEvent[];
  /** Reminders of rows of this kind, whose subjects are of the kind with the same name. */
  reminders?: {
    /** The reminders that follow from a change. */
    of(change: ChangeOf<Kind>): Reminder[];
    /** Whether the subject of a reminder still exists and the reminder still applies. */
    stands(services: Services, reminder: Reminder): Promise<boolean>;
  };
}

/** Forgets which kind it is, so that kinds stand in one list. */
export const rowKind = <Kind extends keyof RowsOfKinds>(kind: RowKind<Kind>): RowKind =>
  kind as unknown as RowKind;

/** A change of a row of one kind. */
type ChangeOf<Kind extends keyof RowsOfKinds> = RowChange & {
  kind: Kind;
  /** The row before and after; `undefined` if it did not exist, or no longer does. */
  before?: RowsOfKinds[Kind] | undefined;
  after?: RowsOfKinds[Kind] | undefined;
};

/** A change from which events or other actions follow. `id` is the same each time its stream record is read. */
export type Change = { [Kind in keyof RowsOfKinds]: ChangeOf<Kind> }[keyof RowsOfKinds];
