import { type Answer, OutOfService, type Script, type Step, TurnedAway, Unreadable } from '../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm } from '../html/form.ts';
import { encodeForm, FORM_TYPE } from '../html/latin1.ts';
import { collapse, type Page, readPage } from '../html/page.ts';
import { heed, messageOf } from './message.ts';

/**
 * The Jacada family of dialogs of the Seguridad Social: pages with one form, which is sent back filled in to the
 * address it carries. Session and page are known to the portal by that address and the hidden fields.
 */

/** A page of a dialog, with its form. */
export interface Screen extends Page {
  readonly form: Form;
}

/** What a screen may be sent back with. */
interface Press {
  button: Button;
  changes?: Changes;
  /** See `Step`. */
  commits?: boolean;
}

/** Opens the dialog of a transaction, such as `ATR01`. */
export function* open(transaction: string): Script<Screen> {
  const path = `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=AFIR`;
  const screen = readScreen(yield { method: 'GET', path }, path);
  heed(messageOf(screen));
  return screen;
}

/** Presses a button and goes on with the next screen, unless its message refuses. */
export function* press(screen: Screen, how: Press): Script<Screen> {
  const next = yield* pressUnheeded(screen, how);
  heed(messageOf(next));
  return next;
}

/** Presses a button; what the next screen's message means is left to the caller. */
export function* pressUnheeded(screen: Screen, how: Press): Script<Screen> {
  return readScreen(yield stepFor(screen, how), screen.form.action);
}

/** The request that pressing a button makes. */
export const stepFor = ({ form }: Screen, { button, changes = {}, commits }: Press): Step => ({
  ...postOf(form.action, fillIn(form, changes, button)),
  ...(commits && { commits }),
});

/** A form as a request. */
export const postOf = (path: string, fields: readonly (readonly [string, string])[]): Step => ({
  method: 'POST',
  path,
  headers: { 'content-type': FORM_TYPE },
  body: encodeForm(fields),
});

/**
 * Reads a screen; `path` is where it answered.
 * @throws TurnedAway when the portal does not let the certificate in, OutOfService for its error and maintenance pages,
 * Unreadable for anything else that is no screen
 */
export const readScreen = (answer: Answer | undefined, path: string): Screen => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status !== 200) throw notServed(answer, path);
  const page = readPage(answer, path);
  // A screen has its form; what the portal says instead of one stands on pages without.
  const form = findForm(page, 'jacadaform');
  if (!form || isTurnedAway(page)) throw notAScreen(page);
  return { ...page, form };
};

const isTurnedAway = ({ $ }: Page): boolean =>
  $('.cuerpo_noautorizado, [src="revokedError.jpg"]').length > 0 ||
  /no autorizado/i.test($('.cabMensaje').text());

/** What to throw for an answer with another status than 200. */
export const notServed = (answer: Answer, path: string): Error => {
  let page: Page | undefined;
  try {
    page = readPage(answer, path);
  } catch {
    // An error page need not be legible.
  }
  if (answer.status === 403 || (page && isTurnedAway(page))) return notAuthorised(page);
  return new OutOfService(answer.status, page !== undefined && announcesMaintenance(page));
};

/** What to throw for a page that is not the one due: the portal may say on it why not. */
export const notAScreen = (page: Page): Error => {
  if (isTurnedAway(page)) return notAuthorised(page);
  if (announcesMaintenance(page)) return new OutOfService(200, true);
  if (/NO DISPONIBLE|NO SE PUEDE ATENDER|TEMPORALMENTE/i.test(page.wholeText()))
    return new OutOfService(200, false);
  return new Unreadable('no form on the page');
};

const announcesMaintenance = ({ $, wholeText }: Page): boolean =>
  $('#Static001').length > 0 ||
  /CERRADA TEMPORALMENTE|EN MANTENIMIENTO|FUERA DE SERVICIO|SERVICIO APAGADO/i.test(wholeText());

const notAuthorised = (page: Page | undefined): TurnedAway => {
  const text = collapse(page?.$('.cuerpo_noautorizado, .cabMensaje').first().text() ?? '').slice(0, 300);
  return new TurnedAway([text || 'La Seguridad Social no autoriza el acceso con este certificado.']);
};
