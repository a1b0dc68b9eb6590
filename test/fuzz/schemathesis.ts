import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addToUsagePlan } from '../../commands/usage-plan.ts';
import type { Demo } from '../../local/demo.ts';
import { outputOf, readOutputs } from '../../local/deployment.ts';
import { runProgram } from '../../local/programs/run-program.ts';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { newAccount } from '../support/accounts.ts';

/** The results of the requests of Schemathesis. */
export interface SchemathesisReport {
  requests: number;
  /** Number of answers, by status. */
  statuses: Record<string, number>;
  /** Number of answers with a status of 500 and more. */
  serverErrors: number;
  /** Number of answers whose status, media type or header is not in the reference, or whose body does not match its schema. */
  outsideSchema: number;
  /** The first failures of both kinds of each run. */
  failures: { name: string; status: number; message: string; curl: string }[];
}

/**
 * The number of simultaneous requests, and of accounts. Each lane has its own account, so that filings in one sandbox come one
 * by one.
 */
const LANES = 4;

/** Authorities by group, as in the addresses of operations. */
const GROUPS = { 'seg-social': 'tgss', sepe: 'sepe', aeat: 'aeat', dehu: 'dehu' } as const;
const TYPES = { tgss: '1', sepe: '2', aeat: '3', dehu: '5' };

/** Seconds that exceed the time in which the deployed API answers. */
const TIMEOUT = '40';

/**
 * Runs Schemathesis (https://schemathesis.io), which is fetched when first needed, against a deployed stack. The number of its
 * requests can only be set for each operation, and some operations allow hardly any; so it is run repeatedly with other seeds
 * until there are at least as many as wanted.
 * @param demo the deployed stack; the variables of its stores must be in the environment
 */
export const runSchemathesis = async (
  demo: Demo,
  { seed, requests }: { seed: number; requests: number },
): Promise<SchemathesisReport> => {
  mkdirSync(join(LOCAL, 'logs'), { recursive: true });
  const python = await installPython('schemathesis', LOCAL, { log: join(LOCAL, 'install-schemathesis.log') });
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-schemathesis-'));
  try {
    const callers = [];
    while (callers.length < LANES) callers.push(await newCaller(demo));
    const { regimen, ccc, cif } = demo.company;
    const { nss, dni, identificacion } = demo.worker;
    const known = {
      regimen,
      ccc,
      cif,
      nss,
      naf: nss,
      dni,
      identificacion,
      test: 1,
      password: demo.p12.password,
    };
    const reference = await (await fetch(`${demo.baseUrl}/openapi.json`)).text();
    const operations = reference.split('"operationId"').length - 1;
    writeFileSync(join(folder, 'openapi.json'), reference);

    let report: SchemathesisReport | undefined;
    for (let run = 0; !report || report.requests < requests; run++) {
      const left = requests - (report?.requests ?? 0);
      const settings = { seed: seed + run, callers, known };
      const more = await runOnce(python, folder, {
        settings,
        origin: new URL(demo.baseUrl).origin,
        examples: Math.ceil(left / operations),
      });
      if (more.requests === 0) throw new Error('Schemathesis sent nothing');
      report = report ? merged(report, more) : more;
    }
    return report;
  } finally {
    rmSync(folder, { recursive: true });
  }
};

const merged = (one: SchemathesisReport, other: SchemathesisReport): SchemathesisReport => ({
  requests: one.requests + other.requests,
  statuses: Object.fromEntries(
    Object.keys({ ...one.statuses, ...other.statuses })
      .toSorted()
      .map((status) => [status, (one.statuses[status] ?? 0) + (other.statuses[status] ?? 0)]),
  ),
  serverErrors: one.serverErrors + other.serverErrors,
  outsideSchema: one.outsideSchema + other.outsideSchema,
  failures: [...one.failures, ...other.failures],
});

const runOnce = async (
  python: string,
  folder: string,
  { settings, origin, examples }: { settings: { seed: number }; origin: string; examples: number },
): Promise<SchemathesisReport> => {
  const result = join(folder, 'result.json');
  rmSync(result, { force: true });
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const args = [
    ...['-m', 'schemathesis.cli', 'run', 'openapi.json', '--url', origin, '--workers', String(LANES)],
    ...['--phases', 'fuzzing', '--max-examples', String(examples), '--seed', String(settings.seed)],
    // Answers are judged and counted by the hooks, but one check must be named here.
    ...['--checks', 'not_a_server_error', '--continue-on-failure', '--no-shrink', '--warnings', 'off'],
    ...['--suppress-health-check', 'all', '--generation-database', 'none', '--request-timeout', TIMEOUT],
  ];
  const env = {
    PATH: process.env.PATH,
    NO_PROXY: '127.0.0.1',
    PYTHONPATH: import.meta.dirname,
    PYTHONDONTWRITEBYTECODE: '1',
    SCHEMATHESIS_HOOKS: 'schemathesis_hooks',
    FUZZ_SETTINGS: join(folder, 'settings.json'),
    FUZZ_RESULT: result,
  };
  const log = join(LOCAL, 'logs', 'schemathesis.log');
  await runProgram(python, args, { name: 'Schemathesis', cwd: folder, log, env }).catch((error) => {
    // It also exits with an error if an answer failed a check; then there is a result.
    if (!existsSync(result)) throw error;
  });
  return JSON.parse(readFileSync(result, 'utf8'));
};

/** A new account with its key, a session and a certificate for each authority. */
const newCaller = async (demo: Demo) => {
  const { accountId, gateway } = await newAccount(demo.baseUrl);
  await addToUsagePlan(accountId, outputOf(await readOutputs('sandbox'), 'UsagePlanId'));
  const p12 = await readFile(demo.p12.file);
  const certificates: Record<string, string> = {};
  for (const [group, authority] of Object.entries(GROUPS)) {
    const { status, body } = await gateway.upload(p12, {
      password: demo.p12.password,
      type: TYPES[authority],
    });
    if (status !== 200) throw new Error(`a certificate could not be stored: ${body.message}`);
    certificates[group] = body.data.cert_secret;
  }
  return { token: gateway.token, certificates };
};
