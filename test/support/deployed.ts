import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject } from 'vitest';
import { outputOf, readOutputs } from '../../infra/commands/deployment.ts';
import { addToUsagePlan } from '../../infra/commands/usage-plan.ts';
import { PROJECT } from '../../infra/local/run-folder.ts';
import { createAccount } from '../../shared/stores/accounts.ts';
import { signIn } from './gateway.ts';

/** How to reach the deployed stack: what `.local/demo.json` has. */
export const demo = inject('demo')!;

/**
 * An account of the deployed stack that no other test uses, and its user, who has signed in: its rates are counted apart,
 * and what it files is in a world of its own. In AWS each account has a key in the usage plan.
 */
export const newTenant = async ({ hasKey = true } = {}) => {
  const login = { email: `${randomUUID()}@example.com`, password: 'una contraseña' };
  const { accountId, userId } = await createAccount({ ...login, name: 'Nóminas' });
  if (hasKey) await addToUsagePlan(accountId, outputOf(await readOutputs('sandbox'), 'UsagePlanId'));
  return { ...login, userId, gateway: await signIn(demo.baseUrl, login) };
};

/**
 * What the operator does with a command of `infra/commands`, in a process of its own.
 * @throws where it exits with another code than 0
 */
export const operate = (command: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, [
    join(PROJECT, 'infra', 'commands', `${command}.ts`),
    ...[...args, '--stage', 'sandbox'],
  ]);
