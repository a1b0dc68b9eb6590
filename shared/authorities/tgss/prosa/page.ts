import type { Cheerio, CheerioAPI } from 'cheerio/slim';
import type { Answer } from '../../channel/channel.ts';
import { type OutOfService, type Refusal, refusalIn, type Step, Unreadable } from '../../exchange.ts';
import { decode } from '../../html/latin1.ts';
import { collapse, outOfServiceIn, type Page, readPage, textOf } from '../../html/page.ts';
import { denialOn, statusError } from '../admission.ts';

/**
 * Pages of the Prosa applications, in two shapes. HTML has a form with its controls. XML has only data and messages,
 * and in a browser a stylesheet makes the form. No stylesheet is run here: the contents of these forms are known
 * from programs in use.
 */
export interface ProsaPage extends Page {
  /** Data only. */
  readonly isXml: boolean;
}

/** The text of an element, or the data of the elements in it, by their names. */
export type Data = string | { [name: string]: Data };

/** @throws OutOfService for error and maintenance pages, AccessDenied if the certificate is not admitted, Unreadable */
export const readProsa = (answer: Answer | undefined, path: string): ProsaPage => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status !== 200) throw statusError(answer, path);
  const isXml = /\bxml\b/i.test(answer.contentType);
  const format = isXml ? { xml: true, contentType: charsetOf(answer) } : {};
  const page = { ...readPage(answer, path, format), isXml };
  const denied = isXml ? undefined : denialOn(page);
  if (denied) throw denied;
  return page;
};

/** A radio button. */
export interface Choice {
  id: string;
  value: string;
  /** Text of its label, otherwise of its row in a table. */
  label: string;
}

/** The radio buttons of a name. */
export const choicesOn = ({ $ }: ProsaPage, name: string): Choice[] => {
  const labels = new Map(
    $('label')
      .toArray()
      .map((label) => [$(label).attr('for'), textOf($(label))]),
  );
  return $(`input[name="${name}"][type="radio"]`)
    .toArray()
    .map((radio) => {
      const id = $(radio).attr('id') ?? '';
      return { id, value: $(radio).attr('value') ?? '', label: labels.get(id) || rowText($, radio) };
    });
};

/** The texts of the cells of the row around an element, in order; `''` if it is in no table. */
// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
export const rowText = ($: CheerioAPI, element: any): string =>
  $(element)
    .closest('tr')
    .children('td, th')
    .toArray()
    .map((cell) => textOf($(cell)))
    .filter((text) => text !== '')
    .join(' ');

/** The request of a link. Whatever the page says, it goes to the authority; `undefined` if not to an application of it. */
export const linkStep = (page: ProsaPage, href: string | undefined): Step | undefined => {
  const url = href === undefined ? null : URL.parse(href.trim(), `https://portal.invalid${page.path}`);
  if (!url?.pathname.startsWith('/ProsaInternet/')) return undefined;
  return { method: 'GET', path: `${url.pathname}${url.search}` };
};

/** An address of the session of a page of data only, to post to or of documents; `undefined` if the data have none. */
export const sessionPath = (
  page: ProsaPage,
  service: 'OnlineAccessUtf8' | 'ViewDocUtf8',
): string | undefined => {
  const session = page.text('SPM.IDSESSION') ?? '';
  return /^;jsessionid=[\w:.!-]+$/.test(session) ? `/ProsaInternet/${service}${session}` : undefined;
};

/** The content type, or one with the encoding that the XML declares if the content type names no charset. */
const charsetOf = ({ contentType, body }: Answer): string => {
  if (/charset/i.test(contentType)) return contentType;
  const [, encoding] = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(decode(body.subarray(0, 200))) ?? [];
  return encoding ? `charset=${encoding}` : contentType;
};

/** The data of the first element of that name; `undefined` if the page has none. */
export const dataIn = ({ $ }: ProsaPage, name: string): Data | undefined => {
  // biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
  const read = (element: Cheerio<any>): Data => {
    const members = element.children().toArray();
    if (members.length === 0) return textOf(element);
    return Object.fromEntries(members.map((member) => [member.tagName, read($(member))]));
  };
  const element = $(name).first();
  return element.length > 0 ? read(element) : undefined;
};

/** A message on a page of a Prosa application. */
export interface ProsaMessage {
  kind: 'error' | 'info';
  text: string;
}

/** Longest message that the caller gets, in characters, and most messages. */
const MAX_TEXT = 300;
const MAX_MESSAGES = 20;

/** The messages of a page, in their order. */
export const messagesOf = ({ $, isXml }: ProsaPage): ProsaMessage[] => {
  const found: [isError: boolean, text: string][] = isXml
    ? $('MESSAGE')
        .toArray()
        .map((message) => [/ERROR/i.test($(message).find('TIPO').text()), $(message).find('TEXTO').text()])
    : $('.ERROR.mensaje, .INFO.mensaje, .mensajeError')
        .toArray()
        .map((message) => [!$(message).hasClass('INFO'), $(message).text()]);
  return found
    .map(
      ([isError, text]): ProsaMessage => ({
        kind: isError ? 'error' : 'info',
        text: collapse(text).slice(0, MAX_TEXT),
      }),
    )
    .filter(({ text }) => text !== '')
    .slice(0, MAX_MESSAGES);
};

/** @throws Refusal with the errors on the page, or OutOfService */
export const throwIfErrors = (page: ProsaPage): void => {
  const refusal = refusalOf(messagesOf(page));
  if (refusal) throw refusal;
};

/** The error for messages; `undefined` if none of them is an error. */
export const refusalOf = (messages: ProsaMessage[]): Refusal | OutOfService | undefined => {
  const errors = messages.filter(({ kind }) => kind === 'error').map(({ text }) => text);
  if (errors.length === 0) return undefined;
  return outOfServiceIn(errors.join('\n'), { failure: FAILURE }) ?? refusalIn(errors);
};

const FAILURE = /FUERA DE SERVICIO|(?:SERVICIO|APLICACI[OÓ]N|P[AÁ]GINA) (?:NO |CERRAD)|TEMPORALMENTE/i;
