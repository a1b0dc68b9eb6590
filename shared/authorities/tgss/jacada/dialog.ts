import { firstNamesFirst } from '../../../kernel/text.ts';
import type { Answer } from '../../channel/channel.ts';
import {
  type OutOfService,
  type Refusal,
  refusalIn,
  type Script,
  type Step,
  Unreadable,
} from '../../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm, postOf } from '../../html/form.ts';
import { outOfServiceIn, type Page, readPage } from '../../html/page.ts';
import { denialOn, pageError, statusError } from '../admission.ts';

/** The message line of a page (element `DIL`), such as `3462*    CUENTA DE COTIZACION NO AUTORIZADA`. */
export interface Message {
  /** The number before the asterisk; `undefined` for a text without one. */
  code: number | undefined;
  /** The text after it, blanks collapsed. */
  text: string;
  /** The whole line, blanks collapsed. */
  line: string;
}

/** Codes of `DIL`, as public programs for the portal interpret them. */
const ACCEPTED = new Set([3408, 9086, 9125]);
const PROMPTS = new Set([3083, 350, 221, 232, 2006, 2148, 3659, 3710]);
const NO_DATA = 3543;
const MORE_PAGES = 3251;
const LAST_PAGE = new Set([3252, 3037, 3145]);

/** Longest message that the caller gets, in characters. */
const MAX_LINE = 300;

/** The page's message; `undefined` if it has none. */
export const messageOf = (page: Page): Message | undefined => {
  const line = page.text('DIL')?.slice(0, MAX_LINE);
  if (!line) return undefined;
  const [, code, text] = /^\**\s*(\d{1,5})\s*[*-]*\s*(.*)$/.exec(line) ?? [];
  return { code: code === undefined ? undefined : Number(code), text: text ?? line, line };
};

/** The message says that the operation was done. */
export const isAcceptance = (message: Message | undefined): message is Message =>
  message?.code !== undefined && ACCEPTED.has(message.code);

/** The message says that there is no data for the query. */
export const isNoData = (message: Message | undefined): boolean => message?.code === NO_DATA;

/** Whether the message says that a list continues on another page; `undefined` if it does not say. */
export const hasMoreRows = (message: Message | undefined): boolean | undefined => {
  if (message?.code === MORE_PAGES) return true;
  return message?.code !== undefined && LAST_PAGE.has(message.code) ? false : undefined;
};

/** The message may be an acceptance with a code that is not known. */
export const mayBeAcceptance = ({ text }: Pick<Message, 'text'>): boolean =>
  /REALIZAD|CORRECTAMENTE|ACEPTAD/i.test(text);

/**
 * The error for a message; `undefined` without a message, and for a message that asks for data, accepts, or is about pages.
 */
export const refusalOf = (message: Message | undefined): Refusal | OutOfService | undefined => {
  if (!message) return undefined;
  const outOfService = outOfServiceIn(message.text, { failure: FAILURE });
  if (outOfService) return outOfService;
  const { code } = message;
  const harmless =
    code !== undefined && (PROMPTS.has(code) || isAcceptance(message) || hasMoreRows(message) !== undefined);
  return harmless ? undefined : refusalIn([message.line]);
};

/** Only the whole word: a message may quote the name of a company. */
const FAILURE = /\bSERVICIO\b|SERVICIOS NO|NO SE ENCUENTRAN? DISPONIBLE/i;

/** @throws Refusal or OutOfService if the message says so */
export const throwIfRefused = (message: Message | undefined): void => {
  const refusal = refusalOf(message);
  if (refusal) throw refusal;
};

/**
 * The Jacada dialogs of the Seguridad Social: pages with one form, which is filled in and sent to the form's address.
 * The portal knows session and page by that address and the hidden fields.
 */

/** A page of a dialog, with its form. */
export interface Screen extends Page {
  readonly form: Form;
}

/** A press of a button on a screen. */
export interface Press {
  button: Button;
  changes?: Changes;
  /** See `Step`. */
  commits?: boolean;
  needs?: number | undefined;
}

/** The address at which the dialog of a transaction begins. */
export const entranceOf = (transaction: string): string =>
  `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=${AREAS[transaction] ?? 'AFIR'}`;

/** Areas of the portal by transaction: debts; all others are of affiliation. */
const AREAS: Record<string, string> = { RCR92: 'DEUR' };

/** Opens the dialog of a transaction, such as `ATR01`, at its first screen or the list before it. `needs`: see `Step`. */
export function* open(transaction: string, needs?: number): Script<Screen> {
  const path = entranceOf(transaction);
  const screen = readScreen(yield { method: 'GET', path, ...(needs && { needs }) }, path);
  throwIfRefused(messageOf(screen));
  return screen;
}

/** Presses a button and reads the next screen. @throws Refusal or OutOfService for its message */
export function* press(screen: Screen, options: Press): Script<Screen> {
  const next = yield* pressUnchecked(screen, options);
  throwIfRefused(messageOf(next));
  return next;
}

/** Presses a button and reads the next screen. The caller must check its message. */
export function* pressUnchecked(screen: Screen, options: Press): Script<Screen> {
  return readScreen(yield stepFor(screen, options), screen.form.action);
}

/** The request that a press of a button makes. */
export const stepFor = (screen: Screen, { button, changes = {}, commits, needs }: Press): Step => {
  const worker = workerOn(screen);
  return {
    ...postOf(screen.form.action, fillIn(screen.form, changes, button)),
    ...(commits && { commits }),
    ...(needs && { needs }),
    ...(worker && { worker }),
  };
};

/**
 * Elements of screens with the name of the worker, as `GARCIA PEÑA, ANA`. The one of ATR61 is confirmed, the other
 * assumed.
 */
const NAMES = ['SDFAPELNOM', 'SDFNOMBRE'];

/** The name of the worker on a screen, first names first. */
const workerOn = (screen: Page): string | undefined => {
  const shown = NAMES.map((id) => screen.text(id)).find(Boolean);
  return firstNamesFirst(shown ?? '') || undefined;
};

/**
 * Reads a screen. `path` is the address that it answered to.
 * @throws AccessDenied if the portal does not admit the certificate, OutOfService for its error and maintenance pages,
 * Unreadable for anything else that is not a screen
 */
export const readScreen = (answer: Answer | undefined, path: string): Screen => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status !== 200) throw statusError(answer, path);
  const page = readPage(answer, path);
  // A screen has this form. The portal's pages about errors do not have it.
  const form = findForm(page, 'jacadaform');
  if (!form) throw pageError(page);
  const denied = denialOn(page);
  if (denied) throw denied;
  return { ...page, form };
};
