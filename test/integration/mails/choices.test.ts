import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { MailKind } from '../../../functions/capabilities/mails/fields.ts';
import { stores } from '../../../functions/stores.ts';
import type { Role } from '../../../shared/kernel/roles.ts';
import type { User } from '../../../shared/stores/identity/user-row.ts';
import { MAIL_CHOICE_SHARDS } from '../../../shared/stores/keyspace.ts';
import { newAccount, newCompany } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import { demo } from '../../support/demo.ts';
import { fromElsewhere, type Gateway, signIn } from '../../support/gateway.ts';

/** The mails that users choose, and the page to unsubscribe. */

const NONE = { certificates: false, unknown: false, digest: false };
let account: Awaited<ReturnType<typeof newAccount>>;
let userId: string;
beforeEach(async () => {
  account = await newAccount(demo.baseUrl);
  ({ userId } = account);
});

const mailsOf = async (gateway: Gateway) => (await gateway.get('/mails')).body.data;
const choose = (gateway: Gateway, json: object) => gateway.call('PUT', '/mails', { json });
/** The users who have chosen a kind of mail, found by their account and among all accounts. */
const found = async (kind: MailKind) => {
  const shards = Array.from({ length: MAIL_CHOICE_SHARDS }, (_, shard) =>
    stores.mails.whoChoseInShard(kind, shard),
  );
  const all = (await Promise.all(shards)).flat().filter(({ accountId }) => accountId === account.accountId);
  const own = await stores.mails.whoChose(account.accountId, kind);
  expect(own).toEqual(all);
  return own.map((choice) => choice.userId).sort();
};

describe('mails of a user', () => {
  test('mails of a user are off until each is chosen by itself', async () => {
    const { gateway, email } = account;
    expect(await mailsOf(gateway)).toEqual({ email, ...NONE });
    const chosen = await choose(gateway, { certificates: true, digest: 1 });
    expect(chosen.body.data).toEqual({ email, certificates: true, unknown: false, digest: true });
    // Choices that are not mentioned stay the same.
    await choose(gateway, { digest: false });
    expect(await mailsOf(gateway)).toEqual({ email, ...NONE, certificates: true });
    expect((await choose(gateway, { digest: 'tal vez' })).status).toBe(422);
    expect((await choose(gateway, {})).body.data).toEqual({ email, ...NONE, certificates: true });
  });

  test('mails are all on for an owner who makes the first password with a link, and stay as chosen with the next one', async () => {
    const { accountId } = account;
    const password = 'una contraseña propia';
    const join = async (user: User) => {
      const token = await stores.links.issueLink(user, new Date());
      const body = new URLSearchParams({ token, password, password_confirmation: password });
      const headers = fromElsewhere();
      const made = await fetch(`${demo.baseUrl}/password`, { method: 'POST', headers, body });
      expect(made.status).toBe(200);
      return mailsOf(await signIn(demo.baseUrl, { email: user.email, password }));
    };
    const add = (role: Role) => {
      const wanted = { name: 'Lucía', email: `${randomUUID()}@example.com`, role };
      return stores.users.addUser(accountId, wanted, new Date());
    };
    const owner = await add('owner');
    expect(await join(owner)).toMatchObject({ certificates: true, unknown: true, digest: true });
    const [choice] = (await stores.mails.whoChose(accountId, 'unknown')).filter(
      ({ userId }) => userId === owner.id,
    );
    expect(choice?.origin).toBe(new URL(demo.baseUrl).origin);
    await stores.mails.chooseMails(owner, { digest: false }, { origin: '', now: new Date() });
    expect(await join((await stores.accounts.findUser(owner.id))!)).toMatchObject({
      unknown: true,
      digest: false,
    });
    expect(await join(await add('files'))).toMatchObject(NONE);
  });

  test('the choices of a user are found with those of others of the account, and of its client companies', async () => {
    const { accountId, gateway } = account;
    const other = await newUser(demo.baseUrl, accountId, 'reads');
    const company = await newCompany(gateway);
    const companyUser = (await stores.accounts.findUserByEmail(company.email))!;
    await choose(gateway, { unknown: true });
    await choose(other.gateway, { unknown: true, digest: true });
    await choose(company.gateway, { digest: true });
    expect(await found('unknown')).toEqual([userId, other.user.id].sort());
    expect(await found('digest')).toEqual([other.user.id, companyUser.id].sort());
    const [ofCompany] = (await stores.mails.whoChose(accountId, 'digest')).filter((one) => one.clientId);
    expect(ofCompany).toMatchObject({
      clientId: Number(company.id),
      origin: new URL(demo.baseUrl).origin,
    });
  });

  test('mails are no longer sent after the user is removed', async () => {
    const { accountId, gateway } = account;
    const other = await newUser(demo.baseUrl, accountId, 'files');
    const company = await newCompany(gateway);
    for (const { gateway } of [other, company]) await choose(gateway, { unknown: true, digest: true });
    await stores.users.removeUser(accountId, other.user.id, new Date());
    expect((await gateway.delete(`/customer/${company.id}`)).status).toBe(200);
    expect([...(await found('unknown')), ...(await found('digest'))]).toEqual([]);
  });
});

