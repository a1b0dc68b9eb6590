/**
 * Accounts of integrators, on the AWS account or emulator that the environment points at. What a program may want goes
 * to the standard output, the password among it; what only people read goes to the standard error output.
 */
import { parseArgs } from 'node:util';
import { ServiceError } from '../../shared/errors.ts';
import { stores } from '../../shared/stores/stores.ts';
import { giveApiKey } from './api-keys.ts';
import { CommandError, outputOf, readOutputs, storeVariables } from './deployment.ts';

const USAGE = `npm run accounts -- <command> [--stage sandbox]

  create --email <e-mail> --name <name>  make an account with its first user, and print the password
  list                                   all accounts, one a line
  disable --id <account>                 refuse the account's calls from now on
  enable --id <account>                  serve the account again
  key --id <account>                     give the account its place in the usage plan, where create could not
  reset-password --email <e-mail>        give a user a new password, print it, and sign the user out everywhere
  revoke --email <e-mail>                sign a user out everywhere`;

const option = { type: 'string' } as const;
const options = { stage: { ...option, default: 'sandbox' }, email: option, name: option, id: option };

type Options = ReturnType<typeof parse>['values'];

const parse = () => parseArgs({ allowPositionals: true, options });

const say = (text: string) => process.stderr.write(`${text}\n`);

const needed = (given: Options, name: 'email' | 'name' | 'id'): string => {
  const value = given[name]?.trim();
  if (!value) throw new CommandError(`--${name} is missing.\n\n${USAGE}`);
  return value;
};

const commands: Record<string, (given: Options, usagePlanId: string) => Promise<void>> = {
  create: async (given, usagePlanId) => {
    const email = needed(given, 'email');
    const { accountId, password } = await stores.accounts.createAccount({
      email,
      name: needed(given, 'name'),
    });
    say(`Account ${accountId}. The password of ${email}, which is shown only now:`);
    process.stdout.write(`${password}\n`);
    await giveApiKey(accountId, usagePlanId).catch((error) => {
      throw new CommandError(
        `The account works, but has no place in the usage plan yet: ${error.message}\n` +
          `Give it one with: npm run accounts -- key --id ${accountId} --stage ${given.stage}`,
      );
    });
  },

  list: async () => {
    const accounts = await stores.accounts.listAccounts();
    for (const { id, email, name, createdAt, disabled } of accounts.sort(byAge)) {
      process.stdout.write(`${[id, createdAt, disabled ? 'disabled' : 'active', email, name].join('\t')}\n`);
    }
  },

  disable: (given) => stores.accounts.setAccountDisabled(needed(given, 'id'), true),
  enable: (given) => stores.accounts.setAccountDisabled(needed(given, 'id'), false),

  key: async (given, usagePlanId) => {
    const id = needed(given, 'id');
    const accounts = await stores.accounts.listAccounts();
    if (!accounts.some((account) => account.id === id)) throw new CommandError(`There is no account ${id}.`);
    await giveApiKey(id, usagePlanId);
  },

  'reset-password': async (given) => {
    const user = await userOf(needed(given, 'email'));
    const password = stores.passwords.generatePassword();
    await stores.accounts.setPassword(user.id, password, new Date());
    say(`The new password of ${user.email}, which is shown only now:`);
    process.stdout.write(`${password}\n`);
  },

  revoke: async (given) => {
    const user = await userOf(needed(given, 'email'));
    await stores.accounts.revokeSessions(user.id, new Date());
  },
};

/** @throws CommandError when nobody signs in with it */
const userOf = async (email: string) => {
  const user = await stores.accounts.findUserByEmail(email);
  if (!user) throw new CommandError(`Nobody signs in with ${email}.`);
  return user;
};

const byAge = (a: { createdAt: string }, b: { createdAt: string }) => a.createdAt.localeCompare(b.createdAt);

const main = async (): Promise<void> => {
  const { values, positionals } = parse();
  const command = commands[positionals[0] ?? ''];
  if (!command || positionals.length > 1) throw new CommandError(USAGE);

  const outputs = await readOutputs(values.stage);
  Object.assign(process.env, storeVariables(values.stage, outputs));
  await command(values, outputOf(outputs, 'UsagePlanId'));
};

/** What a user reads of a failure; one that nobody foresaw is shown whole. */
const explain = (error: unknown): string => {
  if (error instanceof ServiceError) return [error.message, ...Object.values(error.errors).flat()].join(' ');
  if (error instanceof CommandError) return error.message;
  // parseArgs speaks to the user, too.
  if (error instanceof TypeError && 'code' in error) return `${error.message}\n\n${USAGE}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
};

await main().catch((error) => {
  say(explain(error));
  process.exitCode = 1;
});
