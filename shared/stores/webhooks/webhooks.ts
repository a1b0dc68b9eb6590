import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import { setting } from '../../kernel/config.ts';
import { conflict, limitReached, notFound } from '../../kernel/errors.ts';
import { transact, updateIf, type Write } from '../dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../dynamo/read-keys.ts';
import { accountsKey } from '../keyspace.ts';
import { sealed, unsealed } from '../sealed.ts';
import { parseWebhook, type Webhook } from './webhook.ts';

export * from './deliveries.ts';
export { type DeliveryMessage, sendDeliveries } from './queue.ts';
export * from './resend.ts';

/** Webhooks that an account may have. */
export const MOST_WEBHOOKS = 10;

/** Bytes of a secret (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 32;

/** How long a secret that was replaced still signs, in milliseconds. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Secrets of a webhook that sign at the same time. */
const MOST_SECRETS = 3;

const table = () => setting('ACCOUNTS_TABLE');

/** In the form of Standard Webhooks: prefix and base64. */
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const sealedFor = (webhookId: string, secret: string): Promise<string> =>
  sealed(secret, { purpose: 'webhook', subject: webhookId });

/** What its owner chooses of a webhook. */
type Chosen = Pick<Webhook, 'url' | 'description' | 'types' | 'company'>;

/**
 * Makes a webhook.
 * @param by the account, and the user who makes it
 * @returns it, and its secret, which no one can read later
 * @throws ServiceError 422 when the account has as many as it may
 */
export const addWebhook = async (
  { accountId, userId }: { accountId: string; userId: string },
  { url, description, types, company }: Chosen,
  now: Date,
): Promise<{ webhook: Webhook; secret: string }> => {
  const id = ulid(now.getTime());
  const secret = newSecret();
  const at = now.toISOString();
  const webhook: Webhook = {
    ...{ id, accountId, url, description, types, company, active: true },
    ...{ createdBy: userId, createdAt: at, updatedAt: at },
    secrets: [{ sealed: await sealedFor(id, secret) }],
  };
  const rejected = await transact([
    {
      Update: {
        TableName: table(),
        Key: accountsKey.webhooks(accountId),
        UpdateExpression: 'ADD ids :id',
        ConditionExpression: 'attribute_not_exists(ids) OR size(ids) < :most',
        ExpressionAttributeValues: { ':id': new Set([id]), ':most': MOST_WEBHOOKS },
      },
    },
    { Put: { TableName: table(), Item: { ...accountsKey.webhook(accountId, id), ...webhook } } },
  ]);
  if (rejected.length > 0)
    throw limitReached(`La cuenta ya tiene ${MOST_WEBHOOKS} webhooks, el máximo: elimine alguno antes.`);
  return { webhook, secret };
};

/** The webhooks of an account, oldest first. */
export const listWebhooks = (accountId: string): Promise<Webhook[]> =>
  rowsUnder(accountsKey.webhook(accountId, ''), parseWebhook);

/** A webhook of an account. */
export const findWebhook = (accountId: string, webhookId: string): Promise<Webhook | undefined> =>
  readRow(parseWebhook, accountsKey.webhook(accountId, webhookId));

const missing = () => notFound('El webhook no existe.');

/** A webhook of the account. @throws ServiceError 404 if it has none with this id */
export const ownWebhook = async (accountId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await findWebhook(accountId, webhookId);
  if (!webhook) throw missing();
  return webhook;
};

/** Writes members of a webhook; `undefined` takes one away. @returns whether there is such a webhook, as the condition says */
const write = async (
  { accountId, id }: Pick<Webhook, 'accountId' | 'id'>,
  members: Partial<Webhook>,
  condition: { expression?: string; values?: Record<string, unknown> } = {},
): Promise<boolean> => {
  const names = Object.keys(members) as (keyof Webhook)[];
  const listed = (isSet: boolean) => names.filter((name) => (members[name] !== undefined) === isSet);
  const parts = [
    ['SET', listed(true).map((name) => `#${name} = :${name}`)],
    ['REMOVE', listed(false).map((name) => `#${name}`)],
  ] as const;
  const written = await updateIf({
    TableName: table(),
    Key: accountsKey.webhook(accountId, id),
    UpdateExpression: parts
      .filter(([, changes]) => changes.length > 0)
      .map(([verb, changes]) => `${verb} ${changes.join(', ')}`)
      .join(' '),
    ConditionExpression: ['attribute_exists(pk)', condition.expression].filter(Boolean).join(' AND '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ...((listed(true).length > 0 || condition.values) && {
      ExpressionAttributeValues: {
        ...Object.fromEntries(listed(true).map((name) => [`:${name}`, members[name]])),
        ...condition.values,
      },
    }),
  });
  return written !== undefined;
};

/**
 * Changes what its owner chooses. One that is switched on starts again: what failed before does not count.
 * @param wanted `null` takes a choice away; what is absent stays
 * @throws ServiceError 404 if the account has no such webhook
 */
export const changeWebhook = async (
  accountId: string,
  webhookId: string,
  { now, ...wanted }: { [Name in keyof Chosen]?: Chosen[Name] | null } & { active?: boolean; now: Date },
): Promise<Webhook> => {
  const before = await ownWebhook(accountId, webhookId);
  const chosen = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? undefined : value]],
    ),
  );
  const begun = { failingSince: undefined, disabledAt: undefined, mailDue: undefined };
  const members = {
    ...chosen,
    ...(wanted.active === true && !before.active && begun),
    updatedAt: now.toISOString(),
  };
  if (!(await write(before, members))) throw missing();
  return ownWebhook(accountId, webhookId);
};

