import { Duration } from 'aws-cdk-lib';
import type { Deployment, Rights } from '../../../infra/deployment.ts';
import { CHANGES } from '../../../infra/names.ts';
import { onRows } from '../../../infra/rights/statements.ts';
import { EVENTS, DUE as REMINDERS } from './store/event-row.ts';

declare module '../../../shared/operation/operation.ts' {
  interface CapabilityRights {
    events: typeof rights;
  }
  interface CapabilityPlaces {
    /** The function that reads changes. */
    follow: true;
  }
}

const rights = {
  'events:read': ({ events }) => [onRows(events.tableArn, [EVENTS], 'dynamodb:GetItem', 'dynamodb:Query')],
  // Events are never changed or deleted; they expire.
  'events:append': ({ events }) => [
    onRows(
      events.tableArn,
      [EVENTS],
      ...['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
  'reminders:write': ({ events }) => [onRows(events.tableArn, [REMINDERS], 'dynamodb:PutItem')],
  'reminders:take': ({ events }) => [
    onRows(
      events.tableArn,
      [REMINDERS],
      ...['GetItem', 'PutItem', 'Query', 'DeleteItem'].map((action) => `dynamodb:${action}`),
    ),
  ],
} satisfies Rights;

/** The resources and rights for the events of accounts, and for reminders. */
export const events = {
  rights,
  // New events: their keys are numbers.
  changes: { events: { sortKeys: [{ prefix: '0' }] } },
  functions: [
    {
      name: CHANGES,
      module: 'functions/capabilities/events/changes-handler.ts',
      // Its event sources grant reading of the streams themselves. It also reads the filings of changes.
      grants: [
        'joined:follow',
        'events:append',
        'reminders:write',
        'accounts:get',
        'filings:read',
        'documents:read',
        'service-key:read',
      ],
      timeout: Duration.seconds(60),
    },
  ],
  joins: { scheduled: ['events:append', 'reminders:take'] },
} satisfies Deployment;
