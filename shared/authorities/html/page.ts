import { type Cheerio, type CheerioAPI, load } from 'cheerio/slim';
import { type Answer, Unreadable } from '../exchange.ts';
import { decode } from './latin1.ts';

/** Largest page, in bytes; the portals' have some ten thousand. */
export const MAX_PAGE_BYTES = 1024 * 1024;
/** Most tags of a page, and their deepest nesting. A page beyond could keep the reader busy or exhaust its stack. */
const MAX_TAGS = 40_000;
const MAX_DEPTH = 256;

/** A page of a portal, read as it is written: elements stand where their tags stand, unlike in a browser. */
export interface Page {
  /** Path and query it answered to: what relative addresses on it refer to. */
  readonly path: string;
  readonly $: CheerioAPI;
  /** Text of the first element with that id, of an input its value, blanks collapsed; `undefined` when there is none. */
  text(id: string): string | undefined;
  /** Text of the whole page, blanks collapsed. */
  wholeText(): string;
}

/** @throws Unreadable when it is too large or too deeply nested */
export const readPage = (answer: Answer, path: string): Page => {
  if (answer.body.length > MAX_PAGE_BYTES) throw new Unreadable('page too large');
  const $ = parse(decode(answer.body, answer.contentType));
  return {
    path,
    $,
    text(id) {
      const element = $(`[id="${id}"]`).first();
      return element.length > 0 ? textOf(element) : undefined;
    },
    wholeText: () => collapse($.root().text()),
  };
};

/** Text of an element, of an input its value, blanks collapsed (also those that do not break). */
// biome-ignore lint/suspicious/noExplicitAny: cheerio does not export the type of its nodes
export const textOf = (element: Cheerio<any>): string =>
  collapse(element.is('input') ? (element.attr('value') ?? '') : element.text());

/** Blanks of any kind to single ones, none at the ends. */
export const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

const parse = (html: string): CheerioAPI => {
  if (html.split('<', MAX_TAGS + 1).length > MAX_TAGS) throw new Unreadable('page with too many tags');
  const $ = load(html);
  const depths = new Map<unknown, number>();
  // In document order, so that the parent is always there.
  for (const element of $('*').get()) {
    const depth = (depths.get(element.parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new Unreadable('page too deeply nested');
    depths.set(element, depth);
  }
  return $;
};
