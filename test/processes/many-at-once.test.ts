import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { bundle } from '../../infra/bundle.ts';
import { entryOf } from '../../infra/entry.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient, issueServer } from '../../sandbox/pki/pki.ts';
import { seed as demoSeed } from '../../sandbox/seed.ts';
import { pdfText } from '../../shared/authorities/pdf.ts';
import { randomOf } from '../faults/random.ts';
import { newAccount } from '../support/accounts.ts';
import { addressesAt } from '../support/addresses.ts';
import { caller } from '../support/demo.ts';
import { type Answered, type Gateway, holdsEnvelope } from '../support/gateway.ts';
import { compare, mixed, type Seen } from '../support/many-at-once/comparison.ts';
import { GROUPS, planOf, type Step, signs } from '../support/many-at-once/plan.ts';
import { startThrottledAws } from '../support/many-at-once/throttled-aws.ts';
import { Waves } from '../support/many-at-once/waves.ts';
import { startServing } from '../support/servers/children.ts';
import { manyTenants, type Reached, startManyWorlds, type Tenant } from '../support/servers/many-tenants.ts';

/**
 * Simultaneous requests of many tenants to one process with the bundled functions, with faults of authorities and of AWS.
 * Answers, log lines and requests to the portals must be the same as when the requests run one after another, and must contain
 * nothing of other tenants.
 */

/** A multiple of 32, because partners at half the distance call the same authority. */
const TENANTS = Number(process.env.MANY_AT_ONCE_TENANTS ?? 32);
const STEPS = 3;
/** Seeds of the plans. */
const SEEDS = (process.env.MANY_AT_ONCE_SEED ?? '42').split(',').map(Number);
/**
 * The number of tenants whose requests run at the same time, while all others wait for their authority. More of them would only
 * wait for the tables, because an emulator is slower than a process of the gateway.
 */
const GO_ON = 4;
/** Most of the time is the emulator's. */
const PATIENCE = 3_600_000;
/**
 * Far longer than the timeout of a stage, because each answer waits for all others, and a list continues only while there is
 * time for answers as slow as the slowest.
 */
const API_SECONDS = '36000';

const { tenants, firstState } = manyTenants(TENANTS);
/** A holder with an account that has many workers. */
const { holder: office, accounts } = demoSeed.demo;

let worlds: Awaited<ReturnType<typeof startManyWorlds>>;
let aws: Awaited<ReturnType<typeof startThrottledAws>>;
let p12s: Buffer[];
let officeP12: Buffer;
let child: ChildProcess;
let baseUrl: string;
type Line = Record<string, unknown>;
/** The log lines of the process in one run. */
const lines = { usual: [] as Line[], errors: [] as Line[] };
/** The message of the log line for an answer 500. */
const UNEXPECTED = 'unexpected error';
/**
 * Whether an error is about something that is stored alongside a request and has little time, such as evidence. A busy emulator
 * may be too slow for it. The schedule does it again, and no answer shows it.
 */
const isOfNote = ({ message, level }: Line): boolean => level === 'ERROR' && message !== UNEXPECTED;
/** The function that delays the portals' answers. */
let hold: ((account: string) => Promise<unknown>) | undefined;

const keepLines = (from: Readable, to: Line[]): void => {
  let rest = '';
  from.setEncoding('utf8').on('data', (text: string) => {
    const whole = (rest + text).split('\n');
    rest = whole.pop()!;
    for (const line of whole)
      if (!line.startsWith('{') || isOfNote(JSON.parse(line))) console.error(line);
      else to.push(JSON.parse(line));
  });
};

