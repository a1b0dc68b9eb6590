import { load } from 'cheerio';
import { expect, test } from 'vitest';
import { digestOf } from '../../../functions/capabilities/mails/digest.ts';
import { mailsHandler } from '../../../functions/capabilities/mails/send.ts';
import { NOTICE } from '../../../functions/capabilities/obligations/due.ts';
import { spanishDay } from '../../../functions/capabilities/obligations/rules/rule.ts';
import { stores } from '../../../functions/stores.ts';
import { dayAfter, madridDay } from '../../../shared/kernel/spanish-time.ts';
import type { Fact } from '../../../shared/operation/fact.ts';
import { newCompany } from '../../support/accounts.ts';
import { newUser } from '../../support/callers/users.ts';
import type { Gateway } from '../../support/gateway.ts';
import { asFunction } from '../../support/iam/recorder.ts';
import { mailsTo, needsMails } from '../../support/servers/mails.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Obligations in the digest of each user. */

needsMails();

const { service } = await ownService();
const { accountId } = service;

/** In a year for which no calendar of holidays exists yet. */
const START = '2099-03-02';
const DOCUMENT = '99999001R';
const today = madridDay(new Date());
const day = (days: number) => dayAfter(today, { days });
/** Learns a fact, and returns the ids of its obligations, by rule. */
const learn = async (kind: Fact['kind'], date: string, more: Partial<Fact> = {}) => {
  const id = crypto.randomUUID();
  const fact: Fact = {
    id,
    kind,
    at: new Date().toISOString(),
    how: 'accepted',
    date,
    account: '011128000000097',
    document: DOCUMENT,
    needsNoCopy: true,
    ...more,
  };
  const kindOf = kind === 'digitalCertificate' ? 'owner' : 'worker';
  const found = await stores.obligations.learn(
    accountId,
    { kind: kindOf, mac: id },
    { facts: [fact], today },
  );
  return Object.fromEntries(found.map((one) => [one.rule, one.id]));
};
const digestTo = async (userId: string, email: string) => {
  const before = (await mailsTo(email)).length;
  const body = JSON.stringify({ kind: 'digest', accountId, userId, day: crypto.randomUUID() });
  const handler = mailsHandler(service.services);
  const Records = [{ messageId: '1', body }] as never;
  expect(await asFunction('send-mails', () => handler({ Records }))).toEqual({ batchItemFailures: [] });
  return (await mailsTo(email)).slice(before);
};
const choose = (gateway: Gateway) => gateway.call('PUT', '/mails', { json: { digest: true } });

test('a digest has what is late, what may be late, what ends today and what is near, in this order, and no data of workers', async () => {
  const { user, email, gateway } = await newUser(service.demo.baseUrl, accountId, 'reads');
  expect((await choose(gateway)).status).toBe(200);
  // Nothing is due yet.
  expect(await digestTo(user.id, email)).toEqual([]);

  const company = await newCompany(service.caller);
  const companyId = Number(company.id);
  const { name } = (await stores.clients.findClient(accountId, companyId))!;
  const older = await learn('transformation', day(-10), { start: day(-100) });
  const late = await learn('contract', today, { company: companyId });
  const uncertain = await learn('cesion', day(-9), { end: day(-7) });
  const ending = await learn('transformation', day(-6), { start: day(-100), company: companyId });
  const near = await learn('transformation', day(-4), { start: day(-100) });
  const tomorrow = await learn('cesion', day(-7), { end: day(-5) });
  // These are missing: not near yet; planned, also in a year without a calendar; and listed in another section.
  const apart = [
    await learn('alta', today, { contractType: '100' }),
    await learn('contract', day(40), { end: day(90) }),
    await learn('digitalCertificate', day(5)),
    await learn('alta', START, { at: `${START}T09:00:00.000Z`, contractType: '100' }),
  ];
  const [mail, ...more] = await digestTo(user.id, email);
  expect(more).toEqual([]);
  const variation = 'Comunicar a la Tesorería la variación del contrato transformado';
  const assignmentEnd = 'Comunicar la nueva fecha de fin de la cesión, otra cesión o la baja';
  const unread =
    'El Real Decreto 643/2026 (BOE-A-2026-16557) no se ha podido leer: los seis días constan en varias publicaciones.';
  const toCheck = `(regla por comprobar) (${unread})`;
  const inferred = `(regla deducida de otras) (No se ha encontrado un plazo propio de las cesiones: se cuenta como una variación. ${unread})`;
  expect(mail!.text.split('\n\n').slice(0, -1)).toEqual([
    'Plazos vencidos',
    // A missing registration is more expensive than a change that is overdue for longer.
    [
      `- Dar de alta al trabajador antes de que empiece de «${name}»: venció el ${spanishDay(day(-1))}; obligación ${late.alta}`,
      `- ${variation}: venció el ${spanishDay(day(-4))} ${toCheck}; obligación ${older.variacion}`,
    ].join('\n'),
    // Nothing of which the term is doubtful is said to be late.
    'Plazos que pueden haber vencido',
    `- ${assignmentEnd}: pudo vencer el ${spanishDay(day(-1))} ${inferred}; obligación ${uncertain['fin-cesion']}`,
    'Plazos que acaban hoy',
    `- ${variation} de «${name}»: acaba hoy, el ${spanishDay(today)} ${toCheck}; obligación ${ending.variacion}`,
    'Plazos que acaban pronto',
    [
      `- ${assignmentEnd}: acaba mañana, el ${spanishDay(day(1))} ${inferred}; obligación ${tomorrow['fin-cesion']}`,
      `- ${variation}: acaba en 2 días, el ${spanishDay(day(2))} ${toCheck}; obligación ${near.variacion}`,
    ].join('\n'),
    NOTICE,
  ]);
  const page = load(mail!.html);
  expect(page('h2')).toHaveLength(4);
  expect(page('li')).toHaveLength(6);
  expect(page('li strong').first().text()).toBe('Dar de alta al trabajador antes de que empiece');
  expect(page('body').text()).toContain(NOTICE);
  for (const one of [DOCUMENT, ...apart.flatMap((ids) => Object.values(ids))])
    for (const written of [mail!.text, mail!.html]) expect(written).not.toContain(one);

  // An obligation that has begun in a year without a calendar is listed without a day.
  const { sections } = await digestOf(service.services, {
    accountId,
    after: undefined,
    chosenAt: today,
    now: new Date(`${START}T12:00:00Z`),
    nameOf: async () => undefined,
  });
  expect(sections.at(-1)).toMatchObject({
    title: 'Plazos sin fecha: falta el calendario oficial del año',
    lines: expect.arrayContaining([
      expect.stringMatching(
        `sin fecha .*Falta el calendario oficial de .*; obligación ${apart.at(-1)!.contrato}$`,
      ),
    ]),
    more: 0,
    note: NOTICE,
  });

  // A client company reads only about itself.
  expect((await choose(company.gateway)).status).toBe(200);
  const [choice] = (await stores.mails.whoChose(accountId, 'digest')).filter(
    ({ clientId }) => clientId === companyId,
  );
  const companyUser = (await stores.accounts.findUser(choice!.userId))!;
  const [toCompany] = await digestTo(companyUser.id, companyUser.email);
  expect(toCompany!.text.match(/obligación \w+/g)).toEqual([
    `obligación ${late.alta}`,
    `obligación ${ending.variacion}`,
  ]);
});
