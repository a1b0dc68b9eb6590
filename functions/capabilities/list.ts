import { audit } from './audit/capability.ts';
import { batches } from './batches/capability.ts';
import type { Capability } from './capability.ts';
import { drafts } from './drafts/capability.ts';
import { events } from './events/capability.ts';
import { mails } from './mails/capability.ts';
import { notifications } from './notifications/capability.ts';
import { obligations } from './obligations/capability.ts';
import { office } from './office/capability.ts';
import { operator } from './operator/capability.ts';
import { reconciliation } from './reconciliation/capability.ts';
import { search } from './search/capability.ts';
import { webhooks } from './webhooks/capability.ts';

/**
 * All capabilities, in the order in which they follow up changes and erase the data of a worker. Events come first, because they
 * are written before anything else follows from a change.
 *
 * To remove a capability, delete its folder and its lines in this file, `groups.ts`, `event-types.ts`, `sheets.ts` and
 * `deploys.ts`. The gateway imports it nowhere else.
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
  audit,
  batches,
  drafts,
  office,
];
