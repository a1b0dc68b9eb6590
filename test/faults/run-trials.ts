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

/** Options of a run. */
export interface Wanted {
  /** AWS endpoint of the emulator. */
  endpoint: string;
  seed: number;
  /** The most trials. */
  count: number;
  /** The number of trials at the same time. */
  lanes: number;
  /** Seconds after the first trial from which no new one begins. */
  seconds: number;
  /** The number of submissions, chosen by the seed; all of them if missing. Each is first made without faults. */
  submissions?: number;
  /** Limits the run to trials that fulfil it. */
  only?: (trial: Trial) => boolean;
  report?: (verdict: Verdict, done: number, of: number) => void;
}

/** The result of a run. */
export interface Ran {
  verdicts: Verdict[];
  /** The number of planned trials; it is higher than the number of verdicts if time was up. */
  planned: number;
  /** Submissions that failed even without faults and so had no trial, with the reasons. */
  unmeasured: string[];
}

/** Runs trials, and returns how each ended. */
export const runTrials = async (wanted: Wanted): Promise<Ran> => {
  const { endpoint, seed, count, lanes: width, seconds, report } = wanted;
  const folder = mkdtempSync(join(LOCAL, 'test-faults-'));
  const lanes: Lane[] = [];
  // Another run may use lanes on the same emulator.
  const run = randomUUID().slice(0, 8);
  try {
    const shared: Shared = {
      endpoint,
      pki: await createPki(),
      file: await bundleService(folder),
      folder,
    };
    // One after another, because the stores read the names of their tables from this process's environment.
    for (let number = 1; number <= width; number++)
      lanes.push(await Lane.start(shared, `lane-${number}-${run}`));
    const { submissions } = wanted;
    const chosen = submissions ? shuffled(targets, randomOf(seed)).slice(0, submissions) : targets;
    const of = (names: string[]) => chosen.filter(({ name }) => names.includes(name));
    const unmeasured: string[] = [];
    const courses = await measure(lanes, chosen, { unmeasured });
    const later = await measure(lanes, of(LATER), { later: true, unmeasured });
    const loggedIn = await measure(lanes, of(LOGGED_IN), { loggedIn: true, unmeasured });
    // Leaves a compile cache, without which each of thousands of processes would compile everything again.
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

/** Submissions that are also made asynchronously: one that asks before it files, a long one, and one whose first request files. */
const LATER = ['PUT /seg-social/cno', 'POST /seg-social/alta', 'POST /sepe/contrata'];

/** Submissions that are also made with an existing log-in at SEPE. Each files in another way. */
const LOGGED_IN = ['POST /sepe/copy-basic', 'DELETE /sepe/contrata', 'POST /sepe/transformation'];

/** How often a submission without faults is tried, because a stand-in may be slow on a busy machine. */
const MEASURES = 3;

/** The result of the first attempt that succeeds. @throws the error of the last attempt */
export const atLast = async <T>(tried: () => Promise<T>, most = MEASURES): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await tried();
    } catch (error) {
      if (tries >= most) throw error;
    }
  }
};

/** Makes each submission once without faults. Submissions that fail are left out and reported. */
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
  // In the order of the list, so that the plan does not depend on the speed of the lanes.
  return new Map(
    wanted.flatMap((target) => {
      const course = courses.get(target);
      return course ? [[target, course] as const] : [];
    }),
  );
};
