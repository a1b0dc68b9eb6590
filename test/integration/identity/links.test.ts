import { afterEach, describe, expect, test, vi } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { fromElsewhere, Gateway } from '../../support/gateway.ts';
import { mailsTo, needsMails, tokenIn } from '../../support/servers/mails.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Links with which a user makes a password: when they are good, and who gets one. */

needsMails();
let ahead = 0;
await ownService({ now: () => new Date(Date.now() + ahead) });
afterEach(() => {
  ahead = 0;
  vi.unstubAllEnvs();
});

const page = async (method: string, path: string, fields?: Record<string, string>) => {
  const response = await fetch(`${demo.baseUrl}/password${path}`, {
    method,
    headers: fromElsewhere(),
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  return { status: response.status, html: await response.text() };
};

const make = (token: string, password: string) =>
  page('POST', '', { token, password, password_confirmation: password });

/** Far more than a mail takes on a busy machine. The page waits a few seconds only. */
const LONG_MS = 120_000;

/** Somebody asks for a link, from an address. */
const askFor = (email: string, now: Date, ip: string) =>
  stores.passwordLinks.sendPasswordLink(
    { email, ip, page: 'https://pasarela.example/password' },
    now,
    LONG_MS,
  );

/** A user, and links that were mailed to it, a minute after another. */
const invited = async (links = 2) => {
  const { userId: id, email } = await newAccount(demo.baseUrl);
  for (let minute = 0; minute < links; minute++)
    await askFor(email, new Date(Date.now() - minute * 60_000), `10.1.${minute}.1`);
  const tokens = (await mailsTo(email)).map(tokenIn);
  expect(tokens).toHaveLength(links);
  return { id, tokens };
};

const NEW = 'la contraseña de su dueño';

describe('the end of an earlier mailed link', () => {
  test('the link ends when another one was used', async () => {
    const { id, tokens } = await invited();
    expect((await make(tokens[0]!, NEW)).status).toBe(200);
    const hash = await stores.passwords.findPasswordHash({ id });
    expect((await page('GET', `?token=${tokens[1]}`)).status).toBe(410);
    expect((await make(tokens[1]!, 'la contraseña de otro')).status).toBe(410);
    expect(await stores.passwords.findPasswordHash({ id })).toBe(hash);
  });

  test.each<[string, (id: string) => Promise<void>]>([
    ['when the user was signed out everywhere', (id) => stores.accounts.revokeSessions(id)],
    ['when an operator gave a password', (id) => stores.accounts.setPassword(id, NEW, new Date())],
  ])('the link ends %s', async (_, revoke) => {
    const { id, tokens } = await invited(1);
    await revoke(id);
    const hash = await stores.passwords.findPasswordHash({ id });
    expect((await page('GET', `?token=${tokens[0]}`)).status).toBe(410);
    expect((await make(tokens[0]!, 'la contraseña de otro')).status).toBe(410);
    expect(await stores.passwords.findPasswordHash({ id })).toBe(hash);
  });
});

test('only one of two links that are used at once makes the password', async () => {
  const { tokens } = await invited();
  const answers = await Promise.all(tokens.map((token) => make(token, NEW)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410]);
});

test('a new password ends the sessions and the password from before', async () => {
  const password = 'la primera de todas';
  const { email, gateway } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const token = await stores.links.issueLink((await stores.accounts.findUserByEmail(email))!, new Date());
  expect((await make(token, NEW)).status).toBe(200);
  expect((await gateway.get('/auth')).status).toBe(401);
  const anonymous = new Gateway(demo.baseUrl, fromElsewhere());
  expect((await anonymous.post('/auth/login', { email, password: NEW })).status).toBe(200);
  expect((await anonymous.post('/auth/login', { email, password })).status).toBe(401);
});

test('the text of a caller never becomes markup of the page', async () => {
  const { html } = await page('GET', `?token=${encodeURIComponent('"><script>x</script>')}`);
  expect(html).not.toContain('<script>');
});

describe('a request for a link to a new password', () => {
  const ask = (email: string) => page('POST', '/forgotten', { email });

  test('the request sends a link to a user, and is answered as for an unknown e-mail', async () => {
    const { email } = await newAccount(demo.baseUrl);
    const sent = async () => (await mailsTo(email)).length;
    // On a busy machine a mail may not go out in time: then a person asks again, a minute later.
    for (let asked = 0; (await sent()) === 0; asked++) {
      expect(asked).toBeLessThan(10);
      ahead = asked * 60_000;
      const [known, unknown] = await Promise.all([ask(email), ask('nadie@example.com')]);
      expect(known).toEqual(unknown);
    }
    expect(await mailsTo('nadie@example.com')).toEqual([]);
  });

  test('the request sends none to a user of a disabled account, with the same answer', async () => {
    const { accountId, email } = await newAccount(demo.baseUrl);
    await stores.accounts.setAccountDisabled(accountId, true);
    const [disabled, unknown] = await Promise.all([ask(email), ask('nadie@example.com')]);
    expect(disabled).toEqual(unknown);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('a request that is repeated sends one mail in each minute', async () => {
    const { email } = await newAccount(demo.baseUrl);
    for (let minute = 0; minute < 3; minute++) {
      const now = new Date(Date.now() + minute * 60_000);
      for (let times = 0; times < 3; times++) await askFor(email, now, `10.1.${minute}.1`);
      expect(await mailsTo(email)).toHaveLength(minute + 1);
    }
  });

  describe('the limits of links to a new password', () => {
    const KNOWN = '10.7.0.1';
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0));
    const minute = (number: number) => new Date(midnight.getTime() + number * 60_000);
    const sentTo = async (email: string) => (await mailsTo(email)).length;
    /** A user who signed in from a network before. */
    const withNetwork = async () => {
      const account = await newAccount(demo.baseUrl);
      const login = await stores.accounts.findLogin(account.email);
      const origin = await stores.signIns.readOrigin(account.email, KNOWN, midnight);
      await (await stores.signIns.countTry(origin, login, midnight)).succeed();
      return account;
    };

    test('one network gets five links a day, and all networks where the user never signed in get ten', async () => {
      const { email } = await withNetwork();
      for (let number = 0; number < 7; number++) await askFor(email, minute(number), '10.8.0.1');
      expect(await sentTo(email)).toBe(5);
      for (let number = 0; number < 9; number++) await askFor(email, minute(number), `10.9.${number}.1`);
      expect(await sentTo(email)).toBe(10);
      // A network that the user signed in from has its own, in the same minute, and no more than others.
      for (let number = 0; number < 7; number++) await askFor(email, minute(number), KNOWN);
      expect(await sentTo(email)).toBe(15);
      await askFor(email, minute(24 * 60), '10.8.0.1');
      expect(await sentTo(email)).toBe(16);
    });

    test('a network counts as known to its user only, and with the present password', async () => {
      const { email, userId } = await withNetwork();
      const other = await newAccount(demo.baseUrl);
      await stores.accounts.setPassword(userId, NEW, midnight);
      for (const one of [email, other.email]) {
        for (let number = 0; number < 10; number++) await askFor(one, minute(number), `10.9.${number}.1`);
        await askFor(one, minute(20), KNOWN);
        expect(await sentTo(one)).toBe(10);
      }
    });

    test('the limits hold also if many requests come at once', async () => {
      const { accountId } = await newAccount(demo.baseUrl);
      const asked = { accountId, email: 'a@example.com' };
      // Twelve at once, three times: the emulator answers so many in time on a busy machine, too.
      const taken = async (more: { isKnown: boolean }, networks: number) => {
        let links = 0;
        for (const first of [0, 12, 24]) {
          const answers = await Promise.all(
            Array.from({ length: 12 }, (_, number) =>
              stores.budgets.takeLink(
                { ...asked, network: `${more.isKnown}#${(first + number) % networks}`, ...more },
                midnight,
              ),
            ),
          );
          links += answers.filter(Boolean).length;
        }
        return links;
      };
      expect(await taken({ isKnown: false }, 3)).toBe(3);
      expect(await taken({ isKnown: false }, 36)).toBe(7);
      expect(await taken({ isKnown: true }, 36)).toBe(20);
    });
  });

  test.each([
    ['has no sender', ''],
    ['may not send', 'nobody@unverified.example'],
  ])('the answer does not show which e-mails exist where the deployment %s', async (_, sender) => {
    const { email } = await newAccount(demo.baseUrl);
    vi.stubEnv('MAIL_SENDER', sender);
    const [known, unknown] = await Promise.all([ask(email), ask('nadie@example.com')]);
    expect(known).toEqual(unknown);
  });
});
