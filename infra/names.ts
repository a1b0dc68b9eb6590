/**
 * The names by which one stack knows what another one made. They are fixed, and no stack exports anything to another: so
 * each can be changed and deleted without the other.
 */
import type { Group } from '../shared/operation/operation.ts';
import type { Stage } from './stages.ts';

type Named = Pick<Stage, 'name'>;

/** The stack with all that serves requests. */
export const stackName = ({ name }: Named): string => `pasarela-${name}`;

/** The stack with dashboard and alarms. */
export const observabilityStackName = (stage: Named): string => `${stackName(stage)}-observability`;

/** The stack with the panel. */
export const panelStackName = (stage: Named): string => `${stackName(stage)}-panel`;

/** The parameter of Systems Manager with the address of the API, from which the panel knows it. */
export const apiAddressName = ({ name }: Named): string => `/pasarela/${name}/api-address`;

export const apiName = (stage: Named): string => stackName(stage);

export const webAclName = (stage: Named): string => stackName(stage);

export const functionName = (stage: Named, name: string): string => `${stackName(stage)}-${name}`;

/** The name of the function that calls the stage as an integrator does, where a stage has it. */
export const CANARY = 'canary';

/** The name of the function that makes what is queued for a group. */
export const consumerName = ({ name }: Pick<Group, 'name'>): string => `${name}-consumer`;

/** The name of the function that reads the streams of tables. */
export const CHANGES = 'changes';

/** The name of the function that sends mails which users have chosen, and of its queue. */
export const SEND_MAILS = 'send-mails';

/** The name of the function that reads files of batches, and has no rights. */
export const SHEETS = 'sheets';

/** The queue of messages that failed for good. */
export const FAILED = 'failed';

/** The queue of changes of tables from which nothing followed, since that failed for a day. */
export const LOST_CHANGES = 'lost-changes';

/** @param name of a group, `FAILED`, `LOST_CHANGES` or `SEND_MAILS` */
export const queueName = (stage: Named, name: string): string => `${stackName(stage)}-${name}`;

/** The alias of a function that callers reach, where a stage has releases (`infra/releases`). */
export const LIVE = 'live';

/** By what functions call one of the stage: its name, with the alias where there is one. */
export const calledName = (stage: Pick<Stage, 'name' | 'emulator'>, name: string): string =>
  `${functionName(stage, name)}${stage.emulator ? '' : `:${LIVE}`}`;

/** @param of which authority, queue or function, where there is an alarm for each */
export const alarmName = (stage: Named, kind: string, of?: string): string =>
  [stackName(stage), kind, of].filter((part) => part !== undefined).join('-');

/** The topic to which operators subscribe. */
export const alarmTopicName = (stage: Named): string => `${stackName(stage)}-alarms`;

/** The tag of an API key that says in which usage plan it is, by the plan's id. */
export const USAGE_PLAN_TAG = 'pasarela-usage-plan';