describe('the link that ends mails', () => {
  const page = async (method: string, query: string, body?: RequestInit['body']) => {
    const response = await fetch(`${demo.baseUrl}/mails/unsubscribe${query}`, {
      method,
      headers: fromElsewhere(),
      ...(body !== undefined && { body }),
    });
    return { status: response.status, headers: response.headers, html: await response.text() };
  };
  const tokenOf = (kind: MailKind) => stores.mails.unsubscribeToken({ userId, kind });
  beforeEach(() => choose(account.gateway, { certificates: true, unknown: true, digest: true }));

  test('the link opens a page that changes nothing, with a button that ends this kind alone', async () => {
    const token = await tokenOf('unknown');
    const shown = await page('GET', `?token=${token}`);
    expect(shown.status).toBe(200);
    expect(shown.html).toContain('<form method="post" action="unsubscribe">');
    expect(shown.html).not.toMatch(/<script|<img|<link/);
    expect(shown.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; .*form-action 'self'.*frame-ancestors 'none'$/,
    );
    expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await found('unknown')).toEqual([userId]);
    // As the form of the page sends it.
    const sent = /name="token" value="([^"]+)"/.exec(shown.html)![1]!;
    expect((await page('POST', '', new URLSearchParams({ token: sent }))).html).toContain('No recibirá más');
    expect(await mailsOf(account.gateway)).toMatchObject({
      certificates: true,
      unknown: false,
      digest: true,
    });
    expect((await page('POST', '', new URLSearchParams({ token: sent }))).status).toBe(200);
  });

  test.each([
    ['a form', () => new URLSearchParams({ 'List-Unsubscribe': 'One-Click' })],
    [
      'a form in parts',
      () => {
        const form = new FormData();
        form.set('List-Unsubscribe', 'One-Click');
        return form;
      },
    ],
  ])('the link works without a session as mail programs use it, with %s', async (_, body) => {
    expect((await page('POST', `?token=${await tokenOf('digest')}`, body())).status).toBe(200);
    expect(await mailsOf(account.gateway)).toMatchObject({
      certificates: true,
      unknown: true,
      digest: false,
    });
  });

  test('a link that is cut, changed or made up ends nothing', async () => {
    const token = await tokenOf('digest');
    const changed = `${token.slice(0, 5)}${token[5] === 'A' ? 'B' : 'A'}${token.slice(6)}`;
    for (const bad of ['', token.slice(0, -1), changed, `${token}A`, '"><script>', 'x'.repeat(1999)]) {
      const query = `?token=${encodeURIComponent(bad)}`;
      expect((await page('GET', query)).status, bad).toBe(410);
      const posted = await page('POST', query, new URLSearchParams());
      expect(posted.status, bad).toBe(410);
      expect(posted.html).not.toContain('<script');
    }
    expect(await mailsOf(account.gateway)).toMatchObject({ certificates: true, unknown: true, digest: true });
  });

  test('the link gives the same answer if the user was removed', async () => {
    const other = await newUser(demo.baseUrl, account.accountId, 'reads');
    const token = await stores.mails.unsubscribeToken({ userId: other.user.id, kind: 'digest' });
    await stores.users.removeUser(account.accountId, other.user.id, new Date());
    expect((await page('POST', '', new URLSearchParams({ token }))).status).toBe(200);
    expect(await found('digest')).toEqual([userId]);
  });
});
