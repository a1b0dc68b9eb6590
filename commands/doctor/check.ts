import type { Deployed, Outputs } from '../../local/deployment.ts';

/** `unchecked`: it cannot be checked from here. */
export type State = 'ok' | 'problem' | 'unchecked';

/** What a check found, for a person: one line, and what to do where there is a problem. */
export interface Finding {
  state: State;
  /** What was seen. */
  text: string;
}

export interface Result extends Finding {
  name: string;
}

/** The stage that is checked. */
export interface DeployedStage {
  /** Its name. */
  stage: string;
  /** What names it on the command line of another command; see `Meant`. */
  stageOption: string;
  outputs: Outputs;
  /** Of the stack of the gateway. */
  resources: Deployed[];
  /** Address of the API with its stage, without a slash at its end. */
  address: string;
  /** It is on an emulator of AWS. */
  isEmulated: boolean;
  now(): Date;
}

/** Looks at one thing. What it throws is a finding, too. */
export type Check<Subject = DeployedStage> = (subject: Subject) => Promise<Finding>;

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const unchecked = (text: string): Finding => ({ state: 'unchecked', text });
/** @param text what is wrong, and then what to do */
export const problem = (text: string): Finding => ({ state: 'problem', text });

/** The findings of several like things, as one: it names all problems, else what all have in common. */
export const together = (findings: Finding[], good: string): Finding => {
  const wrong = findings.filter(({ state }) => state === 'problem');
  if (wrong.length > 0) return problem(wrong.map(({ text }) => text).join(' '));
  return findings.find(({ state }) => state === 'unchecked') ?? ok(good);
};

/** Errors of AWS that say nothing about the stage: whoever runs the check may not look, or the emulator knows no such call. */
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
 * Carries out all checks at the same time. Never throws.
 * @param unread what to do where something cannot be read, though it should be there
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
          ? unchecked(`${text}. Look with rights to read it.`)
          : problem(`It cannot be read: ${text}. ${unread}`);
      })),
    })),
  );

const SHOWN: Record<State, string> = { ok: 'ok', problem: 'PROBLEM', unchecked: 'cannot be checked here' };

/** Prints a line for each result, and lets this process exit with 1 if there is a problem. */
export const printResults = (results: Result[]): void => {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
  const nameWidth = width(results.map(({ name }) => name));
  const stateWidth = width(Object.values(SHOWN));
  for (const { name, state, text } of results)
    process.stdout.write(`${name.padEnd(nameWidth)}  ${SHOWN[state].padEnd(stateWidth)}  ${text}\n`);
  if (results.some(({ state }) => state === 'problem')) process.exitCode = 1;
};

/** The resources of a type, such as `AWS::SQS::Queue`. */
export const resourcesOf = ({ resources }: DeployedStage, type: string): Deployed[] =>
  resources.filter((resource) => resource.type === type);
