import type { Answer } from './channel/answer.ts';
import { ChannelFailure } from './channel/failure.ts';
import { type Exchange, type Script, type Step, Unreadable } from './exchange.ts';

/** A step that got no answer. */
class Failed {
  readonly error: unknown;
  constructor(error: unknown) {
    this.error = error;
  }
}

/** Whom the page names from which something is filed, or would have been. */
interface Seen {
  worker?: string;
}

/** One run of a script. */
export interface ScriptRun<Out> {
  /** Requests sent, or tried. */
  steps: number;
  /** Something that may take effect was sent. */
  committed: boolean;
  /** The last answer, whatever the script made of it. */
  lastAnswer: Answer | undefined;
  /** How the run ended. */
  end: (({ result: Out } | { dry: true }) & Seen) | { error: unknown };
}

/** More requests than any conversation needs; the limit ends a conversation in which a portal leads in circles. */
export const MAX_STEPS = 500;

/**
 * Runs a script once and sends each step once, but for those whose answer is `known`. A dry run ends before the first step that commits, or is sent only to file. Errors are part of
 * the returned run and are never thrown.
 *
 * They are `Refusal`, `OutOfService`, `Unreadable`, `ChannelFailure` and `OutOfTime`. Any other error is a defect of the script, for
 * example a reading that would commit, or a submission that ends and has not committed.
 */
export const runScript = async <In, Out>(
  {
    exchange,
    input,
    dry,
  }: { exchange: Exchange<'reading' | 'submission', In, Out>; input: In; dry: boolean },
  send: (step: Step) => Promise<Answer>,
  known: (step: Step) => Answer | undefined = () => undefined,
): Promise<ScriptRun<Out>> => {
  let steps = 0;
  let committed = false;
  let lastAnswer: Answer | undefined;

  const answerTo = async (step: Step): Promise<Answer | undefined> => {
    steps += 1;
    if (steps > MAX_STEPS) throw new Unreadable('the conversation does not end');
    try {
      lastAnswer = await send(step);
      committed ||= step.commits === true;
      return lastAnswer;
    } catch (error) {
      const failed = error instanceof ChannelFailure;
      // An unforeseen error counts as sent: the caller must check, and must not believe that nothing was filed.
      committed ||= step.commits === true && (!failed || error.sent);
      if (step.optional && !step.commits && failed) return undefined;
      throw error;
    }
  };

  const runToEnd = async (): Promise<ScriptRun<Out>['end']> => {
    const script: Script<Out> = exchange.script(input);
    let next = script.next();
    let seen: Seen = {};
    while (!next.done) {
      const step = next.value;
      const isForFiling = step.commits || step.onlyToFile;
      if (isForFiling && exchange.kind === 'reading')
        throw new Error(`${exchange.name}: a reading must not commit`);
      if (isForFiling && step.worker) seen = { worker: step.worker };
      if (isForFiling && dry) return { dry: true, ...seen };
      const answer =
        (step.commits ? undefined : known(step)) ??
        (await answerTo(step).catch((error: unknown) => new Failed(error)));
      if (!(answer instanceof Failed)) next = script.next(answer);
      else if (exchange.kind === 'reading') next = script.throw(answer.error);
      else throw answer.error;
    }
    if (exchange.kind === 'submission' && !committed)
      throw new Error(`${exchange.name}: nothing was committed`);
    return { result: next.value, ...seen };
  };

  const end = await runToEnd().catch((error: unknown) => ({ error }));
  return { steps, committed, lastAnswer, end };
};
