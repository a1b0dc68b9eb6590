import { CreateQueueCommand, GetQueueAttributesCommand, SQSClient } from '@aws-sdk/client-sqs';
import { load } from 'cheerio';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GatewayEvent } from '../../../functions/capabilities/events/gateway-event.ts';
import { eventIdOf } from '../../../functions/capabilities/events/store/event-row.ts';
import { MAIL_KINDS } from '../../../functions/capabilities/mails/fields.ts';
import { mailsHandler } from '../../../functions/capabilities/mails/send.ts';
import type { MailMessage } from '../../../functions/capabilities/mails/store/queue.ts';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { daysLater, madridDay, slashedDate, startOfMadridDay } from '../../../shared/kernel/spanish-time.ts';
import { acceptOf, aProfile, sessionOf } from '../../support/accounts.ts';
import { newUser, switchOnSecondFactor } from '../../support/callers/users.ts';
import { issueP12 } from '../../support/certificates.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sendDigests } from '../../support/iam/due.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { replaced, withoutLookUps } from '../../support/servers/failing-services.ts';
import { mailsTo, needsMails } from '../../support/servers/mails.ts';
import { ownService } from '../../support/setup/own-service.ts';
import { followChanges } from '../../support/stores/streams.ts';

/** Mails that users have chosen: their recipients, content and number, wherever a function is interrupted. */

needsMails();

let ahead = 0;
/** Whether look-ups are not answered. */
let isDown = false;
/** Faults while mails are sent. */
let meets: { send?: () => void; mark?: () => void } = {};
const queued: { message: MailMessage; delay: number }[] = [];
const mails = replaced(stores.mails, () => ({
  queueMails: async (messages, delay = 0) => {
    await stores.mails.queueMails(messages, delay);
    queued.push(...messages.map((message) => ({ message, delay })));
  },
  markMail: async (...all) => {
    meets.mark?.();
    await stores.mails.markMail(...all);
  },
}));
const mail = replaced(stores.mail, () => ({
  sendMail: async (written) => {
    meets.send?.();
    await stores.mail.sendMail(written);
  },
}));
const now = () => new Date(Date.now() + ahead);
const own = { ...stores, mail, mails };

let company: { id: number; name: string; email: string; gateway: Gateway };
const sqs = new SQSClient({ useQueueUrlAsEndpoint: false });
const { QueueUrl } = await sqs.send(new CreateQueueCommand({ QueueName: `mails-${crypto.randomUUID()}` }));
vi.stubEnv('MAILS_QUEUE', QueueUrl!);
const {
  service,
  requests,
  tgss: acting,
} = await ownService({ stores: own, now, openAuthority: withoutLookUps(() => isDown) });
const { accountId } = service;
const changes = await followChanges(service.services, {
  isOwn: () => [accountId],
  tables: ['ACCOUNTS_TABLE', 'FILINGS_TABLE', 'EVENTS_TABLE'],
});
beforeAll(async () => {
  const { caller, demo } = service;
  const name = 'Panadería Núñez & Hijos';
  const email = `${crypto.randomUUID()}@example.com`;
  const { regimen, ccc } = demo.company;
  const made = await caller.post('/customer', {
    name,
    access: { email },
    not_notify: 1,
    profile: { ...aProfile(), account: [{ regimen, cuenta: ccc, alias: 'Obrador' }] },
  });
  expect(made.status).toBe(200);
  company = { id: made.body.data.id, name, email, gateway: await sessionOf(demo.baseUrl, email) };
});
beforeEach(() => {
  isDown = false;
  meets = {};
  ahead = 0;
  queued.length = 0;
});

/** Users whose choice is removed after their test. */
const choosers: string[] = [];
afterEach(async () => {
  for (const id of choosers.splice(0))
    for (const kind of MAIL_KINDS) await stores.mails.endMail({ id, accountId }, kind);
});

/** A new user of the office who has chosen mails. */
const chooser = async (chosen: object) => {
  const { baseUrl } = service.demo;
  const { user, email, gateway } = await newUser(baseUrl, accountId, 'reads');
  expect((await gateway.call('PUT', '/mails', { json: chosen })).status).toBe(200);
  choosers.push(user.id);
  return { id: user.id, email, gateway };
};

