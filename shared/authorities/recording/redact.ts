import { isUtf8 } from 'node:buffer';
import { createHmac, randomBytes } from 'node:crypto';
import { type CheerioAPI, load } from 'cheerio/slim';
import { isXmlTooDeep } from '../../kernel/xml-depth.ts';
import { decode, encodeForm } from '../html/latin1.ts';
import { PORTAL_WORDS } from './portal-words.ts';

/**
 * Takes personal data and secrets out of a conversation with an authority. Nothing is kept because it looks harmless:
 * a text stays only if the portals' own pages and messages use every word of it, and numbers of five digits
 * and more are replaced. The same number gets the same replacement everywhere in a recording, also in part or written with
 * separators, so that the recording can still be read by the exchange that made it.
 */

/** Fields of an input that are codes of tables, and say nothing of a person. */
const CODES =
  /^(?:what|which|of)$|regimen|cno|contrato|contract|grupo|group|ocupacion|categor|situacion|coef|tip[oe]|type|year|ejercicio|ind|kind|option|causa|clave/i;

const plain = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const DATE = /\b(?:\d{4}([-/. ])\d{1,2}\1\d{1,2}|\d{1,2}([-/. ])\d{1,2}\2\d{4})(?:\b|(?=T\d))/g;
/** A month of a year. */
const MONTH = /\b(?:\d{4}-\d{2}|\d{2}[/-]\d{4})\b/g;
/** Ids of sessions, signatures and the like: long, with letters and digits. */
const OPAQUE = /(?=(?:[\w+=-]*\d){3})(?=[\w+=-]*[A-Za-z])[\w+=-]{16,}/g;
/** Five digits or more, in groups or not, with the letters of an identifier around them. */
const NUMBER = /[\p{L}]{0,2}\d(?:[ .\-/]{0,1}\d){4,}[\p{L}]?/gu;
/** The same in names of parts of a page, but for the numbers of Jacada's, such as `btn_Sub2207601004`. */
const NUMBER_IN_NAME = /(?<!Sub|\d)\d(?:[ .\-/]?\d){4,}/g;
/** Controls whose values the portal writes, because programs only choose from them. */
const CHOICES = /^(?:option|button)$|^(?:radio|checkbox|submit|image|button)$/;
/** A document, key or signature within a text. */
const BASE64 = /^\s*[A-Za-z0-9+/\s]{100,}={0,2}\s*$/;
/** Replaces a document that nests too deeply to be read. */
const NO_MARKUP = '<!-- left out -->';
/** Replaces a document, key or signature. */
const NO_DOCUMENT = Buffer.from('%PDF-1.4 (left out)').toString('base64');
const MAIL = /[^\s@"'<>]+@[^\s@"'<>]+/g;
const WORD = /\p{L}[\p{L}\p{M}'’]*/gu;
const FIGURES = /\d+/g;
const KINDS: [form: RegExp, characters: string][] = [
  [/\d/, '0123456789'],
  [/[A-Z]/, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'],
  [/[a-z]/, 'abcdefghijklmnopqrstuvwxyz'],
];

/** Attributes that hold data, or addresses with data. The others name parts of the page. */
const OF_DATA = new Set(['value', 'alt', 'title', 'content', 'placeholder', 'summary', 'label']);
const ADDRESSES = new Set(['href', 'src', 'action', 'formaction']);

/** Replaces alike whatever is alike in one recording. */
export class Redactor {
  readonly #key = randomBytes(32);
  /** Numbers of the input and the parts of them that portals use, without separators: what replaces each. */
  readonly #known = new Map<string, string>();
  /** Words of names in the input. They are replaced also where a portal uses them otherwise. */
  readonly #names = new Set<string>();
  /** Dates of the input stay, as `YYYY-MM-DD`. They are in each request, and a reading looks for them. */
  readonly #dates = new Set<string>();

  /**
   * @param input input of the exchange
   * @param names of the certificate's holder
   */
  constructor(input: unknown, names: string[]) {
    for (const name of names) this.#learnName(name);
    this.#learn(input);
  }

  #learn(value: unknown, field = ''): void {
    if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
      for (const [name, member] of Object.entries(value)) this.#learn(member, name);
      return;
    }
    if (typeof value !== 'string' || CODES.test(field)) return;
    if (/^\d{4}-\d{2}(?:-\d{2})?$/.test(value)) {
      this.#dates.add(value);
      return;
    }
    if (/\d{4}/.test(value) && value.length <= 40) this.#learnNumber(value.replace(/\D/g, ''));
    if (value.length <= 200) this.#learnName(value);
  }

  /** With its province, and without it or the control digits of an account, which are often in fields of their own. */
  #learnNumber(digits: string): void {
    if (digits.length <= 8) {
      this.#known.set(digits, this.#digits(digits));
      return;
    }
    const replaced = digits.slice(0, 2) + this.#digits(digits.slice(2));
    for (const [from, to] of [[0], [2], [0, 9], [2, 9]])
      this.#known.set(digits.slice(from, to), replaced.slice(from, to));
  }

  #learnName(name: string): void {
    for (const [word] of name.matchAll(WORD)) if (word.length > 2) this.#names.add(plain(word));
  }

  /** The input, as far as an exchange needs it to read the recording. */
  input(value: unknown, field = ''): unknown {
    if (Array.isArray(value)) return value.map((member) => this.input(member, field));
    if (ArrayBuffer.isView(value)) return '';
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, this.input(member, name)]),
      );
    if (typeof value !== 'string' || CODES.test(field)) return value;
    return /^\s*</.test(value) ? this.markup(value, true) : this.text(value);
  }

  /** A text: a message, a label, a cell, the value of a field. */
  text(text: string): string {
    // The exchange builds addresses from it, so its presence must stay visible.
    if (/^\s*;jsessionid=\S*\s*$/i.test(text)) return ';jsessionid=0';
    // A sentence has blanks, and base64 at line ends only.
    if (BASE64.test(text) && !/\S \S/.test(text)) return this.#document(text);
    // Services put documents into texts.
    if (/^\s*<[\w?]/.test(text)) return this.markup(text, true);
    const withoutNumbers = this.numbers(text.replace(MAIL, (mail) => this.#letters(mail)));
    const found = [...withoutNumbers.matchAll(WORD)].map(([word]) => plain(word));
    const isOfPortal = found.every(
      (word) => word.length < 3 || (PORTAL_WORDS.has(word) && !this.#names.has(word)),
    );
    return isOfPortal ? withoutNumbers : withoutNumbers.replace(WORD, (word) => this.#letters(word));
  }

  /** XML keeps its structure, because the exchange looks for the element that takes the signature. */
  #document(base64: string): string {
    const bytes = Buffer.from(base64, 'base64');
    if (!isUtf8(bytes)) return NO_DOCUMENT;
    const text = bytes.toString('utf8');
    return /^\s*<[\w?]/.test(text) ? Buffer.from(this.markup(text, true)).toString('base64') : NO_DOCUMENT;
  }

  /** In names of parts of a page. */
  #inNames(text: string): string {
    return text.replace(NUMBER_IN_NAME, (number) => this.#number(number));
  }

  /** Dates and numbers alone are replaced. */
  numbers(text: string): string {
    const dates: string[] = [];
    const keep = (date: string) => `\uE000${dates.push(date) - 1}\uE000`;
    return text
      .replace(OPAQUE, (token) => this.#opaque(token))
      .replace(DATE, (date) => keep(this.#date(date)))
      .replace(MONTH, keep)
      .replace(NUMBER, (number) => this.#number(number))
      .replace(FIGURES, (figures) => (this.#known.has(figures) ? this.#number(figures) : figures))
      .replace(/\uE000(\d+)\uE000/g, (_, index) => dates[Number(index)]!);
  }

  /** A page or document: its structure stays, with the names of its parts. */
  markup(source: string, xml: boolean): string {
    if (xml && isXmlTooDeep(source)) return NO_MARKUP;
    const $ = load(source, { xml: xml && { decodeEntities: true, xmlMode: true } });
    this.#walk($, $.root().contents().toArray() as unknown as MarkupNode[]);
    return xml ? $.xml() : $.html();
  }

  #walk($: CheerioAPI, nodes: MarkupNode[]): void {
    for (const node of nodes) {
      const { type } = node;
      if (type === 'comment') node.data = '';
      else if (type === 'text' || type === 'cdata') node.data &&= this.text(node.data);
      else if (type === 'script' || type === 'style') {
        for (const child of node.children ?? []) child.data &&= this.script(child.data);
        this.#attributes(node);
        continue;
      }
      if (node.attribs) this.#attributes(node);
      if (node.children) this.#walk($, node.children);
    }
  }

  #attributes(node: MarkupNode): void {
    const { attribs = {} } = node;
    for (const [name, value] of Object.entries(attribs)) {
      if (ADDRESSES.has(name)) attribs[name] = this.address(value);
      else if (name === 'value' && this.#isChoice(node)) attribs[name] = this.numbers(value);
      else if (OF_DATA.has(name) || name.startsWith('data-')) attribs[name] = this.text(value);
      else if (name.startsWith('on')) attribs[name] = this.script(value);
      else attribs[name] = this.#inNames(value);
    }
  }

  #isChoice({ name = '', attribs = {} }: MarkupNode): boolean {
    const isControl = CHOICES.test(name) || CHOICES.test(attribs.type?.toLowerCase() ?? '');
    return isControl && /^[\w.,-]{1,20}$/.test(attribs.value ?? '') && !this.#isName(attribs.value ?? '');
  }

  /** Program text: strings in quotes may be data. */
  script(source: string): string {
    return this.#inNames(source).replace(
      /(["'])((?:\\.|(?!\1)[^\\])*)\1/g,
      (_, quote: string, inner: string) =>
        /^[\w./?=&:;#%+-]*$/.test(inner) && !this.#isName(inner)
          ? `${quote}${inner}${quote}`
          : `${quote}${this.text(inner)}${quote}`,
    );
  }

  #isName(text: string): boolean {
    return [...text.matchAll(WORD)].some(([word]) => this.#names.has(plain(word)));
  }

  /** JSON: names of members stay. Anything else is replaced as a text. */
  json(source: string): string {
    let value: unknown;
    try {
      value = JSON.parse(source);
    } catch {
      return this.text(source);
    }
    return JSON.stringify(value, (_, member) => {
      if (typeof member === 'number') return this.numbers(String(member));
      if (typeof member !== 'string') return member;
      return /^https?:/.test(member) ? this.address(member) : this.text(member);
    });
  }

  /** Path and query, or a whole address. */
  address(address: string): string {
    const [path = '', query] = address.split('?', 2) as [string, string?];
    const safePath = this.numbers(path.replace(/;jsessionid=[^?#]*/i, ''));
    return query === undefined ? safePath : `${safePath}?${this.fields(query.replaceAll('&amp;', '&'))}`;
  }

  /** Fields of a form or query, still encoded: names stay, values are replaced. */
  fields(encoded: string): string {
    return encoded
      .split('&')
      .map((field) => {
        const [name = '', value] = field.split('=', 2) as [string, string?];
        if (value === undefined) return this.numbers(name);
        return `${name}=${encodeForm([['', this.text(decoded(value))]]).slice(1)}`;
      })
      .join('&');
  }

  #date(date: string): string {
    const [first = '', second = '', third = ''] = date.split(/[-/. ]/);
    const [year, month, day] = first.length === 4 ? [first, second, third] : [third, second, first];
    const iso = [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
    if (this.#dates.has(iso)) return date;
    return date.replace(/\d+/g, (part) => (part.length === 4 ? part : '01'.slice(-part.length)));
  }

  /** Digit by digit, so that separators stay where they are; its first two digits (a province) stay in long ones. */
  #number(text: string): string {
    const digits = text.replace(/\D/g, '');
    const replaced = this.#replaced(digits);
    let at = 0;
    return text.replace(/\d|\p{L}/gu, (character) =>
      /\d/.test(character) ? replaced[at++]! : this.#letters(character),
    );
  }

  /** Digits from the input are replaced in the same way everywhere. */
  #replaced(digits: string): string {
    const known = [...this.#known.keys()]
      .filter((one) => digits.includes(one))
      .toSorted((a, b) => b.length - a.length)[0];
    if (known === undefined) return this.#digits(digits);
    const start = digits.indexOf(known);
    return (
      this.#neighbour(digits.slice(0, start)) +
      this.#known.get(known) +
      this.#neighbour(digits.slice(start + known.length))
    );
  }

  /** Few digits next to a known number are a code, such as the kind of a document. */
  #neighbour(digits: string): string {
    return digits.length < 5 ? digits : this.#digits(digits);
  }

  #digits(digits: string): string {
    if (digits === '') return '';
    const mac = createHmac('sha512', this.#key).update(digits).digest();
    return Array.from(digits, (_, index) => String(mac[index % mac.length]! % 10)).join('');
  }

  /**
   * Capitals, small letters and digits stay such: an exchange knows a code such as a CSV by them. Separators do not, because
   * parts between them would be read as numbers that they are not.
   */
  #opaque(token: string): string {
    const mac = createHmac('sha512', this.#key).update(token).digest();
    return Array.from(token, (character, index) => {
      const [, kind] = KINDS.find(([form]) => form.test(character)) ?? [];
      return kind?.[mac[index % mac.length]! % kind.length] ?? 'x';
    }).join('');
  }

  /** Letters of the same kind, the same ones for the same text. */
  #letters(text: string): string {
    return text
      .replace(/\p{Lu}/gu, 'X')
      .replace(/\p{Ll}/gu, 'x')
      .replace(/\d/g, '0');
  }
}

/** As much of a node of the parser as is changed here. */
interface MarkupNode {
  type: string;
  name?: string;
  data?: string;
  attribs?: Record<string, string>;
  children?: MarkupNode[];
}

/** The text of a percent-encoded value, whose bytes are characters as in `latin1.ts`. */
const decoded = (value: string): string =>
  decode(
    Buffer.from(
      value
        .replaceAll('+', ' ')
        .replace(/%([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ),
  );
