import { randomOf } from '../../faults/random.ts';
import { ANSWERS, type AnswerKind, askerOf } from './asking.ts';
import { Heap } from './heap.ts';
import { type Authority, HOUR, KINDS, type Kind, MEMORY_GB, type Phase, TIMES } from './model.ts';
import { Bucket, Callers, Environment } from './world.ts';

/** One run: who calls, for how long, and what AWS allows. */
export interface Setup {
  seed: number;
  accounts: number;
  /** Requests a second. */
  rate: number;
  seconds: number;
  concurrency: number;
  gatewayRate: number;
  gatewayBurst: number;
  /** New environments of a function in 10 seconds. */
  scaling: number;
  /** Most executions at a time of single functions (reserved concurrency). */
  reserved?: Record<string, number>;
  phases?: Record<Authority, Phase[]>;
}

/** What was answered from one change at an authority to the next. */
export interface Stretch {
  name: string;
  /** Second. */
  from: number;
  answers: Record<AnswerKind, number>;
  /** Of requests that need no authority. */
  withoutAuthority: { made: number; served: number };
  /** Milliseconds of what was served. */
  median: number;
  slowest1Percent: number;
}

/** What a run came to. */
export interface Outcome {
  stretches: Stretch[];
  certificates: number;
  /** Most in one second; `concurrency` at one time. */
  peaks: Record<'concurrency' | 'requests' | 'reads' | 'writes' | 'secretReads' | Authority, number>;
  /** The second in which a quota refused first. */
  refusedFirst: Partial<Record<'gateway' | 'concurrency' | 'scaling', number>>;
  totals: Record<
    | 'requests'
    | 'invocations'
    | 'gigabyteSeconds'
    | 'reads'
    | 'writes'
    | 'secretReads'
    | 'environments'
    | 'pages',
    number
  >;
}

/** The shares of the kinds up to each of them. */
const KINDS_UP_TO = KINDS.map((_, index) =>
  KINDS.slice(0, index + 1).reduce((sum, { share }) => sum + share, 0),
);

/** 50 milliseconds each. */
const BINS = 700;

interface Request {
  kind: Kind;
  certificate: number;
  /** When it came, in milliseconds. */
  came: number;
}

/** What happens next: a function ends, and with `request` the authorizer has let a request pass. */
interface Event {
  group: string;
  environment: Environment;
  request?: Request;
}

