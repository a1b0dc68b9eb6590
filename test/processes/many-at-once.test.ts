import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundle, entryOf } from '../../infra/bundle.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient, issueServer } from '../../sandbox/pki/pki.ts';
import { pdfText } from '../../shared/authorities/pdf-text.ts';
import { inTurns } from '../../shared/authorities/side-by-side.ts';
import { stores } from '../../shared/stores/stores.ts';
import { randomOf } from '../faults/random.ts';
import { newAccount } from '../support/accounts.ts';
import { caller } from '../support/demo.ts';
import type { Answered, Gateway } from '../support/gateway.ts';
import { manyTenants, type Reached, startManyWorlds, type Tenant } from '../support/servers/many-tenants.ts';

/**
 * Requests of many tenants at the same time through one process with the bundled functions of TGSS and SEPE, with faults in
 * between. Answers, log lines and requests to the portals are those of the same requests one after another, and nothing of one
 * tenant is in what is another's.
 */

const TENANTS = Number(process.env.MANY_AT_ONCE_TENANTS ?? 64);
const STEPS = 3;
/** Of the plan; that of a run that failed can be given. */
const SEED = Number(process.env.MANY_AT_ONCE_SEED ?? Math.floor(Math.random() * 1_000_000));
const FAULTS = ['error-page', 'maintenance', 'slow', 'lost-answer', 'refused', 'large-document'];
const PROGRAM = join(import.meta.dirname, '../support/servers/function-process.ts');

const { tenants, firstState } = manyTenants(TENANTS);

type Fields = Record<string, string | number>;
interface Step {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  fields: Fields;
  fault?: string | undefined;
}
type StepOf = (tenant: Tenant) => Step;

const AT_TGSS: StepOf[] = [
  ({ account: { regimen, ccc }, worker: { dni } }) => ({
    ...{ method: 'GET', path: '/seg-social/employee-situations', fields: { regimen, ccc, dni, getDatos: 1 } },
  }),
  ({ account: { regimen, ccc }, worker: { nss } }) => ({
    ...{ method: 'GET', path: '/seg-social/life-affiliate', fields: { regimen, ccc, nss } },
  }),
  ({ account: { regimen, ccc }, worker: { nss, fecha_alta } }) => ({
    ...{ method: 'GET', path: '/seg-social/idc', fields: { regimen, ccc, nss, startDate: fecha_alta } },
  }),
  ({ worker: { nss } }) => ({ method: 'GET', path: '/seg-social/ipf-by-nss', fields: { nss } }),
  ({ account: { regimen, ccc }, newWorker: { nss, dni, identificacion } }) => ({
    method: 'POST',
    path: '/seg-social/alta',
    fields: {
      ...{ regimen, ccc, nss, dni, identificacion, duplicate: 1 },
      ...{ fecha_real: today(), grupo_cotizacion: 7, tipo_contrato: 100, cno: '4122' },
    },
  }),
  ({ account: { regimen, ccc }, worker: { nss, dni } }) => ({
    method: 'PUT',
    path: '/seg-social/cno',
    fields: { regimen, ccc, nss, dni, fecha_real: today(), cno: '2611' },
  }),
  ({ account: { regimen, ccc }, worker: { nss, dni, identificacion } }) => ({
    method: 'POST',
    path: '/seg-social/baja',
    fields: { regimen, ccc, nss, dni, identificacion, fecha_real: today(), situacion: '51', test: 1 },
  }),
];

/** Only questions: a filing is looked for in SEPE as long as its request has time, which is less where all wait for each other. */
const AT_SEPE: StepOf[] = [
  ({ account: { ccc }, worker: { dni, fecha_alta } }) => ({
    ...{ method: 'GET', path: '/sepe/contrata/data', fields: { ccc, dni, startDate: fecha_alta } },
  }),
  ({ company: { cif }, worker: { dni, fecha_alta } }) => ({
    ...{ method: 'GET', path: '/sepe/contrata', fields: { cif, dni, startDate: fecha_alta } },
  }),
  ({ company: { cif }, account: { regimen, ccc }, worker: { fecha_alta } }) => ({
    method: 'GET',
    path: '/sepe/contrata/data/list',
    fields: { cif, regimen, ccc, startDate: fecha_alta, endDate: today(), communications_by: 1 },
  }),
  ({ newWorker: { dni } }) => ({ method: 'GET', path: '/sepe/certifica/list', fields: { dni } }),
];

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });

const random = randomOf(SEED);
const number = (end: number): number => Math.floor(random() * end);
const plan = tenants.map((tenant, index) =>
  Array.from({ length: STEPS }, (): Step => {
    const steps = index % 8 === 0 ? AT_SEPE : AT_TGSS;
    const step = steps[number(steps.length)]!(tenant);
    return { ...step, fault: number(3) === 0 ? FAULTS[number(FAULTS.length)] : undefined };
  }),
);

