import type { Document } from '../../../kernel/document.ts';
import { type Script, type Step, Unreadable } from '../../exchange.ts';
import { type Changes, type Form, fillIn, findForm, hasControl } from '../../html/form.ts';
import { tryReadPage } from '../../html/page.ts';
import { pdfDocument, pdfOf } from '../../pdf.ts';
import { pageError } from '../admission.ts';
import { mayBeAcceptance } from '../jacada/dialog.ts';
import type { Accepted } from '../values.ts';
import {
  linkStep,
  messagesOf,
  type ProsaPage,
  readProsa,
  refusalOf,
  sessionPath,
  throwIfErrors,
} from './page.ts';

/** Documents of the Prosa applications: a page links to them; for one of data only, programs in use write the link. */

const LINKS =
  '[id="prevdocumentoseinformes"] a, [id="CONTENEDOR_prevdocumentoseinformes"] a, a[data-pc_tipo="documento"], ' +
  'a.pr_enlaceDocInforme';

/** The request for the document of the page; `undefined` if there is none, or no address of one. */
export const documentStep = (
  page: ProsaPage,
  view: 'DOCUMENTO' | 'INFORME' = 'DOCUMENTO',
): Step | undefined => {
  if (!page.isXml) return linkStep(page, page.$(LINKS).first().attr('href'));
  const path = sessionPath(page, 'ViewDocUtf8');
  return path === undefined ? undefined : { method: 'GET', path: `${path}?SECUENCIAL=1&TYPEVIEW=${view}` };
};

/** The PDF of the page; `undefined` if there is no link, or no PDF comes. */
function* documentOn(page: ProsaPage, name: string): Script<Document | undefined> {
  const step = documentStep(page);
  const pdf = step && pdfOf(yield { ...step, optional: true });
  return pdf && pdfDocument(name, pdf);
}

/** The PDF of the page. @throws Unreadable if there is none */
export function* fetchPdf(page: ProsaPage, name: string): Script<Document> {
  const step = documentStep(page);
  if (!step) throw new Unreadable('page without document');
  const answer = yield step;
  const pdf = pdfOf(answer);
  if (pdf) return pdfDocument(name, pdf);
  throwIfErrors(readProsa(answer, step.path));
  throw new Unreadable('no document');
}

/**
 * The Prosa applications of the Seguridad Social: pages with forms, which are filled in and sent to the form's
 * address, with the name of a button's action. A page without a form gets the form that the press describes.
 */

/** A press of a button on a page. */
export interface Press {
  /** Id of the button; the form around it is sent. */
  button: string;
  /** Its action, for a page that does not show it. */
  action: string;
  /** As for `fillIn`; for radio buttons, the value of the one to choose. */
  changes?: Record<string, string>;
  /** Changes for controls that not every form has. */
  whereOffered?: Record<string, string>;
  /** The next page is wanted as HTML, because only its form shows what it asks and the names of its buttons. */
  asHtml?: true;
}

/**
 * Applications that no exchange may open. In public programs they request the draft of a settlement (`XV21Y300`),
 * confirm a settlement (`XV21Y600`), and confirm it again (`XV21Y800`). This service does not settle contributions.
 */
export const NEVER_OPENED: readonly string[] = ['XV21Y300', 'XV21Y600', 'XV21Y800'];

/** Opens an application, such as `XV24M00B`. @throws Error, a defect, for an application that no exchange may open */
export function* openProsa(application: string): Script<ProsaPage> {
  if (NEVER_OPENED.includes(application)) throw new Error(`no exchange may open ${application}`);
  const path = `/ProsaInternet/OnlineAccess?ARQ.SPM.ACTION=LOGIN&ARQ.SPM.APPTYPE=SERVICE&ARQ.IDAPP=${application}`;
  const page = readProsa(yield { method: 'GET', path, headers: FOR_HTML }, path);
  throwIfErrors(page);
  return page;
}

/**
 * Programs that do not call themselves a browser get HTML (aonsolutions/aon-application: ServicioREDMov). Those that do,
 * even by `Mozilla/5.0` alone, get XML of data only (there: HtmlUnitToolkit; jenarvaezg/tu-jubilacion). So HTML is asked
 * for, and no browser's name is sent.
 */
export const FOR_HTML = { accept: 'text/html' };

