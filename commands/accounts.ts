/** `npm run accounts`: manages the accounts of integrators. */

import { MAX_EMAIL } from '../functions/gateway/password/fields.ts';
import { loadWorkerData } from '../functions/hooks.ts';
import { realServices } from '../functions/services.ts';
import { stores } from '../functions/stores.ts';
import { apiAddress, type Outputs, outputOf } from '../local/deployment.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { dni, email as emailField } from '../shared/kernel/fields.ts';
import { API_TOKEN_DAYS, PREVIEWS, ROLES, roleOf } from '../shared/kernel/roles.ts';
import { listMac } from '../shared/serving/filing/draft.ts';
import { overParts } from '../shared/serving/worker-data.ts';
import { writePlan } from './canary-plan.ts';
import { eraseAccount } from './erase/erase.ts';
import { helpHint } from './line/failure.ts';
import { type Commands, type Given, printMessage, printRow, runCommands } from './operator.ts';
import { restoreReminders } from './restore-reminders.ts';
import { addToUsagePlan, untilAdmitted } from './usage-plan.ts';

const USAGE = `npm run accounts -- <command> [--stage sandbox]

  create --email <e-mail> --name <name>  create an account with its first user, and print the password
  list                                   print all accounts, one per line
  disable --id <account>                 refuse the account's calls from now on, and end its sessions and API tokens
  enable --id <account>                  let the account's users sign in again
  documents --id <account> --as <inline|link>
                                         send documents that do not fit in an answer as a link (the default), or refuse the request
                                         (inline: for programs that only read documents within the answer)
  users --id <account>                   print the users of an account, one per line: id, role, second factor, mails, e-mail, name
  add-user --id <account> --email <e-mail> --name <name> --role <owner|files|reads>
                                         add a user to an account, and print the password
  set-role --email <e-mail> --role <owner|files|reads>
                                         change the role of a user
  remove-user --email <e-mail>           remove a user with all sessions and API tokens
  second-factor --id <account> --as <required|optional>
                                         require a second factor of the users of an account, or not
  previews --id <account> --as <optional|required|another>
                                         let its users file freely, only after a dry run, or only after another user's dry run
  operator --id <account> --as <on|off>  make the users of an account operators of the stage, or no longer: with a second factor
                                         they see all accounts and pause authorities
  reset-second-factor --email <e-mail> --confirm <e-mail>
                                         remove a user's second factor, and notify the user by mail; read docs/operations.md first
  key --id <account>                     add the account to the usage plan, if create failed to do so
  reset-password --email <e-mail>        give a user a new password, print it, and sign the user out everywhere
  revoke --email <e-mail>                sign a user out everywhere, and revoke all API tokens of the user
  create-token --email <e-mail> --name <name> [--days 400]
                                         create an API token for a user's program, and print it
  list-tokens --email <e-mail>           print the API tokens of a user, one per line: id, created, last used, expires, name
  revoke-token --email <e-mail> --id <token>
                                         revoke an API token
  canary                                 create the user of the stage's canary, or renew its password and test certificate; the
                                         canary uses them from its next run on
  restore-reminders --id <account>       after the table of events was lost: write the reminders of certificates that expire
  export-worker --id <account> --worker <document>
                                         print all data about one worker, as JSON (GDPR, article 15)
  erase-worker --id <account> --worker <document> --confirm <document>
                                         erase the data about one worker (GDPR, article 17), and print the records that stay, one per
                                         line: part, id, reason, and the time from which it can be erased
  erase --id <account> --confirm <account>
                                         erase the account for good, and print the records that must be kept by law, one per line:
                                         trámite, operation, state, and the day on which it is deleted

In production all callers from one IP address share a limit, whatever their account. addressRequestsPerMinute of the stage in
cdk.json raises it or switches it off (docs/operations.md, The front door).`;

/** An e-mail under a reserved domain (RFC 2606). It receives no mail, so only this command can set its password. */
const CANARY_EMAIL = 'canary@pasarela.invalid';

const OPTIONS = ['email', 'name', 'id', 'days', 'confirm', 'as', 'role', 'worker'] as const;
type Option = (typeof OPTIONS)[number];

const required = (given: Given<Option>, name: Option): string => {
  const value = given[name]?.trim();
  if (!value) throw new CommandError(`--${name} is missing.\n${helpHint(USAGE)}`);
  return value;
};