/** Simulates callers, functions and authorities. The same setup gives the same outcome. */
export const simulate = (setup: Setup): Outcome => {
  const { seed, accounts, rate, seconds, phases = HOUR } = setup;
  const random = randomOf(seed);
  const callers = new Callers(accounts);
  const gateway = new Bucket(setup.gatewayRate, setup.gatewayBurst);
  const scaling = new Map<string, Bucket>();
  const idle = new Map<string, Environment[]>();
  const events = new Heap<Event>();
  const windows = new Map<number, number>();
  let minute = 0;
  let busy = 0;
  const busyIn = new Map<string, number>();

  const changes = [
    ...new Map(
      Object.values(phases)
        .flat()
        .map((one) => [one.from, one]),
    ).values(),
  ]
    .filter(({ from }) => from < seconds)
    .sort((one, other) => one.from - other.from);
  const stretches = changes.map(({ name, from }) => ({
    name,
    from,
    answers: Object.fromEntries(ANSWERS.map((answer) => [answer, 0])) as Record<AnswerKind, number>,
    withoutAuthority: { made: 0, served: 0 },
    bins: new Uint32Array(BINS + 1),
  }));
  const totals: Outcome['totals'] = {
    requests: 0,
    invocations: 0,
    gigabyteSeconds: 0,
    reads: 0,
    writes: 0,
    secretReads: 0,
    environments: 0,
    pages: 0,
  };
  const refusedFirst: Outcome['refusedFirst'] = {};
  const perSecond = Object.fromEntries(
    ['requests', 'reads', 'writes', 'secretReads', 'tgss', 'sepe', 'aeat'].map((name) => [
      name,
      new Uint32Array(seconds + 60),
    ]),
  ) as Record<Exclude<keyof Outcome['peaks'], 'concurrency'>, Uint32Array>;
  let mostBusy = 0;
  const count = (what: keyof typeof perSecond, now: number, times = 1): void => {
    const second = Math.min(Math.floor(now / 1_000), seconds + 59);
    perSecond[what][second]! += times;
  };

  const answer = ({ came, kind: { authority } }: Request, told: AnswerKind, at: number): void => {
    const stretch = stretches.findLast(({ from }) => from * 1_000 <= came)!;
    stretch.answers[told] += 1;
    if (!authority) stretch.withoutAuthority.made += 1;
    if (!authority && told === 'served') stretch.withoutAuthority.served += 1;
    if (told === 'served') stretch.bins[Math.min(BINS, Math.floor((at - came) / 50))]! += 1;
  };
  const refuse = (what: keyof typeof refusedFirst, now: number): undefined => {
    refusedFirst[what] ??= Math.floor(now / 1_000);
  };

  const askAuthority = askerOf({
    random,
    phases,
    onSecret: (at) => {
      count('secretReads', at);
      totals.secretReads += 1;
    },
    onPage: (authority, at) => {
      count(authority, at);
      totals.pages += 1;
    },
  });

  /** An environment of a function, and how long it takes to begin. */
  const start = (group: string, now: number): { environment: Environment; init: number } | undefined => {
    const running = busyIn.get(group) ?? 0;
    if (busy >= setup.concurrency || running >= (setup.reserved?.[group] ?? Number.POSITIVE_INFINITY))
      return refuse('concurrency', now);
    let environment = idle.get(group)?.pop();
    let init = 0;
    if (!environment) {
      const bucket = scaling.get(group) ?? new Bucket(setup.scaling / 10, setup.scaling);
      scaling.set(group, bucket);
      if (!bucket.take(now)) return refuse('scaling', now);
      environment = new Environment();
      init = TIMES.init;
      totals.environments += 1;
    }
    busy += 1;
    busyIn.set(group, running + 1);
    mostBusy = Math.max(mostBusy, busy);
    return { environment, init };
  };
  const run = (event: Event, now: number, milliseconds: number): void => {
    const gigabytes = event.group === 'authorizer' ? MEMORY_GB.authorizer : MEMORY_GB.function;
    totals.invocations += 1;
    totals.gigabyteSeconds += (gigabytes * milliseconds) / 1_000;
    events.push(now + milliseconds, event);
  };

  const arrive = (now: number): void => {
    const drawn = random();
    const kind = KINDS[KINDS_UP_TO.findIndex((upTo) => upTo > drawn)] ?? KINDS[0]!;
    const request: Request = { kind, certificate: callers.pick(random), came: now };
    totals.requests += 1;
    count('requests', now);
    if (!gateway.take(now)) {
      refuse('gateway', now);
      answer(request, 'gateway', now);
      return;
    }
    const begun = start('authorizer', now);
    if (!begun) answer(request, 'throttled', now);
    else
      run(
        { group: 'authorizer', environment: begun.environment, request },
        now,
        begun.init + TIMES.authorizer,
      );
  };

  const serve = (request: Request, now: number): void => {
    const { kind, certificate } = request;
    const begun = start(kind.group, now);
    if (!begun) {
      answer(request, 'throttled', now);
      return;
    }
    const { environment, init } = begun;
    const from = now + init;
    count('reads', from, kind.reads);
    totals.reads += kind.reads;
    const { milliseconds, told } = isAbove(request, from)
      ? { milliseconds: TIMES.own, told: 'limited' as const }
      : askAuthority({ environment, kind, certificate, from });
    const writes = told === 'limited' || told === 'down' ? 0 : kind.writes;
    count('writes', from, writes);
    totals.writes += writes;
    answer(request, told, from + milliseconds);
    run({ group: kind.group, environment }, now, init + milliseconds);
  };

  /** Whether it is above the limit of its certificate in this minute. */
  const isAbove = ({ kind, certificate }: Request, now: number): boolean => {
    const current = Math.floor(now / 60_000);
    if (current !== minute) windows.clear();
    minute = current;
    const scope = certificate * KINDS.length + KINDS.indexOf(kind);
    const made = (windows.get(scope) ?? 0) + 1;
    windows.set(scope, made);
    return made > kind.limit;
  };

  const gap = () => (-Math.log(1 - random()) / rate) * 1_000;
  for (let now = gap(); now < seconds * 1_000; now += gap()) {
    while (events.next <= now) {
      const at = events.next;
      const { group, environment, request } = events.pop();
      busy -= 1;
      busyIn.set(group, busyIn.get(group)! - 1);
      const others = idle.get(group) ?? [];
      idle.set(group, others);
      others.push(environment);
      if (request) serve(request, at);
    }
    arrive(now);
  }

  const most = (values: Uint32Array) => values.reduce((one, other) => Math.max(one, other), 0);
  return {
    stretches: stretches.map(({ bins, ...stretch }) => ({
      ...stretch,
      median: quantile(bins, 0.5),
      slowest1Percent: quantile(bins, 0.99),
    })),
    certificates: callers.certificates,
    peaks: {
      concurrency: mostBusy,
      ...(Object.fromEntries(Object.entries(perSecond).map(([name, values]) => [name, most(values)])) as Omit<
        Outcome['peaks'],
        'concurrency'
      >),
    },
    refusedFirst,
    totals,
  };
};

const quantile = (bins: Uint32Array, part: number): number => {
  const all = bins.reduce((sum, one) => sum + one, 0);
  let sum = 0;
  const bin = bins.findIndex((one) => {
    sum += one;
    return sum >= part * all;
  });
  return Math.max(0, bin) * 50;
};
