import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim';
import { isXmlTooDeep } from '../../kernel/xml-depth.ts';
import type { Answer } from '../channel/channel.ts';
import { OutOfService, Unreadable } from '../exchange.ts';
import { decode } from './latin1.ts';

/** Largest page, in bytes. The portals' pages have some ten thousand. */
export const MAX_PAGE_BYTES = 1024 * 1024;
/** Most tags of a page, and their deepest nesting in HTML. Reading a larger page could take too long or exhaust the stack. */
const MAX_TAGS = 40_000;
const MAX_DEPTH = 256;

/** A page of a portal. Unlike in a browser, its elements are where their tags are. */
export interface Page {
  /** Path and query that it answered to: relative addresses on it start there. */
  readonly path: string;
  readonly $: CheerioAPI;
  /** Text of the first element with that id (the value of an input), blanks collapsed; `undefined` if there is none. */
  text(id: string): string | undefined;
  /** Text of the whole page, blanks collapsed. */
  wholeText(): string;
}

/** How the text of an answer is read, if not as its content type says. */
interface PageFormat {
  /** The page is XML. */
  xml?: boolean;
  /** Content type whose charset counts. */
  contentType?: string;
}

/** @throws Unreadable if it is too large or too deeply nested */
export const readPage = (
  { body, ...answer }: Answer,
  path: string,
  { xml = false, contentType = answer.contentType }: PageFormat = {},
): Page => {
  if (body.length > MAX_PAGE_BYTES) throw new Unreadable('page too large');
  const { $, byId } = parse(decode(body, contentType), xml);
  return {
    path,
    $,
    text(id) {
      const element = byId.get(id);
      return element && textOf($(element));
    },
    wholeText: () => collapse($.root().text()),
  };
};

/** The page of an answer with an error status; `undefined` if it cannot be read. */
export const tryReadPage = (answer: Answer, path: string): Page | undefined => {
  try {
    return readPage(answer, path);
  } catch {
    return undefined;
  }
};

/** Text of an element (the value of an input), blanks collapsed, non-breaking ones too. */
// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
export const textOf = (element: Cheerio<any>): string =>
  collapse(element.is('input') ? (element.attr('value') ?? '') : element.text());

/** Each run of blanks of any kind becomes one space; none at the ends. */
export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The elements of a page, and the first one of each id: a search through the page for each field would take long. */
const parse = (text: string, xml: boolean) => {
  if (text.split('<', MAX_TAGS + 1).length > MAX_TAGS) throw new Unreadable('page with too many tags');
  if (xml && isXmlTooDeep(text)) throw new Unreadable('page too deeply nested');
  const $ = xml ? load(text, { xml: true }) : load(text);
  const depths = new Map<unknown, number>();
  const all = $('*').get();
  const byId = new Map<string, (typeof all)[number]>();
  // In document order, so that the parent is always there.
  for (const element of all) {
    const depth = (depths.get(element.parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new Unreadable('page too deeply nested');
    depths.set(element, depth);
    const id = 'attribs' in element ? element.attribs.id : undefined;
    if (id !== undefined && !byId.has(id)) byId.set(id, element);
  }
  return { $, byId };
};

/** Words by which an authority's page says that it is out of service. */
export interface OutOfServiceWords {
  /** It announces maintenance. */
  maintenance?: RegExp;
  /** It fails, and announces nothing. */
  failure?: RegExp;
}

/** The error for a message with status 200, if it says that the authority is out of service. */
export const outOfServiceIn = (
  text: string,
  { maintenance, failure }: OutOfServiceWords,
): OutOfService | undefined => {
  if (maintenance?.test(text)) return new OutOfService(200, true);
  return failure?.test(text) ? new OutOfService(200, false) : undefined;
};

/** A sentence about maintenance. A company's name, such as "Servicios de mantenimiento", is none. */
const UPKEEP =
  '(?:est[áa]n?|encuentran?|sistema|servicio|aplicaci[óo]n|portal|p[áa]gina|sede|web)(?: \\S+)? en mantenimiento|' +
  '(?:por|tareas de|trabajos de|labores de|operaciones de) mantenimiento';

/** The words of maintenance that all authorities may use, and further ones of one authority. */
export const maintenanceWords = (own: string): RegExp => new RegExp(`${UPKEEP}|${own}`, 'i');

/** Elements of a page that have data in them, and no message. */
const DATA = 'form, table, fieldset, label, script, style';

/**
 * The messages of a page itself: the text of its message elements, or of the whole page if it has neither messages
 * nor data. Data contain names and texts of others, which may sound like a message.
 *
 * @param elements selector of the elements in which the authority writes messages
 */
export const noticeOn = ({ $, wholeText }: Page, elements: string): string => {
  const found = $(elements);
  if (found.length > 0) return collapse(found.text());
  return $(DATA).length === 0 ? wholeText() : '';
};
