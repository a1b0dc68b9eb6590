import { audit } from './audit/capability.tsx';
import { batches } from './batches/capability.tsx';
import type { Capability } from './capability.ts';
import { drafts } from './drafts/capability.ts';
import { events } from './events/capability.ts';
import { mails } from './mails/capability.ts';
import { notifications } from './notifications/capability.ts';
import { obligations } from './obligations/capability.tsx';
import { office } from './office/capability.ts';
import { operator } from './operator/capability.tsx';
import { reconciliation } from './reconciliation/capability.tsx';
import { search } from './search/capability.ts';
import { webhooks } from './webhooks/capability.ts';

/**
 * All capabilities, in the order in which pages show what they add. To remove one, delete its folder and its lines here. Nothing
 * else of the panel imports it, except capabilities that use it.
 */
export const capabilities: Capability[] = [
  obligations,
  batches,
  reconciliation,
  notifications,
  search,
  drafts,
  mails,
  webhooks,
  events,
  office,
  audit,
  operator,
];