/** @throws CommandError unless it is an e-mail address */
const emailIn = (given: Given<Option>): string => {
  const { data, success } = emailField(MAX_EMAIL, '').safeParse(required(given, 'email'));
  if (!success) throw new CommandError(`--email is not an e-mail address: ${given.email}`);
  return data;
};

/** @throws CommandError unless the value is one of these */
const oneOf = <Choice extends string>(
  given: Given<Option>,
  name: Option,
  choices: readonly Choice[],
): Choice => {
  const value = required(given, name);
  const choice = choices.find((one) => one === value);
  if (choice) return choice;
  const all = choices.length === 2 ? choices.join(' or ') : `one of ${choices.join(', ')}`;
  throw new CommandError(`--${name} ${value} is not valid. It must be ${all}.`);
};

const printPassword = (what: string, password: string): void => {
  printMessage(`${what}, which is shown only now:`);
  process.stdout.write(`${password}\n`);
};

const commands: Commands<Option> = {
  create: async (given, outputs) => {
    const email = emailIn(given);
    const name = required(given, 'name');
    const password = stores.passwords.generatePassword();
    const { accountId, userId: id } = await stores.accounts.createAccount({ email, name, password });
    const { origin } = new URL(apiAddress(outputs));
    await stores.users.ownerJoined({ id, accountId }, { origin, now: new Date() });
    printPassword(`Account ${accountId}. The password of ${email}`, password);
    await addToUsagePlan(accountId, outputOf(outputs, 'UsagePlanId')).catch((error) => {
      throw new CommandError(
        `The account works, but it is not in the usage plan yet: ${error.message}\n` +
          `To add it: npm run accounts -- key --id ${accountId}${given.stageOption}`,
      );
    });
    await printWhenAdmitted(email, outputs);
  },

  list: async () => {
    const accounts = await stores.accounts.listAccounts();
    for (const { id, email, name, createdAt, disabled } of accounts.sort(byCreation)) {
      printRow(id, createdAt, disabled ? 'disabled' : 'active', email, name);
    }
  },

  disable: async (given) => {
    const id = required(given, 'id');
    await stores.accounts.setAccountDisabled(id, true);
    printMessage(
      `Account ${id} is disabled: its calls are refused, and its sessions and API tokens have ended.`,
    );
  },

  enable: async (given) => {
    const id = required(given, 'id');
    await stores.accounts.setAccountDisabled(id, false);
    printMessage(`The users of account ${id} can sign in again.`);
  },

  documents: async (given) => {
    const documents = oneOf(given, 'as', ['inline', 'link']);
    await stores.accounts.setAccountChoice(required(given, 'id'), { documents });
    printMessage(`Documents that do not fit in an answer to account ${given.id}: ${documents}.`);
  },

  users: async (given) => {
    for (const user of await usersOf(required(given, 'id'))) {
      const { id, name, email, hasSecondFactor } = user;
      const mails = [...(await stores.mails.mailsOf(user))].sort().join(',');
      printRow(id, roleOf(user), hasSecondFactor ? 'second factor' : '-', mails || '-', email, name);
    }
  },

  'add-user': async (given) => {
    const [id, name, email, role] = [
      required(given, 'id'),
      required(given, 'name'),
      emailIn(given),
      oneOf(given, 'role', ROLES),
    ];
    const password = stores.passwords.generatePassword();
    await stores.users.addUser(id, { name, email, role, password }, new Date());
    printPassword(`The password of ${email}`, password);
  },

  'set-role': async (given) => {
    const { accountId, id, email } = await userOf(required(given, 'email'));
    const role = oneOf(given, 'role', ROLES);
    await stores.users.changeUser(accountId, id, { role, now: new Date() });
    printMessage(`${email} has the role ${role} now.`);
  },

  'remove-user': async (given) => {
    const { accountId, id, email } = await userOf(required(given, 'email'));
    await stores.users.removeUser(accountId, id, new Date());
    printMessage(`${email} is removed from account ${accountId}, with all sessions and API tokens.`);
  },

  'second-factor': async (given) => {
    const secondFactor = oneOf(given, 'as', ['required', 'optional']);
    await stores.accounts.setAccountChoice(required(given, 'id'), { secondFactor });
    printMessage(`A second factor is ${secondFactor} for the users of account ${given.id}.`);
  },

  previews: async (given) => {
    const previews = oneOf(given, 'as', PREVIEWS);
    await stores.accounts.setAccountChoice(required(given, 'id'), { previews });
    printMessage(`A dry run before filing is now ${previews} for account ${given.id}.`);
  },

  operator: async (given) => {
    const operator = oneOf(given, 'as', ['on', 'off']);
    await stores.accounts.setAccountChoice(required(given, 'id'), { operator });
    printMessage(
      `The users of account ${given.id} are ${operator === 'on' ? '' : 'not '}operators of the stage.`,
    );
  },

  'reset-second-factor': async (given) => {
    const user = await userOf(required(given, 'email'));
    const confirm = given.confirm?.trim().toLowerCase();
    if (confirm !== user.email)
      throw new CommandError(
        `--confirm must repeat the e-mail. Nothing was changed. Who may ask for this, and how the person is known: docs/operations.md.`,
      );
    await stores.secondFactors.removeSecondFactor(user);
    if (!user.hasSecondFactor) {
      // A second factor that was begun and not confirmed is removed, too, but sign-in never asked for it.
      printMessage(`${user.email} had no second factor that was switched on, and gets no mail.`);
      return;
    }
    const owners = (await stores.users.listUsers(user.accountId)).filter((one) => roleOf(one) === 'owner');
    printMessage(
      `The second factor of ${user.email} (user ${user.id}, ${roleOf(user)}, account ${user.accountId}) is taken away. ` +
        `The user gets a mail about it, signs in with the password alone, and must switch it on again. ` +
        `The account has ${owners.length} ${owners.length === 1 ? 'owner' : 'owners'}: ${owners.map(({ email }) => email).join(', ')}.`,
    );
  },

  key: async (given, outputs) => {
    const id = required(given, 'id');
    const [user] = await usersOf(id);
    await addToUsagePlan(id, outputOf(outputs, 'UsagePlanId'));
    await printWhenAdmitted(user!.email, outputs);
  },

  'restore-reminders': async (given) => {
    const count = await restoreReminders(required(given, 'id'), new Date());
    printMessage(`Reminders of certificates: ${count}.`);
  },

  'reset-password': async (given) => {
    const user = await userOf(required(given, 'email'));
    const password = stores.passwords.generatePassword();
    await stores.accounts.setPassword(user.id, password, new Date());
    printPassword(`The new password of ${user.email}`, password);
  },

  revoke: async (given) => {
    const user = await userOf(required(given, 'email'));
    await stores.accounts.revokeSessions(user.id);
    printMessage(`${user.email} is signed out everywhere, and all API tokens are revoked.`);
  },

  'create-token': async (given) => {
    const user = await userOf(required(given, 'email'));
    const name = required(given, 'name');
    const days = Number(given.days ?? API_TOKEN_DAYS);
    if (!Number.isInteger(days) || days < 1 || days > API_TOKEN_DAYS)
      throw new CommandError(`--days must be a number from 1 to ${API_TOKEN_DAYS}.`);
    const { token, row } = await stores.apiTokens.createApiToken(user, { name, days }, new Date());
    printPassword(`The API token ${row.id} of ${user.email}`, token);
  },

  'list-tokens': async (given) => {
    const user = await userOf(required(given, 'email'));
    for (const row of await stores.apiTokens.listApiTokens(user, new Date())) {
      const expires = new Date(row.expires * 1000).toISOString();
      printRow(row.id, row.createdAt, row.lastUsedAt ?? 'never', expires, row.name);
    }
  },

  'revoke-token': async (given) => {
    const user = await userOf(required(given, 'email'));
    const id = required(given, 'id');
    if (!(await stores.apiTokens.deleteApiToken(user.accountId, user.id, id)))
      throw new CommandError(`${user.email} has no API token ${id}.`);
    printMessage(`The API token ${id} of ${user.email} is revoked.`);
  },

  canary: async (given, outputs) => {
    const secret = outputs.CanarySecret;
    if (!secret)
      throw new CommandError(
        `The stage ${given.stage} has no canary. Set "canary": true in cdk.json, and deploy it.`,
      );
    const login = { email: CANARY_EMAIL, password: stores.passwords.generatePassword() };
    const user = await stores.accounts.findUserByEmail(login.email);
    if (user) await stores.accounts.setPassword(user.id, login.password, new Date());
    const accountId =
      user?.accountId ?? (await stores.accounts.createAccount({ ...login, name: 'Canary' })).accountId;
    await addToUsagePlan(accountId, outputOf(outputs, 'UsagePlanId'));
    await printWhenAdmitted(login.email, outputs);
    await writePlan(secret, login, outputs);
    printMessage(`The canary calls the stage as ${login.email}, of the account ${accountId}.`);
  },

  'export-worker': async (given) => {
    const { data, document, mac } = await workerIn(given);
    const shown = await data.show(mac);
    process.stdout.write(`${JSON.stringify(shown, null, 2)}\n`);
    if (Object.values(shown).every((part) => part.length === 0)) return printMessage(nothingKnown(document));
    printMessage(
      'Documents and evidence are available by filing; docs/data.md lists what else there may be.',
    );
  },

  'erase-worker': async (given) => {
    const { data, document, mac } = await workerIn(given);
    if (given.confirm?.trim().toUpperCase() !== document)
      throw new CommandError('--confirm must repeat the document of the worker. Nothing was erased.');
    const done = Object.entries(await data.erase(mac));
    for (const [part, { kept }] of done)
      for (const { id, because, until } of kept) printRow(part, id, because, until?.slice(0, 10) ?? '-');
    const count = (of: 'erased' | 'kept') => done.reduce((sum, [, one]) => sum + one[of].length, 0);
    const [erased, kept] = [count('erased'), count('kept')];
    if (erased + kept === 0) return printMessage(nothingKnown(document));
    const why = kept === 0 ? '.' : ', for the reasons above; see docs/data.md.';
    printMessage(`Erased: ${erased}. Kept: ${kept}${why}`);
  },

  erase: async (given) => {
    const id = required(given, 'id');
    if (required(given, 'confirm') !== id)
      throw new CommandError('--confirm must repeat the id of the account. Nothing was erased.');
    const kept = await eraseAccount(id, (step) => printMessage(`Erasing: ${step}`));
    for (const { filingId, operation = '', state = '', until } of kept)
      printRow(filingId, operation, state, until.toISOString().slice(0, 10));
    printMessage(
      `Account ${id} is erased. ${kept.length === 0 ? 'Nothing' : `The evidence of ${kept.length} filings`} is kept. ` +
        'Backups hold what was deleted for 35 days more, logs for as long as the stage says: see docs/data.md.',
    );
  },
};