/** What answers of the portals wait for in the run at once. */
let gate: ((account: string) => Promise<unknown> | undefined) | undefined;

/**
 * Requests of all tenants at once: the portals answer none before all are there, then one after another. Few come in at the
 * same time, and few go on, because an emulator has the tables: it is slower than a process of the gateway.
 */
const AT_A_TIME = 4;
const BETWEEN_MS = 150;

let worlds: Awaited<ReturnType<typeof startManyWorlds>>;
let p12s: Buffer[];
let child: ChildProcess;
let baseUrl: string;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const authority = await createCertificateAuthority();
  const server = await issueServer(authority);
  const first = await issueClient(authority, { person: tenants[0]!.holder });
  p12s = [];
  for (const { holder } of tenants)
    p12s.push(
      toP12(await issueClient(authority, { person: holder }, { key: first.key }), 'clave', { rounds: 1 }),
    );
  worlds = await startManyWorlds({ authority, server }, firstState, (account) => gate?.(account));
  const folders = await Promise.all(['seg-social', 'sepe'].map((name) => bundle(name, entryOf(name))));
  const files = folders.map((folder) => join(folder, 'handler.mjs'));
  const { url } = worlds;
  child = fork(PROGRAM, files, {
    env: {
      ...process.env,
      ...{ TGSS_URL: url, SEPE_URL: url, AEAT_URL: url, DEHU_URL: url },
      AUTHORITY_CA: authority.certificate,
      // A busy machine may take long; so an authority has as long as a stage may give it.
      API_SECONDS: '120',
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let rest = '';
  child.stdout!.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n');
    rest = whole.pop()!;
    lines.push(...whole.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line)));
  });
  const [{ origin }] = (await once(child, 'message')) as [{ origin: string }];
  baseUrl = `${origin}/api/v4`;
});
afterAll(async () => {
  child.kill('SIGKILL');
  await worlds.close();
});

/** A tenant in one run, with an account and a certificate of that run. */
interface Acting {
  /** Identifiers that are in no other's answers, lines and requests. */
  own: string[];
  /** Those that are others in each run. */
  ofRun: string[];
  gateway: Gateway;
  accountId: string;
}

const actingAs = async ({ holder, company, account, worker, newWorker }: Tenant, p12: Buffer) => {
  const { accountId, gateway } = await newAccount(caller.baseUrl);
  const { body } = await gateway.upload(p12, { password: 'clave' });
  const secret: string = body.data.cert_secret;
  const { certificateId } = (await stores.certificates.readSecret(secret, accountId))!;
  const ofRun = [accountId, certificateId];
  const ofTenant = [holder.nif, holder.autorizacion, company.cif, account.ccc];
  const own = [...ofRun, ...ofTenant, worker.nss, worker.dni, newWorker.nss, newWorker.dni];
  return { own, ofRun, accountId, gateway: gateway.movedTo(baseUrl).acting(secret) };
};

const send = ({ gateway }: Acting, { method, path, fields, fault }: Step): Promise<Answered> => {
  const as = fault ? gateway.with({ 'X-Sandbox-Scenario': fault }) : gateway;
  return method === 'GET' ? as.get(path, fields) : as.call(method, path, { json: fields });
};

/** All that one tenant got, and all that was done for it. */
interface Seen {
  answers: string[];
  lines: string[];
  reached: string[];
}

/** What a document says, in place of its bytes in Base64; a link without its signature. */
const legible = (name: string, value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  if (name === 'content') {
    // Blanks after the end of a document make it large.
    const document = Buffer.from(value, 'base64').toString('latin1').trimEnd();
    return pdfText(Buffer.from(document, 'latin1'));
  }
  return name === 'url' ? 'link' : value;
};

const textOf = (value: unknown): string => JSON.stringify(value, (name, one) => legible(name, one));

/** One run of the whole plan. */
const run = async (inOrder: (works: (() => Promise<void>)[]) => Promise<unknown>) => {
  worlds.begin();
  lines.length = 0;
  const acting: Acting[] = [];
  for (let from = 0; from < TENANTS; from += 8)
    acting.push(
      ...(await Promise.all(
        tenants.slice(from, from + 8).map((tenant, index) => actingAs(tenant, p12s[from + index]!)),
      )),
    );
  const answers = new Map<Acting, Answered[]>(acting.map((one) => [one, []]));
  await inOrder(
    acting.map((one, index) => async () => {
      for (const step of plan[index]!) answers.get(one)!.push(await send(one, step));
    }),
  );
  // Each request writes its line before its answer, which may come before what the process wrote.
  await expect
    .poll(() => lines.filter(({ message }) => message === 'request').length, { timeout: 60_000 })
    .toBe(TENANTS * STEPS);
  return acting.map((one) => {
    const own = answers.get(one)!;
    const ids = own.map(({ headers }) => headers.get('x-request-id'));
    const ofRequest = lines.filter(({ requestId }) => ids.includes(String(requestId)));
    const reached = worlds.reached.filter(({ account }) => account === one.accountId);
    return { acting: one, seen: seenBy(own, ofRequest, reached) };
  });
};

