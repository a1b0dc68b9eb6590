import type { Deployment } from '../../infra/deployment.ts';
import { audit } from './audit/deploy.ts';
import { batches } from './batches/deploy.ts';
import { drafts } from './drafts/deploy.ts';
import { events } from './events/deploy.ts';
import { mails } from './mails/deploy.ts';
import { notifications } from './notifications/deploy.ts';
import { obligations } from './obligations/deploy.ts';
import { operator } from './operator/deploy.ts';
import { reconciliation } from './reconciliation/deploy.ts';
import { search } from './search/deploy.ts';
import { webhooks } from './webhooks/deploy.ts';

/**
 * What the capabilities deploy. No function loads it: `list.ts` names what runs in functions, and this list is for the
 * CDK app.
 */
export const deployments = [
  webhooks,
  events,
  mails,
  obligations,
  batches,
  reconciliation,
  search,
  notifications,
  operator,
  audit,
  drafts,
] satisfies Deployment[];
