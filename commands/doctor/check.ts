import type { Deployed, Outputs } from '../../local/deployment.ts';

/** Result of a check; `unchecked` if it cannot be made from here. */
export type State = 'ok' | 'problem' | 'unchecked';

/** A finding for a person: one line, and for a problem what to do. */
export interface Finding {
  state: State;
  /** Facts gathered by the checks. */
  text: string;
}

export interface Result extends Finding {
  name: string;
}

/** The stage that is checked. */
export interface DeployedStage {
  /** Name of the stage. */
  stage: string;
  /** The option that names this stage to another command; see `Meant`. */
  stageOption: string;
  outputs: Outputs;
  /** Resources of the gateway's stack. */
  resources: Deployed[];
  /** Address of the API with its stage, without a trailing slash. */
  address: string;
  /** Whether the stage is on an AWS emulator. */
  isEmulated: boolean;
  now(): Date;
}

/** A single check. An error that it throws becomes a finding. */
export type Check<Subject = DeployedStage> = (subject: Subject) => Promise<Finding>;

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const unchecked = (text: string): Finding => ({ state: 'unchecked', text });
/** @param text the problem, followed by what to do */
export const problem = (text: string): Finding => ({ state: 'problem', text });

/** Combines the findings about similar things: all problems, or else `good`. */
export const together = (findings: Finding[], good: string): Finding => {
  const wrong = findings.filter(({ state }) => state === 'problem');
  if (wrong.length > 0) return problem(wrong.map(({ text }) => text).join(' '));
  return findings.find(({ state }) => state === 'unchecked') ?? ok(good);
};

/** AWS errors that say nothing about the stage: the caller lacks the right, or the emulator lacks the call. */
const NOT_OF_THE_STAGE = [
  'AccessDenied',
  'AccessDeniedException',
  'AuthorizationError',
  'NotImplemented',
  'NotImplementedException',
  'UnknownOperationException',
  'InternalFailure',
  'UnsupportedOperation',
];

/**
 * Runs all checks at the same time. Never throws.
 * @param unread advice if something that should exist cannot be read
 */
export const examine = <Subject>(
  subject: Subject,
  checks: Record<string, Check<Subject>>,
  unread = 'If it was deleted, deploy the stack again.',
): Promise<Result[]> =>
  Promise.all(
    Object.entries(checks).map(async ([name, check]) => ({
      name,
      ...(await check(subject).catch((error: Error): Finding => {
        const text = `${error.name}: ${error.message}`;
        return NOT_OF_THE_STAGE.includes(error.name)
          ? unchecked(`${text}. Repeat the command with rights to read it.`)
          : problem(`It cannot be read: ${text}. ${unread}`);
      })),
    })),
  );

const SHOWN: Record<State, string> = { ok: 'ok', problem: 'PROBLEM', unchecked: 'cannot be checked here' };

/** Prints a line for each result, and sets exit code 1 if there is a problem. */
export const printResults = (results: Result[]): void => {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
  const nameWidth = width(results.map(({ name }) => name));
  const stateWidth = width(Object.values(SHOWN));
  for (const { name, state, text } of results)
    process.stdout.write(`${name.padEnd(nameWidth)}  ${SHOWN[state].padEnd(stateWidth)}  ${text}\n`);
  if (results.some(({ state }) => state === 'problem')) process.exitCode = 1;
};

/** Resources of a type such as `AWS::SQS::Queue`. */
export const resourcesOf = ({ resources }: DeployedStage, type: string): Deployed[] =>
  resources.filter((resource) => resource.type === type);
