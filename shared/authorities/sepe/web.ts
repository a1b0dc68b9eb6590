import type { Answer } from '../channel/channel.ts';
import { AccessDenied, OutOfService, type Script, type Step, Unreadable } from '../exchange.ts';
import { type Button, type Changes, type Form, fillIn, findForm, postOf } from '../html/form.ts';
import { collapse, type Page, readPage } from '../html/page.ts';
import { isPdf } from '../pdf.ts';

/** The common parts of SEPE's two web applications, Contrat@ and Certific@2: pages, links, forms, documents. */

/** Checks whether a page of an application reports an error. @throws Refusal, OutOfService */
export type PageCheck = (page: Page) => void;

/** A page, or a PDF that came instead of one. */
export type PageOrDocument =
  | { page: Page; document?: undefined }
  | { page?: undefined; document: Uint8Array };

/** More redirections than any of the applications needs. */
const MAX_REDIRECTIONS = 10;

/** Sends a request and follows redirections. */
export function* sendAndFollow(step: Step, check: PageCheck): Script<PageOrDocument> {
  let { path } = step;
  const { logIn } = step;
  let answer = yield step;
  for (let redirections = 0; answer && isRedirection(answer); redirections++) {
    if (redirections === MAX_REDIRECTIONS) throw new Unreadable('too many redirections');
    path = pathOf([answer.headers.location].flat()[0] ?? '', path);
    answer = yield { method: 'GET', path, ...(logIn !== undefined && { logIn }) };
  }
  if (!answer) throw new Unreadable('no answer');
  if (answer.status >= 500) throw new OutOfService(answer.status, answer.status === 503);
  if (isPdf(answer.body)) return { document: answer.body };
  const page = readPage(answer, path);
  check(page);
  if (answer.status === 401 || answer.status === 403) {
    throw new AccessDenied(['El SEPE no autoriza el acceso con este certificado.']);
  }
  if (answer.status >= 400) throw new Unreadable(`status ${answer.status}`);
  return { page };
}

/** Sends a request and reads the page of the answer. @throws Unreadable for a document in its place */
export function* goTo(step: Step, check: PageCheck): Script<Page> {
  const { page } = yield* sendAndFollow(step, check);
  if (!page) throw new Unreadable('a document instead of a page');
  return page;
}

/** The request of a link on a page, by its exact address. @throws Unreadable if the page has no such link */
export const linkStep = ({ $, path }: Page, href: string): Step => {
  const link = $('a[href]').filter((_, element) => $(element).attr('href') === href);
  if (link.length === 0) throw new Unreadable(`page without link ${href.split('?')[0]}`);
  return { method: 'GET', path: pathOf(href, path) };
};

/** How a form is filled in. */
export interface Filling {
  changes?: Changes;
  /** The choice among radio buttons or boxes of one name, or in a list, by its exact value. */
  picks?: Record<string, string>;
  button?: Button;
  commits?: boolean;
}

/** The request that sends a form. @throws Unreadable if the form lacks a control or choice */
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
  return { ...postOf(form.action, fields), ...(commits && { commits }) };
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

/** A value that a page shows with a label. */
export interface Labelled {
  /** Legend of its group, lower case. */
  legend: string;
  /** Lower case, without a final colon. */
  label: string;
  value: string;
}

/** Longest value that is read. SEPE's values are much shorter. */
const MAX_VALUE = 1000;
/** Most lines that are read of a text, and the longest line, in characters. */
const MAX_LINES = 50;
const MAX_LINE = 500;

/** All labels with their values, in the order of the page. */
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

/** Lines of an element's text, split at line breaks, paragraphs and list items. */
// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
export const linesOf = ({ $ }: Page, element: any): string[] =>
  ($(element).html() ?? '')
    .split(/<br\s*\/?>|<\/p>|<\/li>/i)
    .slice(0, MAX_LINES)
    .map((line) => collapse($('<div>').html(line).text()).slice(0, MAX_LINE))
    .filter((line) => line !== '');

const isRedirection = ({ status, headers }: Answer) =>
  status >= 300 && status < 400 && headers.location !== undefined;

/** Path and query of an address. Its host does not matter: requests go to SEPE, whatever a page says. */
const pathOf = (address: string, base: string): string => {
  const url = URL.parse(address.trim(), `https://portal.invalid${base}`);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 8000) {
    throw new Unreadable('a link or redirection without a valid address');
  }
  return `${url.pathname}${url.search}`;
};
