import type { LazyGroup } from '../../shared/operation/operation.ts';
import { audit } from './audit/group.ts';
import { batches } from './batches/group.ts';
import { drafts } from './drafts/group.ts';
import { events } from './events/group.ts';
import { mails } from './mails/group.ts';
import { obligations } from './obligations/group.ts';
import { office } from './office/group.ts';
import { operator } from './operator/group.ts';
import { reconciliation } from './reconciliation/group.ts';
import { search } from './search/group.ts';
import { webhooks } from './webhooks/group.ts';

/**
 * The groups of operations of capabilities, in the order of the reference. They are apart from the list of capabilities, whose
 * stores reach AWS: the function that reads files has the groups alone.
 */
export const capabilityGroups: LazyGroup[] = [
  office,
  mails,
  webhooks,
  batches,
  obligations,
  reconciliation,
  search,
  drafts,
  events,
  audit,
  operator,
];
