import { join } from 'node:path';
import { Client, type ElicitResult } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../client/build/generate.ts';
import { operationsOf, reference } from '../../client/build/reference.ts';
import { makeSeed } from '../../sandbox/seed.ts';
import type { State } from '../../sandbox/state.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { aCompany, aProfile } from '../support/accounts.ts';
import { HOSTILE } from '../support/hostile/texts.ts';
import { ofCapabilities, type ReadByTools } from '../support/of-capabilities.ts';
import { bareEnvironment } from '../support/programs/environment.ts';
import { requestsOf } from '../support/requests.ts';
import { startWorkQueues } from '../support/servers/work-queues.ts';
import { newService } from '../support/setup/own-service.ts';
import { saved } from '../support/sheets/batches.ts';

/**
 * The service and its stand-in authorities in a world whose free texts are all hostile: names of workers, companies and clients,
 * texts of notifications and documents, names and cells of sheets. The MCP server reads them all.
 */

await generate();
const { TOOLS } = await import('../../client/mcp/src/generated/tools.ts');
const PROGRAM = join(import.meta.dirname, '../../client/mcp/src/main.ts');

/** The texts as an authority can send them, or an office can save them in a sheet: no XML has other control characters. */
const SENT = HOSTILE.map((text) =>
  [...text]
    .filter((character) => character >= ' ' || /\s/.test(character))
    .join('')
    .slice(0, 300),
);
let taken = 0;
const hostile = (most = 300): string => SENT[taken++ % SENT.length]!.slice(0, most);

/** The service takes none with breaks of lines, or characters that no one sees, of its own callers. */
const ofCaller = (most: number): string =>
  hostile(most)
    .replace(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim();

const FREE_TEXTS = new Set([
  'name',
  'surname',
  'secondSurname',
  'street',
  'city',
  'convenioText',
  'cnaeText',
  'description',
  'procedure',
  'concept',
  'text',
  'payerName',
]);
/** Writes hostile texts over the free texts of a record. */
const plant = (record: object): void => {
  for (const [name, value] of Object.entries(record))
    if (typeof value === 'object' && value !== null) plant(value);
    else if (FREE_TEXTS.has(name) && value) Reflect.set(record, name, hostile());
};

const made = makeSeed(madridDay(new Date()));
const seed = { ...made, state: structuredClone(made.state) };
const { companies, accounts, persons, aeat, dehu, tgss, sepe } = seed.state;
for (const texts of [companies, accounts, persons, aeat, dehu, tgss.notices]) plant(texts);
for (const { worker } of sepe.contracts) plant(worker);

const { service, authorities } = await newService({}, { seed });
const { demo, caller, services } = service;
const { regimen, ccc } = demo.company;
const queues = await startWorkQueues(services);

/** What capabilities have read by tools. */
const readers = await ofCapabilities<{ read: ReadByTools }>('read-by-tools');

/** The things that the readings name: a client, and a batch that was tried. */
let customerID: number;
let batchId: string;
beforeAll(async () => {
  for (const _ of SENT) {
    const own = { ...aProfile(), razon_social: ofCaller(80) };
    const profile = customerID
      ? own
      : { ...own, dni: demo.company.cif, account: [{ regimen, cuenta: ccc, alias: ofCaller(30) }] };
    const sent = aCompany({ name: ofCaller(255), profile, not_notify: 1 });
    const { status, body } = await caller.post('/customer', sent);
    expect(status, JSON.stringify(body)).toBe(200);
    customerID ??= body.data.id;
  }
  for (const { read } of readers) await read.prepare({ service, customerID });

  const { dni, nss } = demo.worker;
  const today = madridDay(new Date());
  const cells = SENT.map(() => ({
    tramite: 'updateCno',
    regimen,
    ccc,
    nss,
    dni,
    fecha_real: today,
    cno: hostile(),
    observaciones: hostile(),
  }));
  const content = saved(cells, 'xlsx').toString('base64');
  const sent = await caller.acting(demo.certificates.tgss).post('/batches', {
    name: ofCaller(100),
    file: { name: 'variaciones.xlsx', content },
    mapping: [{ header: 'observaciones' }],
  });
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  batchId = sent.body.data.batch.id;
  await queues.makeAll(2);
});

type Person = (message: string) => ElicitResult;

const hostWith = async (person?: Person): Promise<Client> => {
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: person ? { elicitation: { form: {} } } : {} },
  );
  if (person) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message));
  const env = {
    ...bareEnvironment(),
    PASARELA_URL: demo.baseUrl,
    PASARELA_TOKEN: caller.token,
    PASARELA_GROUPS: 'todos',
    PASARELA_CERTIFICATES: JSON.stringify(demo.certificates),
  };
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [PROGRAM], env, stderr: 'inherit' }),
  );
  onTestFinished(() => client.close());
  return client;
};

const call = async (client: Client, name: string, args: object): Promise<string> => {
  const answer = await client.callTool({ name, arguments: { ...args } });
  return (answer.content as { text: string }[])[0]!.text;
};

/** Certificates that readings ask AEAT for, which makes them and files nothing. */
const ASKED_FOR = new Set(['aeat.ECOT', 'aeat.IAE', 'aeat.CONTRATISTAS']);
const filedOf = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([kind]) => !ASKED_FOR.has(kind)));

/** All that authorities hold and count of filings, taken or refused. */
const filings = async () => {
  const [state, { submissions, accepted }] = await Promise.all([authorities.state(), authorities.stats()]);
  const { aeat: asked, ...others }: State = state;
  const filed = { submissions: filedOf(submissions), accepted: filedOf(accepted) };
  return { ...others, ...filed, aeat: { ...asked, certificates: [] } };
};

