import type { Submission } from '../../shared/operation/operation.ts';
import { operations } from '../support/infra/groups.ts';
import type { ArmedFault } from './authority-proxy.ts';
import type { AwsFault } from './aws-proxy.ts';

/** A submission of the service. */
export interface Target {
  /** Method and path after `/api/v4`. */
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

/** What the caller does until it learns how it ended. */
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

/** One trial: a submission, what goes wrong with it, and what the caller does then. */
export interface Trial {
  target: string;
  fault:
    | { where: 'authority'; fault: ArmedFault }
    | { where: 'aws'; fault: { at: number; kind: AwsFault } }
    | { where: 'none' };
  play: Play;
  /** Whether the first request carries a key. */
  keyed: boolean;
  /** While the request is held: another process with a clock this far off gets the same one. */
  otherClock?: number;
  /** A file of so many contracts. */
  contracts?: number;
  /** It is half a minute to midnight in Madrid. Where the request is held, midnight passes meanwhile. */
  midnight?: boolean;
  /** It is asked for later (`Prefer: respond-async`): what goes wrong may do so in the request or in the consumer. */
  later?: true;
  /** The same was tried out before (`test=1`), so that the process has a log-in at SEPE. */
  loggedIn?: true;
  /** So many requests at once: one is held until all others have been answered. */
  atOnce?: number;
}

/** What a caller learns of a filing. */
export type Statement = 'filed' | 'not filed' | 'unknown' | 'running' | 'nothing' | 'no statement';

/** How a trial ended. */
export interface Verdict {
  trial: Trial;
  /** What the caller was answered, in order. */
  statements: string[];
  /** How many things took effect at the authority; how many one filing has. */
  effects: number;
  expected: number;
  /** State of each record of the submission at the end. */
  states: string[];
  filedTwice: boolean;
  answeredNotFiledButWas: boolean;
  answeredFiledButWasNot: boolean;
  /** Took effect, a look-up can prove it, and it is still unknown. */
  unresolved: boolean;
  /** Not ended, though everything works again and time has passed. */
  notEnded: boolean;
  /** Was not filed, and cannot be. */
  blocked: boolean;
}
