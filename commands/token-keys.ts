import { randomBytes } from 'node:crypto';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { CommandError } from '../local/programs/command-error.ts';
import { setting } from '../shared/kernel/config.ts';
import { readTokenKeys, type TokenKey, UNKNOWN_KEY_MS } from '../shared/stores/identity/tokens.ts';
import { RING_MS } from '../shared/stores/rereading.ts';
import { secretsManager } from '../shared/stores/secrets.ts';

/**
 * Milliseconds after which a new key is used. By then every process that meets one of its tokens reads the ring
 * again; the rest is for clock differences.
 */
const DELAY_MS = UNKNOWN_KEY_MS + 50_000;

const DAY_MS = 24 * 60 * 60 * 1000;

const write = async (keys: TokenKey[]): Promise<void> => {
  await secretsManager().send(
    new PutSecretValueCommand({
      SecretId: setting('TOKEN_KEYS_SECRET'),
      SecretString: JSON.stringify({ keys }),
    }),
  );
};

/**
 * Adds a key and retires the current one, which signs until the new key is used and is accepted until its last token
 * expires. Keys whose last token has expired are dropped.
 * @param longestDays longest lifetime of a token, in days
 * @returns the id of the new key
 */
export const rotateTokenKeys = async (longestDays: number, now: Date): Promise<string> => {
  const from = new Date(now.getTime() + DELAY_MS);
  // A process may sign with the retired key until it reads the ring again.
  const until = new Date(from.getTime() + RING_MS + longestDays * DAY_MS);
  const kept = (await readTokenKeys()).filter((one) => !one.until || Date.parse(one.until) > now.getTime());
  const added = {
    id: randomBytes(6).toString('hex'),
    key: randomBytes(48).toString('base64url'),
    from: from.toISOString(),
  };
  await write([...kept.map((one) => ({ ...one, until: one.until ?? until.toISOString() })), added]);
  return added.id;
};

/**
 * Removes a retired key early; its tokens are refused from then on.
 * @throws CommandError if there is no such key, or it is in use
 */
export const removeTokenKey = async (id: string): Promise<void> => {
  const keys = await readTokenKeys();
  const found = keys.find((one) => one.id === id);
  if (!found) throw new CommandError(`There is no key ${id}.`);
  if (!found.until) throw new CommandError(`The key ${id} is in use: rotate first.`);
  await write(keys.filter((one) => one !== found));
};
