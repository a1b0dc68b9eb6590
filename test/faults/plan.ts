import { AUTHORITY_FAULTS, type AuthorityFault } from './authority-proxy.ts';
import { AWS_FAULTS, type AwsFault } from './aws-proxy.ts';
import { randomOf } from './random.ts';
import { PLAYS, type Target, type Trial } from './trial.ts';

/** The requests and calls of a submission without faults. */
export interface Course {
  /** The numbers of its requests to the authority that take effect. */
  commits: number[];
  effects: number;
  requests: number;
  /** AWS calls, in order. */
  calls: string[];
}

/** The courses of all synchronous submissions, of some asynchronous ones, and of some that reuse a log-in. */
export interface Courses {
  courses: Map<Target, Course>;
  later: Map<Target, Course>;
  loggedIn: Map<Target, Course>;
}

/** The items in random order. */
export const shuffled = <T>(items: T[], random: () => number): T[] =>
  items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);

/** Faults for a file of 1,000 contracts, and how many requests after the one that takes effect each comes. */
const MANY: [kind: AuthorityFault, after: number][] = [
  ['kill-after', 0],
  ['kill-before', 1],
  ['kill-after', 1],
  ['cut', 0],
  ['after-500', 1],
];

/** Faults that take as long as a caller waits for an answer. */
const SLOW: (AuthorityFault | AwsFault)[] = ['silent', 'late', 'hang', 'hang-after'];
const HELD = ['hold-before', 'hold-after'] as const;
const isHeld = (kind: string) => kind.startsWith('hold');

/**
 * Trials in order of importance: first every fault at each step that takes effect, a killed process at every step, and several
 * callers at once; then faults at the other steps. The same seed always gives the same trials.
 * @param count the most trials
 */
export const planOf = (
  { courses, later, loggedIn }: Courses,
  { seed, count }: { seed: number; count: number },
): Trial[] => {
  const random = randomOf(seed);
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  const played = () => {
    const play = pick(PLAYS);
    return { play, keyed: play.startsWith('same key') || random() < 0.5 };
  };
  const first: Trial[] = [];
  const slow: Trial[] = [];
  const further: Trial[] = [];
  const all = [
    ...[...courses].map((one) => [...one, {}] as const),
    ...[...later].map((one) => [...one, { later: true }] as const),
    ...[...loggedIn].map((one) => [...one, { loggedIn: true }] as const),
  ];
  for (const [{ name }, { commits, requests, calls }, how] of all) {
    const trial = (fault: Trial['fault'], more: Partial<Trial> = {}): Trial => ({
      target: name,
      fault,
      ...played(),
      ...how,
      ...more,
    });
    const atAuthority = (at: number, kind: AuthorityFault, more?: Partial<Trial>, lasting = random() < 0.4) =>
      trial({ where: 'authority', fault: { at, kind, lasting } }, more);
    const atAws = (at: number, kind: AwsFault) => trial({ where: 'aws', fault: { at, kind } });
    const plain = AUTHORITY_FAULTS.filter((kind) => !isHeld(kind) && !kind.startsWith('kill'));
    for (const at of commits)
      for (const kind of plain) (SLOW.includes(kind) ? slow : first).push(atAuthority(at, kind));
    for (let at = 0; at < requests; at++)
      for (const kind of ['kill-before', 'kill-after'] as const) first.push(atAuthority(at, kind, {}, false));
    for (let at = 0; at < calls.length; at++) {
      for (const kind of ['kill-before', 'kill-after'] as const) first.push(atAws(at, kind));
      for (const kind of AWS_FAULTS.filter((one) => !one.startsWith('kill')))
        (SLOW.includes(kind) ? slow : further).push(atAws(at, kind));
    }
    for (const at of 'later' in how ? [] : commits)
      for (const kind of HELD) {
        for (const otherClock of [-90_000, 0, 90_000])
          first.push(atAuthority(at, kind, { otherClock }, false));
        first.push(atAuthority(at, kind, { midnight: true }, false));
      }
    // The filing is made before midnight, and looked up after it.
    for (const at of 'later' in how ? [] : commits)
      for (const kind of ['kill-after', 'cut'] as const)
        first.push(atAuthority(at, kind, { midnight: true }, true));
    for (let at = 0; at < requests; at++)
      if (!commits.includes(at))
        for (const kind of plain) (SLOW.includes(kind) ? slow : further).push(atAuthority(at, kind));
  }
  const atOnce = shuffled([...courses.keys()], random)
    .slice(0, 3)
    .map(
      ({ name }): Trial => ({
        target: name,
        fault: { where: 'authority', fault: { at: 0, kind: 'hold-effect', lasting: true } },
        play: 'no key',
        keyed: true,
        atOnce: 100,
      }),
    );
  const file = 'POST /sepe/contrata/xml';
  const course = [...courses].find(([{ name }]) => name === file)?.[1];
  const large = (course ? MANY : []).map(
    ([kind, after]): Trial => ({
      target: file,
      fault: { where: 'authority', fault: { at: course!.commits[0]! + after, kind, lasting: false } },
      ...played(),
      contracts: 1_000,
    }),
  );
  // Trials that wait take longest, so there are few of them, and they begin early.
  const waiting = shuffled(slow, random).slice(0, Math.ceil(count / 12));
  const quick = [...shuffled(first, random), ...shuffled(further, random)];
  const special = [...atOnce, ...large];
  const chosen = quick.slice(0, Math.max(0, count - waiting.length - special.length));
  return [...special, ...shuffled([...chosen, ...waiting], random)].slice(0, count);
};
