/** `npm run doctor`: checks a deployed stage from outside and inside, and says what to mend. */
import { listResources, outputOf } from './deployment.ts';
import { examine, type Patient, type State } from './doctor/check.ts';
import { OUTSIDE } from './doctor/outside.ts';
import { SETTINGS } from './doctor/settings.ts';
import { WORK } from './doctor/work.ts';
import { runCommand } from './operator.ts';

const USAGE = `npm run doctor -- [--stage sandbox] [--url https://api.example.com]

  Checks a deployed stage, one line for each check: what must be mended says what to do. Exits with 1 if anything must.
  --url is the address under which integrators call, without /v4; else that of API Gateway is checked.`;

const SHOWN: Record<State, string> = { ok: 'ok', mend: 'MEND', blind: 'cannot be checked here' };
const WIDTH = Math.max(...Object.values(SHOWN).map(({ length }) => length));

/** Where an emulator answers for the API. */
const emulated = (endpoint: string, apiId: string) => `${endpoint}/restapis/${apiId}/api/_user_request_`;

await runCommand(USAGE, ['url'], (words) => {
  if (words.length > 0) return undefined;
  return async ({ stage, url }, outputs) => {
    const endpoint = process.env.AWS_ENDPOINT_URL?.replace(/\/$/, '');
    const address =
      url ?? (endpoint ? emulated(endpoint, outputOf(outputs, 'ApiId')) : outputOf(outputs, 'ApiUrl'));
    const patient: Patient = {
      stage,
      outputs,
      resources: await listResources(stage),
      address: address.replace(/\/$/, ''),
      isEmulated: endpoint !== undefined,
      now: () => new Date(),
    };
    const results = await examine(patient, { ...OUTSIDE, ...SETTINGS, ...WORK });
    const nameWidth = Math.max(...results.map(({ name }) => name.length));
    for (const { name, state, says } of results)
      process.stdout.write(`${name.padEnd(nameWidth)}  ${SHOWN[state].padEnd(WIDTH)}  ${says}\n`);
    if (results.some(({ state }) => state === 'mend')) process.exitCode = 1;
  };
});
