import type { LazyGroup } from '../shared/operation/operation.ts';
import { capabilityGroups } from './capabilities/groups.ts';
import { aeat } from './gateway/aeat/group.ts';
import { auth } from './gateway/auth/group.ts';
import { certificate } from './gateway/certificate/group.ts';
import { customer } from './gateway/customer/group.ts';
import { customerLegacy } from './gateway/customer-legacy/group.ts';
import { dehu } from './gateway/dehu/group.ts';
import { password } from './gateway/password/group.ts';
import { reference } from './gateway/reference/group.ts';
import { segSocial } from './gateway/seg-social/group.ts';
import { sepe } from './gateway/sepe/group.ts';
import { tramites } from './gateway/tramites/group.ts';
import { users } from './gateway/users/group.ts';

/** Every group of the service, for functions that look up filings of any operation. */
export const lazyGroups: LazyGroup[] = [
  segSocial,
  sepe,
  aeat,
  dehu,
  customer,
  customerLegacy,
  certificate,
  auth,
  users,
  password,
  tramites,
  reference,
  ...capabilityGroups,
];
