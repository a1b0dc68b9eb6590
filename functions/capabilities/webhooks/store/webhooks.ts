import { randomBytes } from 'node:crypto';
import { ulid } from 'ulid';
import type { Bond, BondEnd } from '../../../../shared/kernel/bond.ts';
import { setting } from '../../../../shared/kernel/config.ts';
import { conflict, limitReached, notFound } from '../../../../shared/kernel/errors.ts';
import { type Account, endOf, findAccount, findUser } from '../../../../shared/stores/accounts.ts';
import { transact, updateIf, type Write } from '../../../../shared/stores/dynamo/dynamo.ts';
import { readRow, rowsUnder } from '../../../../shared/stores/dynamo/read-keys.ts';
import { sealed, unsealed } from '../../../../shared/stores/sealed.ts';
import {
  absent,
  all,
  type Condition,
  either,
  exists,
  is,
  put,
  remove,
  sizeIs,
  stillIs,
  update,
} from '../../../../shared/stores/table.ts';
import { parseWebhook, type Webhook } from './webhook.ts';
import { webhookKey, webhooksKey } from './webhook-keys.ts';

declare module '../../../../shared/stores/service-keys.ts' {
  interface CapabilityPurposes {
    /** Encrypts the secrets of webhooks. */
    webhook: true;
  }
}

/** Largest number of webhooks of an account. */
export const MOST_WEBHOOKS = 10;

/** Length of a secret in bytes (Standard Webhooks: 24 to 64). */
const SECRET_BYTES = 32;

/** How long a replaced secret still signs, in milliseconds. */
const OVERLAP_MS = 24 * 60 * 60 * 1000;

/** Largest number of secrets that sign at the same time. */
const MOST_SECRETS = 3;

const table = () => setting('ACCOUNTS_TABLE');

/** A new secret in Standard Webhooks' format: prefix and base64. */
const newSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;

const sealedFor = (webhookId: string, secret: string): Promise<string> =>
  sealed(secret, { purpose: 'webhook', subject: webhookId });

/** Properties that the owner chooses. */
type Chosen = Pick<Webhook, 'url' | 'description' | 'types' | 'company'>;

/** The user who creates or changes a webhook, and the access that it is then bound to. */
export interface WebhookOwner {
  accountId: string;
  userId: string;
  bond: Bond;
}

/** Binds a webhook to the access of a user, in place of an earlier one. */
const boundTo = ({ userId, bond: { generation, withSecondFactor } }: WebhookOwner) => ({
  confirmedBy: userId,
  generation,
  withSecondFactor,
});

/**
 * Creates a webhook.
 * @param owner the account, and the user who creates it
 * @returns the webhook and its secret, which cannot be read later
 * @throws ServiceError 422 if the account has as many as it may
 */
export const addWebhook = async (
  owner: WebhookOwner,
  { url, description, types, company }: Chosen,
  now: Date,
): Promise<{ webhook: Webhook; secret: string }> => {
  const { accountId, userId } = owner;
  const id = ulid(now.getTime());
  const secret = newSecret();
  const at = now.toISOString();
  const webhook: Webhook = {
    id,
    accountId,
    url,
    description,
    types,
    company,
    active: true,
    createdBy: userId,
    createdAt: at,
    updatedAt: at,
    ...boundTo(owner),
    secrets: [{ sealed: await sealedFor(id, secret) }],
  };
  const rejected = await transact([
    {
      Update: update(table(), webhooksKey(accountId), {
        add: { ids: new Set([id]) },
        if: either(absent('ids'), sizeIs('<', 'ids', MOST_WEBHOOKS)),
      }),
    },
    { Put: put(table(), { ...webhookKey(accountId, id), ...webhook }) },
  ]);
  if (rejected.length > 0)
    throw limitReached(`La cuenta ya tiene ${MOST_WEBHOOKS} webhooks, el máximo: elimine alguno antes.`);
  return { webhook, secret };
};

/**
 * Stored webhooks of an account, the oldest first. A webhook whose access has ended since its last use is still
 * active here.
 */
export const listWebhooks = (accountId: string): Promise<Webhook[]> =>
  rowsUnder(webhookKey(accountId, ''), parseWebhook);

/** Stored webhook of an account. */
export const findWebhook = (accountId: string, webhookId: string): Promise<Webhook | undefined> =>
  readRow(parseWebhook, webhookKey(accountId, webhookId));

const missing = () => notFound('El webhook no existe.');

