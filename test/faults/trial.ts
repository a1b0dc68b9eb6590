import type { Submission } from '../../shared/operation/operation.ts';
import { operations } from '../support/infra/groups.ts';
import type { ArmedFault } from './authority-proxy.ts';
import type { AwsFault } from './aws-proxy.ts';

/** A submission of the service. */
export interface Target {
  /** Method and path, without `/api/v4`. */
  name: string;
  method: string;
  path: string;
  operation: Submission;
}

export const targets: Target[] = operations.flatMap(({ name: address, operation }) => {
  if (operation.kind !== 'submission') return [];
  const name = address.replace('/api/v4', '');
  const { method } = operation;
  return [{ name, method, path: name.slice(method.length + 1), operation }];
});

/** How the caller behaves until it learns the outcome. */
export const PLAYS = [
  'same key',
  'no key',
  'other key',
  'same key, other body',
  'another user',
  'certificate uploaded again',
  'certificate deleted',
  'check',
  'same key, declared',
  'other key, declared',
  'no key, declared',
  'nothing',
] as const;
export type Play = (typeof PLAYS)[number];

/** A trial: a submission, its fault, and the behaviour of the caller afterwards. */
export interface Trial {
  target: string;
  fault:
    | { where: 'authority'; fault: ArmedFault }
    | { where: 'aws'; fault: { at: number; kind: AwsFault } }
    | { where: 'none' };
  play: Play;
  /** Whether the first request has an idempotency key. */
  keyed: boolean;
  /** While the request is held, another process gets the same request; its clock is off by this much. */
  otherClock?: number;
  /** Number of contracts in the file. */
  contracts?: number;
  /** Whether it begins half a minute before midnight in Madrid. If the request is held, midnight passes meanwhile. */
  midnight?: boolean;
  /** Whether it is asynchronous (`Prefer: respond-async`). The fault may hit the request or the consumer. */
  later?: true;
  /** Whether a dry run (`test=1`) was made before, so that the process has a log-in at SEPE. */
  loggedIn?: true;
  /** Number of simultaneous requests. One is held until all others have been answered. */
  atOnce?: number;
}

/** What a caller learns about a filing. */
export type Statement = 'filed' | 'not filed' | 'unknown' | 'running' | 'nothing' | 'no statement';

/** The result of a trial. */
export interface Verdict {
  trial: Trial;
  /** The answers to the caller, in order. */
  statements: string[];
  /** How many filings took effect at the authority, and how many one submission makes. */
  effects: number;
  expected: number;
  /** Final state of each record of the submission. */
  states: string[];
  filedTwice: boolean;
  answeredNotFiledButWas: boolean;
  answeredFiledButWasNot: boolean;
  /** It took effect, a look-up can prove it, and it is still unknown. */
  unresolved: boolean;
  /** It has not ended, although everything works again and time has passed. */
  notEnded: boolean;
  /** It was not filed, and cannot be filed any more. */
  blocked: boolean;
}
