import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import { Body } from './body.ts';
import { type Connection, connectionTo, type Destination, MAX_ANSWER_BYTES } from './connections.ts';
import { CookieJar } from './cookies.ts';
import { ChannelFailure, codeOf, failureOf, lacksLateCertificate, NO_LATE_CERTIFICATE } from './failure.ts';

/** The answer of an authority. */
export interface Answer {
  status: number;
  /** As sent, with parameters. */
  contentType: string;
  headers: Record<string, string | string[] | undefined>;
  body: Uint8Array;
}

/** One HTTP request; `path` with its query. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** It may take effect: it is sent only on a connection that was used a moment ago, or on a new one. */
  commits?: boolean;
  /** Milliseconds within which it must have begun to leave, by the clock of the process; else it is not sent. */
  startWithin?: number;
}

/** A conversation with an authority with one certificate. It keeps cookies between requests, and nothing else. */
export interface Channel {
  /**
   * Sends a request once, without retry or redirection. Any HTTP status is an answer, except a 403 by which a server
   * says that it cannot ask for the certificate.
   * @param deadline epoch milliseconds; a request without a complete answer by then fails
   * @throws ChannelFailure, and nothing else
   */
  send(request: Request, deadline: number): Promise<Answer>;
}

/**
 * Opens a conversation over mutual TLS, 1.2 or later or as the settings of the authority say. The authority's certificate is
 * always verified.
 * @param cookies the jar of an earlier conversation with the same origin, to go on with it
 * @throws Error when `baseUrl` is not an `https:` origin
 */
export const connect = (destination: Destination, cookies = new CookieJar()): Channel => {
  const url = new URL(destination.baseUrl);
  if (url.protocol !== 'https:' || url.pathname !== '/' || url.search !== '') {
    throw new Error('the address of an authority must be an https origin without path');
  }
  const target = { ...destination, baseUrl: url.origin };
  return {
    async send({ commits = false, ...request }, deadline) {
      const connection = connectionTo(target, commits);
      const cookie = cookies.header(request.path);
      const headers = { 'user-agent': 'pasarela', ...request.headers, ...(cookie && { cookie }) };
      const answer = await sendOnce(connection, { ...request, headers, commits }, deadline);
      cookies.store(answer.headers['set-cookie']);
      // undici frees a connection one turn of the event loop after the answer. Without this the next request would
      // open another connection.
      await nextTurn();
      return answer;
    },
  };
};

/** Shortest wait, in milliseconds, after which a missing answer is the authority's fault. */
const AT_FAULT_AFTER_MS = 5_000;

const noLateCertificate = () =>
  new ChannelFailure('certificate', { sent: true, authorityAtFault: false, code: NO_LATE_CERTIFICATE });

/** Whether path and headers have only characters that HTTP can carry: one byte each, and no control characters. */
const canBeWritten = ({ path, headers = {} }: Request): boolean =>
  /^[\x21-\x7e]+$/.test(path) &&
  Object.entries(headers).every(
    ([name, value]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
  );

/** Uses undici's dispatch handler, because `request` and `fetch` do not tell whether a request was started. */
const sendOnce = (
  connection: Connection,
  { startWithin, commits, ...request }: Request,
  deadline: number,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Omit<Answer, 'body'> | undefined;
    let settled = false;
    let body: Body | undefined;
    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      clearTimeout(startTimer);
      connection.lastUsed = Date.now();
      connection.underWay -= 1;
      act();
    };
    const fail = (error: unknown) =>
      settle(() => {
        const { firstError, known } = connection;
        reject(failureOf(error, { firstError, ...known, sent: controller !== undefined }));
      });
    const began = Date.now();
    const timer = setTimeout(
      () => {
        const sent = controller !== undefined;
        const authorityAtFault = Date.now() - began >= AT_FAULT_AFTER_MS;
        const late = new ChannelFailure(sent ? 'silent' : 'unreachable', {
          sent,
          authorityAtFault,
          code: 'deadline',
        });
        settle(() => reject(late));
        controller?.abort(late);
      },
      Math.max(0, deadline - began),
    );

    const neverSent = (code: string) =>
      settle(() => reject(new ChannelFailure('unreachable', { sent: false, authorityAtFault: false, code })));
    const notStarted = () => neverSent('not started in time');
    const startTimer =
      startWithin === undefined
        ? undefined
        : setTimeout(() => {
            if (!controller) notStarted();
          }, startWithin);
    const startBy = performance.now() + (startWithin ?? Number.POSITIVE_INFINITY);

    connection.lastUsed = began;
    connection.underWay += 1;
    // undici finds out while it writes, and then keeps the connection for a request that never leaves.
    if (!canBeWritten(request)) {
      fail(new TypeError('a path or header that HTTP cannot carry'));
      return;
    }
    try {
      connection.client.dispatch(
        { ...request, idempotent: false },
        {
          // Called on a connection, just before the first byte is written.
          onRequestStart(started) {
            // Its deadline passed while it waited for a connection: it must not be sent at all.
            if (performance.now() > startBy) notStarted();
            if (settled) started.abort(new Error('deadline passed'));
            else controller = started;
          },
          onResponseStart(_controller, status, headers) {
            connection.known.certificateAccepted = true;
            connection.firstError = undefined;
            answer = { status, contentType: String(headers['content-type'] ?? ''), headers };
            body = new Body(headers['content-length'], MAX_ANSWER_BYTES);
          },
          onResponseData(_controller, chunk) {
            body!.add(chunk);
          },
          onResponseEnd() {
            const whole = { ...answer!, body: body!.bytes() };
            settle(() => (lacksLateCertificate(whole) ? reject(noLateCertificate()) : resolve(whole)));
          },
          onResponseError(_controller, error) {
            fail(error);
          },
        },
      );
    } catch (error) {
      // A request that undici rejects, such as one with a line break in a header: nothing was sent.
      neverSent(codeOf(error));
    }
  });