beforeAll(async () => {
  const authority = await createCertificateAuthority();
  const server = await issueServer(authority);
  const p12Of = async (person: Tenant['holder'], type: 'ec' | 'rsa') =>
    toP12(await issueClient(authority, { person }, { type }), 'clave', { rounds: 1 });
  // Each tenant has its own key. RSA keys take long to make, but DEHú accepts no others.
  p12s = await Promise.all(tenants.map(({ holder }, index) => p12Of(holder, signs(index) ? 'rsa' : 'ec')));
  officeP12 = await p12Of(office, 'ec');
  worlds = await startManyWorlds({ authority, server }, firstState, (account) => hold?.(account));
  aws = await startThrottledAws(process.env.AWS_ENDPOINT_URL!);
  const folders = await Promise.all(GROUPS.map((name) => bundle(name, entryOf(name))));
  const files = folders.map((folder) => join(folder, 'handler.mjs'));
  const { url } = worlds;
  ({ child, baseUrl } = await startServing('function-process.ts', files, {
    env: {
      ...process.env,
      ...addressesAt(url),
      AUTHORITY_CA: authority.certificate,
      AWS_ENDPOINT_URL_DYNAMODB: aws.url,
      API_SECONDS,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  }));
  keepLines(child.stdout!, lines.usual);
  keepLines(child.stderr!, lines.errors);
  child.setMaxListeners(TENANTS);
});
afterAll(async () => {
  child.kill('SIGKILL');
  await Promise.all([worlds.close(), aws.close()]);
});

/** A caller of one run, with an account and a certificate of that run. */
interface Acting {
  accountId: string;
  certificateId: string;
  gateway: Gateway;
}

const actingWith = async (p12: Buffer): Promise<Acting> => {
  const { accountId, gateway } = await newAccount(caller.baseUrl);
  const { body } = await gateway.upload(p12, { password: 'clave' });
  const secret: string = body.data.cert_secret;
  const { certificateId } = (await stores.certificates.readSecret(secret, accountId))!;
  return { accountId, certificateId, gateway: gateway.acting(secret) };
};

/** Values that identify a tenant in every run. */
const idsOf = ({ holder, company, account, worker, newWorker }: Tenant): string[] => [
  ...[holder.nif, holder.autorizacion, company.cif, account.ccc],
  ...[worker.nss, worker.dni, newWorker.nss, newWorker.dni],
];
const IDS = new Set(tenants.flatMap(idsOf));

/** Lets the consumer of a group carry out an asynchronous request. */
const work = async (path: string, id: string): Promise<void> => {
  const group = path.split('/')[1]!;
  const worked = Promise.withResolvers<unknown>();
  const hear = (message: { worked: string; result: unknown }) => {
    if (message.worked === id) worked.resolve(message.result);
  };
  child.on('message', hear);
  child.send({ group, event: { Records: [{ messageId: randomUUID(), body: id }] } });
  expect(await worked.promise).toEqual({ batchItemFailures: [] });
  child.off('message', hear);
};

const send = async (
  { gateway, accountId }: Acting,
  { method, path, fields, fault, ...step }: Step,
): Promise<Answered[]> => {
  if (step.aws) aws.spoil(accountId, step.aws);
  const as = gateway.movedTo(baseUrl).with({
    ...(fault && { 'X-Sandbox-Scenario': fault }),
    ...(step.later && { Prefer: 'respond-async' }),
  });
  const sent = method === 'GET' ? { query: fields } : { json: fields };
  // A request that DynamoDB refused was not counted, so its answer does not say how many are left.
  const answer =
    step.aws === 'refused' ? await as.exchange(method, path, sent) : await as.call(method, path, sent);
  if (answer.status !== 202) return [answer];
  await work(path, answer.body.data.id);
  return [answer, await gateway.get(`/tramites/${answer.body.data.id}`)];
};

/** The text of a document, in place of its bytes in Base64; a link without its signature. */
const legible = (name: string, value: unknown): unknown => {
  // The text of a document is compared instead: its size depends on the time in it.
  if (name === 'size') return 'size';
  if (typeof value !== 'string') return value;
  if (name === 'content') {
    // Blanks at the end of a document only make it larger.
    const document = Buffer.from(value, 'base64').toString('latin1').trimEnd();
    return pdfText(Buffer.from(document, 'latin1'));
  }
  return name === 'url' ? value.split('?')[0] : value;
};

const textOf = (value: unknown): string => JSON.stringify(value, (name, one) => legible(name, one));

/** Headers that differ in each answer. */
const CHANGING = /^(date|content-length|connection|keep-alive|transfer-encoding|x-ratelimit-.*)$/;

const textOfAnswer = ({ status, headers, body }: Answered): string =>
  textOf({ status, headers: [...headers].filter(([name]) => !CHANGING.test(name)), body });

const textOfLine = ({ timestamp, milliseconds, waited, ...line }: Line): string => textOf(line);

/** The text before it was encoded for an address or a form. */
const textOfReached = (reached: Reached): string =>
  textOf(reached).replace(/%([\dA-F]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

interface Run {
  acting: Acting[];
  seen: Seen[];
  /** Log lines that belong to no tenant. */
  others: string[];
  /**
   * How many requests of each step do not reach their authority: an act that is to be done later, and that was just accepted, is
   * not queued.
   */
  repeated: number[];
}

/** Runs a whole plan once. */
const run = async (
  plan: Step[][],
  inOrder: (acting: Acting[], step: (tenant: number, place: number) => Promise<void>) => Promise<unknown>,
): Promise<Run> => {
  worlds.begin();
  const acting: Acting[] = [];
  for (let from = 0; from < TENANTS; from += GO_ON)
    acting.push(...(await Promise.all(p12s.slice(from, from + GO_ON).map(actingWith))));
  lines.usual.length = 0;
  lines.errors.length = 0;
  const answers = acting.map(() => [] as Answered[]);
  const repeated = Array.from({ length: STEPS }, () => 0);
  await inOrder(acting, async (tenant, place) => {
    const step = plan[tenant]![place]!;
    const answered = await send(acting[tenant]!, step);
    answers[tenant]!.push(...answered);
    if (step.later && answered[0]!.headers.has('x-repeated')) repeated[place]! += 1;
  });
  // Log lines may arrive after the answers that were sent later.
  const failed = plan.flat().filter((step) => step.aws === 'refused');
  await expect
    .poll(() => lines.usual.filter(({ message }) => message === 'request').length, { timeout: 60_000 })
    .toBe(TENANTS * STEPS);
  await expect
    .poll(() => lines.errors.map(({ message }) => message), { timeout: 60_000 })
    .toEqual(failed.map(() => UNEXPECTED));
  const whose = new Map<unknown, number>();
  for (const [tenant, own] of answers.entries())
    for (const { headers } of own) whose.set(headers.get('x-request-id'), tenant);
  const all = [...lines.usual, ...lines.errors];
  return {
    acting,
    seen: acting.map(({ accountId }, tenant) => ({
      answers: answers[tenant]!.map(textOfAnswer),
      lines: all.filter(({ requestId }) => whose.get(requestId) === tenant).map(textOfLine),
      reached: worlds.reached.filter(({ account }) => account === accountId).map(textOfReached),
    })),
    others: all
      .filter(({ requestId }) => !whose.has(requestId))
      .map(textOfLine)
      .toSorted(),
    repeated,
  };
};

const oneByOne: Parameters<typeof run>[1] = async (acting, step) => {
  for (const tenant of acting.keys()) for (let place = 0; place < STEPS; place++) await step(tenant, place);
};

/** The differences between a tenant's results in two runs, and data of other tenants in them. */
const faultsOf = ({ acting, seen }: Run, before: Run, of = [...seen.keys()]): string[] => {
  const compared = of.map((tenant) => compare(seen[tenant]!, before.seen[tenant]!, IDS));
  const own = of.map((tenant, index) => {
    const { accountId, certificateId } = acting[tenant]!;
    return [...new Set([...compared[index]!.made, ...idsOf(tenants[tenant]!), accountId, certificateId])];
  });
  const all = of.map((tenant) => seen[tenant]!);
  return [...compared.flatMap(({ differences }) => differences), ...mixed(all, own)];
};

describe.each(SEEDS)(`${TENANTS} tenants at once (MANY_AT_ONCE_SEED=%i)`, (seed) => {
  const random = randomOf(seed);
  const plan = planOf(tenants, STEPS, random);
  let before: Run;
  let atOnce: Run;

  test(
    'the tenants get the same answers as one after another, and nothing of each other',
    async () => {
      before = await run(plan, oneByOne);
      const statuses = before.seen.flatMap(({ answers }) => answers.map((text) => JSON.parse(text).status));
      expect(new Set(statuses)).toEqual(new Set([...statuses, 200, 202, 422, 500, 503]));
      for (const [tenant, { reached, lines: own }] of before.seen.entries()) {
        expect(reached.join()).toContain(tenants[tenant]!.holder.nif);
        expect(own.join()).toContain(before.acting[tenant]!.accountId);
      }

      const together: number[] = [];
      atOnce = await run(plan, async (acting, step) => {
        const waves = new Waves(GO_ON, random);
        const tenantOf = new Map(acting.map(({ accountId }, tenant) => [accountId, tenant]));
        hold = (account) => waves.hold(tenantOf.get(account)!);
        for (let place = 0; place < STEPS; place++)
          together.push(await waves.run(acting.map((_, tenant) => () => step(tenant, place))));
        hold = undefined;
      });
      // All requests wait for their authorities at the same time, except the ones that DynamoDB refused, or that repeat.
      const refused = (place: number) => plan.filter((steps) => steps[place]!.aws === 'refused').length;
      expect(together).toEqual(before.repeated.map((repeated, place) => TENANTS - refused(place) - repeated));
      expect(aws.count()).toBeGreaterThan(0);
      expect(faultsOf(atOnce, before).slice(0, 5)).toEqual([]);
      expect(atOnce.others).toEqual(before.others);
    },
    PATIENCE,
  );

  test.each(['answers', 'lines', 'reached'] as const)(
    'the comparison finds one of the %s of a tenant that is in the place of another',
    (kind) => {
      const found = atOnce.seen.map((seen, tenant) => {
        // It calls the same authority.
        const partner = (tenant + TENANTS / 2) % TENANTS;
        const [one, other] = [structuredClone(seen), structuredClone(atOnce.seen[partner]!)];
        const place = tenant % Math.min(one[kind].length, other[kind].length);
        [one[kind][place], other[kind][place]] = [other[kind][place]!, one[kind][place]!];
        const all = atOnce.seen.with(tenant, one).with(partner, other);
        return faultsOf({ ...atOnce, seen: all }, before, [tenant, partner]).length > 0;
      });
      expect(found).toEqual(atOnce.seen.map(() => true));
    },
  );
});

test('an office asks for 16 lists at once with its one certificate, and gets each one whole', async () => {
  worlds.begin();
  const { accountId, gateway } = await actingWith(officeP12);
  const { regimen, ccc } = accounts.second;
  // The portal answers only once 16 conversations wait for it.
  let waiting = 0;
  const all = Promise.withResolvers<void>();
  hold = () => {
    waiting += 1;
    if (waiting === 16) all.resolve();
    return all.promise;
  };
  const atProcess = gateway.movedTo(baseUrl);
  const query = { regimen, ccc, options: 1 };
  /** A busy emulator may be too slow for an AWS call of a request, which then ends in a 500 and is repeated. */
  const listOf = async (triesLeft: number): Promise<Answered> => {
    const answered = await atProcess.exchange('GET', '/seg-social/employees-in-enterprise', { query });
    if (answered.status !== 500 || triesLeft === 0) return answered;
    again += 1;
    return listOf(triesLeft - 1);
  };
  let again = 0;
  lines.errors.length = 0;
  const lists = await Promise.all(Array.from({ length: 16 }, () => listOf(5)));
  hold = undefined;
  const staff = demoSeed.demo.staff.map(({ nss }) => nss).toSorted();
  // It is repeated for no other reason.
  await expect.poll(() => lines.errors.length, { timeout: 60_000 }).toBe(again);
  for (const line of lines.errors) expect(JSON.stringify(line)).toContain('an AWS call was not done within');
  for (const list of lists) {
    const { status, body } = list;
    holdsEnvelope(list);
    expect(status).toBe(200);
    expect(body).not.toHaveProperty('limitReached');
    expect(body.data.employees.map(({ nss }: { nss: string }) => nss).toSorted()).toEqual(staff);
  }
  expect(new Set(worlds.reached.map(({ account }) => account))).toEqual(new Set([accountId]));
});