let cno = 3000;
/** Changes the occupation of a worker. @returns the id of the trámite */
const file = async (headers: Record<string, string> = {}): Promise<string> => {
  const { request } = requests['PUT /seg-social/cno']!;
  const answer = await acting
    .with(headers)
    .call('PUT', '/seg-social/cno', { json: { ...request, cno: String(cno++) } });
  return answer.headers.get('x-tramite-id')!;
};
const fileUnknown = async (): Promise<string> => {
  isDown = true;
  const id = await file({ 'X-Sandbox-Scenario': 'lost-answer' });
  isDown = false;
  expect((await stores.filings.getFiling(id))!.state).toBe('unknown');
  return id;
};

/** Reads the streams until nothing new comes: a filing causes an event, which causes mails. */
const follow = async () => {
  while ((await changes.catchUp()).length > 0);
  return queued.splice(0);
};

/** Passes a message to the function, as SQS does. @returns whether it succeeded; otherwise SQS delivers it again */
const deliver = async (message: MailMessage): Promise<boolean> => {
  const handler = mailsHandler({ ...service.services, log: { info: () => {}, error: () => {} } });
  const Records = [{ messageId: '1', body: JSON.stringify(message) }] as never;
  const { batchItemFailures } = await asFunction('send-mails', () => handler({ Records }));
  return batchItemFailures.length === 0;
};

const linkOf = (text: string, kind: string) => {
  const { origin } = new URL(service.demo.baseUrl);
  const [, link] = /Dejar de recibirlo: (\S+)$/.exec(text) ?? [];
  expect(link, kind).toMatch(`${origin}/api/v4/mails/unsubscribe?token=`);
  return link!;
};

const NAME = 'Cambiar la ocupación (CNO)';
const nameOf = async (id: string) => (await stores.filings.getFiling(id))!.operationName ?? NAME;

