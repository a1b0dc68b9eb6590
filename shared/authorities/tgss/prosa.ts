import { type Script, type Step, Unreadable } from '../exchange.ts';
import { type Changes, type Form, fillIn, findForm, hasControl } from '../html/form.ts';
import type { Accepted } from './atr01.ts';
import { notAScreen } from './jacada.ts';
import { soundsDone } from './message.ts';
import { documentOn } from './prosa-document.ts';
import { heedMessages, messagesOf, refusalOf } from './prosa-message.ts';
import { type ProsaPage, readProsa } from './prosa-page.ts';

/**
 * The Prosa family of applications of the Seguridad Social: pages whose forms are sent back filled in to the address
 * they carry, with the name of the action that a button stands for.
 */

/** What a page may be sent back with. */
interface Press {
  /** Id of the button; the form it stands in is sent. */
  button: string;
  /** As of `fillIn`; of radio buttons, the value of the one to choose. */
  changes?: Changes;
  /** Changes that not every such page offers. */
  whereOffered?: Changes;
}

/**
 * Applications that no exchange may open. In public programs they ask for the draft of a settlement (`XV21Y300`),
 * confirm a settlement (`XV21Y600`), and confirm it again (`XV21Y800`): settling contributions is nothing that this
 * service does.
 */
export const NEVER_OPENED: readonly string[] = ['XV21Y300', 'XV21Y600', 'XV21Y800'];

/** Opens an application, such as `XV24M00B`. @throws Error, a defect, for one that no exchange may open */
export function* openProsa(application: string): Script<ProsaPage> {
  if (NEVER_OPENED.includes(application)) throw new Error(`no exchange may open ${application}`);
  const path = `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=${application}`;
  const page = readProsa(yield { method: 'GET', path }, path);
  heedMessages(page);
  return page;
}

/** Presses a button and goes on with the next page, unless that one says an error. */
export function* pressProsa(page: ProsaPage, how: Press): Script<ProsaPage> {
  const next = yield* pressProsaUnheeded(page, how);
  heedMessages(next);
  return next;
}

/** Presses a button; what the next page says is left to the caller. */
export function* pressProsaUnheeded(page: ProsaPage, how: Press): Script<ProsaPage> {
  const step = prosaStep(page, how);
  return readProsa(yield step, step.path);
}

/**
 * Presses the button that files. Only what is known to accept counts as accepted, and only errors as a refusal:
 * anything else is unreadable, which after a step that commits means that the outcome is unknown.
 *
 * @param name of the document that the portal may answer with
 */
export function* fileProsa(page: ProsaPage, how: Press, name: string): Script<Accepted> {
  return yield* acceptedOn(yield* commit(page, how), name);
}

/**
 * Files with a form that nobody has seen: its button may file at once, or lead to a page that asks to confirm. So both
 * presses commit. What answers the first is confirmed once, where it asks for that and does not sound like the end.
 *
 * @param name of the document that the portal may answer with
 */
export function* fileUnseen(page: ProsaPage, how: Press, name: string): Script<Accepted> {
  const first = yield* commit(page, how);
  if (!asksToConfirm(first)) return yield* acceptedOn(first, name);
  // Confirming what was filed already might file it twice.
  if (messagesOf(first).some(soundsDone))
    throw new Unreadable('the application asks to confirm what is done');
  heedMessages(first);
  const last = yield* commit(first, { button: CONFIRM });
  if (asksToConfirm(last)) throw new Unreadable('the application asks to confirm again');
  return yield* acceptedOn(last, name);
}

/** Presses a button that may file. */
function* commit(page: ProsaPage, how: Press): Script<ProsaPage> {
  const step: Step = { ...prosaStep(page, how), commits: true };
  return readProsa(yield step, step.path);
}

function* acceptedOn(end: ProsaPage, name: string): Script<Accepted> {
  const messages = messagesOf(end);
  const done = messages.find((message) => message.kind === 'info' && DONE.test(message.text));
  const refusal = refusalOf(messages);
  if (!done && refusal && !messages.some(soundsDone)) throw refusal;
  if (!done || refusal) throw new Unreadable('the application neither accepts nor refuses');
  const document = yield* documentOn(end, name);
  return { message: done.text, ...(document && { document }) };
}

const DONE = /realizada correctamente/i;

/** The button that confirms, on a page that asks for that. */
const CONFIRM = 'ENVIO_20';

const asksToConfirm = ({ $ }: ProsaPage): boolean =>
  /\.CONFIRMAR$/i.test($(`[id="${CONFIRM}"]`).first().attr('name') ?? '');

/** The request that pressing a button makes. */
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

/** @throws Refusal or OutOfService where the page says why it has no such button, Unreadable where it does not */
const findButton = (page: ProsaPage, id: string): { form: Form; name: string } => {
  const element = page.$(`[id="${id}"]`).first();
  const around = element.closest('form');
  const formName = around.attr('id') ?? around.attr('name') ?? '';
  // Also a safeguard: the name becomes part of a selector.
  const form = /^[\w.:-]+$/.test(formName) ? findForm(page, formName) : undefined;
  const name = element.attr('name');
  if (!form || !name) throw notAScreen(page);
  return { form, name };
};

/** What pages in XML are answered with in XML, and those in HTML in HTML. */
const commonFields = (page: ProsaPage): [string, string][] => {
  const ticket = page.text('ARQ_SPM_TICKET') ?? page.text('ARQ.SPM.TICKET');
  return [
    ...(ticket ? [['ARQ.SPM.TICKET', ticket] as [string, string]] : []),
    ['SPM.CONTEXT', 'internet'],
    page.isXml ? ['ARQ.SPM.OUT', 'XML_STYLESHEET'] : ['SPM.PORTALTYPE', 'HTML'],
  ];
};

/** Of radio buttons only the chosen one stays, to be ticked. */
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