/** A worker of an account, both given by options. @throws CommandError if there is no such account or document */
const workerIn = async (given: Given<Option>) => {
  const id = required(given, 'id');
  if (!(await stores.accounts.findAccount(id))) throw new CommandError(`There is no account ${id}.`);
  const { data: document, success } = dni.safeParse(required(given, 'worker'));
  if (!success) throw new CommandError('--worker is not a DNI or NIE.');
  const mac = listMac(id, { what: 'worker', value: document }, await stores.keys.serviceKey('worker'));
  return { document, mac, data: overParts(await loadWorkerData(), realServices, id) };
};

/** A mistyped document would look as if nothing were known of the worker. */
const nothingKnown = (document: string): string =>
  `The account has nothing about ${document}. Check the account, and the document, which has no spaces or hyphens.`;

/** @throws CommandError if there is no such account */
const usersOf = async (accountId: string) => {
  if (!(await stores.accounts.findAccount(accountId)))
    throw new CommandError(`There is no account ${accountId}.`);
  return stores.users.listUsers(accountId);
};

/** @throws CommandError if no user has this e-mail */
const userOf = async (email: string) => {
  const user = await stores.accounts.findUserByEmail(email);
  if (!user) throw new CommandError(`There is no user with the e-mail ${email}.`);
  return user;
};

