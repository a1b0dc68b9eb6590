import * as z from 'zod';
import type { Answer } from '../channel/channel.ts';
import { decode } from '../html/latin1.ts';
import { isPdf } from '../pdf.ts';
import { Redactor } from './redact.ts';

/**
 * Conversations with an authority as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/), without personal data
 * and secrets. What HAR has no member for is in `_exchange`.
 */

/** One request of a conversation, and its answer where there was one. */
export interface RecordedRequest {
  /** Epoch milliseconds. */
  at: number;
  milliseconds: number;
  request: { method: string; url: string; headers?: Record<string, string>; body?: string | Uint8Array };
  answer?: Answer;
}

/** One run of an exchange, as it was made. */
export interface Conversation {
  exchange: { authority: string; name: string; kind: string };
  input: unknown;
  dry: boolean;
  /** How it ended: `result`, `dry`, or the name of the error. */
  end: string;
  requests: RecordedRequest[];
}

const namesAndValues = z.array(z.object({ name: z.string(), value: z.string() }));

const entry = z.looseObject({
  startedDateTime: z.string(),
  time: z.number(),
  request: z.looseObject({
    method: z.string(),
    url: z.string(),
    headers: namesAndValues,
    postData: z.looseObject({ mimeType: z.string(), text: z.string() }).optional(),
  }),
  response: z.looseObject({
    status: z.int(),
    headers: namesAndValues,
    content: z.looseObject({ size: z.int(), mimeType: z.string(), text: z.string().optional() }),
  }),
});

/** A recording, as far as it is read here. */
export const har = z.object({
  log: z.looseObject({
    version: z.literal('1.2'),
    entries: z.array(entry),
    _exchange: z.object({
      authority: z.string(),
      name: z.string(),
      kind: z.string(),
      input: z.unknown(),
      dry: z.boolean(),
      end: z.string(),
    }),
  }),
});

export type Har = z.output<typeof har>;

/** Request headers that a script sets and an authority may depend on. Cookies and the like are left out. */
const KEPT_REQUEST = /^(content-type|accept|soapaction|referer|x-requested-with)$/i;
/** Those of the tax agency's service for many records, too, which answers in them. */
const KEPT_ANSWER =
  /^(content-type|location|retry-after|content-disposition|codigo|idenvio|estado|sigbloque|totalt2ok|totalt2ko|numeroregistros|csv)$/i;

/**
 * A conversation without personal data and secrets.
 * @param names of the holder of the certificate
 */
export const harOf = ({ exchange, input, dry, end, requests }: Conversation, names: string[]): Har => {
  const redactor = new Redactor(input, names);
  return {
    log: {
      version: '1.2',
      creator: { name: 'pasarela', version: '1' },
      entries: requests.map((one) => entryOf(redactor, one)),
      _exchange: { ...exchange, input: redactor.input(input), dry, end },
    },
  };
};

const entryOf = (
  redactor: Redactor,
  { at, milliseconds, request, answer }: RecordedRequest,
): Har['log']['entries'][number] => {
  const { origin, pathname, search } = new URL(request.url);
  const url = origin + redactor.address(pathname + search);
  const mimeType = headerOf(request.headers, 'content-type') ?? '';
  return {
    startedDateTime: new Date(at).toISOString(),
    time: milliseconds,
    request: {
      method: request.method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(redactor, request.headers, KEPT_REQUEST),
      queryString: [],
      headersSize: -1,
      bodySize: request.body?.length ?? 0,
      ...(request.body !== undefined && {
        postData: { mimeType, text: bodyText(redactor, Buffer.from(request.body), mimeType) },
      }),
    },
    response: {
      // HAR has 0 for no answer.
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(redactor, answer?.headers, KEPT_ANSWER),
      content: {
        size: answer?.body.length ?? 0,
        mimeType: answer?.contentType ?? '',
        ...(answer && { text: bodyText(redactor, answer.body, answer.contentType) }),
      },
      redirectURL: '',
      headersSize: -1,
      bodySize: answer?.body.length ?? 0,
    },
    cache: {},
    timings: { send: 0, wait: milliseconds, receive: 0 },
  };
};

type Headers = Record<string, string | string[] | undefined>;

const headerOf = (headers: Headers = {}, wanted: string): string | undefined =>
  [Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1]].flat()[0];

const headersOf = (redactor: Redactor, headers: Headers = {}, kept: RegExp) =>
  Object.entries(headers).flatMap(([name, value]) =>
    kept.test(name) && value !== undefined
      ? [
          {
            name,
            value: /^(location|referer)$/i.test(name)
              ? redactor.address(String(value))
              : redactor.numbers(String(value)),
          },
        ]
      : [],
  );

/** Replaces a document: its contents are personal data as a whole. */
const NO_PDF = '%PDF-1.4 (left out)';

const bodyText = (redactor: Redactor, bytes: Uint8Array, type: string): string => {
  if (isPdf(bytes)) return NO_PDF;
  if (/^\s*multipart\//i.test(type)) return withoutAttachments(redactor, bytes, type);
  const text = decode(bytes, type);
  if (/x-www-form-urlencoded/i.test(type)) return redactor.fields(text);
  if (/json/i.test(type)) return redactor.json(text);
  if (/xml/i.test(type) && !/xhtml/i.test(type)) return redactor.markup(text, true);
  if (/^\s*<\?xml/.test(text)) return redactor.markup(text, true);
  if (/^\s*</.test(text)) return redactor.markup(text, false);
  // Other documents begin with bytes that are no text.
  return /\p{Cc}/u.test(text.slice(0, 200).replace(/\s/g, '')) ? '' : redactor.script(redactor.text(text));
};

/** A multipart answer: the XML, and a placeholder for each document, with the same boundary. */
const withoutAttachments = (redactor: Redactor, bytes: Uint8Array, type: string): string => {
  const boundary = /boundary="?([^";]+)"?/i.exec(type)?.[1] ?? '';
  const pieces = Buffer.from(bytes).toString('latin1').split(`--${boundary}`);
  const redacted = pieces.map((piece) => {
    const [, head = '', content = ''] = /^(\r\n[\s\S]*?\r\n\r\n)([\s\S]*)$/.exec(piece) ?? [];
    if (head === '') return piece.startsWith('--') ? '--\r\n' : '';
    const markup = Buffer.from(content, 'latin1').toString('utf8').trim();
    // Without the digest of the document, which would not match its replacement.
    const safe = markup.startsWith('<')
      ? redactor.markup(markup, true).replace(/(<(?:\w+:)?hash>)[^<]*/g, '$1')
      : NO_PDF;
    return `${head.replace(/base64/i, 'binary')}${safe}\r\n`;
  });
  return redacted.join(`--${boundary}`);
};

/** The answers of a recording, as an exchange receives them. */
export const answersIn = ({ log }: Har): (Answer | undefined)[] =>
  log.entries.map(({ response: { status, headers, content } }) =>
    status === 0
      ? undefined
      : {
          status,
          contentType: content.mimeType,
          headers: Object.fromEntries(headers.map(({ name, value }) => [name.toLowerCase(), value])),
          body: Buffer.from(content.text ?? '', /utf-?8/i.test(content.mimeType) ? 'utf8' : 'latin1'),
        },
  );
