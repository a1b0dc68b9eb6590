import type { LazyGroup } from '../../shared/operation/operation.ts';
import { batches } from './batches/capability.ts';
import { batches as batchesGroup } from './batches/group.ts';
import type { Capability } from './capability.ts';
import { drafts } from './drafts/capability.ts';
import { drafts as draftsGroup } from './drafts/group.ts';
import { events } from './events/capability.ts';
import { events as eventsGroup } from './events/group.ts';
import { mails } from './mails/capability.ts';
import { mails as mailsGroup } from './mails/group.ts';
import { notifications } from './notifications/capability.ts';
import { obligations } from './obligations/capability.ts';
import { obligations as obligationsGroup } from './obligations/group.ts';
import { office as officeGroup } from './office/group.ts';
import { operator } from './operator/capability.ts';
import { operator as operatorGroup } from './operator/group.ts';
import { reconciliation } from './reconciliation/capability.ts';
import { reconciliation as reconciliationGroup } from './reconciliation/group.ts';
import { search } from './search/capability.ts';
import { search as searchGroup } from './search/group.ts';
import { webhooks } from './webhooks/capability.ts';
import { webhooks as webhooksGroup } from './webhooks/group.ts';

/**
 * With `deploys.ts`, the only file that names the capabilities. Without a capability's lines in both, and its folder, the
 * service works as before in all else.
 */

/**
 * The capabilities of the service, in the order in which they follow up changes and erase the data of a worker. Events come
 * first, because they are written before anything else follows from a change.
 */
export const capabilities: Capability[] = [
  events,
  obligations,
  search,
  reconciliation,
  webhooks,
  mails,
  notifications,
  operator,
  batches,
  drafts,
];

/** The groups of operations of capabilities, in the order of the reference. */
export const capabilityGroups: LazyGroup[] = [
  officeGroup,
  mailsGroup,
  webhooksGroup,
  batchesGroup,
  obligationsGroup,
  reconciliationGroup,
  searchGroup,
  draftsGroup,
  eventsGroup,
  operatorGroup,
];
