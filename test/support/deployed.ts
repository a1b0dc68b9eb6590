import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject } from 'vitest';
import { eraseAccount } from '../../commands/erase/erase.ts';
import { addToUsagePlan } from '../../commands/usage-plan.ts';
import type { Demo } from '../../local/demo.ts';
import { outputOf, readOutputs } from '../../local/deployment.ts';
import { PROJECT } from '../../local/run-folder.ts';
import { createAccount } from '../../shared/stores/accounts.ts';
import { signIn } from './gateway.ts';

/** Addresses and logins of the deployed stack, as in `.local/demo.json`. */
export const demo = inject('demo')!;

/** A deployed stage, wherever it is: here, on another emulator, or in AWS. */
export interface Deployed {
  stage: string;
  /** Address of the interface, with its version. */
  baseUrl: string;
  /** Whether stand-ins answer in place of the authorities, with separate ones for each account. Otherwise nothing may be filed. */
  standIns: boolean;
  /** AWS endpoint of the emulator, if the stage is on one. */
  emulator?: string | undefined;
  /** The user who calls, if no account may be created. */
  account?: GivenAccount | undefined;
  /** Idle minutes after which a filing is made, to test a cold start; without it no such test is run. */
  idleMinutes?: number | undefined;
  /** Whether the stage stays in use, so that everything that tests created must be erased. */
  isKept?: boolean;
}

/** An existing user with stored certificates, and the requests that this user may make. */
export interface GivenAccount extends Pick<Demo, 'email' | 'password'> {
  certificates?: Partial<Demo['certificates']>;
  /** By method and address, such as `GET /seg-social/idc`. */
  requests?: Record<string, Record<string, unknown>>;
}

/** The stage of `npm run smoke`, or the one deployed for this test run. */
export const deployed: Deployed = inject('deployed') ?? {
  stage: 'sandbox',
  baseUrl: demo?.baseUrl,
  emulator: demo?.emulator,
  standIns: true,
};

/** Ids of all accounts that were created here. */
const made: string[] = [];

/** Erases the accounts that were created here, with everything that they filed and stored. */
export const eraseTenants = () => Promise.all(made.splice(0).map((accountId) => eraseAccount(accountId)));

/**
 * A new account of the deployed stack with a signed-in user. It has its own rate limits and its own stand-ins. In AWS each
 * account has a key in the usage plan.
 */
export const newTenant = async ({ hasKey = true } = {}) => {
  const login = { email: `${randomUUID()}@example.com`, password: 'una contraseña' };
  const { accountId, userId } = await createAccount({ ...login, name: 'Nóminas' });
  made.push(accountId);
  if (hasKey) await addToUsagePlan(accountId, outputOf(await readOutputs(deployed.stage), 'UsagePlanId'));
  const gateway = await signIn(deployed.baseUrl, login);
  // In AWS a new key takes effect after seconds or minutes, on emulators at once.
  if (hasKey && !deployed.emulator) {
    const isLetIn = async () => (await gateway.exchange('GET', '/auth')).status;
    await expect.poll(isLetIn, { timeout: 300_000, interval: 2_000 }).toBe(200);
  }
  return { ...login, userId, gateway };
};

/**
 * Runs an operator's command of `commands` in a separate process.
 * @throws if it does not exit with 0
 */
export const operate = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [
    join(PROJECT, 'commands', `${command}.ts`),
    ...[...args, '--stage', 'sandbox'],
  ]);
