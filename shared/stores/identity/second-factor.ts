import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { isSandbox, setting } from '../../kernel/config.ts';
import { conflict } from '../../kernel/errors.ts';
import { transact, type Write } from '../dynamo/dynamo.ts';
import { readRow } from '../dynamo/read-keys.ts';
import { rowParser } from '../dynamo/row-parser.ts';
import { accountsKey, passwordKey } from '../keyspace.ts';
import { sealed, unsealed } from '../sealed.ts';
import { serviceKey } from '../service-keys.ts';
import { absent, all, below, contains, is, put, remove, update } from '../table.ts';
import type { User } from './user-row.ts';

/**
 * Second factors: codes of six digits that change every 30 seconds (TOTP, RFC 6238), and recovery codes. Their rows are in the
 * table of passwords. The secret is encrypted under a key of the stage and bound to its user; of recovery codes the table has MACs.
 */

const row = () =>
  z.object({
    secret: z.string(),
    /** The step of the code that was taken last: none before is taken any more. Absent until the first code came. */
    lastStep: z.int().optional(),
    /** MACs of the recovery codes that are left; absent when there is none. */
    recovery: z.set(z.string()).optional(),
  });
const parseSecondFactor = rowParser('SecondFactor', 'secondFactor', row);

/** A second factor as it is stored. */
export type SecondFactor = z.infer<ReturnType<typeof row>> & { userId: string };

const STEP_SECONDS = 30;
/** Steps by which the clock of a telephone may differ. */
const DRIFT = 1;
const RECOVERY_CODES = 10;
/** Bytes of a recovery code: 16 letters and digits of base 32. */
const RECOVERY_BYTES = 10;

const table = () => setting('PASSWORDS_TABLE');
const loadTotp = () => import('otpauth');

/** The second factor of a user, even if it is not confirmed yet. */
export const findSecondFactor = async (userId: string): Promise<SecondFactor | undefined> => {
  const factor = await readRow(parseSecondFactor, passwordKey.secondFactor(userId), table());
  return factor && { userId, ...factor };
};

/** @throws ServiceError 409 */
const alreadyOn = () => conflict('El segundo factor ya está activado: desactívelo antes de activar otro.');

/**
 * Makes a new secret for a user, which replaces an unconfirmed one. It counts once a code confirms it.
 * @returns the secret in base 32, and the address from which an app reads it
 * @throws ServiceError 409 when the user has a second factor
 */
export const beginSecondFactor = async ({
  id,
  email,
}: Pick<User, 'id' | 'email'>): Promise<{ secret: string; uri: string }> => {
  const { Secret, TOTP } = await loadTotp();
  const { base32 } = new Secret({ size: 20 });
  const issuer = isSandbox() ? 'Pasarela (pruebas)' : 'Pasarela';
  const rejected = await transact([
    {
      Put: put(
        table(),
        { ...passwordKey.secondFactor(id), secret: await seal(base32, id) },
        absent('lastStep'),
      ),
    },
  ]);
  if (rejected.length > 0) throw alreadyOn();
  return { secret: base32, uri: new TOTP({ issuer, label: email, secret: base32 }).toString() };
};

/**
 * Switches on the pending second factor of a user, if the code is right.
 * @returns the recovery codes, which are in no table; `undefined` if the code is wrong or none is pending
 * @throws ServiceError 409 when it is on already
 */
export const confirmSecondFactor = async (
  user: Pick<User, 'id' | 'email'>,
  code: string,
  now: Date,
): Promise<string[] | undefined> => {
  const factor = await findSecondFactor(user.id);
  if (factor?.lastStep !== undefined) throw alreadyOn();
  const step = factor && (await stepOf(factor, code, now));
  if (!factor || step === undefined) return undefined;
  const { Secret } = await loadTotp();
  const codes = Array.from({ length: RECOVERY_CODES }, () =>
    new Secret({ size: RECOVERY_BYTES }).base32.replace(/.{4}(?=.)/g, '$&-'),
  );
  const recovery = new Set(await Promise.all(codes.map((one) => macOf(user.id, one))));
  const rejected = await transact([
    {
      Update: update(table(), passwordKey.secondFactor(user.id), {
        set: { lastStep: step, recovery },
        if: all(is('secret', factor.secret), absent('lastStep')),
      }),
    },
    ...flags(user, true),
  ]);
  if (rejected.length > 0) throw alreadyOn();
  return codes;
};

/** Takes the second factor of a user away. */
export const removeSecondFactor = async (user: Pick<User, 'id' | 'email'>): Promise<void> => {
  await transact([deleteSecondFactor(user.id), ...flags(user, false)]);
};

/** The write of a transaction that deletes a second factor, if there is one. */
export const deleteSecondFactor = (userId: string): Write => ({
  Delete: remove(table(), passwordKey.secondFactor(userId)),
});

/** The writes that note, in the rows which are read at a request and at a sign-in, whether a user has a second factor. */
const flags = ({ id, email }: Pick<User, 'id' | 'email'>, isOn: boolean): Write[] =>
  (
    [
      [accountsKey.user(id), 'id'],
      [accountsKey.email(email), 'userId'],
    ] as const
  ).map(([key, owner]) => ({
    Update: update(setting('ACCOUNTS_TABLE'), key, {
      ...(isOn ? { set: { hasSecondFactor: true } } : { remove: ['hasSecondFactor'] }),
      if: is(owner, id),
    }),
  }));

/**
 * The write that uses a code up, if it is right: of two calls with the same code the condition holds for one. A code of six
 * digits is good for its half minute, the one before and the one after; a recovery code is good once.
 */
export const useOfCode = async (
  factor: SecondFactor | undefined,
  code: string,
  now: Date,
): Promise<Write | undefined> => {
  if (factor?.lastStep === undefined) return undefined;
  const key = passwordKey.secondFactor(factor.userId);
  const step = await stepOf(factor, code, now);
  if (step !== undefined)
    return { Update: update(table(), key, { set: { lastStep: step }, if: below('lastStep', step) }) };
  const mac = await macOf(factor.userId, code);
  if (!factor.recovery?.has(mac)) return undefined;
  return {
    Update: update(table(), key, { take: { recovery: new Set([mac]) }, if: contains('recovery', mac) }),
  };
};

/** The time step whose code this is, if it is later than the last one used. */
const stepOf = async (
  { userId, secret, lastStep = 0 }: SecondFactor,
  code: string,
  now: Date,
): Promise<number | undefined> => {
  if (!/^\d{6}$/.test(code)) return undefined;
  const { TOTP } = await loadTotp();
  const totp = new TOTP({ secret: await unseal(secret, userId), period: STEP_SECONDS });
  const timestamp = now.getTime();
  const delta = totp.validate({ token: code, timestamp, window: DRIFT });
  if (delta === null) return undefined;
  const step = totp.counter({ timestamp }) + delta;
  return step > lastStep ? step : undefined;
};

/** As it is typed, with hyphens or blanks or without, in any case of letters. */
const macOf = async (userId: string, code: string): Promise<string> =>
  createHmac('sha256', await serviceKey('recovery'))
    .update(JSON.stringify([userId, code.toUpperCase().replace(/[^0-9A-Z]/g, '')]))
    .digest('base64url');

const seal = (secret: string, userId: string): Promise<string> =>
  sealed(secret, { purpose: 'second-factor', subject: userId });

const unseal = (secret: string, userId: string): Promise<string> =>
  unsealed(secret, { purpose: 'second-factor', subject: userId });
