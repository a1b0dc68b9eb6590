import type { CheerioAPI } from 'cheerio';
import { type Dispatcher, request } from 'undici';

/** Fields of a form, in order. */
export type Fields = [name: string, value: string][];

/** A portal's answer. */
export interface PortalAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  bytes: Buffer;
  /** The bytes decoded as ISO-8859-1, the character set of the portals. */
  text: string;
}

/** A request as it was sent. */
export interface SentRequest {
  method: string;
  path: string;
  /** In ISO-8859-1. */
  body: string;
}

interface Sent {
  method?: 'GET' | 'HEAD' | 'POST';
  headers?: Record<string, string>;
  body?: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** A client of the portals, with one certificate and one scenario for all of its requests. */
export class PortalClient {
  readonly #url: string;
  readonly #agent: () => Promise<Dispatcher>;
  readonly #scenario: string | undefined;
  readonly #sent: SentRequest[];

  /** @param sent receives all requests */
  constructor(url: string, agent: () => Promise<Dispatcher>, scenario?: string, sent: SentRequest[] = []) {
    this.#url = url;
    this.#agent = agent;
    this.#scenario = scenario;
    this.#sent = sent;
  }

  async send(path: string, { method = 'GET', headers, body }: Sent): Promise<PortalAnswer> {
    this.#sent.push({ method, path, body: Buffer.from(body ?? '').toString('latin1') });
    const answer = await request(this.#url + path, {
      dispatcher: await this.#agent(),
      method,
      headers: { ...headers, ...(this.#scenario && { 'x-sandbox-scenario': this.#scenario }) },
      ...(body !== undefined && { body }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes,
      text: bytes.toString('latin1'),
    };
  }

  get(path: string, headers?: Record<string, string>): Promise<PortalAnswer> {
    return this.send(path, { headers });
  }

  /** Posts a form that is already encoded. */
  postForm(path: string, body: string, headers?: Record<string, string>): Promise<PortalAnswer> {
    return this.send(path, { method: 'POST', headers: { 'content-type': FORM, ...headers }, body });
  }
}

const percentEncoded = (text: string, charset: BufferEncoding): string =>
  [...Buffer.from(text, charset)]
    .map((byte) => {
      const character = String.fromCharCode(byte);
      return /[\w.~-]/.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
    })
    .join('');

/** A form as HTTP clients encode it: a space is `%20`. */
export const encodeForm = (fields: Fields, charset: BufferEncoding = 'latin1'): string =>
  fields.map((pair) => pair.map((text) => percentEncoded(text, charset)).join('=')).join('&');

/** Elements of a page. */
type Found = ReturnType<CheerioAPI>;

/** The fields that a browser posts when this button of a form is pressed. */
export const submitted = (form: Found, pressed?: Found): Fields => [
  ...form.serializeArray().map(({ name, value }): Fields[number] => [name, value]),
  ...(pressed ? [[pressed.attr('name')!, pressed.attr('value')!] satisfies Fields[number]] : []),
];

/** The texts of the cells of each row. */
export const cellsOf = ($: CheerioAPI, rows: Found): string[][] =>
  rows.get().map((row) =>
    $(row)
      .children()
      .get()
      .map((cell) => $(cell).text()),
  );
