import type { LazyGroup } from '../shared/operation/operation.ts';
import { aeat } from './aeat/group.ts';
import { auth } from './auth/group.ts';
import { batches } from './batches/group.ts';
import { certificate } from './certificate/group.ts';
import { customer } from './customer/group.ts';
import { customerLegacy } from './customer-legacy/group.ts';
import { dehu } from './dehu/group.ts';
import { drafts } from './drafts/group.ts';
import { events } from './events/group.ts';
import { mails } from './mails/group.ts';
import { obligations } from './obligations/group.ts';
import { office } from './office/group.ts';
import { operator } from './operator/group.ts';
import { password } from './password/group.ts';
import { reconciliation } from './reconciliation/group.ts';
import { reference } from './reference/group.ts';
import { search } from './search/group.ts';
import { segSocial } from './seg-social/group.ts';
import { sepe } from './sepe/group.ts';
import { tramites } from './tramites/group.ts';
import { users } from './users/group.ts';
import { webhooks } from './webhooks/group.ts';

/** Every group of the service, for functions that look up filings of any operation. */
export const lazyGroups: LazyGroup[] = [
  segSocial,
  sepe,
  aeat,
  dehu,
  office,
  customer,
  customerLegacy,
  certificate,
  auth,
  users,
  mails,
  webhooks,
  password,
  tramites,
  batches,
  obligations,
  reconciliation,
  search,
  drafts,
  events,
  operator,
  reference,
];
