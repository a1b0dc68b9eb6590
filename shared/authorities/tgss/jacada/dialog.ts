import type { Answer } from '../../channel/answer.ts';
import { type Script, type Step, Unreadable } from '../../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm } from '../../html/form.ts';
import { encodeForm, FORM_TYPE } from '../../html/latin1.ts';
import { type Page, readPage } from '../../html/page.ts';
import { denialOn, pageError, statusError } from '../admission.ts';
import { messageOf, throwIfRefused } from './message.ts';

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

/** Of the portal: that of debts; all others are of affiliation. */
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
export const stepFor = ({ form }: Screen, { button, changes = {}, commits, needs }: Press): Step => ({
  ...postOf(form.action, fillIn(form, changes, button)),
  ...(commits && { commits }),
  ...(needs && { needs }),
});

/** The request that sends a form. */
export const postOf = (path: string, fields: readonly (readonly [string, string])[]): Step => ({
  method: 'POST',
  path,
  headers: { 'content-type': FORM_TYPE },
  body: encodeForm(fields),
});

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