const seenBy = (answers: Answered[], ofRequest: Record<string, unknown>[], reached: Reached[]): Seen => ({
  answers: answers.map(({ status, body }) => textOf({ status, body })),
  lines: ofRequest.map(({ timestamp, milliseconds, xray_trace_id, ...line }) => textOf(line)),
  reached: reached.map(({ account: _, ...one }) => textOf(one)),
});

/** Words of a text, in which what is another in each run has one name. */
const wordsOf = (text: string, { ofRun }: Acting): string[] =>
  ofRun
    .reduce((all, id) => all.replaceAll(id, 'OWN'), text)
    // Ids and times of ours.
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, 'ID')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID')
    .replace(/\b\d{2}:\d{2}(:\d{2})?\b/g, 'TIME')
    .split(/[^\p{L}\p{N}]+/u);

type Run = Awaited<ReturnType<typeof run>>;

/** The words of all texts of a kind. Lines of different requests may come in any order. */
const allWords = ({ acting, seen }: Run[number], kind: keyof Seen): string[] => {
  const texts = seen[kind].map((text) => wordsOf(text, acting));
  return (
    kind === 'lines' ? texts.toSorted((one, other) => (one.join() < other.join() ? -1 : 1)) : texts
  ).flat();
};

/** Where a run differs from two others that do not differ from each other there. */
const differences = (run: Run, [one, two]: [Run, Run]): string[] =>
  run.flatMap((of, tenant) =>
    (['answers', 'lines', 'reached'] as const).flatMap((kind) => {
      const words = allWords(of, kind);
      const [first, second] = [allWords(one[tenant]!, kind), allWords(two[tenant]!, kind)];
      if (words.length !== first.length)
        return [`tenant ${tenant}: ${kind}: ${words.length} words, and not ${first.length}`];
      return words.flatMap((word, at) =>
        word !== first[at] && first[at] === second[at]
          ? [`tenant ${tenant}: ${kind}: ${word}, and not ${first[at]}`]
          : [],
      );
    }),
  );

/** What of others is in what is a tenant's. */
const mixed = (run: Run): string[] => {
  const whose = new Map(run.flatMap(({ acting }, tenant) => acting.own.map((id) => [id, tenant] as const)));
  return run.flatMap(({ seen }, tenant) =>
    Object.entries(seen).flatMap(([kind, texts]: [string, string[]]) =>
      texts.flatMap((text) =>
        text
          .split(/[^\p{L}\p{N}-]+/u)
          .filter((word) => whose.has(word) && whose.get(word) !== tenant)
          .map((word) => `tenant ${tenant}: ${kind}: ${word} of ${whose.get(word)}`),
      ),
    ),
  );
};

test(`${TENANTS} tenants at once are served as one after another, and nothing of one is another's (seed ${SEED})`, async () => {
  const oneByOne = async (works: (() => Promise<void>)[]) => {
    for (const work of works) await work();
  };
  let most = 0;
  const allAtOnce = async (works: (() => Promise<void>)[]) => {
    const there = new Map<string, Promise<void>>();
    const all = Promise.withResolvers<void>();
    gate = (account) => {
      const place = there.size;
      const waits = there.get(account) ?? all.promise.then(() => sleep(place * BETWEEN_MS));
      there.set(account, waits);
      most = Math.max(most, there.size);
      if (there.size === TENANTS) all.resolve();
      return waits;
    };
    const admitted = inTurns(AT_A_TIME);
    await Promise.all(
      works.map(async (work) => {
        const { working } = await admitted(async () => {
          const before = there.size;
          const begun = work();
          // It has come to its portal, or another one has.
          while (there.size === before) await sleep(20);
          return { working: begun };
        });
        await working;
      }),
    );
    gate = undefined;
  };
  const first = await run(oneByOne);
  const second = await run(oneByOne);
  // What is another each time, such as sessions, is little.
  const words = first.flatMap((one) => allWords(one, 'reached')).length;
  expect(differences(second, [first, first]).length).toBeLessThan(words / 5);
  const statuses = new Set(first.flatMap(({ seen }) => seen.answers.map((text) => JSON.parse(text).status)));
  expect(statuses).toContain(200);
  expect(statuses.size).toBeGreaterThan(2);
  for (const { seen, acting } of first) {
    expect(seen.reached.join()).toContain(acting.own[2]);
    expect(seen.lines.join()).toContain(acting.accountId);
  }

  const atOnce = await run(allAtOnce);
  expect(most).toBe(TENANTS);
  expect({ SEED, mixed: mixed(atOnce).slice(0, 5) }).toEqual({ SEED, mixed: [] });
  expect({ SEED, differences: differences(atOnce, [first, second]).slice(0, 5) }).toEqual({
    SEED,
    differences: [],
  });
});
