import { type Cheerio, load } from 'cheerio/slim';
import { type Answer, Unreadable } from '../exchange.ts';
import { decode } from '../html/latin1.ts';
import { collapse, MAX_PAGE_BYTES, type Page, readPage, textOf } from '../html/page.ts';
import { notServed } from './jacada.ts';

/**
 * Pages of the Prosa applications. Some are written in HTML; most are XML that a stylesheet turns into HTML in the
 * browser. Controls, messages and data stand in the XML, so that it is read as it is.
 */
export interface ProsaPage extends Page {
  readonly isXml: boolean;
}

/** Values of an element by the names of the elements in it. */
export type Data = string | { [name: string]: Data };

/** Most tags of an XML page, and their deepest nesting; see `readPage`. */
const MAX_TAGS = 40_000;
const MAX_DEPTH = 256;

/** @throws OutOfService for error and maintenance pages, Refusal when the certificate is not let in, Unreadable */
export const readProsa = (answer: Answer | undefined, path: string): ProsaPage => {
  if (!answer) throw new Unreadable('no answer');
  if (answer.status !== 200) throw notServed(answer, path);
  return /\bxml\b/i.test(answer.contentType)
    ? readXml(answer, path)
    : { ...readPage(answer, path), isXml: false };
};

const readXml = (answer: Answer, path: string): ProsaPage => {
  if (answer.body.length > MAX_PAGE_BYTES) throw new Unreadable('page too large');
  const xml = decode(answer.body, charsetOf(answer));
  if (xml.split('<', MAX_TAGS + 1).length > MAX_TAGS) throw new Unreadable('page with too many tags');
  const $ = load(xml, { xml: true });
  const depths = new Map<unknown, number>();
  for (const element of $('*').get()) {
    const depth = (depths.get(element.parent) ?? 0) + 1;
    if (depth > MAX_DEPTH) throw new Unreadable('page too deeply nested');
    depths.set(element, depth);
  }
  return {
    isXml: true,
    path,
    $,
    text(id) {
      const element = $(`[id="${id}"]`).first();
      return element.length > 0 ? textOf(element) : undefined;
    },
    wholeText: () => collapse($.root().text()),
  };
};

/** One of several radio buttons. */
export interface Choice {
  value: string;
  /** What is written beside it. */
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
    .map((radio) => ({
      value: $(radio).attr('value') ?? '',
      label: labels.get($(radio).attr('id') ?? '') ?? '',
    }));
};

/** That of the content type; else that of the XML itself. */
const charsetOf = ({ contentType, body }: Answer): string => {
  if (/charset/i.test(contentType)) return contentType;
  const [, encoding] = /^<\?xml[^>]*\sencoding=["']([\w-]+)["']/.exec(decode(body.subarray(0, 200))) ?? [];
  return encoding ? `charset=${encoding}` : contentType;
};

/** What the first element of that name holds; `undefined` when the page has none. */
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