describe('a mail about an outcome that is unknown', () => {
  const NOT_AGAIN =
    'No lo envíe otra vez: podría quedar presentado dos veces. Seguimos preguntando al organismo.';

  test('the mail is written after 15 minutes to the users who chose it, and to no others', async () => {
    const reader = await chooser({ unknown: true });
    const others = [await chooser({ certificates: true, digest: true }), await chooser({})];
    // The certificate belongs to the office.
    await company.gateway.call('PUT', '/mails', { json: { unknown: true } });
    const id = await fileUnknown();
    const [one, ...more] = await follow();
    expect(more).toEqual([]);
    expect(one).toMatchObject({
      delay: 15 * 60,
      message: { kind: 'unknown', accountId, event: { companyId: company.id, subject: { id } } },
    });
    // SQS has the message, but does not deliver it yet.
    const counts = await new SQSClient({ useQueueUrlAsEndpoint: false }).send(
      new GetQueueAttributesCommand({
        QueueUrl: process.env.MAILS_QUEUE,
        AttributeNames: ['ApproximateNumberOfMessages', 'ApproximateNumberOfMessagesDelayed'],
      }),
    );
    expect(counts.Attributes).toEqual({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesDelayed: '1',
    });
    ahead = 15 * 60_000;
    expect(await deliver(one!.message)).toBe(true);
    const [mail, ...twice] = await mailsTo(reader.email);
    expect(twice).toEqual([]);
    const link = linkOf(mail!.text, 'unknown');
    expect({ subject: mail!.subject, text: mail!.text.split('\n\n') }).toEqual({
      subject: 'Trámite de resultado desconocido',
      text: [
        'Se envió a la Seguridad Social, y desde hace al menos 15 minutos no se sabe si ha tenido efecto:',
        `- ${await nameOf(id)} de «Panadería Núñez & Hijos»: trámite ${id}`,
        NOT_AGAIN,
        `Si sigue así, mire en el organismo si consta, y declare lo que vea: en el panel, en ese trámite, o con POST /tramites/${id}/resolve. Al día se envían diez correos como este como máximo; todos están en el panel, en Hoy, y en GET /tramites?state=unknown.`,
        `Recibe este correo porque lo ha elegido. Dejar de recibirlo: ${link}`,
      ],
    });
    const page = load(mail!.html);
    expect(page('a').attr('href')).toBe(link);
    expect(page('li').text()).toBe(`${await nameOf(id)} de «Panadería Núñez & Hijos»: trámite ${id}`);
    for (const { email } of [...others, company]) expect(await mailsTo(email)).toEqual([]);
    // No personal data of the worker.
    for (const data of [seed.demo.worker.nss, seed.demo.worker.dni]) expect(mail!.html).not.toContain(data);
    // The link unsubscribes from these mails.
    expect((await fetch(link, { method: 'POST' })).status).toBe(200);
    expect((await reader.gateway.get('/mails')).body.data.unknown).toBe(false);
  });

  test('the mail is not written if the outcome is known, or was declared, by then', async () => {
    const { email } = await chooser({ unknown: true });
    const id = await fileUnknown();
    const [one] = await follow();
    const declared = await acting.post(`/tramites/${id}/resolve`, { filed: true, note: 'Consta.' });
    expect(declared.status).toBe(200);
    expect(await deliver(one!.message)).toBe(true);
    expect(await mailsTo(email)).toEqual([]);
  });

  test('the mail is written once, however often and at once its message comes, and ten times a day at most', async () => {
    const { email, id: userId } = await chooser({ unknown: true });
    await fileUnknown();
    const [one] = await follow();
    const done = await Promise.all([one, one, one].map((each) => deliver(each!.message)));
    expect(done).toContain(true);
    // A message that came while another function sent the same mail is delivered again.
    ahead += 61_000;
    for (const _ of done) expect(await deliver(one!.message)).toBe(true);
    expect(await mailsTo(email)).toHaveLength(1);
    for (let taken = 1; taken < 10; taken++) await stores.budgets.takeNotice(userId, now());
    await fileUnknown();
    const [late] = await follow();
    expect(await deliver(late!.message)).toBe(true);
    expect(await mailsTo(email)).toHaveLength(1);
    // The mail with a link for a password counts against another budget.
    expect(await stores.budgets.takeMailTo(accountId, email, now())).toBe(true);
  });

  test('the mail is written again only to users who did not get it because SES refused', async () => {
    const readers = [await chooser({ unknown: true }), await chooser({ unknown: true })];
    await fileUnknown();
    const [one] = await follow();
    let calls = 0;
    meets.send = () => {
      if (++calls === 1) throw new Error('MessageRejected');
    };
    expect(await deliver(one!.message)).toBe(false);
    const counts = async () => Promise.all(readers.map(async ({ email }) => (await mailsTo(email)).length));
    expect((await counts()).sort()).toEqual([0, 1]);
    // SQS delivers it again after six minutes.
    ahead += 6 * 60_000;
    expect(await deliver(one!.message)).toBe(true);
    expect(await counts()).toEqual([1, 1]);
  });

  test('the mail is written twice at most if the function ends between sending and noting it', async () => {
    const { email } = await chooser({ unknown: true });
    await fileUnknown();
    const [one] = await follow();
    meets.mark = () => {
      throw new Error('the function has ended');
    };
    expect(await deliver(one!.message)).toBe(false);
    meets = {};
    // Too early to be sure that it was removed.
    expect(await deliver(one!.message)).toBe(false);
    expect(await mailsTo(email)).toHaveLength(1);
    ahead += 61_000;
    expect(await deliver(one!.message)).toBe(true);
    expect(await deliver(one!.message)).toBe(true);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('the mail is not written to a user who was removed meanwhile, nor to an account that is disabled', async () => {
    const [removed, reader] = [await chooser({ unknown: true }), await chooser({ unknown: true })];
    await fileUnknown();
    const [one] = await follow();
    await stores.users.removeUser(accountId, removed.id, new Date());
    // As if the row outlived its user.
    const row = { id: removed.id, accountId };
    await stores.mails.chooseMails(row, { unknown: true }, { origin: 'https://x.example', now: now() });
    const accounts: typeof stores.accounts = {
      ...stores.accounts,
      findAccount: async (id) => ({ ...(await stores.accounts.findAccount(id))!, disabled: true }),
    };
    const off = mailsHandler({ ...service.services, stores: { ...own, accounts } });
    const Records = [{ messageId: '1', body: JSON.stringify(one!.message) }] as never;
    expect(await off({ Records })).toEqual({ batchItemFailures: [] });
    expect(await mailsTo(reader.email)).toEqual([]);
    expect(await deliver(one!.message)).toBe(true);
    expect(await mailsTo(reader.email)).toHaveLength(1);
    expect(await mailsTo(removed.email)).toEqual([]);
  });
});

/** Stores a certificate that is valid for some days from now. @returns its id */
const storeCertificate = async (days: number, fields: Record<string, string>, who = service.caller) => {
  // Somewhat longer, so that the number of days stays the same until midnight.
  const notAfter = new Date(
    startOfMadridDay(madridDay(daysLater(new Date(), days))).getTime() + 10 * 3600_000,
  );
  const p12 = await issueP12({ person: seed.demo.holder }, service.demo, { notAfter });
  const { body, status } = await who.upload(p12, { password: 'clave', ...fields });
  expect(status).toBe(200);
  await acceptOf(service.caller, body.data.cert_secret);
  const secret = await stores.certificates.readSecret(body.data.cert_secret, accountId);
  return { id: secret!.certificateId, notAfter };
};
const slashed = (instant: Date) => slashedDate(madridDay(instant));

/** The event that a reminder appends. */
const expiring = async (id: string, days: number, clientId?: number) => {
  const event: GatewayEvent = {
    id: eventIdOf(id, String(days)),
    type: 'certificate.expiring',
    at: now().toISOString(),
    ...(clientId !== undefined && { clientId }),
    subject: { kind: 'certificate', id },
    detail: { days },
  };
  await stores.events.appendEvents(accountId, [event], { now: now() });
};

test('a mail about a certificate that expires is written to the office, and to its client company', async () => {
  const reader = await chooser({ certificates: true });
  await company.gateway.call('PUT', '/mails', { json: { certificates: true, unknown: false } });
  const ofOffice = await storeCertificate(7, { type: '1' });
  const ofCompany = await storeCertificate(1, {}, company.gateway);
  await follow();
  await expiring(ofOffice.id, 7);
  await expiring(ofCompany.id, 1, company.id);
  const messages = await follow();
  expect(messages.map(({ delay }) => delay)).toEqual([0, 0]);
  for (const { message } of messages) expect(await deliver(message)).toBe(true);
  const first = async (email: string) =>
    (await mailsTo(email)).map(({ subject, text }) => [subject, text.split('\n\n')[0]]);
  const toCompany = [
    'Un certificado caduca mañana',
    `El certificado de «Panadería Núñez & Hijos» caduca mañana, el ${slashed(ofCompany.notAfter)}.`,
  ];
  expect(await first(reader.email)).toEqual([
    [
      'Un certificado caduca en 7 días',
      `El certificado para la Seguridad Social de su cuenta caduca en 7 días, el ${slashed(ofOffice.notAfter)}.`,
    ],
    toCompany,
  ]);
  expect(await first(company.email)).toEqual([toCompany]);
  // A certificate that was deleted in the meantime.
  await stores.certificates.deleteCertificate(accountId, { certificateId: ofOffice.id, clientId: 0 });
  await expiring(ofOffice.id, 1);
  for (const { message } of await follow()) expect(await deliver(message)).toBe(true);
  expect(await mailsTo(reader.email)).toHaveLength(2);
});

describe('the digest by mail', () => {
  /** Sets the clock to eight in the morning in Madrid, some days from now. */
  const at = (days: number) => {
    ahead = startOfMadridDay(madridDay(daysLater(new Date(), days))).getTime() + 8 * 3600_000 - Date.now();
    return madridDay(now());
  };
  const digest = (userId: string, days: number) =>
    deliver({ kind: 'digest', accountId, userId, day: at(days) });

  test('the digest has failures, unknown outcomes and expiring certificates, and is not sent if there are none', async () => {
    const before = await file({ 'X-Sandbox-Scenario': 'refused' });
    const reader = await chooser({ digest: true });
    const [refused, notSent, unknown] = [
      await file({ 'X-Sandbox-Scenario': 'refused' }),
      await file({ 'X-Sandbox-Scenario': 'maintenance' }),
      await fileUnknown(),
    ];
    await file();
    const known = await fileUnknown();
    await acting.post(`/tramites/${known}/resolve`, { filed: true, note: 'Consta.' });
    const { notAfter } = await storeCertificate(12, { type: '2' });
    await storeCertificate(40, { type: '3' });
    await follow();
    expect(await digest(reader.id, 1)).toBe(true);
    expect(await digest(reader.id, 1)).toBe(true);
    const [mail, ...more] = await mailsTo(reader.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toBe(`Resumen del ${slashed(now())}`);
    const line = async (id: string) => `- ${await nameOf(id)} de «Panadería Núñez & Hijos»: trámite ${id}`;
    // This file has other unknown filings and expiring certificates, too.
    const sections = new Map(
      mail!.text
        .split('\n\n')
        .slice(0, -1)
        .reduce<string[][]>((pairs, part, place) => {
          if (place % 2 === 0) pairs.push([part]);
          else pairs.at(-1)!.push(part);
          return pairs;
        }, []) as [string, string][],
    );
    expect([...sections.keys()]).toEqual([
      'Resultado desconocido',
      'Rechazados por el organismo',
      'No enviados',
      'Certificados que caducan',
    ]);
    expect(sections.get('Rechazados por el organismo')).toBe(await line(refused));
    expect(sections.get('No enviados')).toBe(await line(notSent));
    expect(sections.get('Resultado desconocido')!.split('\n')).toContain(await line(unknown));
    for (const other of [known, before]) expect(mail!.text).not.toContain(other);
    const expires = sections.get('Certificados que caducan')!;
    expect(expires).toContain(
      `- Certificado para el SEPE de su cuenta: caduca en 11 días, el ${slashed(notAfter)}`,
    );
    expect(expires).not.toContain('Agencia Tributaria');
    expect(load(mail!.html)('h2')).toHaveLength(4);
    linkOf(mail!.text, 'digest');
    // The next digest begins where this one ended.
    expect(await digest(reader.id, 2)).toBe(true);
    const [, second] = await mailsTo(reader.email);
    expect(second!.text).not.toContain('Rechazados');
    expect(second!.text).not.toContain(refused);
    expect(second!.text).toContain(unknown);
  });

  test('the digest of a client company has only its own matters, and is not sent if there are none', async () => {
    const { id } = (await stores.accounts.findUserByEmail(company.email))!;
    const before = (await mailsTo(company.email)).length;
    await company.gateway.call('PUT', '/mails', { json: { digest: true } });
    await file({ 'X-Sandbox-Scenario': 'refused' });
    await follow();
    const own = await stores.certificates.listAllCertificates(accountId, company.id);
    for (const { id } of own)
      await stores.certificates.deleteCertificate(accountId, { certificateId: id, clientId: company.id });
    expect(await digest(id, 1)).toBe(true);
    expect(await mailsTo(company.email)).toHaveLength(before);
    // At night, tomorrow at eight is so far away that sessions have ended by then.
    ahead = 0;
    const { notAfter } = await storeCertificate(20, {}, company.gateway);
    expect(await digest(id, 2)).toBe(true);
    const sent = (await mailsTo(company.email)).slice(before);
    expect(sent.map(({ text }) => text.split('\n\n').slice(0, 2))).toEqual([
      [
        'Certificados que caducan',
        `- Certificado de «Panadería Núñez & Hijos»: caduca en 18 días, el ${slashed(notAfter)}`,
      ],
    ]);
    await stores.mails.endMail({ id, accountId }, 'digest');
  });
});

describe('the digests by mail of a morning', () => {
  /** A separate name for the notes of this run about each day, because other files also run the schedule. */
  const run = crypto.randomUUID();
  const noted: Partial<typeof stores.mails> = {
    digestsQueued: (day) => stores.mails.digestsQueued(`${run}-${day}`),
    noteDigestsQueued: (day, ...rest) => stores.mails.noteDigestsQueued(`${run}-${day}`, ...rest),
  };
  /** Runs the schedule. @returns the users whose digests it queued */
  const scheduleAt = async (instant: Date, others: Partial<typeof stores.mails> = {}) => {
    const all = { ...own, mails: replaced(mails, () => ({ ...noted, ...others })) };
    const services = { ...service.services, stores: all, now: () => instant };
    await sendDigests({ ...services, log: { info: () => {}, error: () => {} } });
    return queued.splice(0).flatMap(({ message }) => (message.accountId === accountId ? message : []));
  };

  test.each([
    ['in winter', '2031-01-15', '07:00'],
    ['in summer', '2031-07-15', '06:00'],
    ['on the day on which clocks go forward', '2031-03-30', '06:00'],
    ['on the day on which clocks go back', '2031-10-26', '07:00'],
  ])('the digests are in the queue at eight in Madrid, once: %s', async (_, day, utc) => {
    const readers = [await chooser({ digest: true }), await chooser({ digest: true })];
    await chooser({ certificates: true, unknown: true });
    const eight = Date.parse(`${day}T${utc}:00Z`);
    const minute = (after: number) => scheduleAt(new Date(eight + after * 60_000));
    expect(await minute(-60)).toEqual([]);
    expect(await minute(-1)).toEqual([]);
    expect((await minute(0)).map((message) => 'userId' in message && message.userId).sort()).toEqual(
      readers.map(({ id }) => id).sort(),
    );
    for (const after of [1, 60, 15 * 60]) expect(await minute(after)).toEqual([]);
    const messages = await minute(24 * 60);
    expect(messages).toHaveLength(2);
    expect(messages).not.toContainEqual(expect.objectContaining({ day }));
  });

  test('the digests go on where a run ended, and each user gets one', async () => {
    const readers = await Promise.all(Array.from({ length: 3 }, () => chooser({ digest: true })));
    await fileUnknown();
    await follow();
    const eight = new Date('2032-01-15T07:00:00Z');
    // Everything is queued, and then the run ends before it notes that.
    const ends = async () => {
      throw new Error('the function has ended');
    };
    const first = await scheduleAt(eight, { noteDigestsQueued: ends });
    const again: MailMessage[] = [];
    for (let minute = 1; minute < 5; minute++)
      again.push(...(await scheduleAt(new Date(eight.getTime() + minute * 60_000))));
    expect(again).toHaveLength(readers.length);
    ahead = eight.getTime() - Date.now();
    for (const message of [...first, ...again]) expect(await deliver(message)).toBe(true);
    for (const { email } of readers) expect(await mailsTo(email)).toHaveLength(1);
  });
});

describe('a mail about the second factor of a user', () => {
  test('the mail is written when it is switched on, and when another person removes it, without a choice of mails', async () => {
    const person = await newUser(service.demo.baseUrl, accountId, 'reads');
    const other = await newUser(service.demo.baseUrl, accountId, 'reads');
    await follow();
    await switchOnSecondFactor(person.user);
    const [on, ...more] = await follow();
    expect(more).toEqual([]);
    for (const _ of ['first', 'again']) expect(await deliver(on!.message)).toBe(true);
    expect((await service.caller.delete(`/users/${person.user.id}/second-factor`)).status).toBe(200);
    const [off] = await follow();
    expect(await deliver(off!.message)).toBe(true);
    const written = await mailsTo(person.email);
    expect(written.map(({ subject }) => subject)).toEqual([
      'Se ha activado su segundo factor',
      'Se ha quitado su segundo factor',
    ]);
    expect(written[0]!.text).toContain('alguien conoce su contraseña');
    expect(await mailsTo(other.email)).toEqual([]);
  });

  test('the mail is written to a client company, too, and not to one that was removed meanwhile', async () => {
    const made = await service.caller.post('/customer', {
      name: 'Talleres',
      access: { email: `${crypto.randomUUID()}@example.com` },
      not_notify: 1,
      profile: aProfile(),
    });
    const { id, access } = made.body.data;
    await follow();
    const user = (await stores.accounts.findUserByEmail(access.email))!;
    await switchOnSecondFactor(user);
    const [on] = await follow();
    expect(await deliver(on!.message)).toBe(true);
    expect(await mailsTo(access.email)).toHaveLength(1);
    await service.caller.delete(`/users/clients/${id}/second-factor`);
    const [off] = await follow();
    expect((await service.caller.delete(`/customer/${id}`)).status).toBe(200);
    expect(await deliver(off!.message)).toBe(true);
    expect(await mailsTo(access.email)).toHaveLength(1);
    // The removal of a user is not the removal of a second factor.
    expect(await follow()).toEqual([]);
  });
});
