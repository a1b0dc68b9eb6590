import { ChannelFailure } from '../channel/failure.ts';
import { type Answer, type Exchange, type Script, type Step, Unreadable } from './exchange.ts';

/** How a script ended. */
export interface Ending<Out> {
  /** Requests sent, or tried. */
  steps: number;
  /** Something that may take effect was sent. */
  committed: boolean;
  /** The last answer, whatever was made of it. */
  lastAnswer: Answer | undefined;
  how: { result: Out } | { dry: true } | { error: unknown };
}

/** More requests than any conversation needs; a portal that leads in circles ends here. */
export const MAX_STEPS = 500;

/**
 * Carries out one script, sending each step once. A dry run ends before the first step that commits. What goes wrong
 * is part of the ending, never thrown.
 *
 * Errors of the ending: `Refusal`, `OutOfService`, `Unreadable`, `ChannelFailure`; any other is a defect of the script
 * (as when a reading would commit, or a submission ends without having committed).
 */
export const carryOut = async <In, Out>(
  exchange: Exchange<'reading' | 'submission', In, Out>,
  input: In,
  dry: boolean,
  send: (step: Step) => Promise<Answer>,
): Promise<Ending<Out>> => {
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
      // Anything unforeseen counts as sent: better told to check than told that nothing was filed.
      committed ||= step.commits === true && (!failed || error.sent);
      if (step.optional && !step.commits && failed) return undefined;
      throw error;
    }
  };

  const converse = async (): Promise<Ending<Out>['how']> => {
    const script: Script<Out> = exchange.script(input);
    let next = script.next();
    while (!next.done) {
      const step = next.value;
      if (step.commits && exchange.kind === 'reading')
        throw new Error(`${exchange.name}: a reading must not commit`);
      if (step.commits && dry) return { dry: true };
      next = script.next(await answerTo(step));
    }
    if (exchange.kind === 'submission' && !committed)
      throw new Error(`${exchange.name}: nothing was committed`);
    return { result: next.value };
  };

  const how = await converse().catch((error: unknown) => ({ error }));
  return { steps, committed, lastAnswer, how };
};
