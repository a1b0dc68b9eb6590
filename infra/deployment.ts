import type { Duration } from 'aws-cdk-lib';
import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { RecursiveLoop } from 'aws-cdk-lib/aws-lambda';
import type { Grant } from '../shared/derive/grants.ts';
import type { Joined, Place } from '../shared/operation/operation.ts';
import type { ReadTable } from './observability/unread-changes.ts';
import type { CapabilityQueues } from './queues/capability-queues.ts';
import type { FunctionQueueProps } from './queues/function-queue.ts';
import type { WorkQueues } from './queues/work-queues.ts';
import type { Stage } from './stages.ts';
import type { Storage } from './storage.ts';

/** Resources that a grant may refer to besides the storage of the stage. */
export interface Surroundings {
  workQueues: WorkQueues;
  queues: CapabilityQueues;
  stage: Pick<Stage, 'mailSender' | 'mailRegion' | 'name' | 'emulator'>;
  /** Name of the function's group, if it has one; the function may send to that group's queue. */
  group: string | undefined;
}

/** IAM statements of a grant, as narrow as IAM allows; empty if the stage lacks the resource. */
export type Right = (storage: Storage, surroundings: Surroundings) => PolicyStatementProps[];

/** A grant that has statements of its own, and stands for no others. */
export type StatedGrant = Exclude<Grant, Joined>;

/** Rights by the names of their grants. */
export type Rights = Record<string, Right>;

/** Rows of a table whose changes are read. Lambda drops all other changes without calling the function. */
export interface ReadRows {
  /** Sort keys, in the syntax of Lambda's event filters, of rows whose every change is read. */
  sortKeys?: (string | { prefix: string })[];
  /** What a row must be after a change for it to be read, in the same syntax. */
  newImages?: object[];
}

/** An environment variable of functions. */
export interface DeployedVariable {
  value(stage: Stage, queues: CapabilityQueues): string;
  /** The grant of the functions that get it; without one, all do. */
  onlyWith?: StatedGrant;
}

/** Environment variables by their names. */
export type Variables = Record<string, DeployedVariable>;

/** The queue of a function. Its name is the function's. */
export interface DeployedQueue extends Pick<FunctionQueueProps, 'mostReceives' | 'batch' | 'atOnce'> {
  /** Id of its construct. With another id, CloudFormation would replace the queue and lose its messages. */
  id: string;
  /** Whether messages may be delayed, by 15 minutes at most, before they are worked on. */
  hasDelays?: boolean;
  /** Name of the stack's output with its URL, if a command or a test reads it. */
  output?: string;
}

/** A function of a capability, besides the one of its group. */
export interface DeployedFunction {
  /** Its name, without the prefix of the stage. */
  name: string;
  /** Path of the module that exports its handler, relative to the project's root. */
  module: string;
  grants: Grant[];
  timeout: Duration;
  /** In MB; by default as much as the function of a group has. */
  memorySize?: number;
  /** Whether it may send to its own queue. By default, Lambda stops such a loop after some 16 rounds. */
  recursiveLoop?: RecursiveLoop;
  /** The grant of the functions that call it, which are deployed after it. */
  calledWith?: StatedGrant;
  /** The queue that it works off. */
  queue?: DeployedQueue;
}

/** What a capability deploys, from the `deploy.ts` of its folder. */
export interface Deployment {
  /**
   * The rights to its rows and queues, by the name of the grant, which it declares in `CapabilityRights`. No two capabilities
   * state the same grant.
   */
  rights?: Rights;
  /** The rows that its `rowKinds` parse, by table. */
  changes?: Partial<Record<ReadTable, ReadRows>>;
  /** Its functions, besides the one of its group. */
  functions?: DeployedFunction[];
  /** What the functions need in which it joins the work of others, by place. */
  joins?: Partial<Record<Place, StatedGrant[]>>;
  /** Its environment variables, which it declares in `CapabilityVariables`. */
  variables?: Variables;
}
