import type { Deployed, Outputs } from '../../local/deployment.ts';

/** `blind`: it cannot be checked from here. */
export type State = 'ok' | 'mend' | 'blind';

/** What a check found, for a person: one line, and what to do where something must be mended. */
export interface Finding {
  state: State;
  /** What was seen. */
  says: string;
}

export interface Result extends Finding {
  name: string;
}

/** The stage that is checked. */
export interface Patient {
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
export type Check<Subject = Patient> = (subject: Subject) => Promise<Finding>;

export const ok = (says: string): Finding => ({ state: 'ok', says });
export const blind = (says: string): Finding => ({ state: 'blind', says });
/** @param says what is wrong, and then what to do */
export const mend = (says: string): Finding => ({ state: 'mend', says });

/** The findings of several like things, as one: it names all that must be mended, else what all have in common. */
export const together = (findings: Finding[], good: string): Finding => {
  const wrong = findings.filter(({ state }) => state === 'mend');
  if (wrong.length > 0) return mend(wrong.map(({ says }) => says).join(' '));
  return findings.find(({ state }) => state === 'blind') ?? ok(good);
};

/** Errors of AWS that say nothing about the stage: whoever runs the check may not look, or the emulator knows no such call. */
const NOT_TOLD = [
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
        const says = `${error.name}: ${error.message}`;
        return NOT_TOLD.includes(error.name)
          ? blind(`${says}. Look with rights to read it.`)
          : mend(`It cannot be read: ${says}. ${unread}`);
      })),
    })),
  );

const SHOWN: Record<State, string> = { ok: 'ok', mend: 'MEND', blind: 'cannot be checked here' };

/** Prints a line for each result, and lets this process exit with 1 if anything must be mended. */
export const printResults = (results: Result[]): void => {
  const width = (texts: string[]) => Math.max(...texts.map(({ length }) => length));
  const nameWidth = width(results.map(({ name }) => name));
  const stateWidth = width(Object.values(SHOWN));
  for (const { name, state, says } of results)
    process.stdout.write(`${name.padEnd(nameWidth)}  ${SHOWN[state].padEnd(stateWidth)}  ${says}\n`);
  if (results.some(({ state }) => state === 'mend')) process.exitCode = 1;
};

/** The resources of a type, such as `AWS::SQS::Queue`. */
export const resourcesOf = ({ resources }: Patient, type: string): Deployed[] =>
  resources.filter((resource) => resource.type === type);
