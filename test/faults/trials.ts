import type { AuthorityName } from '../../shared/kernel/errors.ts';
import type { Caller, Lane } from './lane.ts';
import { manyContracts } from './many-contracts.ts';
import { otherBodyOf } from './other-body.ts';
import type { Answered, Sent, Service } from './service.ts';
import { type Statement, type Target, type Trial, targets, type Verdict } from './trial.ts';

const statementOf = (answered: Answered | undefined): Statement => {
  if (!answered) return 'nothing';
  const { status, body } = answered;
  if (status === 200) return 'filed';
  if (status === 409 || status === 202) return 'running';
  // A case that the interface defines: accepted, but without its document.
  if (status === 502) return /^Duplicado no obtenido/.test(body.message) ? 'filed' : 'unknown';
  if (body.errors?.['Idempotency-Key'] || status === 429) return 'no statement';
  return 'not filed';
};

const isOpen = (statement: Statement) =>
  statement === 'unknown' || statement === 'running' || statement === 'nothing';

const isFinal = (state: string) => state === 'accepted' || state === 'refused' || state === 'notSent';

/** A filing as `GET /tramites` lists it. */
interface Listed {
  id: string;
  state: string;
  authority: AuthorityName;
  reference: string | null;
  /** The declaration of a person. */
  stated: object | null;
}

/** Whether the service still has to end it. */
const isLeft = ({ state }: Listed) => state === 'queued' || state === 'claimed' || state === 'committing';

/**
 * Whether a look-up must still resolve it: it took effect, is unknown and undeclared, and a query can prove its outcome. For a
 * large file without a number, that takes more queries than one look-up has time for.
 */
const mayBeProved = (
  { operation: { lookUp } }: Target,
  { effects, trial }: Verdict,
  { state, reference, stated }: Listed,
): boolean =>
  state === 'unknown' &&
  stated === null &&
  effects > 0 &&
  !('none' in lookUp) &&
  (reference !== null || (!lookUp.onlyByReference && !trial.contracts));

/** Records a statement to somebody, from an answer or a record's state, and compares it with the facts at that moment. */
type Note = (who: string, answered: Answered | undefined, state?: string) => Promise<Statement>;

/** Milliseconds that are longer than a function runs, and longer than another request waits for one that died half-way. */
const AFTER_A_DEATH = 65_000;
/** The same for a consumer, which has minutes. */
const AFTER_A_CONSUMER = 6 * 60_000;
const MUCH_LATER = 11 * 60_000;
/** Runs of the schedule, at growing intervals, by which a filing must have ended if it can. */
const RUNS_OF_SCHEDULE = 6;

/** Runs trials in one lane. */
export class Trials {
  readonly #lane: Lane;
  readonly #expected: Map<string, number>;

  /** @param expected how many effects one filing of each target has, by name */
  constructor(lane: Lane, expected: Map<string, number>) {
    this.#lane = lane;
    this.#expected = expected;
  }

