import { randomUUID } from 'node:crypto';
import { setting } from '../../kernel/config.ts';
import { conflict, invalid, limitReached, notFound } from '../../kernel/errors.ts';
import { type Role, roleOf } from '../../kernel/roles.ts';
import { findAccount, findUser } from '../accounts.ts';
import { takeMails, takeMailTo } from '../budgets.ts';
import { pause, transact, type Write } from '../dynamo/dynamo.ts';
import { readKeys, readRow } from '../dynamo/read-keys.ts';
import { accountsKey } from '../keyspace.ts';
import { sendMail } from '../mail/mail.ts';
import { asMailData, blocks, markdown } from '../mail/markdown.ts';
import { absent, all, is, isNew, put, remove, stillIs, update } from '../table.ts';
import { deleteApiTokensOf } from './api-tokens.ts';
import { issueLink, passwordLinkText } from './links.ts';
import { emailOf } from './logins.ts';
import { addMember, addOwner, MOST_USERS, parseMembers, takeMember, takeOwner } from './members.ts';
import { deletePassword, forgetWrongTries, putPassword } from './password-rows.ts';
import { hashPassword } from './passwords.ts';
import { deleteSecondFactor } from './second-factor.ts';
import { parseUser, type User } from './user-row.ts';

/** Users of an account, without the users of its client companies. */

const table = () => setting('ACCOUNTS_TABLE');

/** Attempts of a change, since another call may change the same user. */
const ATTEMPTS = 5;

/** The ids of the users. @throws ServiceError 404 for an account that does not exist */
const membersOf = async (accountId: string): Promise<Set<string>> => {
  const members = await readRow(parseMembers, accountsKey.members(accountId));
  if (!members) throw notFound('La cuenta no existe.');
  return members.users;
};

/** The users of an account, in the order in which they were made. */
export const listUsers = async (accountId: string): Promise<User[]> => {
  const keys = [...(await membersOf(accountId))].map((id) => accountsKey.user(id));
  return (await readKeys(parseUser, { table: table(), keys, isConsistent: true }))
    .filter(({ removedAt }) => removedAt === undefined)
    .sort((a, b) => a.createdAt.localeCompare(b.createdAt) || a.id.localeCompare(b.id));
};

/**
 * Makes a user of an account. Without a password the user makes one with a link.
 * @throws ServiceError 422 when the e-mail exists in the service, or the account has as many users as it may
 */
export const addUser = async (
  accountId: string,
  { name, email, role, password }: { name: string; email: string; role: Role; password?: string },
  now: Date,
): Promise<User> => {
  await membersOf(accountId);
  const at = now.toISOString();
  const user: User = {
    id: randomUUID(),
    accountId,
    name,
    email: email.trim(),
    role,
    createdAt: at,
    updatedAt: at,
    generation: 0,
    ...(password !== undefined && { joinedAt: at }),
  };
  const hash = password === undefined ? undefined : await hashPassword(password);
  const putEmail: Write = {
    Put: put(table(), { ...accountsKey.email(user.email), ...emailOf(user, password) }, isNew),
  };
  const rejected = await transact([
    putEmail,
    addMember(accountId, user.id, role),
    { Put: put(table(), { ...accountsKey.user(user.id), ...user }) },
    ...(hash === undefined ? [] : [putPassword(user.id, hash)]),
  ]);
  if (rejected.includes(putEmail)) throw invalid({ email: ['El e-mail ya existe en el servicio.'] });
  if (rejected.length > 0)
    throw limitReached(`La cuenta ya tiene ${MOST_USERS} usuarios, el máximo: elimine alguno antes.`);
  return user;
};

/** A user of the account. @throws ServiceError 404 if it has none with this id */
export const ownUser = async (accountId: string, userId: string): Promise<User> => {
  const user = await findUser(userId);
  if (user?.accountId !== accountId || user.clientId !== undefined || user.removedAt !== undefined)
    throw notFound('El usuario no existe.');
  return user;
};

/** The user is there with the role that was read. */
const isStill = ({ role }: User) => all(absent('removedAt'), stillIs('role', role));

/** @throws ServiceError 404, or 409 if no other one is an owner */
const changing = async (
  accountId: string,
  userId: string,
  writesOf: (user: User) => { writes: Write[]; keepsOwner?: Write | undefined },
): Promise<User> => {
  await membersOf(accountId);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const user = await ownUser(accountId, userId);
    const { writes, keepsOwner } = writesOf(user);
    const rejected = await transact([...writes, ...(keepsOwner ? [keepsOwner] : [])]);
    if (rejected.length === 0) return user;
    if (keepsOwner && rejected.length === 1 && rejected[0] === keepsOwner && roleOf(user) === 'owner')
      throw conflict('La cuenta necesita al menos un usuario con el rol owner.');
    await pause(attempt);
  }
  throw new Error('a user could not be changed: other calls kept changing the same one');
};

