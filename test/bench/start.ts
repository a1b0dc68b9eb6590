import { bundledBare, bundledFunction, measured } from './processes.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** Processes of each kind that are started, in turn. */
const ROUNDS = 15;
const FUNCTIONS = { 'seg-social': 0.55, sepe: 0.55, tramites: 0.55, auth: 0.55, authorizer: null };

/** What it costs to start functions, against the bare one. CPU time: a function that starts does nothing else. */
export const benchStart = async (): Promise<void> => {
  const bare = await bundledBare('bare');
  const files = new Map<string, string>([['bare', bare]]);
  for (const name of Object.keys(FUNCTIONS)) files.set(name, await bundledFunction(name));
  const times = new Map([...files.keys()].map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, module] of files) {
      const { init, end } = await measured({ module }, { AWS_REGION: 'eu-south-2' });
      end();
      times.get(name)!.push(init.cpu);
    }
  console.log(
    '\nStarting a function, against (b): middy, zod, lib-dynamodb and four clients of AWS in one file',
  );
  for (const [name, goal] of Object.entries(FUNCTIONS))
    report({
      name: `init of ${name} over (b)`,
      goal,
      value: median(times.get(name)!) / median(times.get('bare')!),
      unit: '×',
    });
};