  /** The number of effects at the authorities since the last reset. */
  async #accepted(): Promise<number> {
    const { accepted } = await this.#lane.authorities.stats();
    return Object.values(accepted).reduce((sum, count) => sum + count, 0);
  }

  #sent(target: Target, json: unknown, key?: string, certificate?: string): Sent {
    const secret = certificate ?? this.#lane.certificates[target.operation.authority as AuthorityName];
    const headers = { 'x-cert-secret': secret, ...(key && { 'idempotency-key': key }) };
    return { method: target.method, path: target.path, json, headers };
  }

  /** Brings the lane into the state in which the submission succeeds. @returns its request */
  async prepare(target: Target, loggedIn = false): Promise<unknown> {
    const lane = this.#lane;
    await lane.reset();
    const { request, after = [] } = lane.requests[target.name]!;
    for (const [name, json] of after) {
      const before = targets.find((one) => one.name === name)!;
      await lane.must(this.#sent(before, json));
    }
    if (loggedIn) await lane.must(this.#sent(target, { ...request, test: 1 }));
    await lane.forget('FILINGS_TABLE');
    return request;
  }

  /** Makes a submission without faults, and records its course: synchronous, asynchronous, or with a log-in. */
  async measure(target: Target, { later, loggedIn }: Pick<Trial, 'later' | 'loggedIn'> = {}) {
    const lane = this.#lane;
    const request = await this.prepare(target, loggedIn);
    let before = await this.#accepted();
    const start = before;
    const commits: number[] = [];
    lane.authority.seen = async (at) => {
      const now = await this.#accepted();
      if (now > before) commits.push(at);
      before = now;
    };
    lane.aws.arm();
    lane.authority.arm();
    const sent = this.#sent(target, request);
    try {
      await lane.must(later ? asLater(sent) : sent, 'account', later ? 202 : 200);
      if (later) await lane.work();
    } finally {
      lane.authority.seen = undefined;
    }
    return {
      commits,
      effects: before - start,
      requests: lane.authority.requests,
      calls: [...lane.aws.calls],
    };
  }

  async run(trial: Trial): Promise<Verdict> {
    const lane = this.#lane;
    const target = targets.find(({ name }) => name === trial.target)!;
    const ordinary = await this.prepare(target, trial.loggedIn);
    const request = trial.contracts ? manyContracts(trial.contracts) : ordinary;
    const start = await this.#accepted();
    const expected = this.#expected.get(target.name)!;
    const verdict: Verdict = {
      trial,
      statements: [],
      effects: 0,
      expected,
      states: [],
      filedTwice: false,
      answeredNotFiledButWas: false,
      answeredFiledButWasNot: false,
      unresolved: false,
      notEnded: false,
      blocked: false,
    };
    let id: string | undefined;
    let last = 'nothing' as Statement;
    /** Records a statement to somebody, and compares it with the facts at that moment. */
    const note: Note = async (who, answered, state) => {
      const statement = state ? (state === 'accepted' ? 'filed' : 'not filed') : statementOf(answered);
      verdict.statements.push(`${who}: ${statement}${answered ? ` (${answered.status})` : ''}`);
      verdict.effects = (await this.#accepted()) - start;
      if (verdict.effects > expected) verdict.filedTwice = true;
      if (statement === 'filed' && verdict.effects === 0) verdict.answeredFiledButWasNot = true;
      if (statement === 'not filed' && verdict.effects > 0) verdict.answeredNotFiledButWas = true;
      id ??= answered?.filingId;
      if (statement !== 'no statement') last = statement;
      return statement;
    };
    const key = trial.keyed ? crypto.randomUUID() : undefined;

    let other: Service | undefined;
    let first: Promise<Answered | undefined>[] = [];
    const hold = async () => {
      if (trial.atOnce) await allButOne(first);
      if (trial.midnight) lane.pass(60_000);
      if (trial.otherClock === undefined) return;
      other = await lane.otherService(trial.otherClock);
      const answered = await lane.call(this.#sent(target, request, key), 'account', other);
      // This answer is not final, because the held request is still to come.
      await note(`clock off by ${trial.otherClock / 1000} s`, answered);
    };
    if (trial.midnight) {
      lane.setShift(beforeMidnight());
      await Promise.all([lane.signIn('account'), lane.signIn('client')]);
    }
    const { where } = trial.fault;
    // The current process, because work that it began without waiting may reach a proxy after the answer.
    const { service } = lane;
    const kill = () => service.kill();
    const tookEffect = async () => (await this.#accepted()) > start;
    lane.aws.arm(where === 'aws' ? trial.fault.fault : undefined, kill);
    lane.authority.arm(where === 'authority' ? trial.fault.fault : undefined, {
      kill,
      hold,
      tookEffect,
    });
    first = Array.from({ length: trial.atOnce ?? 1 }, (_, number) => {
      // Of many requests, a third has no key, a third the same key, and a third each a key of its own.
      const keys = [key, undefined, crypto.randomUUID()];
      const sent = this.#sent(target, request, keys[trial.atOnce ? number % 3 : 0]);
      return lane.call(trial.later ? asLater(sent) : sent);
    });
    const answers = await Promise.all(first);
    if (trial.later) await lane.work();
    lane.aws.disarm();
    lane.authority.disarm();
    if (trial.atOnce) {
      // One request is carried out. For the others "nothing was filed" is true, as long as that one gets a different answer.
      const statements = new Set(answers.map((answered) => `${statementOf(answered)} (${answered?.status})`));
      verdict.statements.push(`of ${trial.atOnce}: ${[...statements].join(', ')}`);
      const all = new Set(answers.map(statementOf));
      const isSaidOtherwise = all.has('filed') || all.has('unknown') || all.has('nothing');
      if (all.has('not filed') && !isSaidOtherwise && (await this.#accepted()) > start)
        verdict.answeredNotFiledButWas = true;
      await note(
        'one of them',
        answers.find((answered) => statementOf(answered) === 'filed'),
      );
    } else await note('first', answers[0]);
    await other?.end();
    if (lane.service.ended) await lane.renewService();
    if (trial.later) await this.#lookAt(note);

    for (const wait of [0, trial.later ? AFTER_A_CONSUMER : AFTER_A_DEATH]) {
      if (!isOpen(last)) break;
      lane.pass(wait);
      await this.#play(trial, target, request, { key, id, tookEffect, note });
    }
    await this.#settle(target, verdict);
    // An asynchronous request may only have been carried out now.
    verdict.effects = (await this.#accepted()) - start;
    if (verdict.effects > expected) verdict.filedTwice = true;
    if (last === 'not filed' && verdict.effects === 0) {
      await lane.renewService();
      await note('sent again', await lane.call(this.#sent(target, request)));
      verdict.blocked = (last as Statement) !== 'filed';
    }
    await this.#judgeRecords(target, verdict, last);
    return verdict;
  }

  /**
   * The behaviour of the caller until it knows the outcome. A caller that repeats the request without the same key first asks
   * for the outcome, because after the end the same content is a new filing. A caller that declares the outcome looks at the
   * authority first.
   */
  async #play(
    { play }: Trial,
    target: Target,
    request: unknown,
    {
      key,
      id,
      tookEffect,
      note,
    }: {
      key: string | undefined;
      id: string | undefined;
      tookEffect: () => Promise<boolean>;
      note: Note;
    },
  ): Promise<void> {
    const lane = this.#lane;
    const send = async (sentKey?: string, by?: Caller, certificate?: string) =>
      void (await note(play, await lane.call(this.#sent(target, request, sentKey, certificate), by)));
    const authority = target.operation.authority as AuthorityName;
    if (play === 'nothing') return;
    if (play === 'same key') return send(key);
    if (play === 'same key, other body') {
      const otherBody = otherBodyOf(target, request as object);
      if (!otherBody) throw new Error(`${target.name}: no other body`);
      if (isOpen(await note(play, await lane.call(this.#sent(target, otherBody, key))))) await send(key);
      return;
    }
    if (play === 'certificate deleted') {
      await lane.call({ method: 'DELETE', path: `/certificate/${lane.certificates[authority]}` });
      lane.certificates[authority] = await lane.upload(authority, 1);
    }
    const declares = play.endsWith('declared');
    const asked = play === 'check' || play === 'certificate deleted' || declares;
    const known = id ?? (await this.#records())[0]?.id;
    if (asked && known) await this.#check(known, authority);
    const [record] = await this.#records();
    if (record && isFinal(record.state)) return void (await note('list', undefined, record.state));
    if (declares) {
      // A filing that is still under way cannot be declared yet.
      if (record && !(await this.#declare(record, await tookEffect()))) return;
      return send({ 'same key, declared': key, 'other key, declared': crypto.randomUUID() }[play as string]);
    }
    if (play === 'check' || play === 'no key' || play === 'certificate deleted') return send();
    if (play === 'other key') return send(crypto.randomUUID());
    if (play === 'another user') return send(key, 'client');
    return send(undefined, 'account', await lane.upload(authority, 1));
  }

  /** Records what the filing's record tells a caller who asks later. */
  async #lookAt(note: Note): Promise<void> {
    const [record] = await this.#records();
    if (record && isFinal(record.state)) await note('record', undefined, record.state);
  }

  #check(id: string, authority: AuthorityName) {
    const headers = { 'x-cert-secret': this.#lane.certificates[authority] };
    return this.#lane.call({ method: 'POST', path: `/tramites/${id}/check`, json: {}, headers });
  }

  /** Declares what a person sees at the authority. @returns whether that was possible */
  async #declare({ id }: Listed, filed: boolean): Promise<boolean> {
    const json = { filed, note: filed ? 'Consta.' : 'No consta.' };
    const answered = await this.#lane.call({ method: 'POST', path: `/tramites/${id}/resolve`, json });
    return answered?.status === 200;
  }

  /** Moves the clock and runs the schedule until everything has ended that can. */
  async #settle(target: Target, verdict: Verdict): Promise<void> {
    const lane = this.#lane;
    for (let run = 1; run <= RUNS_OF_SCHEDULE; run++) {
      const records = await this.#records();
      if (!records.some((record) => isLeft(record) || mayBeProved(target, verdict, record))) return;
      lane.pass(MUCH_LATER * run);
      await lane.service.lookAfterDue();
      await lane.work();
    }
  }

  async #records(): Promise<Listed[]> {
    const list = { method: 'GET', path: '/tramites' };
    let answered = await this.#lane.call(list);
    if (!answered) {
      await this.#lane.renewService();
      answered = await this.#lane.call(list);
    }
    if (answered?.status !== 200) throw new Error(`the list of filings: ${JSON.stringify(answered?.body)}`);
    return answered.body.data.data;
  }

  /** Compares the records with the facts. */
  async #judgeRecords(target: Target, verdict: Verdict, last: Statement): Promise<void> {
    const records = await this.#records();
    // A person's declaration is no proof.
    const states = records.map(({ state }) => (state.startsWith('declared') ? 'unknown' : state));
    verdict.states = states;
    const filed = states.includes('accepted');
    const isUnknown = states.includes('unknown');
    if (filed && verdict.effects === 0) verdict.answeredFiledButWasNot = true;
    if (!filed && !isUnknown && verdict.effects > 0) verdict.answeredNotFiledButWas = true;
    if (records.some((record) => mayBeProved(target, verdict, record))) verdict.unresolved = true;
    // The record also knows the answers to callers; for a large file, a caller gets only a part.
    const isOpenYet = records.some(({ state, stated }) => state === 'unknown' && stated === null);
    if (last === 'filed' && isOpenYet && !verdict.trial.contracts) verdict.unresolved = true;
    if (records.some(isLeft)) verdict.notEnded = true;
  }
}

const asLater = (sent: Sent): Sent => ({ ...sent, headers: { ...sent.headers, prefer: 'respond-async' } });

/** Resolves when all but one have ended. */
const allButOne = (promises: Promise<unknown>[]): Promise<void> =>
  new Promise((resolve) => {
    let ended = 0;
    for (const promise of promises)
      promise
        .finally(() => {
          if (++ended >= promises.length - 1) resolve();
        })
        .catch(() => {});
  });

/** Milliseconds by which the clock must be moved to half a minute before midnight in Madrid. */
const beforeMidnight = (): number => {
  const time = new Date().toLocaleTimeString('en-GB', { timeZone: 'Europe/Madrid' });
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (24 * 3600 - (hours * 3600 + minutes * 60 + seconds) - 30) * 1000;
};
