import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { certificateRow } from '../../../shared/stores/certificate-row.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import { filingRow } from '../../../shared/stores/filings/filing.ts';
import { userRow } from '../../../shared/stores/identity/user-row.ts';
import { type Batch, parseBatch } from '../../batches/store/batch.ts';
import { parseObligation, parseSeen } from '../../obligations/store/obligation-row.ts';
import {
  type AcceptedDifference,
  type Nightly,
  parseAccepted,
  parseNightly,
  reconciliationRow,
} from '../../reconciliation/store/reconciliation-row.ts';
import { parseWorkforceHead, type WorkforceHead } from '../../reconciliation/store/workforce-row.ts';
import { parseWebhook, type Webhook } from '../../webhooks/store/webhook.ts';
import { type Numbered, parseEvent } from './event-row.ts';

/** The attributes of a filing that events are made from. */
const parseFiling = rowParser('Filing', 'head', () =>
  filingRow().pick({
    id: true,
    state: true,
    dry: true,
    reading: true,
    silent: true,
    refusal: true,
    stated: true,
    endedAt: true,
    accountId: true,
    clientId: true,
    companyId: true,
    authority: true,
    operation: true,
    claimedAt: true,
    about: true,
    reference: true,
  }),
);
export type ChangedFiling = ReturnType<typeof parseFiling>;

const parseCertificate = rowParser('CertificateRow', 'certificate', () =>
  certificateRow().pick({
    id: true,
    accountId: true,
    clientId: true,
    notAfter: true,
    refusedBy: true,
    refusedAt: true,
    dni: true,
    givenName: true,
    surname: true,
    name: true,
    type: true,
    createdAt: true,
  }),
);
export type ChangedCertificate = ReturnType<typeof parseCertificate>;

const parseUser = rowParser('User', 'user', () =>
  userRow().omit({ email: true, createdAt: true, updatedAt: true }),
);
export type ChangedUser = ReturnType<typeof parseUser>;

const parseReconciliation = rowParser('Reconciliation', 'reconciliation', () =>
  reconciliationRow().pick({ id: true, accountId: true, company: true, endedAt: true, drift: true }),
);
export type ChangedReconciliation = ReturnType<typeof parseReconciliation>;

/** The account is in its key alone. */
const parseWorkforce = (item: unknown): WorkforceHead & { accountId: string } => ({
  ...parseWorkforceHead(item),
  accountId: z.object({ pk: z.string() }).parse(item).pk.split('#')[1]!,
});

const parseNewEvent = (item: unknown): { owner: string; event: Numbered } => {
  const { expires: _, ...event } = parseEvent(item);
  return { owner: z.object({ pk: z.string() }).parse(item).pk.split('#')[1]!, event };
};

/** A row before and after a change; `undefined` if it did not exist, or no longer does. */
interface Changed<Kind extends string, Row> {
  kind: Kind;
  /** Id of the stream record, the same each time it is read. */
  id: string;
  /** Approximate time of the write. */
  at: Date;
  before?: Row | undefined;
  after?: Row | undefined;
}

/** A change from which events or other actions follow. */
export type Change =
  | Changed<'filing', ChangedFiling>
  | Changed<'batch', Batch>
  | Changed<'reconciliation', ChangedReconciliation>
  | Changed<'nightly', Nightly>
  | Changed<'accepted', AcceptedDifference>
  | Changed<'workforce', ReturnType<typeof parseWorkforce>>
  | Changed<'certificate', ChangedCertificate>
  | Changed<'user', ChangedUser>
  | Changed<'obligation', ReturnType<typeof parseObligation>>
  | Changed<'seen', ReturnType<typeof parseSeen>>
  | Changed<'webhook', Webhook>
  | Changed<'event', ReturnType<typeof parseNewEvent>>;

/** Kinds of rows by their sort key, with their parsers. */
const ROWS = {
  FILINGS_TABLE: [
    { kind: 'filing', sk: /^head$/, parse: parseFiling },
    { kind: 'batch', sk: /^batch$/, parse: parseBatch },
    { kind: 'reconciliation', sk: /^reconciliation$/, parse: parseReconciliation },
    { kind: 'nightly', sk: /^company#/, parse: parseNightly },
    { kind: 'accepted', sk: /^accepted#/, parse: parseAccepted },
  ],
  ACCOUNTS_TABLE: [
    { kind: 'certificate', sk: /^certificate#/, parse: parseCertificate },
    { kind: 'user', sk: /^user$/, parse: parseUser },
    { kind: 'webhook', sk: /^webhook#/, parse: parseWebhook },
  ],
  OBLIGATIONS_TABLE: [
    { kind: 'obligation', sk: /^obligation#/, parse: parseObligation },
    { kind: 'seen', sk: /^seen#/, parse: parseSeen },
    { kind: 'workforce', sk: /^company#/, parse: parseWorkforce },
  ],
  EVENTS_TABLE: [{ kind: 'event', sk: /^\d+$/, parse: parseNewEvent }],
} as const;

/**
 * Parses a stream record.
 * @returns `undefined` for a row that is not of interest
 * @throws Error that names the row type, if the row is invalid
 */
export const changeOf = ({ eventID, eventSourceARN, dynamodb }: DynamoDBRecord): Change | undefined => {
  const table = /:table\/([^/]+)\/stream\//.exec(eventSourceARN ?? '')?.[1];
  const name = (Object.keys(ROWS) as (keyof typeof ROWS)[]).find((one) => setting(one) === table);
  const { Keys, OldImage, NewImage, ApproximateCreationDateTime = 0 } = dynamodb ?? {};
  const found = name && ROWS[name].find(({ sk }) => sk.test(Keys?.sk?.S ?? ''));
  if (!found || !eventID) return undefined;
  const read = (image: typeof NewImage) => image && found.parse(unmarshall(image as never));
  return {
    kind: found.kind,
    id: eventID,
    at: new Date(ApproximateCreationDateTime * 1000),
    before: read(OldImage),
    after: read(NewImage),
  } as Change;
};
