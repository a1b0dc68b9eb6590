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

/** How to reach the deployed stack: what `.local/demo.json` has. */
export const demo = inject('demo')!;

/** A deployed stage, wherever it is: here, on another emulator, or in AWS. */
export interface Deployed {
  stage: string;
  /** Address of the interface, with its version. */
  baseUrl: string;
  /** Stand-ins answer in place of the authorities, for each account its own. Else nothing may be filed. */
  standIns: boolean;
  /** AWS endpoint of the emulator, if it is on one. */
  emulator?: string | undefined;
  /** Who calls, where no account may be made for it. */
  account?: GivenAccount | undefined;
  /** Minutes after which a filing is made without any before it; not at all without them. */
  idleMinutes?: number | undefined;
  /** The stage goes on to be used: what is made there is erased. */
  isKept?: boolean;
}

/** A user that exists, with stored certificates, and requests that this user may make: those of `.local/demo.json` and more. */
export interface GivenAccount extends Pick<Demo, 'email' | 'password'> {
  certificates?: Partial<Demo['certificates']>;
  /** By method and address, such as `GET /seg-social/idc`. */
  requests?: Record<string, Record<string, unknown>>;
}

/** The stage that `npm run smoke` names, else the one that was deployed for this run of the tests. */
export const deployed: Deployed = inject('deployed') ?? {
  stage: 'sandbox',
  baseUrl: demo?.baseUrl,
  emulator: demo?.emulator,
  standIns: true,
};

/** Ids of all accounts that were made here. */
const made: string[] = [];

/** Erases the accounts that were made here, with all that they filed and keep. */
export const eraseTenants = () => Promise.all(made.splice(0).map((accountId) => eraseAccount(accountId)));

/**
 * An account of the deployed stack that no other test uses, and its user, who has signed in: its rates are counted apart,
 * and what it files is in a world of its own. In AWS each account has a key in the usage plan.
 */
export const newTenant = async ({ hasKey = true } = {}) => {
  const login = { email: `${randomUUID()}@example.com`, password: 'una contraseña' };
  const { accountId, userId } = await createAccount({ ...login, name: 'Nóminas' });
  made.push(accountId);
  if (hasKey) await addToUsagePlan(accountId, outputOf(await readOutputs(deployed.stage), 'UsagePlanId'));
  const gateway = await signIn(deployed.baseUrl, login);
  // A new key works after seconds or minutes in AWS, and at once on emulators.
  if (hasKey && !deployed.emulator) {
    const isLetIn = async () => (await gateway.exchange('GET', '/auth')).status;
    await expect.poll(isLetIn, { timeout: 300_000, interval: 2_000 }).toBe(200);
  }
  return { ...login, userId, gateway };
};

/**
 * What the operator does with a command of `commands`, in a process of its own.
 * @throws where it exits with another code than 0
 */
export const operate = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [
    join(PROJECT, 'commands', `${command}.ts`),
    ...[...args, '--stage', 'sandbox'],
  ]);
