import { type Script, type Step, Unreadable } from '../../exchange.ts';
import { type Changes, type Form, fillIn, findForm, hasControl } from '../../html/form.ts';
import type { Accepted } from '../accepted.ts';
import { pageError } from '../admission.ts';
import { mayBeAcceptance } from '../jacada/message.ts';
import { documentOn } from './document.ts';
import { messagesOf, refusalOf, throwIfErrors } from './message.ts';
import { type ProsaPage, readProsa } from './page.ts';

/**
 * The Prosa applications of the Seguridad Social: pages with forms, which are filled in and sent to the form's address,
 * with the name of the action of a button.
 */

/** A press of a button on a page. */
export interface Press {
  /** Id of the button; the form around it is sent. */
  button: string;
  /** As for `fillIn`; for radio buttons, the value of the one to choose. */
  changes?: Changes;
  /** Changes for controls that not every such page has. */
  whereOffered?: Changes;
}

/**
 * Applications that no exchange may open. In public programs they request the draft of a settlement (`XV21Y300`),
 * confirm a settlement (`XV21Y600`), and confirm it again (`XV21Y800`). This service does not settle contributions.
 */
export const NEVER_OPENED: readonly string[] = ['XV21Y300', 'XV21Y600', 'XV21Y800'];

/** Opens an application, such as `XV24M00B`. @throws Error, a defect, for one that no exchange may open */
export function* openProsa(application: string): Script<ProsaPage> {
  if (NEVER_OPENED.includes(application)) throw new Error(`no exchange may open ${application}`);
  const path = `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=${application}`;
  const page = readProsa(yield { method: 'GET', path }, path);
  throwIfErrors(page);
  return page;
}

/** Presses a button and reads the next page. @throws Refusal or OutOfService for its errors */
export function* pressProsa(page: ProsaPage, press: Press): Script<ProsaPage> {
  const next = yield* pressProsaUnchecked(page, press);
  throwIfErrors(next);
  return next;
}

/** Presses a button and reads the next page. The caller must check its messages. */
export function* pressProsaUnchecked(page: ProsaPage, press: Press): Script<ProsaPage> {
  const step = prosaStep(page, press);
  return readProsa(yield step, step.path);
}

/**
 * Presses the button that files. Only a known acceptance counts as accepted, and only errors as a refusal. Anything
 * else is unreadable; after a step that commits this means that the outcome is unknown.
 *
 * @param name name of the document, if the portal answers with one
 */
export function* fileProsa(page: ProsaPage, press: Press, name: string): Script<Accepted> {
  return yield* acceptedOn(yield* commit(page, press), name);
}

/**
 * Files with a form that is assumed: no one has seen it. Its button may file at once, or lead to a page that asks to
 * confirm, so both presses commit. The second press is made once, if the page asks for it and has no message that may
 * be an acceptance.
 *
 * @param name name of the document, if the portal answers with one
 */
export function* fileOnAssumedForm(page: ProsaPage, press: Press, name: string): Script<Accepted> {
  const first = yield* commit(page, press);
  if (!asksToConfirm(first)) return yield* acceptedOn(first, name);
  // If it is already filed, the confirmation might file it twice.
  throwIfRefused(first);
  const last = yield* commit(first, { button: CONFIRM });
  if (!asksToConfirm(last)) return yield* acceptedOn(last, name);
  // A refusal may stand on the same page: what was asked for became impossible meanwhile.
  throwIfRefused(last);
  throw new Unreadable('the application asks to confirm again');
}

/** @throws the refusal of a page that asks to confirm; Unreadable where it may say that it is already filed */
const throwIfRefused = (page: ProsaPage): void => {
  if (messagesOf(page).some(mayBeAcceptance))
    throw new Unreadable('the application asks to confirm what may already be filed');
  throwIfErrors(page);
};

/** Presses a button that may file. */
function* commit(page: ProsaPage, press: Press): Script<ProsaPage> {
  const step: Step = { ...prosaStep(page, press), commits: true };
  return readProsa(yield step, step.path);
}

function* acceptedOn(end: ProsaPage, name: string): Script<Accepted> {
  const messages = messagesOf(end);
  const done = messages.find((message) => message.kind === 'info' && DONE.test(message.text));
  const refusal = refusalOf(messages);
  if (!done && refusal && !messages.some(mayBeAcceptance)) throw refusal;
  if (!done || refusal) throw new Unreadable('the application neither accepts nor refuses');
  const document = yield* documentOn(end, name);
  return { message: done.text, ...(document && { document }) };
}

const DONE = /realizada correctamente/i;

/** The button that confirms, on a page that asks to confirm. */
const CONFIRM = 'ENVIO_20';

const asksToConfirm = ({ $ }: ProsaPage): boolean =>
  /\.CONFIRMAR$/i.test($(`[id="${CONFIRM}"]`).first().attr('name') ?? '');

/** The request that a press of a button makes. */
const prosaStep = (page: ProsaPage, { button, changes = {}, whereOffered = {} }: Press): Step => {
  const { form, name } = findButton(page, button);
  const offered = Object.entries(whereOffered).filter(([control]) => hasControl(form, control));
  const fields = fillIn(...withRadios(form, { ...changes, ...Object.fromEntries(offered) }), { name });
  const sent = new Set(fields.map(([field]) => field));
  const common = commonFields(page).filter(([field]) => !sent.has(field));
  return {
    method: 'POST',
    path: form.action,
    headers: { 'content-type': 'application/x-www-form-urlencoded; charset=UTF-8' },
    body: new URLSearchParams([...common, ...fields]).toString(),
  };
};

/** @throws Refusal or OutOfService if the page says why it has no such button, otherwise Unreadable */
const findButton = (page: ProsaPage, id: string): { form: Form; name: string } => {
  const element = page.$(`[id="${id}"]`).first();
  const around = element.closest('form');
  const formName = around.attr('id') ?? around.attr('name') ?? '';
  // The name becomes part of a selector, so other characters are not allowed.
  const form = /^[\w.:-]+$/.test(formName) ? findForm(page, formName) : undefined;
  const name = element.attr('name');
  if (!form || !name) throw pageError(page);
  return { form, name };
};

/** Fields of every form. Pages in XML are answered with XML, pages in HTML with HTML. */
const commonFields = (page: ProsaPage): [string, string][] => {
  const ticket = page.text('ARQ_SPM_TICKET') ?? page.text('ARQ.SPM.TICKET');
  return [
    ...(ticket ? [['ARQ.SPM.TICKET', ticket] as [string, string]] : []),
    ['SPM.CONTEXT', 'internet'],
    page.isXml ? ['ARQ.SPM.OUT', 'XML_STYLESHEET'] : ['SPM.PORTALTYPE', 'HTML'],
  ];
};

/** The form with only the chosen radio button of each name, and the changes that tick it. */
const withRadios = (form: Form, changes: Changes): [Form, Changes] => {
  let { controls } = form;
  const ticked: Changes = {};
  for (const [name, value] of Object.entries(changes)) {
    const named = controls.filter((control) => control.name === name);
    const areRadios = named.length > 0 && named.every(({ kind }) => kind === 'tick');
    if (typeof value !== 'string' || !areRadios) continue;
    const chosen = named.find((control) => control.value === value);
    if (!chosen) throw new Unreadable(`page without choice in ${name}`);
    controls = controls.filter((control) => control === chosen || control.name !== name);
    ticked[name] = true;
  }
  return [
    { ...form, controls },
    { ...changes, ...ticked },
  ];
};
