import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'rolldown';
import { request } from 'undici';
import { bundleOptions } from '../../infra/bundle.ts';
import type { ToService } from './service-process.ts';

/** Bundles the service's process in the same way as functions, but into several files. @returns the file to run */
export const bundleService = async (folder: string): Promise<string> => {
  const module = 'test/faults/service-process.ts';
  const { output, ...options } = bundleOptions('service', { module });
  await build({
    ...options,
    input: { service: module },
    // Its first file waits for other files at top level. In a single bundle they would import the first file, which has not
    // finished by then.
    output: { ...output, dir: folder, minify: false, codeSplitting: true },
    write: true,
  });
  return join(folder, 'service.mjs');
};

/** The timeout of a function, in milliseconds. */
const FUNCTION_TIMEOUT_MS = 30_000;

/** What a caller got: an answer, or nothing, because the process ended. */
export interface Answered {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: each caller says what it expects in it
  body: any;
  filingId: string | undefined;
}

export interface Sent {
  method: string;
  /** Without `/api/v4`. */
  path: string;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
}

/** A process of the service. */
export class Service {
  readonly #process: ChildProcess;
  readonly #origin: Promise<string>;
  #isKilled = false;

  /** @param variables of a function; of this process's environment only `PATH` is passed on */
  constructor(file: string, folder: string, variables: Record<string, string>) {
    mkdirSync(folder, { recursive: true });
    const log = openSync(join(folder, 'service.log'), 'a');
    this.#process = fork(file, {
      env: { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, '..', 'compiled'), ...variables },
      stdio: ['ignore', log, log, 'ipc'],
    });
    closeSync(log);
    const ready = once(this.#process, 'message').then(([message]) => (message as { origin: string }).origin);
    const ended = once(this.#process, 'exit').then(() => {
      throw new Error(`the process of the service ended; see ${join(folder, 'service.log')}`);
    });
    this.#origin = Promise.race([ready, ended]);
    // Callers receive these errors themselves.
    for (const promise of [this.#origin, ended, ready]) promise.catch(() => {});
  }

  get ended(): boolean {
    return this.#isKilled || this.#hasExited;
  }

  get #hasExited(): boolean {
    return this.#process.exitCode !== null || this.#process.signalCode !== null;
  }

  ready = async (): Promise<void> => void (await this.#origin);

  /** Moves the clock of the process. */
  setShift(milliseconds: number): void {
    this.#say({ shift: milliseconds });
  }

  /** Runs the schedule once, as it runs each minute. */
  async lookAfterDue(): Promise<void> {
    const done = once(this.#process, 'message');
    this.#say({ due: true });
    await done;
  }

  /** Passes it a message of a queue. @returns whether it was processed; false if the process ends first */
  async work(prefix: string, id: string): Promise<boolean> {
    const answer = once(this.#process, 'message').then(
      ([message]) => !(message as { hasFailed: boolean }).hasFailed,
    );
    const end = once(this.#process, 'exit').then(() => false);
    this.#say({ work: id, prefix });
    return Promise.race([answer, end]);
  }

  #say(message: ToService): void {
    // The process may have ended, which its waiting callers notice.
    this.#process.send(message, () => {});
  }

  /** Kills it at once, whatever it is doing. */
  kill = (): void => {
    this.#isKilled = true;
    this.#process.kill('SIGKILL');
  };

  /** Lets it end by itself, so that it writes its compile cache for later processes. */
  async leave(): Promise<void> {
    const exit = once(this.#process, 'exit');
    this.#process.disconnect();
    await exit;
  }

  async end(): Promise<void> {
    if (this.#hasExited) return;
    this.kill();
    await once(this.#process, 'exit');
  }

  /** @returns `undefined` if the process ends without an answer */
  async call({ method, path, json, form, headers }: Sent): Promise<Answered | undefined> {
    const url = `${await this.#origin}/api/v4${path}`;
    const encoded = form && new Response(form);
    const type = encoded
      ? encoded.headers.get('content-type')!
      : json === undefined
        ? undefined
        : 'application/json';
    const body = encoded
      ? Buffer.from(await encoded.arrayBuffer())
      : json === undefined
        ? null
        : JSON.stringify(json);
    try {
      const answer = await request(url, {
        method: method as 'GET',
        headers: { ...(type && { 'content-type': type }), ...headers },
        body,
        headersTimeout: FUNCTION_TIMEOUT_MS,
        // Each call has a separate connection, because a kept one could be closed just when it is reused.
        reset: true,
      });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        body: text && JSON.parse(text),
        filingId: [answer.headers['x-tramite-id']].flat()[0],
      };
    } catch (error) {
      // Lambda also ends a process that takes too long.
      if ((error as { code?: string }).code === 'UND_ERR_HEADERS_TIMEOUT') await this.end();
      if (this.ended || (await Promise.race([once(this.#process, 'exit').then(() => true), later(2_000)])))
        return undefined;
      throw error;
    }
  }
}

const later = (milliseconds: number) =>
  new Promise<false>((resolve) => setTimeout(() => resolve(false), milliseconds).unref());
