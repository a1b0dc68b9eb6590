import { describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { aCompany, anEmail, newAccount } from '../../support/accounts.ts';
import { demo } from '../../support/demo.ts';
import { type Gateway, withinOneDay } from '../../support/gateway.ts';
import { mailsTo, needsMails } from '../../support/servers/mails.ts';

/** Mails that the service sends in its own name, with texts from callers. */

needsMails();

const companyOf = (name: string, email: string, alternativo: string[]) =>
  aCompany({ name, access: { email }, alternativo });

/** Requests a link, from an address. */
const askFor = (email: string, now: Date, ip: string) =>
  stores.passwordLinks.sendPasswordLink({ email, ip, page: 'https://pasarela.example/password' }, now);

const invite = (gateway: Gateway, name: string, email = anEmail(), alternativo: string[] = []) =>
  gateway.post('/customer', companyOf(name, email, alternativo));

describe('the name of a client company', () => {
  test.each([
    ['has an address', 'Premio en https://malo.example/gratis'],
    ['has a domain', 'Entre en malo.example ya'],
    ['has an e-mail', 'Escriba a robo@malo'],
    ['has one in other letters', 'WWW.MALO'],
  ])('a name that %s is omitted from the mails', async (_, name) => {
    const { gateway } = await newAccount(demo.baseUrl);
    const [email, other] = [anEmail(), anEmail()];
    expect((await invite(gateway, name, email, [other])).status).toBe(200);
    for (const to of [email, other]) {
      const [mail] = await mailsTo(to);
      // The token of a link may have any letters.
      expect(`${mail!.subject} ${mail!.text}`.replace(/token=[\w-]+/, '')).not.toMatch(/malo/i);
    }
  });

  test('a name that has line breaks is refused, and no mail is sent', async () => {
    const { gateway } = await newAccount(demo.baseUrl);
    const email = anEmail();
    const answered = await invite(gateway, 'Talleres\r\n\r\nSu cuenta\u2028se cierra\u202e hoy', email);
    expect(answered).toMatchObject({ status: 422, body: { errors: { name: [expect.any(String)] } } });
    expect(await mailsTo(email)).toEqual([]);
  });

  test('a good name is in the mail', async () => {
    const { gateway } = await newAccount(demo.baseUrl);
    const email = anEmail();
    await invite(gateway, 'Panadería Núñez & Hijos, S.L.', email);
    const [mail] = await mailsTo(email);
    expect(mail!.text).toContain('ha dado acceso a «Panadería Núñez & Hijos, S.L.».');
  });
});

describe('a client company that is saved with a password', () => {
  const withPassword = { password: 'una-clave-de-paso', password_confirmation: 'una-clave-de-paso' };
  const saved = async (changes: object) => {
    const { gateway, accountId } = await newAccount(demo.baseUrl);
    const [email, other] = [anEmail(), anEmail()];
    const company = { ...companyOf('Talleres', email, [other]), ...changes };
    const save = () => gateway.post('/customer', { ...company, access: { email, ...withPassword } });
    const mails = async () => (await Promise.all([email, other].map((to) => mailsTo(to)))).flat();
    return { accountId, save, mails };
  };

  test('the company is notified if not_notify is 0, and so are its other addresses, and no mail has a link', async () => {
    const { save, mails } = await saved({ not_notify: 0 });
    expect(await save()).toMatchObject({ status: 200, body: { message: 'OK' } });
    const sent = await mails();
    expect(sent).toHaveLength(2);
    for (const { text } of sent) {
      expect(text).toContain('ha dado acceso a «Talleres».');
      expect(text).not.toMatch(/http|una-clave/);
    }
    // The company already exists.
    expect((await save()).body.message).toContain('ya existía');
    expect(await mails()).toHaveLength(2);
  });

  test.each([
    ['not_notify is left out', {}],
    ['not_notify is 1', { not_notify: 1 }],
    ['it is saved without access', { not_notify: 0, sub_activa: 0 }],
  ])('the company gets no mail if %s', async (_where, changes) => {
    const { save, mails } = await saved(changes);
    expect((await save()).status).toBe(200);
    expect(await mails()).toEqual([]);
  });

  test('the company is saved, and the answer says so, if no mail is left today', async () => {
    const { accountId, save, mails } = await saved({ not_notify: 0 });
    expect(await stores.budgets.takeMails(accountId, 499, new Date())).toBe(true);
    expect((await save()).body.message).toMatch(/no se ha enviado el aviso.*máximo diario/);
    expect(await mails()).toEqual([]);
  });
});

test('an invitation and its notice name the office that invites', async () => {
  const { gateway, accountId } = await newAccount(demo.baseUrl);
  const { name } = (await stores.accounts.findAccount(accountId))!;
  const [email, other] = [anEmail(), anEmail()];
  expect((await invite(gateway, 'Talleres', email, [other])).status).toBe(200);
  for (const to of [email, other]) {
    const [mail] = await mailsTo(to);
    expect(mail!.text).toContain(`«${name}» ha dado acceso a «Talleres».`);
  }
});

describe('a recipient', () => {
  test('a recipient gets ten mails a day from an account, whatever is made and removed, and however they come', async () => {
    await withinOneDay(300);
    const { gateway } = await newAccount(demo.baseUrl);
    const [victim, other] = [anEmail(), anEmail()];
    const again = async (email: string, alternativo: string[]) => {
      const { status, body } = await invite(gateway, 'Talleres', email, alternativo);
      expect(status).toBe(200);
      const { data } = body;
      expect((await gateway.delete(`/customer/${data.id}`)).status).toBe(200);
      return body.message as string;
    };
    for (let made = 0; made < 4; made++) expect(await again(victim, [])).toBe('OK');
    for (let made = 0; made < 4; made++) expect(await again(anEmail(), [victim.toUpperCase()])).toBe('OK');
    expect((await invite(gateway, 'Talleres', victim)).body.message).toBe('OK');
    for (let minute = 0; minute < 4; minute++)
      await askFor(victim, new Date(Date.now() + minute * 60_000), '10.1.0.1');
    const toVictim = async () =>
      (await Promise.all([victim, victim.toUpperCase()].map((to) => mailsTo(to)))).flat().length;
    // Links that anybody may request have a separate budget.
    const links = 4;
    expect(await toVictim()).toBe(9 + links);
    expect(await again(anEmail(), [victim])).toBe('OK');
    expect(await toVictim()).toBe(10 + links);
    // The next invitation by another account is sent, without the notice.
    expect(await again(other, [victim])).toBe('OK');
    expect(await mailsTo(other)).toHaveLength(1);
    expect(await toVictim()).toBe(10 + links);
  });

  test('a recipient of ten mails gets no invitation, and the answer says so', async () => {
    const { gateway, accountId } = await newAccount(demo.baseUrl);
    const email = anEmail();
    const taken = await Promise.all(
      Array.from({ length: 12 }, () => stores.budgets.takeMailTo(accountId, email, new Date())),
    );
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(10);
    const late = await invite(gateway, 'Talleres', email);
    expect(late).toMatchObject({ status: 200, body: { message: expect.stringContaining('máximo diario') } });
    expect(await mailsTo(email)).toEqual([]);
    // The address is a recipient of another account, too.
    const { accountId: another } = await newAccount(demo.baseUrl);
    expect(await stores.budgets.takeMailTo(another, email, new Date())).toBe(true);
  });

  test('a recipient is notified once, however often the e-mail is named', async () => {
    const { gateway } = await newAccount(demo.baseUrl);
    const [email, other] = [
      `${crypto.randomUUID().slice(0, 8)}@a.es`,
      `${crypto.randomUUID().slice(0, 8)}@b.es`,
    ];
    const named = [other, other.toUpperCase(), email, other, email.toUpperCase()];
    expect((await invite(gateway, 'Talleres', email, named)).status).toBe(200);
    const counts = await Promise.all(
      [email, other, email.toUpperCase(), other.toUpperCase()].map(async (to) => (await mailsTo(to)).length),
    );
    expect(counts).toEqual([1, 1, 0, 0]);
  });
});

describe('the mails of an account in a day', () => {
  test('the mails have a limit, a client is saved all the same, and the answer says what was not sent', async () => {
    const { gateway, accountId } = await newAccount(demo.baseUrl);
    const [one, other] = [anEmail(), anEmail()];
    expect(await stores.budgets.takeMails(accountId, 499, new Date())).toBe(true);
    expect((await invite(gateway, 'Primera', one)).body.message).toBe('OK');
    const late = await invite(gateway, 'Segunda', other);
    expect(late).toMatchObject({ status: 200, body: { message: expect.stringContaining('máximo diario') } });
    expect((await mailsTo(one)).length).toBe(1);
    expect(await mailsTo(other)).toEqual([]);
    const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000);
    expect(await stores.budgets.takeMails(accountId, 1, tomorrow)).toBe(true);
  });

  test('the mails are counted before they are sent, however many are asked for at once', async () => {
    const scope = crypto.randomUUID();
    const now = new Date();
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => stores.budgets.takeMails(scope, 100, now)),
    );
    expect(taken.filter((isTaken) => isTaken)).toHaveLength(5);
  });

  test('the mails do not include links to passwords, which anyone may ask for, and which have a limit for each user', async () => {
    const { accountId, email } = await newAccount(demo.baseUrl);
    const midnight = new Date(new Date().setUTCHours(0, 0, 0, 0));
    for (let minute = 0; minute < 12; minute++)
      await askFor(email, new Date(midnight.getTime() + minute * 60_000), `10.1.${minute}.1`);
    expect(await mailsTo(email)).toHaveLength(10);
    expect(await stores.budgets.takeMails(accountId, 500, midnight)).toBe(true);
  });
});