/**
 * Gives a webhook another secret. The one before signs, too, for a day.
 * @returns the new secret, which no one can read later
 * @throws ServiceError 404 if the account has no such webhook, 409 when it was done too often within that day
 */
export const replaceSecret = async (
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<{ secret: string; until: string }> => {
  const webhook = await ownWebhook(accountId, webhookId);
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  const earlier = goodSecrets(webhook, now);
  if (earlier.length >= MOST_SECRETS)
    throw conflict(
      `Ya firman ${MOST_SECRETS} secretos, el máximo: espere a que deje de valer el más antiguo.`,
    );
  const secret = newSecret();
  const secrets = [
    { sealed: await sealedFor(webhookId, secret) },
    ...earlier.map((one) => ({ ...one, until: one.until ?? until })),
  ];
  const isWritten = await write(
    webhook,
    { secrets, updatedAt: now.toISOString() },
    { expression: 'secrets[0].sealed = :before', values: { ':before': webhook.secrets[0]!.sealed } },
  );
  if (!isWritten) throw conflict('Otra petición ha cambiado el secreto de este webhook al mismo tiempo.');
  return { secret, until };
};

const goodSecrets = ({ secrets }: Webhook, now: Date) =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** The secrets with which a delivery is signed now, the newest first. */
export const secretsOf = (webhook: Webhook, now: Date): Promise<string[]> =>
  Promise.all(
    goodSecrets(webhook, now).map((one) => unsealed(one.sealed, { purpose: 'webhook', subject: webhook.id })),
  );

/** Removes a webhook: nothing is sent to it any more. @throws ServiceError 404 if the account has no such webhook */
export const removeWebhook = async (accountId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await ownWebhook(accountId, webhookId);
  const writes: Write[] = [
    {
      Delete: {
        TableName: table(),
        Key: accountsKey.webhook(accountId, webhookId),
        ConditionExpression: 'attribute_exists(pk)',
      },
    },
    {
      Update: {
        TableName: table(),
        Key: accountsKey.webhooks(accountId),
        UpdateExpression: 'DELETE ids :id',
        ExpressionAttributeValues: { ':id': new Set([webhookId]) },
      },
    },
  ];
  if ((await transact(writes)).length > 0) throw missing();
  return webhook;
};

/** Notes that a call failed, or that one succeeded again. Only the first of several writes. */
export const noteCall = async (webhook: Webhook, succeeded: boolean, now: Date): Promise<void> => {
  if (succeeded === (webhook.failingSince === undefined)) return;
  const failingSince = succeeded ? undefined : now.toISOString();
  const expression = succeeded ? 'attribute_exists(failingSince)' : 'attribute_not_exists(failingSince)';
  await write(webhook, { failingSince }, { expression });
};

/**
 * Switches a webhook off that has failed since an instant, unless a call has succeeded meanwhile or it is off already.
 * @returns whether this call did it; then a mail is due
 */
export const disableFailing = (webhook: Webhook, now: Date): Promise<boolean> => {
  const disabledAt = now.toISOString();
  return write(
    webhook,
    { active: false, disabledAt, mailDue: true, updatedAt: disabledAt },
    {
      expression: 'failingSince = :since AND active = :on',
      values: { ':since': webhook.failingSince, ':on': true },
    },
  );
};

/** Notes that the mail about a webhook that was switched off is sent. */
export const noteMailSent = async (webhook: Webhook): Promise<void> => {
  await write(webhook, { mailDue: undefined });
};