/** Waits until API Gateway admits calls of the user's account, and prints a message if it does not yet. */
const printWhenAdmitted = async (email: string, outputs: Outputs): Promise<void> => {
  printMessage('Waiting until AWS knows the key of the account, which takes seconds to minutes.');
  const status = await statusOfCall(email, outputs).catch((error: Error) => error.message);
  if (status === 200) return;
  printMessage(
    status === 403
      ? 'AWS does not know it yet, and answers 403 to the calls of the account. Try them in some minutes.'
      : `That could not be checked: a call ended with ${status}.`,
  );
};

/** Status of a call in a new session of this user. Ends the session. */
const statusOfCall = async (email: string, outputs: Outputs): Promise<number> => {
  const now = new Date();
  const user = await userOf(email);
  const account = await stores.accounts.findAccount(user.accountId);
  const { token } = await stores.sessions.beginSession(user, account ?? {}, now);
  try {
    return await untilAdmitted(apiAddress(outputs), token);
  } finally {
    const claims = await stores.sessions.readToken(token, now);
    if (claims) await stores.sessions.endSession(claims);
  }
};

const byCreation = (a: { createdAt: string }, b: { createdAt: string }) =>
  a.createdAt.localeCompare(b.createdAt);

await runCommands(USAGE, OPTIONS, commands);