/** The user to whose access a webhook is bound. */
/** Present state of webhooks: one whose access has ended is switched off, with the reason. */
const asTheyAre = async (accountId: string, webhooks: Webhook[]): Promise<Webhook[]> => {
  const ids = new Set(webhooks.filter(({ active }) => active).map(({ confirmedBy }) => confirmedBy));
  if (ids.size === 0) return webhooks;
  const [account, ...users] = await Promise.all([findAccount(accountId), ...[...ids].map(findUser)]);
  return webhooks.map((webhook) => {
    const user = users.find((one) => one?.id === webhook.confirmedBy);
    const disabledWhy = webhook.active && account ? endOf(webhook, user, account) : undefined;
    return disabledWhy ? { ...webhook, active: false, disabledWhy } : webhook;
  });
};

/** Webhooks of an account in their present state, the oldest first. */
export const ownWebhooks = async (accountId: string): Promise<Webhook[]> =>
  asTheyAre(accountId, await listWebhooks(accountId));

/**
 * A webhook of the account in its present state.
 * @throws ServiceError 404 if there is none with this id
 */
export const ownWebhook = async (accountId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await findWebhook(accountId, webhookId);
  if (!webhook) throw missing();
  return (await asTheyAre(accountId, [webhook]))[0]!;
};

/** Why nothing may be sent to an active webhook any more: the access that it is bound to has ended. */
export const endOfAccess = async (webhook: Webhook, account: Account): Promise<BondEnd | undefined> =>
  endOf(webhook, await findUser(webhook.confirmedBy), account);

/**
 * Switches off a webhook whose access has ended, unless it was confirmed meanwhile or is off already.
 * @returns whether this call did it; then a mail is due
 */
export const disableEnded = (webhook: Webhook, disabledWhy: BondEnd, now: Date): Promise<boolean> => {
  const { confirmedBy, generation } = webhook;
  return write(
    webhook,
    { ...offBecause(disabledWhy, now), mailDue: true },
    all(is('active', true), stillIs('confirmedBy', confirmedBy), stillIs('generation', generation)),
  );
};

/** Attributes of a webhook that the service switched off. */
const offBecause = (disabledWhy: Webhook['disabledWhy'], now: Date) => {
  const disabledAt = now.toISOString();
  return { active: false, disabledAt, disabledWhy, updatedAt: disabledAt };
};

/**
 * Updates a webhook; `undefined` removes an attribute.
 * @returns false if there is no such webhook, or the condition fails
 */
const write = async (
  { accountId, id }: Pick<Webhook, 'accountId' | 'id'>,
  members: Partial<Webhook>,
  condition?: Condition,
): Promise<boolean> => {
  const gone = Object.entries(members).flatMap(([name, value]) => (value === undefined ? [name] : []));
  const written = await updateIf(
    update(table(), webhookKey(accountId, id), {
      set: members,
      remove: gone,
      if: all(exists('pk'), condition),
    }),
  );
  return written !== undefined;
};

/**
 * Changes the owner's choices. Choosing the address or switching it on confirms the webhook, which binds it to that
 * user's access. Switching it on clears earlier failures. A webhook whose access had ended stays off until then.
 * @param wanted `null` removes a choice; an absent one stays
 * @throws ServiceError 404 if the account has no such webhook
 */
export const changeWebhook = async (
  owner: WebhookOwner,
  webhookId: string,
  { now, ...wanted }: { [Name in keyof Chosen]?: Chosen[Name] | null } & { active?: boolean; now: Date },
): Promise<Webhook> => {
  const { accountId } = owner;
  const before = await ownWebhook(accountId, webhookId);
  const chosen = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value === null ? undefined : value]],
    ),
  );
  const begun = {
    failingSince: undefined,
    disabledAt: undefined,
    disabledWhy: undefined,
    mailDue: undefined,
  };
  const members = {
    ...chosen,
    ...(wanted.active === true && !before.active && begun),
    ...(wanted.active !== true && keptOff(before, now)),
    ...((wanted.active === true || chosen.url !== undefined) && {
      ...boundTo(owner),
      pausedUntil: undefined,
    }),
    updatedAt: now.toISOString(),
  };
  if (!(await write(before, members))) throw missing();
  return ownWebhook(accountId, webhookId);
};

/** Records that a webhook is off because its access ended, because this change may bind it again. */
const keptOff = ({ active, disabledAt, disabledWhy }: Webhook, now: Date) =>
  !active && disabledWhy && disabledAt === undefined ? offBecause(disabledWhy, now) : {};

/**
 * Replaces the secret of a webhook, and binds it to the access of the user who gets the new one. The previous secret
 * also signs for a day.
 * @returns the new secret, which cannot be read later
 * @throws ServiceError 404 if the account has no such webhook, 409 after too many replacements within that day
 */
