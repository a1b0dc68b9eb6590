import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoData } from '../../../local/demo.ts';
import { collectExchanges } from '../../../reference/wire/table.ts';
import { addDays } from '../../../sandbox/calendar.ts';
import type { Counters } from '../../../sandbox/counters.ts';
import { seed } from '../../../sandbox/seed.ts';
import { opened as openedByAgency } from '../../../shared/authorities/aeat/acceptance.ts';
import { shipmentOfYear } from '../../../shared/authorities/aeat/modelo-190.ts';
import type { SubmittingPort } from '../../../shared/authorities/authority-port.ts';
import { connect } from '../../../shared/authorities/channel/channel.ts';
import { type Exchange, type Step, written } from '../../../shared/authorities/exchange.ts';
import { runScript } from '../../../shared/authorities/run-script.ts';
import { transformationData } from '../../../shared/authorities/sepe/contrata/transformations.ts';
import { readFootprint } from '../../../shared/authorities/sepe/identifiers.ts';
import { shipmentResult } from '../../../shared/authorities/sepe/services/services.ts';
import { taDocuments } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { authorisedUsers } from '../../../shared/authorities/tgss/prosa/authorised-users.ts';
import { opened as openedNotice } from '../../../shared/authorities/tgss/wscn/acceptance.ts';
import { startAuthorities } from '../../support/authorities.ts';
import { requestsOf } from '../../support/requests.ts';
import { operationsAtAuthorities as operations } from '../../support/stand-in/counted.ts';

/**
 * Compares `ifWrong` of each exchange (which press could take effect if we are wrong about a screen) with the exchange's real
 * requests.
 */

type AnyExchange = Exchange<'reading' | 'submission', never, unknown>;

const exchanges = await collectExchanges();

describe.each(exchanges)('the exchange $name', ({ kind, standing }) => {
  test('the exchange has its answer in ifWrong', () => {
    const { ifWrong } = standing;
    expect(ifWrong, 'a sentence in `standing.ifWrong` of the exchange').toMatch(/^[A-Z].{20,}\.$/);
    if (kind === 'reading') expect(ifWrong, 'why nothing could take effect').toMatch(/^Nothing: /);
    else expect(ifWrong, 'which press commits').toMatch(/\bcommits?\b/);
  });
});

/** A request that reached the stand-in authorities. */
interface Sent {
  /** The operation under test, by method and address. */
  operation: string | undefined;
  exchange: AnyExchange;
  dry: boolean;
  step: Step;
  /** What the stand-ins counted as filed by it, whether it took effect or not. */
  filed: string[];
}

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
const sent: Sent[] = [];
let operation: string | undefined;

/**
 * The tax agency's stand-in also counts requests for certificates. They file nothing, and the agency answers a repeated request
 * with the same certificate.
 */
const isFiling = (key: string) =>
  !key.startsWith('aeat.') || ['aeat.comparecencia', 'aeat.111', 'aeat.190'].includes(key);

const submissions = async (): Promise<[key: string, count: number][]> => {
  const stats = await fetch(`${authorities.sandbox.controlUrl}/stats`);
  return Object.entries(((await stats.json()) as Counters).submissions);
};

/** Runs an exchange as the service does, and records what each step filed. */
const runAndRecord = async <Out>(
  exchange: Exchange<'reading' | 'submission', never, Out>,
  input: unknown,
  dry: boolean,
): Promise<Out | undefined> => {
  const { sandbox, pki } = authorities;
  const credential = { version: '1', key: pki.client.key, chain: pki.client.chain };
  const channel = connect({ baseUrl: sandbox.url, ca: pki.authority.certificate, credential });
  const { end } = await runScript({ exchange, input: input as never, dry }, async (step) => {
    const before = new Map(await submissions());
    const { method, path, headers, body, commits = false } = written(step, credential);
    const request = { method, path, commits, ...(headers && { headers }), ...(body && { body }) };
    const answer = await channel.send(request, Date.now() + 60_000);
    const after = await submissions();
    const filed = after.filter(([key, count]) => count !== (before.get(key) ?? 0)).map(([key]) => key);
    sent.push({ operation, exchange: exchange as AnyExchange, dry, step, filed: filed.filter(isFiling) });
    return answer;
  });
  if ('error' in end) throw end.error;
  return 'result' in end ? end.result : undefined;
};

const portFor = (dry: boolean): SubmittingPort => ({
  dry,
  access: async () => undefined,
  read: async (exchange, input) => (await runAndRecord(exchange as never, input, false)) as never,
  submit: (exchange, input) => runAndRecord(exchange as never, input, dry),
  reference: () => {},
});

