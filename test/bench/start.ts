import { bundledBare, bundledFunction, measured } from './processes.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** The number of processes of each kind that are started, in turns. */
const ROUNDS = 15;
const FUNCTIONS = ['seg-social', 'sepe', 'tramites', 'auth', 'authorizer'];
const BARE = '(b)';
/** The ratio that the init of a group's function should not exceed. */
const GOAL = 0.55;

/** Compares the CPU time of starting functions with the bare one. CPU time, because a function that starts does nothing else. */
export const benchStart = async (): Promise<void> => {
  const files = new Map([[BARE, await bundledBare('bare')]]);
  for (const name of FUNCTIONS) files.set(name, await bundledFunction(name));
  const times = new Map([...files.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, module] of files) {
      const { init, end } = await measured({ module }, { AWS_REGION: 'eu-south-2' });
      end();
      times.get(name)!.push(init);
    }
  console.log(
    '\nStarting a function, against (b): middy, zod, lib-dynamodb and four clients of AWS in one file',
  );
  for (const name of FUNCTIONS)
    report(
      `init of ${name} over ${BARE}`,
      median(times.get(name)!) / median(times.get(BARE)!),
      '×',
      name === 'authorizer' ? undefined : GOAL,
    );
};
