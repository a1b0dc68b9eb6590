/**
 * `npm run smoke`: runs the stories of `test/e2e/stories/` on a stage that is already deployed, in AWS or on an emulator, and
 * writes their results to `.local/smoke.md`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { givenAddress } from '../../commands/line/address.ts';
import { runCommand, withoutMore } from '../../commands/operator.ts';
import { givenEndpoint } from '../../local/aws.ts';
import { outputOf } from '../../local/deployment.ts';
import { CommandError } from '../../local/programs/command-error.ts';
import { useRunningDemo } from '../../local/running-demo.ts';
import type { Deployed, GivenAccount } from '../support/deployed.ts';
import { PAGE } from './page.ts';

const USAGE = `npm run smoke -- [--stage sandbox] [--url https://api.example.com] [--as account.json] [--idle 20]

  Calls a deployed stage as integrators do, reads its logs, and writes a page: .local/smoke.md. Exits with 1 if anything
  is not as it must be. On a sandbox it makes accounts, files, and erases them again. On any other stage it only asks and
  makes dry runs, as the account of --as, with the requests that this file has; see docs/operations.md.
  --url is the address under which integrators call, such as https://api.example.com; it is taken with /api and /api/v4
  after it, too, and without --url the address of API Gateway is called. npm run doctor takes the same. Where neither it nor
  --stage is said and npm run local runs here, that is meant. --idle waits so many minutes before one of the filings.`;

/** Whether the command line names the stage. */
const isNamed = process.argv.some((word) => /^--(url|stage)(=|$)/.test(word));
const demo = isNamed ? undefined : useRunningDemo();

/** The address at which an emulator serves the API. Both emulators use it. */
const emulated = (endpoint: string, apiId: string) => `${endpoint}/_aws/execute-api/${apiId}/api`;

/** @throws CommandError if it cannot be read */
const readAccount = (file: string): GivenAccount => {
  try {
    const { email, password, certificates, requests } = JSON.parse(readFileSync(file, 'utf8'));
    return { email, password, certificates, requests };
  } catch (error) {
    throw new CommandError(`--as ${file} cannot be read: ${(error as Error).message}`);
  }
};

await runCommand(USAGE, ['url', 'as', 'idle'], (words) => {
  withoutMore(words);
  return async ({ stage, url, as, idle = '0' }, outputs) => {
    if (!(Number(idle) >= 0)) throw new CommandError(`--idle ${idle} is no number of minutes.`);
    const emulator = givenEndpoint();
    const address =
      (url === undefined ? undefined : givenAddress(url)) ??
      demo?.baseUrl.replace(/\/v4$/, '') ??
      (emulator ? emulated(emulator, outputOf(outputs, 'ApiId')) : outputOf(outputs, 'ApiUrl'));
    const deployed: Deployed = {
      stage,
      baseUrl: `${address.replace(/\/$/, '')}/v4`,
      standIns: outputs.SandboxBucket !== undefined,
      emulator,
      idleMinutes: Number(idle),
      isKept: true,
      ...(as && { account: readAccount(as) }),
    };
    if (deployed.standIns && deployed.account)
      throw new CommandError('--as is for stages without stand-ins: on this one an account is made.');
    // A report of an earlier run must not be mistaken for this run's report if this run is interrupted.
    rmSync(PAGE, { force: true });
    const config = join(import.meta.dirname, 'vitest.config.ts');
    const env = { ...process.env, SMOKE: JSON.stringify(deployed) };
    const child = spawn('vitest', ['run', '--config', config], { stdio: 'inherit', env });
    const [code] = await once(child, 'exit');
    process.exitCode = code ?? 1;
  };
});