const run = (name: string, request: Record<string, unknown>, dry = false) =>
  authorities.run(operations.get(name)!, request, { port: portFor(dry) });

const { demo } = seed;
const { company, scheduledWorker, convertedContract } = demo;

beforeAll(async () => {
  authorities = await startAuthorities();
  for (const [name, { request, after = [] }] of Object.entries(requestsOf(demoData()))) {
    await authorities.reset();
    for (const [earlier, earlierRequest] of after) await run(earlier, earlierRequest);
    operation = name;
    if (operations.get(name)!.kind === 'submission') await run(name, request, true);
    await run(name, request);
    operation = undefined;
  }
  // The exchanges that the requests of operations do not use.
  await authorities.reset();
  const { regimen, ccc } = company;
  const future = { regimen, ccc, nss: scheduledWorker.nss, dni: scheduledWorker.dni };
  await run('DELETE /seg-social/alta', { ...future, fecha_real: addDays(seed.today, 10) });
  await runAndRecord(shipmentOfYear, { nif: company.cif, year: '2025' }, false);
  await runAndRecord(authorisedUsers, { application: 'XV21B400' }, false);
  await runAndRecord(taDocuments, { regimen, ccc, nss: demo.worker.nss }, false);
  await runAndRecord(transformationData, { footprint: readFootprint(convertedContract.sepeId) }, false);
  const { role, code } = demo.notices.accepted;
  await runAndRecord(openedNotice, { role: String(role), code: String(code) }, false);
  await runAndRecord(openedByAgency, { code: demo.taxNotices.accepted.code, today: seed.today }, false);
  await runAndRecord(shipmentResult, { shipment: '1' }, false);
});
afterAll(() => authorities.close());

describe('the exchanges against the stand-in authorities', () => {
  test('every exchange was tried', () => {
    const tried = new Set(sent.map(({ exchange }) => exchange.name));
    expect(
      exchanges.map(({ name }) => name).filter((name) => !tried.has(name)),
      'the request of an operation that uses them, in reference/requests.ts, or a run in beforeAll of this file',
    ).toEqual([]);
  });

  test('a reading has no step that commits or files', () => {
    const readings = sent.filter(({ exchange }) => exchange.kind === 'reading');
    expect(
      readings.filter(({ step, filed }) => step.commits || step.onlyToFile || filed.length > 0),
      'make these exchanges submissions, or file nothing in their stand-in',
    ).toEqual([]);
  });

  test('every step that files is marked as committing, in every submission', () => {
    const filings = sent.filter(({ filed }) => filed.length > 0);
    expect(
      filings.filter(({ step }) => !step.commits),
      'mark these steps with commits in the script',
    ).toEqual([]);
    const names = new Set(filings.map(({ exchange }) => exchange.name));
    const submitted = sent.filter(({ exchange, dry }) => exchange.kind === 'submission' && !dry);
    const all = [...new Set(submitted.map(({ exchange }) => exchange.name))];
    expect(
      all.filter((name) => !names.has(name)),
      'count their filings in the stand-in, by context.countSubmission',
    ).toEqual([]);
  });

  test('a dry run sends no step that is marked', () => {
    const dry = sent.filter((each) => each.dry);
    expect(dry.length).toBeGreaterThan(20);
    expect(
      dry.filter(({ step, filed }) => step.commits || step.onlyToFile || filed.length > 0),
      'mark with commits the first step that files in their stand-in: a dry run ends before it',
    ).toEqual([]);
  });

  test('a record says from the start that it is sent if only the presence of the service is asked for before', () => {
    const asksOnlyPresence = (name: string) => {
      const steps = sent.filter((each) => each.operation === name && !each.dry).map(({ step }) => step);
      const [first, second] = steps;
      return first?.method === 'GET' && second?.commits === true && first.path.split('?')[0] === second.path;
    };
    const submitting = [...operations].filter(([, { kind }]) => kind === 'submission');
    const declared = submitting.filter(([, one]) => 'commitsFirst' in one).map(([name]) => name);
    expect(declared).not.toEqual([]);
    expect(
      submitting.map(([name]) => name).filter(asksOnlyPresence),
      'commitsFirst in the operations that ask nothing else, and in no others',
    ).toEqual(declared);
  });

  test('no application is opened that settles contributions', () => {
    const opened = sent.map(({ step }) => /IDAPP=(\w+)/.exec(step.path)?.[1]);
    expect(opened).toContain('XV21Y200');
    for (const never of ['XV21Y300', 'XV21Y600', 'XV21Y800']) expect(opened).not.toContain(never);
  });
});
