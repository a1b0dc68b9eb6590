import { groupsOf, SANDBOX } from '../reference/groups.ts';
import { actsBeforeAuthorities } from '../shared/derive/grants.ts';
import type { Entry } from './bundle.ts';
import { capabilityFunctions } from './capabilities.ts';
import { entryOf } from './entry.ts';
import { AUTHORIZER, DUE_FILINGS } from './functions.ts';
import { CANARY } from './names.ts';
import type { Stage } from './stages.ts';

/**
 * Bundle entries of all functions of a stage, by name. This is the only place that gives a function the stand-ins.
 */
export const entriesOf = ({ standIns, canary }: Pick<Stage, 'standIns' | 'canary'>): Map<string, Entry> =>
  new Map([
    [AUTHORIZER, entryOf(AUTHORIZER)],
    [DUE_FILINGS, { ...entryOf(DUE_FILINGS), standIns }],
    ...capabilityFunctions.map(({ name, module }): [string, Entry] => [name, { module }]),
    ...(canary ? [[CANARY, entryOf(CANARY)] as const] : []),
    ...groupsOf({ standIns }).map((group): [string, Entry] => [
      group.name,
      group.name === SANDBOX
        ? { module: 'sandbox/api/handler.ts' }
        : { ...entryOf(group.name), standIns: standIns && actsBeforeAuthorities(group) },
    ]),
  ]);