/** The way from the first page of an application to a tab of it, such as that of its query. @param id of the tab, or around it */
export const tabOf = (id: string) =>
  function* (first: ProsaPage): Script<ProsaPage> {
    const tab = first.$(`[id="${id}"]`).first();
    const step = linkStep(first, tab.attr('href') ?? tab.find('a').attr('href'));
    if (!step) throw new Unreadable(`page without the tab ${id}`);
    const page = readProsa(yield { ...step, headers: FOR_HTML }, step.path);
    throwIfErrors(page);
    return page;
  };

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
 * Presses the button that files, and wants the TA at once. Only a known acceptance counts as accepted, and only errors as
 * a refusal. Anything else is unreadable; after a step that commits this means that the outcome is unknown.
 */
export function* fileProsa(
  page: ProsaPage,
  filing: Required<Pick<Press, 'button' | 'changes'>>,
): Script<Accepted> {
  const press = { ...filing, action: 'Continuar', whereOffered: { tipoImpresion: 'OnLine' } };
  return yield* acceptedOn(yield* commit(page, press), 'TA');
}

/**
 * Files with a form that is assumed: no one has seen it. Its button (`ENVIO_3`) may file at once, or lead to a page that
 * asks to confirm, so both presses commit. The second press is made once, if the page asks for it and has no message that
 * may be an acceptance.
 *
 * @param name name of the document, if the portal answers with one
 */
export function* fileOnAssumedForm(
  page: ProsaPage,
  changes: Record<string, string>,
  name: string,
): Script<Accepted> {
  const first = yield* commit(page, { button: 'ENVIO_3', action: 'Continuar', changes });
  if (!asksToConfirm(first)) return yield* acceptedOn(first, name);
  // If it is already filed, the confirmation might file it twice.
  throwIfRefused(first);
  const last = yield* commit(first, { ...CONFIRM, ...(first.isXml && { changes }) });
  if (!asksToConfirm(last)) return yield* acceptedOn(last, name);
  // A refusal may be shown on the same page, if the action has become impossible meanwhile.
  throwIfRefused(last);
  throw new Unreadable('the application asks to confirm again');
}

/** @throws the refusal of a page that asks to confirm; Unreadable where it may say that it is already filed */
const throwIfRefused = (page: ProsaPage): void => {
  if (messagesOf(page).some(mayBeAcceptance))
    throw new Unreadable('the application asks to confirm what may already be filed');
  throwIfErrors(page);
};

/**
 * Presses the button that files, where the words of the acceptance are not known: any message without an error is one. Only
 * errors alone are a refusal.
 * @param report the button that makes the document of the filing; without it, or its document, the filing stands
 */
export function* fileWithReport(
  page: ProsaPage,
  press: Press,
  { report, name }: { report: Press; name: string },
): Script<Accepted> {
  const end = yield* commit(page, press);
  const message = acceptanceOn(end, ANY_WORDS);
  const document = yield* reportAfter(end, report, name);
  return { message, ...(document && { document }) };
}

/** The document that a button makes after an acceptance; `undefined` without the button, or if none comes. */
export function* reportAfter(end: ProsaPage, report: Press, name: string): Script<Document | undefined> {
  if (end.isXml || end.$(`[id="${report.button}"]`).length === 0) return undefined;
  const answer = yield { ...prosaStep(end, report), optional: true };
  const shown = answer?.status === 200 ? tryReadPage(answer, end.path) : undefined;
  return shown && (yield* documentOn({ ...shown, isXml: false }, name));
}

/** Presses a button that may file. The caller must read what the answer proves. */
export function* commit(page: ProsaPage, press: Press): Script<ProsaPage> {
  const step: Step = { ...prosaStep(page, press), commits: true };
  return readProsa(yield step, step.path);
}

function* acceptedOn(end: ProsaPage, name: string): Script<Accepted> {
  const message = acceptanceOn(end, DONE);
  const document = yield* documentOn(end, name);
  return { message, ...(document && { document }) };
}

/**
 * The message with which a page accepts.
 * @param words of an acceptance
 * @throws Refusal or OutOfService for errors alone; Unreadable if the page proves neither
 */
const acceptanceOn = (end: ProsaPage, words: RegExp): string => {
  const messages = messagesOf(end);
  const acceptance = messages.find(({ kind, text }) => kind === 'info' && words.test(text));
  const refusal = refusalOf(messages);
  if (!acceptance && refusal && !messages.some(mayBeAcceptance)) throw refusal;
  if (!acceptance || refusal) throw new Unreadable('the application neither accepts nor refuses');
  return acceptance.text;
};

const ANY_WORDS = /./;

