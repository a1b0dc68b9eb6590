/**
 * Records the AWS calls of the process that loads it. In a deployed function they are the function's own calls; in tests they
 * are attributed to the function for which the work is done (`asFunction`). Each distinct call is written once, as a line of a
 * file in the folder `RECORDED_CALLS`. Notifications that are opened at the process's stand-ins are lines of another file
 * there.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { TABLES, type TableDefinition } from '../../../infra/tables.ts';
import { OPENINGS } from '../../../sandbox/worlds/openings.ts';
import { callsOf, FOLDER, type Names, OPENED } from './wire.ts';

const caller = new AsyncLocalStorage<string>();

/** Runs work and attributes its AWS calls to the function with this name. */
export const asFunction = <Result>(name: string, work: () => Result): Result => caller.run(name, work);

/** The names of resources in requests, from the environment of a function. */
const names = (): Names => {
  const { env } = process;
  const tables = Object.entries(TABLES as Record<string, TableDefinition>).map(
    ([variable, { partitionKey, sortKey }]) => [
      env[variable],
      { name: variable.replace('_TABLE', '').toLowerCase(), partitionKey, sortKey },
    ],
  );
  const queues = [
    ...Object.entries<string>(JSON.parse(env.WORK_QUEUES ?? '{}')),
    ['deliveries', env.DELIVERIES_QUEUE ?? '-'] as const,
  ].map(([prefix, url]) => [url.split('/').at(-1), prefix.split('/').at(-1)]);
  return {
    tables: Object.fromEntries(tables),
    buckets: {
      [env.DOCUMENTS_BUCKET ?? '-']: 'documents',
      [env.EVIDENCE_BUCKET ?? '-']: 'evidence',
      [env.SANDBOX_BUCKET ?? '-']: 'worlds',
    },
    secrets: {
      [env.SERVICE_KEY_SECRET ?? '-']: 'service-key',
      [env.CERTIFICATE_KEY_SECRET ?? '-']: 'certificate-key',
      [env.FILING_KEY_SECRET ?? '-']: 'filing-key',
      [env.TOKEN_KEYS_SECRET ?? '-']: 'token-keys',
      [env.SANDBOX_AUTHORITY_SECRET ?? '-']: 'authority',
      [env.CANARY_SECRET ?? '-']: 'canary',
    },
    functions: { [env.SHEETS_FUNCTION ?? '-']: 'sheets' },
    certificatePrefix: env.CERTIFICATE_SECRETS_PREFIX ?? 'certificates/',
    queues: { ...Object.fromEntries(queues), [env.MAILS_QUEUE?.split('/').at(-1) ?? '-']: 'send-mails' },
  };
};

const written = new Set<string>();

const record = (by: string, folder: string, options: RequestOptions, body: string): void => {
  const headers = Object.fromEntries(
    Object.entries(options.headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]),
  );
  const sent = { method: options.method ?? 'GET', path: String(options.path), headers, body };
  for (const call of callsOf(sent, names())) {
    const line = JSON.stringify({ by, ...call });
    if (written.has(line)) continue;
    written.add(line);
    append(join(folder, `${process.pid}.jsonl`), line);
  }
};

const append = (file: string, line: string): void => {
  try {
    appendFileSync(file, `${line}\n`);
  } catch {
    // The tests have ended, but the function runs on at an emulator that stays up.
  }
};

/** The function to which calls are attributed: a deployed function has its name in the environment. */
const whose = (): string | undefined =>
  process.env.AWS_LAMBDA_FUNCTION_NAME?.replace(/^pasarela-[a-z]+-/, '') ?? caller.getStore();

const folder = process.env[FOLDER];
const original = http.request;
// Test files share a process, so the module may be loaded again.
if (folder && !('isRecorded' in original)) {
  const request = (...args: unknown[]): ClientRequest => {
    const made = (original as (...all: unknown[]) => ClientRequest)(...args);
    const by = whose();
    const options = args[0] as RequestOptions;
    if (!by || typeof options !== 'object' || !('headers' in options)) return made;
    const chunks: Buffer[] = [];
    const keep = (chunk: unknown) => {
      if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
    };
    const { write, end } = made;
    const isText = 'x-amz-target' in (options.headers ?? {}) || String(options.path).includes('/v2/email');
    if (isText)
      made.write = ((...all: Parameters<typeof write>) => {
        keep(all[0]);
        return write.apply(made, all);
      }) as typeof write;
    made.end = ((...all: Parameters<typeof end>) => {
      if (isText) keep(all[0]);
      record(by, folder, options, Buffer.concat(chunks).toString());
      return end.apply(made, all);
    }) as typeof end;
    return made;
  };
  http.request = Object.assign(request, { isRecorded: true }) as typeof http.request;
  const deployed = process.env.AWS_LAMBDA_FUNCTION_NAME !== undefined;
  subscribe(OPENINGS, (openings) =>
    append(
      join(folder, `${OPENED}${process.pid}.jsonl`),
      JSON.stringify({ ...(openings as object), deployed }),
    ),
  );
}
