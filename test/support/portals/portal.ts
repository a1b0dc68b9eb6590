import type { Answer } from '../../../shared/authorities/channel/channel.ts';
import type { Exchange, Step } from '../../../shared/authorities/exchange.ts';
import { decode } from '../../../shared/authorities/html/latin1.ts';
import { runScript } from '../../../shared/authorities/run-script.ts';

/** Portals given by their answers: exchanges run against them without a network. */

export const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/** An answer with status 200. Text is sent in ISO-8859-1: as XML if it begins like XML, otherwise as HTML. */
export const answerWith = (body: string | Uint8Array, given: Partial<Answer> = {}): Answer => ({
  status: 200,
  contentType:
    typeof body === 'string' && body.startsWith('<?xml') ? 'text/xml' : 'text/html; charset=ISO-8859-1',
  headers: {},
  body: typeof body === 'string' ? latin1(body) : body,
  ...given,
});

/** The text of a page. */
export const sourceOf = (answer: Answer): string => Buffer.from(answer.body).toString('latin1');

/** The same page with a part of its text replaced. */
export const edited = (
  answer: Answer,
  part: string | RegExp,
  replacement: string | (() => string),
): Answer => ({
  ...answer,
  body: latin1(sourceOf(answer).replace(part, replacement as string)),
});

/** The bytes of a document; only the first ones matter. */
export const PDF = latin1('%PDF-1.4 proof');
/** A document as an answer. */
export const pdf = answerWith(PDF, { contentType: 'application/pdf' });

/** A request as a portal receives it. */
export interface Seen extends Step {
  commits: boolean;
  /** The fields of its form. If several have the same name, the last one counts. */
  fields: Record<string, string>;
  /** The names of the fields, in the order sent. */
  names: string[];
}

/** A portal's reaction to a request: a string is a page with status 200, and an error is thrown. */
export type Reply = string | Answer | Error;

/** A portal as a function of each request; `index` counts from 0. */
export type Portal = (seen: Seen, index: number) => Reply;

/** Replies in this order, whatever the requests are. The last reply answers all later requests. */
export const inTurn =
  <R extends Reply>(...replies: R[]) =>
  (_seen: Seen, index: number): R =>
    replies[Math.min(index, replies.length - 1)]!;

/** Replies by address: always the same one, several in order (the last one for all later requests), or computed. */
export type Replies = Record<string, Reply | Reply[] | ((seen: Seen) => Reply)>;

/**
 * A portal that replies by address, which is a path, or `POST <path>` for one method. A path without a query matches every
 * query.
 */
export const byPath = (replies: Replies): Portal => {
  const left = new Map(
    Object.entries(replies).map(([address, reply]) => [address, Array.isArray(reply) ? [...reply] : reply]),
  );
  return (seen) => {
    const { method, path } = seen;
    const address = [`${method} ${path}`, path, path.split('?')[0]!].find((each) => left.has(each));
    const reply = left.get(address ?? '');
    if (reply === undefined) throw new Error(`no reply to ${method} ${path}`);
    if (typeof reply === 'function') return reply(seen);
    if (!Array.isArray(reply)) return reply;
    return reply.length > 1 ? reply.shift()! : reply[0]!;
  };
};

/**
 * Runs an exchange against a portal, or against successive replies. Returns its result or error, and the requests that the
 * portal received.
 */
export const play = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  portal: Portal | Reply[],
  dry = false,
) => {
  const replyTo = typeof portal === 'function' ? portal : inTurn(...portal);
  const seen: Seen[] = [];
  const run = await runScript({ exchange, input, dry }, async (step) => {
    const request = seenOf(step);
    seen.push(request);
    const reply = replyTo(request, seen.length - 1);
    if (reply instanceof Error) throw reply;
    return typeof reply === 'string' ? answerWith(reply) : reply;
  });
  const { end } = run;
  return {
    ...run,
    seen,
    result: 'result' in end ? end.result : undefined,
    error: 'error' in end ? end.error : undefined,
  };
};

/** The result of an exchange with a portal. @throws the error with which the exchange ends */
export const resultOf = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  portal: Portal | Reply[],
): Promise<Out | undefined> => {
  const { result, error } = await play(exchange, input, portal);
  if (error !== undefined) throw error;
  return result;
};

/** Methods and addresses of requests, in order. */
export const addressesOf = (seen: Seen[]): string[] => seen.map(({ method, path }) => `${method} ${path}`);

/** The bodies of requests that have one, in order. */
export const bodiesOf = (seen: Seen[]): string[] =>
  seen.flatMap(({ body }) => (body === undefined ? [] : [String(body)]));

/** The request to an address. */
export const seenAt = (seen: Seen[], path: string): Seen => {
  const found = seen.find((request) => request.path === path);
  if (!found) throw new Error(`no request to ${path}`);
  return found;
};

const seenOf = (step: Step): Seen => {
  const type = step.headers?.['content-type'] ?? '';
  const pairs = type.startsWith('application/x-www-form-urlencoded')
    ? decodeForm(String(step.body), type)
    : [];
  return {
    ...step,
    commits: step.commits === true,
    fields: Object.fromEntries(pairs),
    names: pairs.map(([name]) => name),
  };
};

/** The fields of a form, in order, decoded in the character set of its content type, or by default in ISO-8859-1. */
export const decodeForm = (body: string, contentType = ''): [name: string, value: string][] =>
  body
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=').map((part) => decodePart(part, contentType));
      return [name, value];
    });

const decodePart = (part: string, contentType: string): string => {
  const bytes = part
    .replaceAll('+', ' ')
    .replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decode(latin1(bytes), contentType);
};
