/**
 * Fixed names by which stacks refer to each other's resources. No stack exports values, so each can be changed and
 * deleted without the others.
 */
import type { Group } from '../shared/operation/operation.ts';
import type { Stage } from './stages.ts';

type Named = Pick<Stage, 'name'>;

/** Name of the stack that serves requests. */
export const stackName = ({ name }: Named): string => `pasarela-${name}`;

/** Name of the stack with dashboard and alarms. */
export const observabilityStackName = (stage: Named): string => `${stackName(stage)}-observability`;

/** Name of the panel's stack. */
export const panelStackName = (stage: Named): string => `${stackName(stage)}-panel`;

/** Name of the SSM parameter with the API's address, which the panel's stack reads. */
export const apiAddressName = ({ name }: Named): string => `/pasarela/${name}/api-address`;

export const apiName = (stage: Named): string => stackName(stage);

export const webAclName = (stage: Named): string => stackName(stage);

export const functionName = (stage: Named, name: string): string => `${stackName(stage)}-${name}`;

/** Name of the canary, the function that calls the stage as an integrator does. */
export const CANARY = 'canary';

/** Name of the function that works off the queue of a group. */
export const consumerName = ({ name }: Pick<Group, 'name'>): string => `${name}-consumer`;

/** Name of the function that reads the streams of tables. */
export const CHANGES = 'changes';

/** Name of the dead-letter queue. */
export const FAILED = 'failed';

/** Name of the queue for stream records that could not be processed for a day. */
export const LOST_CHANGES = 'lost-changes';

/**
 * Full name of a queue.
 * @param name of a group, or of a function, `FAILED` or `LOST_CHANGES`
 */
export const queueName = (stage: Named, name: string): string => `${stackName(stage)}-${name}`;

/** The alias that callers invoke, on a stage with releases (`infra/releases`). */
export const LIVE = 'live';

/** The name by which functions invoke another function of the stage, with its alias if it has one. */
export const calledName = (stage: Pick<Stage, 'name' | 'emulator'>, name: string): string =>
  `${functionName(stage, name)}${stage.emulator ? '' : `:${LIVE}`}`;

/**
 * Full name of an alarm.
 * @param of the authority, queue or function, for alarms that exist once for each
 */
export const alarmName = (stage: Named, kind: string, of?: string): string =>
  [stackName(stage), kind, of].filter((part) => part !== undefined).join('-');

/** Name of the SNS topic to which operators subscribe. */
export const alarmTopicName = (stage: Named): string => `${stackName(stage)}-alarms`;

/** Tag of an API key with the id of its usage plan. */
export const USAGE_PLAN_TAG = 'pasarela-usage-plan';
