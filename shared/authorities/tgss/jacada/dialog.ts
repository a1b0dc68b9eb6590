import type { Answer } from '../../../channel/answer.ts';
import {
  AccessDenied,
  NothingFound,
  OutOfService,
  type Script,
  type Step,
  Unreadable,
} from '../../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm } from '../../html/form.ts';
import { encodeForm, FORM_TYPE } from '../../html/latin1.ts';
import { maintenanceWords, noticeOn, outOfServiceIn } from '../../html/out-of-service.ts';
import { collapse, type Page, readPage, tryReadPage } from '../../html/page.ts';
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
interface Press {
  button: Button;
  changes?: Changes;
  /** See `Step`. */
  commits?: boolean;
  needs?: number | undefined;
}

/** Opens the dialog of a transaction, such as `ATR01`. `needs`: see `Step`. */
export function* open(transaction: string, needs?: number): Script<Screen> {
  const path = `/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=${transaction}&E=I&AP=AFIR`;
  const screen = readScreen(yield { method: 'GET', path, ...(needs && { needs }) }, path);
  throwIfRefused(messageOf(screen));
  if (screen.$(AUTHORISATIONS).length > 0)
    throw new NothingFound(
      'El certificado tiene varias autorizaciones del Sistema RED y la Seguridad Social pide elegir una.',
    );
  return screen;
}

/** The list from which a person with several authorisations chooses one before the first screen. */
const AUTHORISATIONS = '[id^="Sub0501210055_1_"]';

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
  if (!form || isAccessDenied(page)) throw pageError(page);
  return { ...page, form };
};

const isAccessDenied = ({ $ }: Page): boolean =>
  $('.cuerpo_noautorizado, [src="revokedError.jpg"]').length > 0 ||
  /no autorizado/i.test($('.cabMensaje').text());

/** The error for an answer with a status other than 200. */
export const statusError = (answer: Answer, path: string): Error => {
  const page = tryReadPage(answer, path);
  if (answer.status === 403 || (page && isAccessDenied(page))) return accessDenied(page);
  return new OutOfService(answer.status, page !== undefined && announcesMaintenance(page));
};

/** The error for a page that is not the expected one: the page itself may say why. */
export const pageError = (page: Page): Error => {
  if (isAccessDenied(page)) return accessDenied(page);
  if (announcesMaintenance(page)) return new OutOfService(200, true);
  return (
    outOfServiceIn(noticeOn(page, NOTICES), { failure: FAILURE }) ?? new Unreadable('no form on the page')
  );
};

const announcesMaintenance = (page: Page): boolean =>
  page.$('#Static001').length > 0 || MAINTENANCE.test(noticeOn(page, NOTICES));

/** Where the portal writes what it has to say itself. */
const NOTICES = '.p2, .cabMensaje, .cuerpo_noautorizado, .mensaje, .mensajeError, #DIL';
const MAINTENANCE = maintenanceWords('CERRADA TEMPORALMENTE|FUERA DE SERVICIO|SERVICIO APAGADO');
const FAILURE = /NO DISPONIBLE|NO SE PUEDE ATENDER|TEMPORALMENTE/i;

const accessDenied = (page: Page | undefined): AccessDenied => {
  const text = collapse(page?.$('.cuerpo_noautorizado, .cabMensaje').first().text() ?? '').slice(0, 300);
  return new AccessDenied([text || 'La Seguridad Social no autoriza el acceso con este certificado.']);
};