/**
 * Changes name or role of a user. A new role takes effect with the next request, also for API tokens.
 * @throws ServiceError 404 if the account has no such user, 409 if it would have no owner
 */
export const changeUser = async (
  accountId: string,
  userId: string,
  { now, ...wanted }: { name?: string | undefined; role?: Role | undefined; now: Date },
): Promise<User> => {
  const updatedAt = now.toISOString();
  const before = await changing(accountId, userId, (user) => {
    const { name = user.name, role = roleOf(user) } = wanted;
    const change = { set: { name, role, updatedAt }, if: isStill(user) };
    const writes: Write[] = [{ Update: update(table(), accountsKey.user(userId), change) }];
    if (role === roleOf(user)) return { writes };
    if (role === 'owner') return { writes: [...writes, addOwner(accountId, userId)] };
    return { writes, ...(roleOf(user) === 'owner' && { keepsOwner: takeOwner(accountId, userId) }) };
  });
  return { ...before, name: wanted.name ?? before.name, role: wanted.role ?? roleOf(before), updatedAt };
};

/** The writes that remove what capabilities keep of a user, in the transaction that removes the user. */
export type RowsOfUser = (user: Pick<User, 'id' | 'accountId' | 'clientId'>) => Write[];

/** What capabilities do where users of the gateway come and go. */
export interface OfUsers {
  rows(): Promise<RowsOfUser>;
  /** Runs after an owner of an account made the first password. @param at `origin` of the gateway, and the time */
  ownerJoined(user: Pick<User, 'id' | 'accountId'>, at: { origin: string; now: Date }): Promise<void>;
}

/**
 * Removes a user: sessions, API tokens and links work no more, and the e-mail is free. Name and e-mail stay in its row,
 * because records of filings name it.
 * @returns the user as it was
 * @throws ServiceError 404 if the account has no such user, 409 if it is the last owner
 */
export const removeUser = async (
  accountId: string,
  userId: string,
  { now, rowsOfUser }: { now: Date; rowsOfUser: RowsOfUser },
): Promise<User> => {
  const user = await changing(accountId, userId, (user) => ({
    writes: [
      {
        Update: update(table(), accountsKey.user(userId), {
          set: { removedAt: now.toISOString() },
          remove: ['hasSecondFactor'],
          add: { generation: 1 },
          if: isStill(user),
        }),
      },
      { Delete: remove(table(), accountsKey.email(user.email), is('userId', userId)) },
      deletePassword(userId),
      deleteSecondFactor(userId),
      forgetWrongTries(userId),
      ...rowsOfUser(user),
    ],
    keepsOwner: takeMember(accountId, userId, roleOf(user)),
  }));
  await deleteApiTokensOf(accountId, userId);
  return user;
};

/** How a record names a user. */
export type UserName = Pick<User, 'name' | 'email'>;

/**
 * Names and e-mails of an account's users by their ids, including removed users: one batch of reads for up to 100
 * ids, eventually consistent. Ids of other accounts are left out.
 */
export const namesOf = async (
  accountId: string,
  userIds: Iterable<string>,
): Promise<Map<string, UserName>> => {
  const keys = [...new Set(userIds)].map((id) => accountsKey.user(id));
  const users = keys.length === 0 ? [] : await readKeys(parseUser, { table: table(), keys });
  return new Map(
    users.filter((user) => user.accountId === accountId).map(({ id, name, email }) => [id, { name, email }]),
  );
};

/**
 * Sends a new user of an account a link to make a password. The mail names the inviting office.
 * @param page address of the page that the link opens
 * @returns `false`, and sends nothing, if the budget of the account or of the address is used up
 * @throws Error if the deployment sends no mail, or the mail is not accepted
 */
export const inviteUser = async (user: User, page: string, now: Date): Promise<boolean> => {
  const { accountId, email } = user;
  if (!(await takeMailTo(accountId, email, now)) || !(await takeMails(accountId, 1, now))) return false;
  const office = asMailData((await findAccount(accountId))?.name ?? '') ?? 'Su oficina';
  await sendMail({
    to: email,
    subject: 'Cree su contraseña',
    source: blocks(
      markdown`${office} le invita a su cuenta en la plataforma.`,
      passwordLinkText(page, await issueLink(user, now)),
      'Si no esperaba este mensaje, no tiene que hacer nada.',
    ),
  });
  return true;
};