export const replaceSecret = async (
  owner: WebhookOwner,
  webhookId: string,
  now: Date,
): Promise<{ secret: string; until: string }> => {
  const webhook = await ownWebhook(owner.accountId, webhookId);
  const until = new Date(now.getTime() + OVERLAP_MS).toISOString();
  const earlier = goodSecrets(webhook, now);
  if (earlier.length >= MOST_SECRETS)
    throw conflict(
      `Ya firman ${MOST_SECRETS} secretos, el máximo: retire los anteriores, o espere a que deje de valer el más antiguo.`,
    );
  const secret = newSecret();
  const secrets = [
    { sealed: await sealedFor(webhookId, secret) },
    ...earlier.map((one) => ({ ...one, until: one.until ?? until })),
  ];
  const isWritten = await write(
    webhook,
    { secrets, ...keptOff(webhook, now), ...boundTo(owner), updatedAt: now.toISOString() },
    isNewest(webhook.secrets[0]!),
  );
  if (!isWritten) throw changedMeanwhile();
  return { secret, until };
};

/**
 * Ends all secrets but the newest at once.
 * @throws ServiceError 404 if the account has no such webhook, 409 if another one is made at the same time
 */
export const endEarlierSecrets = async (accountId: string, webhookId: string, now: Date): Promise<void> => {
  const webhook = await ownWebhook(accountId, webhookId);
  const [newest] = webhook.secrets;
  const isWritten = await write(
    webhook,
    { secrets: [newest!], updatedAt: now.toISOString() },
    isNewest(newest!),
  );
  if (!isWritten) throw changedMeanwhile();
};

const isNewest = ({ sealed }: Webhook['secrets'][number]) => is(['secrets', 0, 'sealed'], sealed);

/** @throws ServiceError 409 */
const changedMeanwhile = () =>
  conflict('Otra petición ha cambiado el secreto de este webhook al mismo tiempo.');

const goodSecrets = ({ secrets }: Webhook, now: Date) =>
  secrets.filter(({ until }) => until === undefined || Date.parse(until) > now.getTime());

/** Secrets that sign a delivery now, the newest first. */
export const secretsOf = (webhook: Webhook, now: Date): Promise<string[]> =>
  Promise.all(
    goodSecrets(webhook, now).map((one) => unsealed(one.sealed, { purpose: 'webhook', subject: webhook.id })),
  );

/**
 * Removes a webhook; nothing is sent to it any more.
 * @throws ServiceError 404 if the account has no such webhook
 */
export const removeWebhook = async (accountId: string, webhookId: string): Promise<Webhook> => {
  const webhook = await ownWebhook(accountId, webhookId);
  const writes: Write[] = [
    { Delete: remove(table(), webhookKey(accountId, webhookId), exists('pk')) },
    { Update: update(table(), webhooksKey(accountId), { take: { ids: new Set([webhookId]) } }) },
  ];
  if ((await transact(writes)).length > 0) throw missing();
  return webhook;
};

/** Records that calls began to fail, or succeed again. */
export const noteCall = async (webhook: Webhook, succeeded: boolean, now: Date): Promise<void> => {
  if (succeeded === (webhook.failingSince === undefined)) return;
  const failingSince = succeeded ? undefined : now.toISOString();
  await write(webhook, { failingSince }, (succeeded ? exists : absent)('failingSince'));
};

/** Records that the receiver asked not to be called until then. */
export const notePause = async (webhook: Webhook, until: Date): Promise<void> => {
  await write(webhook, { pausedUntil: until.toISOString() }, is('url', webhook.url));
};

/**
 * Switches off a webhook whose receiver says that it is gone, unless the webhook was changed meanwhile or is off already.
 * @returns whether this call did it; then a mail is due
 */
export const disableGone = (webhook: Webhook, now: Date): Promise<boolean> =>
  write(
    webhook,
    { ...offBecause('gone', now), mailDue: true },
    all(is('active', true), is('updatedAt', webhook.updatedAt)),
  );

/**
 * Switches off a webhook that has failed since an instant, unless a call has succeeded meanwhile or it is off
 * already.
 * @returns whether this call did it; then a mail is due
 */
export const disableFailing = (webhook: Webhook, now: Date): Promise<boolean> =>
  write(
    webhook,
    { ...offBecause('failing', now), mailDue: true },
    all(is('failingSince', webhook.failingSince), is('active', true)),
  );

/** Records that the mail about a switched-off webhook was sent. */
export const noteMailSent = async (webhook: Webhook): Promise<void> => {
  await write(webhook, { mailDue: undefined });
};
