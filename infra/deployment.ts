import type { PolicyStatementProps } from 'aws-cdk-lib/aws-iam';
import type { Grant } from '../shared/derive/grants.ts';
import type { ReadTable } from './observability/unread-changes.ts';
import type { Deliveries } from './queues/deliveries.ts';
import type { MailQueue } from './queues/send-mails.ts';
import type { WorkQueues } from './queues/work-queues.ts';
import type { Stage } from './stages.ts';
import type { Storage } from './storage.ts';

/** Resources that a grant may refer to besides the storage of the stage. */
export interface Surroundings {
  workQueues: WorkQueues;
  mailQueue: MailQueue;
  deliveries: Deliveries;
  stage: Pick<Stage, 'mailSender' | 'mailRegion' | 'name' | 'emulator'>;
  /** Name of the function's group, if it has one; the function may send to that group's queue. */
  group: string | undefined;
}

/** IAM statements of a grant, as narrow as IAM allows; empty if the stage lacks the resource. */
export type Right = (storage: Storage, surroundings: Surroundings) => PolicyStatementProps[];

/** Rows of a table whose changes are read. Lambda drops all other changes without calling the function. */
export interface ReadRows {
  /** Sort keys, in the syntax of Lambda's event filters, of rows whose every change is read. */
  sortKeys?: (string | { prefix: string })[];
  /** What a row must be after a change for it to be read, in the same syntax. */
  newImages?: object[];
}

/** What a capability deploys, from the `deploy.ts` of its folder. */
export interface Deployment {
  /** The rights to its rows and queues, by the name of the grant. No two capabilities state the same grant. */
  rights?: Partial<Record<Grant, Right>>;
  /** The rows that its `rowKinds` parse, by table. */
  changes?: Partial<Record<ReadTable, ReadRows>>;
}
