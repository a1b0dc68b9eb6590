/** `npm run doctor`: checks a deployed stage from outside and inside, and prints what to do about each problem. */
import { givenEndpoint } from '../local/aws.ts';
import { apiAddress, listResources } from '../local/deployment.ts';
import { type DeployedStage, examine, printResults } from './doctor/check.ts';
import { INSIDE } from './doctor/inside.ts';
import { OUTSIDE } from './doctor/outside.ts';
import { SETTINGS } from './doctor/settings.ts';
import { WORK } from './doctor/work.ts';
import { givenAddress } from './line/address.ts';
import { runCommand, withoutMore } from './operator.ts';

const USAGE = `npm run doctor -- [--stage sandbox] [--url https://api.example.com]

  Checks a deployed stage and prints one line for each check, with advice for each problem. Exits with 1 if there is any.
  --url is the address that integrators use, such as https://api.example.com, with or without /api/v4. Without --url, the
  command checks the address of API Gateway. npm run smoke takes the same.`;

await runCommand(USAGE, ['url'], (words) => {
  withoutMore(words);
  return async ({ stage, stageOption, url }, outputs) => {
    const deployed: DeployedStage = {
      stage,
      stageOption,
      outputs,
      resources: await listResources(stage),
      address: url === undefined ? apiAddress(outputs) : givenAddress(url),
      isEmulated: givenEndpoint() !== undefined,
      now: () => new Date(),
    };
    printResults(await examine(deployed, { ...OUTSIDE, ...INSIDE, ...SETTINGS, ...WORK }));
  };
});
