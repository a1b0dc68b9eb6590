import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Dispatcher } from 'undici';
import type { Answer } from '../authorities/exchange.ts';
import { type Connections, connectionsTo, type Destination } from './connections.ts';
import { CookieJar } from './cookies.ts';
import { ChannelFailure, codeOf, failureOf } from './failure.ts';

/** One HTTP request; `path` with its query. */
export interface Request {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  /** It may take effect: it goes out only on a connection that was used just now, or on a new one. */
  commits?: boolean;
}

/** A conversation with an authority as one certificate: it keeps cookies, and nothing else, from answer to request. */
export interface Channel {
  /**
   * Sends a request once: nothing below repeats it or follows a redirection. Any HTTP status is an answer.
   * @param deadline epoch milliseconds; what has not been answered whole by then has failed
   * @throws ChannelFailure, and nothing else
   */
  send(request: Request, deadline: number): Promise<Answer>;
}

/**
 * Opens a conversation over mutual TLS, 1.2 or later. The authority's certificate is always verified.
 * @throws Error when `baseUrl` is not an `https:` origin
 */
export const connect = (destination: Destination): Channel => {
  const url = new URL(destination.baseUrl);
  if (url.protocol !== 'https:' || url.pathname !== '/' || url.search !== '') {
    throw new Error('the address of an authority must be an https origin without path');
  }
  const normal = { ...destination, baseUrl: url.origin };
  const cookies = new CookieJar();
  return {
    async send({ commits = false, ...request }, deadline) {
      const connections = connectionsTo(normal, commits);
      const cookie = cookies.header(request.path);
      const headers = { 'user-agent': 'pasarela', ...request.headers, ...(cookie && { cookie }) };
      const answer = await exchange(connections, { ...request, headers }, deadline);
      cookies.take(answer.headers['set-cookie']);
      // undici frees a connection one turn after the answer; before, the next request would open another one.
      await nextTurn();
      return answer;
    },
  };
};

/** A wait in milliseconds after which a missing answer is the authority's failing, and not our lack of time. */
const PATIENCE_MS = 5_000;

/** undici's own verbs hide whether a request was started; its handler tells. */
const exchange = (connections: Connections, request: Request, deadline: number): Promise<Answer> =>
  new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let answer: Omit<Answer, 'body'> | undefined;
    let settled = false;
    const chunks: Buffer[] = [];

    const settle = (act: () => void) => {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      connections.lastUsed = Date.now();
      act();
    };
    const fail = (error: unknown) =>
      settle(() => reject(failureOf(error, { ...connections, sent: controller !== undefined })));
    const began = Date.now();
    const timer = setTimeout(
      () => {
        const sent = controller !== undefined;
        const ofAuthority = Date.now() - began >= PATIENCE_MS;
        const late = new ChannelFailure(sent ? 'silent' : 'unreachable', {
          sent,
          ofAuthority,
          code: 'deadline',
        });
        settle(() => reject(late));
        controller?.abort(late);
      },
      Math.max(0, deadline - began),
    );

    connections.lastUsed = began;
    try {
      connections.pool.dispatch(
        { ...request, idempotent: false },
        {
          // Called on a connection, just before the first byte is written.
          onRequestStart(started) {
            // Given up while it waited for a connection: then it must not be sent at all.
            if (settled) started.abort(new Error('deadline passed'));
            else controller = started;
          },
          onResponseStart(_controller, status, headers) {
            connections.proven = true;
            connections.firstError = undefined;
            answer = { status, contentType: String(headers['content-type'] ?? ''), headers };
          },
          onResponseData(_controller, chunk) {
            chunks.push(chunk);
          },
          onResponseEnd() {
            settle(() => resolve({ ...answer!, body: Buffer.concat(chunks) }));
          },
          onResponseError(_controller, error) {
            fail(error);
          },
        },
      );
    } catch (error) {
      // A request that undici does not take, such as a header with a line break: nothing was sent.
      settle(() =>
        reject(new ChannelFailure('unreachable', { sent: false, ofAuthority: false, code: codeOf(error) })),
      );
    }
  });