/** Each tool with a request that its authority answers, or with what the office has saved. */
const everyTool = (): { name: string; id: string; args: Record<string, unknown> }[] => {
  const requests = requestsOf(demo);
  const named: Record<string, unknown> = {
    customerID,
    batchId,
    operation: 'registerEmployee',
    q: 'ANA',
    n: 1,
  };
  const requestOf = new Map(
    operationsOf(reference()).map(({ method, address, operation }) => [
      operation.operationId,
      requests[`${method} ${address.replace('/api/v4', '')}`]?.request,
    ]),
  );
  const certificates: Record<string, string> = {
    'seg-social': 'tgss',
    sepe: 'sepe',
    aeat: 'aeat',
    dehu: 'dehu',
  };
  return TOOLS.map(({ id, kind, group, input, takesCertificate }) => {
    const { test: _, ...fields } = (requestOf.get(id) ?? {}) as Record<string, unknown>;
    for (const name of input.required) fields[name] ??= named[name];
    const certificate = certificates[group];
    return {
      id,
      name: kind === 'submission' ? `preview_${id}` : id,
      args: { ...fields, ...(takesCertificate && certificate && { certificate }) },
    };
  });
};

/** A text without all that a portal, JSON or this server writes otherwise. */
const letters = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\\u[0-9a-f]{4}|\\.|[^\p{L}\p{N}]/gu, '')
    .toUpperCase();

/** Reads and tries with every tool. @returns what each said, by its name */
const readAll = async (client: Client): Promise<Map<string, string>> => {
  const said = new Map<string, string>();
  for (const { name, args } of everyTool()) said.set(name, await call(client, name, args));
  const { filingId } = JSON.parse(said.get('preview_registerEmployee')!);
  for (const name of ['getFiling', 'getFilingEvidence', 'checkFiling'])
    said.set(name, await call(client, name, { id: filingId }));
  for (const { read } of readers)
    await read.further({ service, queues, said, ask: (name, args) => call(client, name, args) });
  return said;
};

test('an obedient assistant reads hostile texts as data, and files nothing that a person does not confirm', async () => {
  const before = await filings();
  const asked: string[] = [];
  const client = await hostWith((message) => {
    asked.push(message);
    return { action: 'decline' };
  });
  const said = await readAll(client);

  // Each text has come to the assistant, by these tools among others.
  const carriers = [...said].filter(([, text]) =>
    SENT.some((one) => letters(text).includes(letters(one).slice(0, 12))),
  );
  expect(carriers.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      'listEmployees',
      'listEmployeeSituations',
      'getFie',
      'listAssignedAccounts',
      'getContractData',
      'getCompanyCertificateDetail',
      'listTaxNotifications',
      'listPendingNotifications',
      'listSocialSecurityNotifications',
      'listClients',
      'listFilings',
      'getFiling',
      'getBatch',
    ]),
  );
  const all = letters([...said.values()].join('\n'));
  expect(SENT.filter((text) => !all.includes(letters(text).slice(0, 12)))).toEqual([]);

  // It comes as data, in one object of JSON, with nothing that a person would not see.
  for (const [name, text] of said) {
    if (/^Input validation error/.test(text)) continue;
    const [first] = Object.entries(JSON.parse(text));
    expect(first, name).toEqual(['note', expect.stringMatching(/^Lo que sigue son datos\./)]);
    expect(text, name).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
  }
  for (const { read } of readers) read.check(said);

  // Nothing that any answer says is taken for a confirmation, or leads to one.
  const words = new Set([...said.values()].flatMap((text) => text.match(/[\w-]{16,}/g) ?? []));
  expect(words.size).toBeGreaterThan(50);
  const confirmed = { presentar: { action: 'accept', content: { presentar: true } } };
  for (const preview of [...words, ...SENT])
    for (const args of [{ preview }, { preview, presentar: true }, { preview, inputResponses: confirmed }])
      expect(await call(client, 'commit_preview', args)).not.toContain('Presentado.');
  expect(asked).toHaveLength(3);
  expect(await filings()).toEqual(before);
});

test('an assistant whose host has no forms can file nothing, whatever the texts say', async () => {
  const before = await filings();
  const client = await hostWith();
  for (const { name, args } of everyTool().filter(({ name }) => name.startsWith('preview_'))) {
    const { preview } = JSON.parse(await call(client, name, args));
    if (preview)
      expect(await call(client, 'commit_preview', { preview })).toContain('No se ha presentado nada');
  }
  expect(await filings()).toEqual(before);
});

test('a person who confirms in a world of hostile texts files what the question quoted, once', async () => {
  const before = await authorities.submissions('tgss.alta');
  const asked: string[] = [];
  const client = await hostWith((message) => {
    asked.push(message);
    return { action: 'accept', content: { presentar: true } };
  });
  const { name, args } = everyTool().find(({ id }) => id === 'registerEmployee')!;
  const { preview } = JSON.parse(await call(client, name, args));
  for (let time = 0; time < 2; time += 1)
    expect(await call(client, 'commit_preview', { preview })).toMatch(/^Presentado\.\n\{"note":/);
  expect(asked).toHaveLength(1);
  const named = /^Trabajador: «([^«»]*)»$/m.exec(asked[0]!)?.[1] ?? '';
  expect(SENT.some((text) => letters(named).includes(letters(text).slice(0, 12)))).toBe(true);
  expect(await authorities.submissions('tgss.alta')).toBe(before + 1);
});
