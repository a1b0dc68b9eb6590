import { randomBytes } from 'node:crypto';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import { loadSealedRows } from '../functions/hooks.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { setting, type Variable } from '../shared/kernel/config.ts';
import { dynamo, updateIf } from '../shared/stores/dynamo/dynamo.ts';
import { SECOND_FACTORS } from '../shared/stores/keyspace.ts';
import { RING_MS } from '../shared/stores/rereading.ts';
import { type SealedRows, sealed, sealedWith, unsealed } from '../shared/stores/sealed.ts';
import { secretsManager } from '../shared/stores/secrets.ts';
import {
  FIXED,
  fixedKeyOf,
  type Generation,
  type Generations,
  readGenerations,
  serviceKeys,
} from '../shared/stores/service-keys.ts';

/**
 * Rotates the secrets from which keys are derived, in three steps: add a second generation, encrypt stored values
 * with it, and drop the first one. Each step is idempotent and continues where it was interrupted.
 */

/** The secrets that can be rotated, by their name on the command line. */
export const SECRETS = {
  service: 'SERVICE_KEY_SECRET',
  certificate: 'CERTIFICATE_KEY_SECRET',
} as const satisfies Record<string, Variable>;
export type SecretName = keyof typeof SECRETS;

/**
 * Milliseconds after which a new generation is used. By then every process has read it; the rest is for clock
 * differences.
 */
const DELAY_MS = RING_MS + 60_000;

export const generationsOf = (name: SecretName): Promise<Generations> =>
  readGenerations(setting(SECRETS[name]));

const write = async (name: SecretName, { keys, fixed }: Generations): Promise<void> => {
  await secretsManager().send(
    new PutSecretValueCommand({
      SecretId: setting(SECRETS[name]),
      SecretString: JSON.stringify({ keys, ...(fixed && { fixed }) }),
    }),
  );
};

/**
 * Adds a generation, which is used after some minutes; values of the previous one can still be read. The locks that
 * keep a filing from being made twice do not depend on it: they are plain hashes, and the keys in `FIXED` are kept.
 * @returns the new generation, without its key
 * @throws CommandError if there are two already
 */
export const rotateSecret = async (name: SecretName, now: Date): Promise<Pick<Generation, 'id' | 'from'>> => {
  const before = await generationsOf(name);
  if (before.keys.length > 1)
    throw new CommandError('A rotation is under way: finish it before you begin another.');
  const added = {
    id: randomBytes(4).toString('hex'),
    key: randomBytes(48).toString('base64url'),
    from: new Date(now.getTime() + DELAY_MS).toISOString(),
  };
  const names = Object.keys(FIXED) as (keyof typeof FIXED)[];
  const fixed =
    name === 'service'
      ? Object.fromEntries(names.map((purpose) => [purpose, fixedKeyOf(before, purpose)]))
      : undefined;
  await write(name, { keys: [...before.keys, added], ...(fixed && { fixed }) });
  return { id: added.id, from: added.from };
};

/** When no process uses the previous generation for new values any more; `undefined` without a rotation. */
export const aloneFrom = ({ keys }: Generations): Date | undefined =>
  keys.length > 1 ? new Date(Date.parse(keys.at(-1)!.from) + RING_MS) : undefined;

/** @throws CommandError if there is no rotation, or processes may still use the previous generation for new values */
const underWay = async (name: SecretName, now: Date): Promise<Generations> => {
  const found = await generationsOf(name);
  const from = aloneFrom(found);
  if (!from) throw new CommandError(`No rotation of ${name} is under way.`);
  if (now < from)
    throw new CommandError(
      `Functions may use the previous generation until ${from.toISOString()}: try again then.`,
    );
  return found;
};

/** Result of encrypting stored secrets again. */
export interface Resealed {
  /** Secrets that are sealed with the newest generation already. */
  done: number;
  /** Secrets that are not, or were not until now. */
  due: number;
  /** Secrets that no accepted key opens. They were already useless before, and are left unchanged. */
  unreadable: number;
}

/** Rows of the gateway with sealed secrets. */
const SECOND_FACTOR_ROWS: SealedRows = {
  table: 'PASSWORDS_TABLE',
  key: 'userId',
  begins: SECOND_FACTORS,
  attribute: 'secret',
  secretsOf: ({ secret }) => [String(secret)],
  valueWith: (_, [secret]) => secret,
  belongingOf: ({ userId }) => ({
    purpose: 'second-factor',
    subject: String(userId).slice(SECOND_FACTORS.length),
  }),
  keyOf: ({ userId }) => ({ userId }),
};

const rowsOf = async function* ({
  table,
  key,
  begins,
  attribute,
}: SealedRows): AsyncGenerator<Record<string, unknown>> {
  const pages = paginateScan(
    { client: dynamo() },
    {
      TableName: setting(table),
      ConsistentRead: true,
      FilterExpression: 'begins_with(#key, :begins) AND attribute_exists(#attribute)',
      ExpressionAttributeNames: { '#key': key, '#attribute': attribute },
      ExpressionAttributeValues: { ':begins': begins },
    },
  );
  for await (const { Items: rows = [] } of pages) yield* rows;
};

/**
 * Encrypts the stored secrets, of second factors and of capabilities, with the newest generation. A row that changes meanwhile
 * is left for the next run.
 * @param isWriting whether to write rows, or only to count them
 * @throws CommandError as `underWay`
 */
export const reseal = async (isWriting: boolean, now: Date): Promise<Resealed> => {
  const newest = (await underWay('service', now)).keys.at(-1)!.id;
  // With the keys loaded, a value that cannot be opened was encrypted with none of them.
  const [{ id }] = await serviceKeys('second-factor');
  if (id !== newest) throw new CommandError('The keys were changed just now: try again in five minutes.');
  const result: Resealed = { done: 0, due: 0, unreadable: 0 };
  for (const kind of [SECOND_FACTOR_ROWS, ...(await loadSealedRows())])
    for await (const row of rowsOf(kind)) {
      const belonging = kind.belongingOf(row);
      let isDue = false;
      const again = async (text: string): Promise<string> => {
        if ((await sealedWith(text)) === newest) {
          result.done += 1;
          return text;
        }
        const secret = await unsealed(text, belonging).catch(() => undefined);
        if (secret === undefined) {
          result.unreadable += 1;
          return text;
        }
        result.due += 1;
        isDue = true;
        return sealed(secret, belonging);
      };
      const secrets = await Promise.all(kind.secretsOf(row).map(again));
      if (!isDue || !isWriting) continue;
      await updateIf({
        TableName: setting(kind.table),
        Key: kind.keyOf(row),
        UpdateExpression: 'SET #attribute = :value',
        ConditionExpression: '#attribute = :before',
        ExpressionAttributeNames: { '#attribute': kind.attribute },
        ExpressionAttributeValues: {
          ':value': kind.valueWith(row, secrets),
          ':before': row[kind.attribute],
        },
      });
    }
  return result;
};

/**
 * Drops the previous generation: processes notice within five minutes, and then refuse its values.
 * @param isWriting whether to drop it, or only to check whether that is possible
 * @throws CommandError as `underWay`, and if rows are still sealed with it
 */
export const finishRotation = async (name: SecretName, isWriting: boolean, now: Date): Promise<void> => {
  const { keys, fixed } = await underWay(name, now);
  if (name === 'service') {
    const { due } = await reseal(false, now);
    if (due > 0)
      throw new CommandError(
        `${due} secrets are encrypted with the previous generation: run reseal, then try again.`,
      );
  }
  if (isWriting) await write(name, { keys: keys.slice(-1), ...(fixed && { fixed }) });
};
