import type { Document } from '../../document.ts';
import { type Answer, OutOfService, type Script, type Step, TurnedAway, Unreadable } from '../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm } from '../html/form.ts';
import { encodeForm, FORM_TYPE } from '../html/latin1.ts';
import { collapse, type Page, readPage } from '../html/page.ts';

/** What SEPE's two web applications, Contrat@ and Certific@2, have in common: pages, links, forms, documents. */

/** Reads of a page what an application says is wrong. @throws Refusal, OutOfService */
export type Heed = (page: Page) => void;

/** A page, or a document that came instead of one. */
export type Arrival = { page: Page; document?: undefined } | { page?: undefined; document: Uint8Array };

/** More redirections than any of the applications makes. */
const MAX_REDIRECTIONS = 10;

/** Sends a request and follows where its answer leads. */
export function* arrive(step: Step, heed: Heed): Script<Arrival> {
  let { path } = step;
  let answer = yield step;
  for (let redirections = 0; answer && isRedirection(answer); redirections++) {
    if (redirections === MAX_REDIRECTIONS) throw new Unreadable('too many redirections');
    path = pathOf([answer.headers.location].flat()[0] ?? '', path);
    answer = yield { method: 'GET', path };
  }
  if (!answer) throw new Unreadable('no answer');
  if (answer.status >= 500) throw new OutOfService(answer.status, answer.status === 503);
  if (isPdf(answer.body)) return { document: answer.body };
  const page = readPage(answer, path);
  heed(page);
  if (answer.status === 401 || answer.status === 403) {
    throw new TurnedAway(['SEPE no autoriza el acceso con este certificado.']);
  }
  if (answer.status >= 400) throw new Unreadable(`status ${answer.status}`);
  return { page };
}

/** Goes on to a page; a document in its place is none of what was asked for. */
export function* goTo(step: Step, heed: Heed): Script<Page> {
  const { page } = yield* arrive(step, heed);
  if (!page) throw new Unreadable('a document instead of a page');
  return page;
}

/** The request of a link that a page has, by its exact address. @throws Unreadable when it has none */
export const linkStep = ({ $, path }: Page, href: string): Step => {
  const link = $('a[href]').filter((_, element) => $(element).attr('href') === href);
  if (link.length === 0) throw new Unreadable(`page without link ${href.split('?')[0]}`);
  return { method: 'GET', path: pathOf(href, path) };
};

/** What is done with a form. */
export interface Filling {
  changes?: Changes;
  /** Which of several radio buttons or boxes of one name, or choices of a list, by its value to the letter. */
  picks?: Record<string, string>;
  button?: Button;
  commits?: boolean;
}

/** The request that sends a form. @throws Unreadable when the form lacks anything of it */
export const formStep = (form: Form, { changes = {}, picks = {}, button, commits }: Filling): Step => {
  for (const [name, value] of Object.entries(picks)) {
    const offered = form.controls
      .filter((control) => control.name === name)
      .flatMap((control): { value: string }[] => (control.kind === 'choice' ? control.options : [control]));
    if (!offered.some((choice) => choice.value === value)) {
      throw new Unreadable(`page without choice ${value} of ${name}`);
    }
  }
  const fields = [
    ...fillIn(form, changes, button).filter(([name]) => !(name in picks)),
    ...Object.entries(picks),
  ];
  return {
    method: 'POST',
    path: form.action,
    headers: { 'content-type': FORM_TYPE },
    body: encodeForm(fields),
    ...(commits && { commits }),
  };
};

/** The form of that name. @throws Unreadable */
export const formOf = (page: Page, name: string): Form => {
  const form = findForm(page, name);
  if (!form) throw new Unreadable(`page without form ${name}`);
  return form;
};

/** A date `YYYY-MM-DD` in three fields: `dia<stem>`, `mes<stem>`, `annio<stem>`. */
export const dateFields = (stem: string, date: string): Record<string, string> => {
  const [year = '', month = '', day = ''] = date.split('-');
  return { [`dia${stem}`]: day, [`mes${stem}`]: month, [`annio${stem}`]: year };
};

/** What is shown under a heading as a name and a value. */
export interface Labelled {
  /** Text of the group's legend, lower case. */
  legend: string;
  /** Lower case, without a colon at its end. */
  label: string;
  value: string;
}

/** Longest value that a page shows under a name; none of SEPE's comes near. */
const MAX_VALUE = 1000;
/** Most messages that a page is taken to have, and the longest of them. */
const MAX_LINES = 50;
const MAX_LINE = 500;

/** All names with their values, in the order of the page. */
export const labelled = ({ $ }: Page): Labelled[] =>
  $('fieldset [class*=titulo]')
    .toArray()
    .map((element) => $(element))
    .filter((title) => title.is('div, span, dt, th'))
    .map((title) => ({
      legend: collapse(title.closest('fieldset').children('legend').first().text()).toLowerCase(),
      label: collapse(title.text()).replace(/\s*:$/, '').toLowerCase(),
      value: collapse(title.next().text()).slice(0, MAX_VALUE),
    }))
    .filter(({ label }) => label !== '');

/** Lines of an element's text: its own line breaks and paragraphs part them. */
// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
export const linesOf = ({ $ }: Page, element: any): string[] =>
  ($(element).html() ?? '')
    .split(/<br\s*\/?>|<\/p>|<\/li>/i)
    .slice(0, MAX_LINES)
    .map((line) => collapse($('<div>').html(line).text()).slice(0, MAX_LINE))
    .filter((line) => line !== '');

/** A PDF as an operation hands it on. */
export const pdf = (name: string, bytes: Uint8Array): Document => ({
  contentType: 'application/pdf',
  name: `${name}.pdf`,
  bytes,
});

const isPdf = (body: Uint8Array) => Buffer.from(body.subarray(0, 5)).toString('latin1') === '%PDF-';

const isRedirection = ({ status, headers }: Answer) =>
  status >= 300 && status < 400 && headers.location !== undefined;

/** Path and query of an address. Its host does not matter: requests go to SEPE, whatever a page says. */
const pathOf = (address: string, base: string): string => {
  const url = URL.parse(address.trim(), `https://portal.invalid${base}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 8000) {
    throw new Unreadable('an address that is none');
  }
  return `${url.pathname}${url.search}`;
};
