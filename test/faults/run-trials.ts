import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { LOCAL } from '../../local/run-folder.ts';
import { createPki, Lane, type Shared } from './lane.ts';
import { type Course, planOf, shuffled } from './plan.ts';
import { randomOf } from './random.ts';
import { bundleService } from './service.ts';
import { type Target, type Trial, targets, type Verdict } from './trial.ts';
import { Trials } from './trials.ts';

/** What the runner is asked for. */
export interface Wanted {
  /** AWS endpoint of the emulator. */
  endpoint: string;
  seed: number;
  /** Trials. */
  count: number;
  /** How many are made at the same time. */
  lanes: number;
  /** No trial begins so many seconds after the first one. */
  seconds: number;
  /** Of so many submissions, which the seed chooses; of all without it. Each is made without faults first. */
  submissions?: number;
  /** Trials that fulfil it only. */
  only?: (trial: Trial) => boolean;
  report?: (verdict: Verdict, done: number, of: number) => void;
}

/** What came of a run. */
export interface Ran {
  verdicts: Verdict[];
  /** How many trials were to be made: more, where time was up. */
  planned: number;
  /** Submissions of which there was no trial, since they did not come about without faults either; and why. */
  unmeasured: string[];
}

/** Makes trials, and returns how each ended. */
export const runTrials = async (wanted: Wanted): Promise<Ran> => {
  const { endpoint, seed, count, lanes: width, seconds, report } = wanted;
  const folder = mkdtempSync(join(LOCAL, 'test-faults-'));
  const lanes: Lane[] = [];
  // Another run may have made lanes on the same emulator.
  const run = randomUUID().slice(0, 8);
  try {
    const shared: Shared = {
      endpoint,
      pki: await createPki(),
      file: await bundleService(folder),
      folder,
    };
    // One after another: the stores read which tables are theirs from the environment of this process.
    for (let number = 1; number <= width; number++)
      lanes.push(await Lane.start(shared, `lane-${number}-${run}`));
    const { submissions } = wanted;
    const chosen = submissions ? shuffled(targets, randomOf(seed)).slice(0, submissions) : targets;
    const of = (names: string[]) => chosen.filter(({ name }) => names.includes(name));
    const unmeasured: string[] = [];
    const courses = await measure(lanes, chosen, { unmeasured });
    const later = await measure(lanes, of(LATER), { later: true, unmeasured });
    const loggedIn = await measure(lanes, of(LOGGED_IN), { loggedIn: true, unmeasured });
    // Without it, each of thousands of processes would compile everything again.
    await lanes[0]!.service.leave();
    const expected = new Map([...courses].map(([{ name }, { effects }]) => [name, effects]));
    const most = wanted.only ? Number.MAX_SAFE_INTEGER : count;
    const plan = planOf({ courses, later, loggedIn }, { seed, count: most })
      .filter(wanted.only ?? (() => true))
      .slice(0, count);
    const end = performance.now() + seconds * 1000;
    const verdicts: Verdict[] = [];
    let next = 0;
    await Promise.all(
      lanes.map(async (lane) => {
        const trials = new Trials(lane, expected);
        while (next < plan.length && performance.now() < end) {
          const trial = plan[next++]!;
          const verdict = await trials.run(trial);
          verdicts.push(verdict);
          report?.(verdict, verdicts.length, plan.length);
        }
      }),
    );
    return { verdicts, planned: plan.length, unmeasured };
  } finally {
    await Promise.all(lanes.map((lane) => lane.close()));
    rmSync(folder, { recursive: true, force: true });
  }
};

/** Submissions that are asked for later, too: one that asks before it files, a long one, and one that commits first. */
const LATER = ['PUT /seg-social/cno', 'POST /seg-social/alta', 'POST /sepe/contrata'];

/** Submissions whose log-in at SEPE is kept: each files in another way. */
const LOGGED_IN = ['POST /sepe/copy-basic', 'DELETE /sepe/contrata', 'POST /sepe/transformation'];

/** How often a submission is made without faults: a stand-in may be late, on a machine that has much to do. */
const MEASURES = 3;

/** What comes of the first try that succeeds. @throws what the last one threw */
export const atLast = async <T>(tried: () => Promise<T>, most = MEASURES): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await tried();
    } catch (error) {
      if (tries >= most) throw error;
    }
  }
};

/** Makes each submission once without faults. One that does not come about is left out, and named. */
const measure = async (
  lanes: Lane[],
  wanted: Target[],
  { unmeasured, ...how }: Pick<Trial, 'later' | 'loggedIn'> & { unmeasured: string[] },
): Promise<Map<Target, Course>> => {
  const courses = new Map<Target, Course>();
  await Promise.all(
    lanes.map(async (lane, number) => {
      const trials = new Trials(lane, new Map());
      for (const [place, target] of wanted.entries())
        if (place % lanes.length === number)
          await atLast(() => trials.measure(target, how)).then(
            (course) => courses.set(target, course),
            (error: Error) => unmeasured.push(`${target.name}: ${error.message}`),
          );
    }),
  );
  // In the order of the list, so that the plan does not depend on which lane was faster.
  return new Map(
    wanted.flatMap((target) => {
      const course = courses.get(target);
      return course ? [[target, course] as const] : [];
    }),
  );
};
