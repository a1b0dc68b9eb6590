/**
 * The rule of a filing: never twice, and never lost.
 *
 * - Its record is written before anything that may take effect is sent. If it cannot be written, nothing is sent.
 * - An earlier filing with the same key or content that was made, is being made, or may have been made blocks it,
 *   whichever certificate of the account signs.
 * - A filing that may have reached the authority is never sent again. It is looked up, or its outcome stays unknown.
 * - Its end is recorded. If that fails, the record still says that something may have been sent.
 */

import type { FilingRecord } from '../../authorities/authority-port.ts';
import type { Answer } from '../../authorities/channel/channel.ts';
import { ChannelFailure, CommitForbidden } from '../../authorities/channel/failure.ts';
import type { Step } from '../../authorities/exchange.ts';
import { inProgress, notWrittenDown, ServiceError } from '../../kernel/errors.ts';
import { type Reply, stateOfEntries } from '../../kernel/reply.ts';
import type { Submission } from '../../operation/operation.ts';
import type { Filing } from '../../stores/filings/filing.ts';
import { loadS3 } from '../../stores/s3/bytes.ts';
import type { Replayed } from '../answer.ts';
import type { Run } from '../run.ts';
import type { Services } from '../services.ts';
import type { Acting } from '../stages.ts';
import { type Ending, entriesOf } from './answer.ts';
import { type Claimed, claim, failClaim, requestOf } from './claim.ts';
import { draftOf } from './draft.ts';
import { type EndState, end } from './end.ts';
import { explain } from './explain.ts';
import { dueAfterWork, maySend } from './times.ts';

/**
 * Runs a submission behind its record, which is written while the steps without effect run.
 * @param request its address, and the `Idempotency-Key` if it has one
 * @returns the operation's reply, or the known result of the filing that blocks it
 * @throws ServiceError that says whether it was filed
 */
export const fileOnce = async (
  services: Services,
  acting: Acting<Submission>,
  { address, key, run }: { address: string; key: string | undefined; run: Run },
): Promise<Reply<unknown> | Replayed> => {
  const draft = draftOf(acting, address, key);
  const { row, stored } = requestOf(services, draft, acting);
  const filing = { ...draft, ...row };
  acting.trace.filingId = filing.id;
  const claiming = claim(services, filing, acting);
  const commit = new Commit(services, acting, { filing, claiming, stored });
  const outcome = await settled(run(commit));
  const claimed = await claiming.catch((error: unknown) => failClaim(services, filing, error));
  if (claimed.made) {
    const { made: _, ...found } = claimed;
    return end(services, acting, { filing: { ...filing, ...found }, outcome, ...commit.known(outcome) });
  }
  acting.trace.filingId = claimed.filing.id;
  return explain(services, acting, claimed);
};

/**
 * Makes a submission that was queued, and that this function has begun: its record is there already.
 * @throws ServiceError as the request would have been answered
 */
export const fileQueued = async (
  services: Services,
  acting: Acting<Submission>,
  { filing, run }: { filing: Filing; run: Run },
): Promise<Reply<unknown>> => {
  const claiming = Promise.resolve({ made: true } as const);
  const commit = new Commit(services, acting, { filing, claiming, stored: Promise.resolve() });
  const outcome = await settled(run(commit));
  return end(services, acting, { filing, outcome, ...commit.known(outcome) });
};

const settled = <T>(promise: Promise<T>): Promise<{ value: T } | { error: unknown }> =>
  promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );

/** Sends a filing: writes the record, sends once, and knows the outcome. */
export class Commit implements FilingRecord {
  /** Of the filing. */
  readonly id: string;
  readonly #services: Services;
  readonly #acting: Acting;
  readonly #filing: Filing;
  /** Writes that must succeed before anything is sent: the record, and a large request. */
  readonly #before: Promise<[Claimed, unknown]>;
  /** The authority's answers to the steps that file. */
  readonly #answers: Answer[] = [];
  #committingAt: string | undefined;
  #reference: string | undefined;
  #listedBefore: string[] | undefined;
  #isWritten = false;
  #isSent = false;
  #isAccepted = false;

  constructor(
    services: Services,
    acting: Acting<Submission>,
    { filing, claiming, stored }: { filing: Filing; claiming: Promise<Claimed>; stored: Promise<unknown> },
  ) {
    this.id = filing.id;
    this.#services = services;
    this.#acting = acting;
    this.#filing = filing;
    this.#before = Promise.all([claiming, stored]);
    // It is awaited before anything is sent; until then nothing listens to its failure.
    this.#before.catch(() => {});
  }

  begin(): void {
    this.#isWritten = false;
  }

  async send(
    send: () => Promise<Answer>,
    { listedBefore, reference }: Pick<Step, 'listedBefore' | 'reference'> = {},
  ): Promise<Answer> {
    if (!this.#isWritten) {
      this.#listedBefore = listedBefore;
      this.#reference = reference ?? this.#reference;
      await this.#write().catch((error: unknown) => {
        throw new CommitForbidden(error instanceof ServiceError ? error : notWrittenDown(error));
      });
      this.#isWritten = true;
    }
    try {
      const answer = await send();
      this.#answers.push(answer);
      this.#isSent = true;
      return answer;
    } catch (error) {
      // Only a failure of the connection knows that nothing left. It may be tried again then, if that is still allowed.
      const isUnsent = error instanceof ChannelFailure && !error.sent;
      this.#isSent ||= !isUnsent;
      this.#isWritten = this.#isSent;
      throw error;
    }
  }

  accept(): void {
    this.#isAccepted = true;
  }

  reference(text: string): void {
    this.#reference = text;
    const { stores, log } = this.#services;
    stores.filings.noteReference(this.id, this.#filing.owner, text).catch((error: Error) => {
      log.error('failed to record a reference', { ...this.#line(), error });
    });
  }

  /** Knowledge about the filing at its end. */
  known(outcome: Ending) {
    return {
      state: this.#stateAfter(outcome),
      isSent: this.#isSent,
      answers: this.#answers,
      committingAt: this.#committingAt,
      reference: ('value' in outcome && outcome.value.filed?.reference) || this.#reference,
      listedBefore: this.#listedBefore,
    };
  }

  #stateAfter(outcome: Ending): EndState {
    if (!this.#isSent) return 'ended';
    if ('value' in outcome) return stateOfEntries(entriesOf(outcome));
    const effect = outcome.error instanceof ServiceError ? outcome.error.effect : undefined;
    if (effect === 'none') return 'refused';
    return effect ?? (this.#isAccepted ? 'accepted' : 'unknown');
  }

  /** Records that something is about to be sent. The code needed after that is loaded before, too. */
  async #write(): Promise<void> {
    const { stores, log, now } = this.#services;
    const filing = this.#filing;
    const [[claimed]] = await Promise.all([this.#before, loadS3()]);
    if (!claimed.made) throw inProgress(claimed.filing);
    const at = now();
    const seen = { listedBefore: this.#listedBefore, reference: this.#reference };
    if (filing.state === 'claimed')
      await stores.filings.beginCommit({ ...filing, ...seen }, at, dueAfterWork(filing, at));
    else if (!maySend(filing, at)) throw new Error('the record is too old to send');
    this.#committingAt ??= filing.committingAt ?? at.toISOString();
    // If the function ends now, this line is the only one: API Gateway's answer has an id of its own.
    const { operation } = filing;
    log.info('commit begins', { ...this.#line(), gateway: this.#acting.gatewayId, operation });
  }

  #line() {
    return { requestId: this.#acting.requestId, filing: this.id };
  }
}