const DONE = /realizada correctamente/i;

/** The button that confirms, on a page that asks to confirm. */
const CONFIRM = { button: 'ENVIO_20', action: 'CONFIRMAR' };

/**
 * Only data name such a page: `BC_07_Confirmacion_Pagina` in jenarvaezg/tu-jubilacion. If it has a message, it may
 * also be the end.
 */
const asksToConfirm = (page: ProsaPage): boolean =>
  page.isXml
    ? /confirmaci[oó]n/i.test(page.$('page_name').first().text()) && messagesOf(page).length === 0
    : /\.CONFIRMAR$/i.test(page.$(`[id="${CONFIRM.button}"]`).first().attr('name') ?? '');

/** The request that a press of a button makes. */
const prosaStep = (page: ProsaPage, press: Press): Step => {
  const { path, common, fields } = page.isXml ? writtenForm(page, press) : filledForm(page, press);
  const sent = new Set(fields.map(([field]) => field));
  const all = [...common.filter(([field]) => !sent.has(field)), ...fields];
  return {
    method: 'POST',
    path,
    headers: {
      ...(press.asHtml && FOR_HTML),
      'content-type': 'application/x-www-form-urlencoded; charset=UTF-8',
    },
    body: new URLSearchParams(
      press.asHtml ? all.filter(([field]) => field !== ASKS_FOR_DATA) : all,
    ).toString(),
  };
};

type Fields = [name: string, value: string][];

/** The request of a press: the fields that programs in use send with each form, unless the form has them, and its own. */
interface Request {
  path: string;
  common: Fields;
  fields: Fields;
}

/** The form of a page, filled in. */
const filledForm = (page: ProsaPage, { button, changes = {}, whereOffered = {} }: Press): Request => {
  const { form, id, name } = findButton(page, button);
  const offered = Object.entries(whereOffered).filter(([control]) => hasControl(form, control));
  const fields = fillIn(...withRadios(form, { ...changes, ...Object.fromEntries(offered) }), { name });
  const ticket = page.text('ARQ_SPM_TICKET') ?? page.text('ARQ.SPM.TICKET');
  const time = page.text('ARQ_SPM_TMS_NAVEGACION');
  const ofForm: Fields = /^FORMULARIO_\d+$/.test(id)
    ? [...(time ? ([['ARQ.SPM.TMS_NAVEGACION', time]] as Fields) : []), ...FIXED]
    : [['SPM.PORTALTYPE', 'HTML']];
  return { path: form.action, common: [...sessionFields(ticket), ...ofForm], fields };
};

/** The form that a stylesheet would make of data only. */
const writtenForm = (page: ProsaPage, { action, changes = {}, whereOffered = {} }: Press): Request => {
  const path = sessionPath(page, 'OnlineAccessUtf8');
  if (path === undefined) throw pageError(page);
  return {
    path,
    common: [...sessionFields(page.text('SPM.TICKET')), ...FIXED, ['ARQ.SPM.IDIOMA', 'ES']],
    fields: [...Object.entries({ ...whereOffered, ...changes }), [`SPM.ACC.${action}`, action]],
  };
};

const sessionFields = (ticket: string | undefined): Fields => [
  ...(ticket ? ([['ARQ.SPM.TICKET', ticket]] as Fields) : []),
  ['SPM.CONTEXT', 'internet'],
];

/** The hidden field by which a form asks for data only: without it the portal answers HTML (aonsolutions/aon-application). */
const ASKS_FOR_DATA = 'ARQ.SPM.OUT';

/** Hidden fields that the portal's stylesheets make, and programs with a form of their own send. They are answered with XML. */
const FIXED: Fields = [
  [ASKS_FOR_DATA, 'XML_STYLESHEET'],
  ['ES_FW4', '1'],
  ['SPM.ISPOPUP', '0'],
  ['SPM.HAYJS', '1'],
];

/** @throws Refusal or OutOfService if the page says why it has no such button, otherwise Unreadable */
const findButton = (page: ProsaPage, button: string): { form: Form; id: string; name: string } => {
  const element = page.$(`[id="${button}"]`).first();
  const around = element.closest('form');
  const id = around.attr('id') ?? around.attr('name') ?? '';
  // The name becomes part of a selector, so other characters are not allowed.
  const form = /^[\w.:-]+$/.test(id) ? findForm(page, id) : undefined;
  const name = element.attr('name');
  if (!form || !name) throw pageError(page);
  return { form, id, name };
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
