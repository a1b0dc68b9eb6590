import { NothingFound, type Refusal, type Script } from '../../exchange.ts';
import { hasControl } from '../../html/form.ts';
import {
  isNoData,
  messageOf,
  open,
  type Press,
  pressUnchecked,
  readScreen,
  type Screen,
  throwIfRefused,
} from './dialog.ts';
import { labelList, labelRows, selectStep } from './rows.ts';

/**
 * The list from which a person with several authorisations chooses one before the first screen. It is known from
 * public programs of another dialog (`APR01`), which double-click a label that begins with the number. Assumed: it
 * may also come before our dialogs, and a double click does here what it does in other lists.
 */
const AUTHORISATIONS = labelList('Sub0501210055');

/** How a dialog is entered. */
interface Entry {
  /** The press on the first screen. It names the subject and files nothing. */
  first: Press | ((first: Screen) => Press);
  /**
   * Whether the next page means that another authorisation is needed; by default, that the contribution account is
   * not authorised.
   */
  isOthers?: (next: Screen) => boolean;
  /** See `Step`. */
  needs?: number | undefined;
}

/** Runs on the first screen of a dialog for each authorisation, until one has the wanted account. */
interface Tries<T> {
  /** Sends the first screen. */
  send: (first: Screen) => Script<T>;
  /** Whether the outcome shows that another authorisation has it. */
  isOthers: (outcome: T) => boolean;
  /** See `Step`. */
  needs?: number | undefined;
}

/**
 * Opens a dialog and sends its first screen. Where the portal asks for one of several authorisations, each is tried until
 * one has the contribution account: only that answer shows whose it is.
 */
export function* asEachUser<T>(transaction: string, { send, isOthers, needs }: Tries<T>): Script<T> {
  let first = yield* open(transaction, needs);
  const { length } = labelRows(first, AUTHORISATIONS.table);
  if (length === 0) return yield* send(first);
  for (let index = 0; ; index++) {
    if (index > 0) first = yield* open(transaction);
    const outcome = yield* send(yield* choose(first, index));
    if (index === length - 1 || !isOthers(outcome)) return outcome;
  }
}

/**
 * Opens a dialog and presses on its first screen, as `asEachUser`. The caller must check the messages of the next
 * page.
 */
function* enterUnchecked(
  transaction: string,
  { first: pressOf, isOthers = isUnauthorised, needs }: Entry,
): Script<Screen> {
  const send = (first: Screen) =>
    pressUnchecked(first, typeof pressOf === 'function' ? pressOf(first) : pressOf);
  return yield* asEachUser(transaction, { send, isOthers, needs });
}

/** The same. @throws Refusal or OutOfService for the messages of the next page */
export function* enter(transaction: string, first: Entry['first']): Script<Screen> {
  const next = yield* enterUnchecked(transaction, { first });
  throwIfRefused(messageOf(next));
  return next;
}

/** The same; `undefined` if the portal has no data. */
export function* enterForData(transaction: string, entry: Entry): Script<Screen | undefined> {
  const next = yield* enterUnchecked(transaction, entry);
  const message = messageOf(next);
  if (isNoData(message)) return undefined;
  throwIfRefused(message);
  return next;
}

/** The first screen, as one of the authorisations of a list. @throws NothingFound where it cannot be chosen like a row */
function* choose(list: Screen, index: number): Script<Screen> {
  const row = labelRows(list, AUTHORISATIONS.table)[index];
  if (!row || !hasControl(list.form, `tbl_cbo_${AUTHORISATIONS.table}_0_${row.index}`))
    throw new NothingFound(
      'El certificado tiene varias autorizaciones del Sistema RED y la Seguridad Social pide elegir una.',
    );
  const step = selectStep(list, AUTHORISATIONS, row);
  const first = readScreen(yield step, step.path);
  throwIfRefused(messageOf(first));
  return first;
}

/** `CUENTA DE COTIZACION NO AUTORIZADA`, as public programs quote it. */
const UNAUTHORISED = 3462;

const isUnauthorised = (next: Screen): boolean => messageOf(next)?.code === UNAUTHORISED;

/** The same of a refusal, whose texts are whole lines of messages. */
export const isRefusedAsUnauthorised = ({ messages }: Refusal): boolean =>
  messages.some((line) => Number.parseInt(line.replace(/^\**/, ''), 10) === UNAUTHORISED);
