import { describe, expect, test } from 'vitest';
import { addDays, dashed } from '../../sandbox/calendar.ts';
import { seed } from '../../sandbox/seed.ts';
import { listName, type Person } from '../../sandbox/state.ts';
import { demo } from '../support/demo.ts';
import type { Answered } from '../support/gateway.ts';
import { textOf } from '../support/pdf.ts';
import {
  companyOf,
  expectLines,
  ok,
  type Place,
  refusalOf,
  today,
  useSocialSecurity,
  withKind,
} from '../support/social-security.ts';

/** An integrator's work with a contribution account: settlements, bank details, and the list of workers. */

const socialSecurity = useSocialSecurity();
const { authorities } = socialSecurity;
const { general } = seed.demo.accounts;
const { furtherAccount } = seed.demo;
const { persons } = seed.state;

describe('the settlement receipt', () => {
  const { liquidType, startDate, endDate, empty } = demo.rlc;
  const [own, further] = demo.authorizedUsers as [string, string];
  const ofAccount = { regimen: general.regimen, ccc: general.ccc, liquidType };
  const period = { startDate, endDate };
  const receipt = (query: Record<string, string>) =>
    socialSecurity.gateway.get('/seg-social/report-rlc', { ...ofAccount, ...period, ...query });
  const expectReceipt = async (answer: Answered, place: Place, type = liquidType) => {
    const text = await textOf(ok(answer).data.file);
    for (const part of [place.ccc, place.cif, companyOf(place).name]) expect(text).toContain(part);
    expectLines(text, { 'TIPO DE LIQUIDACION': type });
    return text;
  };

  test('the receipt is found under the authorised user who has the account', async () => {
    const month = `${startDate.slice(5, 7)}/${startDate.slice(0, 4)}`;
    expectLines(await expectReceipt(await receipt({}), general), {
      'PERIODO DE LIQUIDACION': `${month} - ${month}`,
    });
    await expectReceipt(await receipt({ ccc: furtherAccount.ccc }), furtherAccount);
  });

  test('the receipt is given to the right authorised user only', async () => {
    await expectReceipt(await receipt({ numAutorizado: own }), general);
    const wrong = refusalOf(await receipt({ numAutorizado: further }));
    expect(wrong).toEqual(['CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO']);
    expect(await receipt({ numAutorizado: '1' })).toMatchObject({
      status: 422,
      body: { message: 'numAutorizado: El certificado no tiene ese número de autorizado.' },
    });
    const stranger = seed.other.accounts.general.ccc;
    expect(refusalOf(await receipt({ ccc: stranger }))).toEqual(wrong);
  });

  test('the receipt does not exist for every period', async () => {
    const { status, body } = await receipt({ ...empty });
    expect({ status, body }).toMatchObject({ status: 200, body: { success: false, data: [], status: 200 } });
    expect(body.message).toMatch(/NO EXISTE LIQUIDACIÓN/);
  });

  test('a receipt of retroactive salaries has a control month', async () => {
    const { settlements } = (await authorities.state()).tgss;
    const { from, to, control } = settlements.find(({ type }) => type === 'L03')!;
    const retroactive = { liquidType: 'L03', startDate: `${from}-03`, endDate: `${to}-28` };
    const text = await expectReceipt(
      await receipt({ ...retroactive, controlDate: `${control}-15` }),
      general,
      'L03',
    );
    expectLines(text, { 'MES DE CONTROL': control!.split('-').reverse().join('/') });
    // Without it, the last month counts as the control month, which this settlement does not have.
    expect(await receipt(retroactive)).toMatchObject({ status: 200, body: { success: false } });
    expect(await receipt({ controlDate: endDate })).toMatchObject({
      status: 422,
      body: { errors: { controlDate: [expect.any(String)] } },
    });
  });
});

test('bank details of an account are reported as one of several authorised users', async () => {
  await authorities.reset();
  const [own, further] = demo.authorizedUsers as [string, string];
  const cuenta = {
    iban: 'ES91',
    entidad: '2100',
    oficina: '0418',
    dcnc: '4502',
    num1: '0005',
    num2: '1332',
    tipo: '9',
    cif: companyOf(general).cif,
    titular: companyOf(general).name,
  };
  const request = { regimen: general.regimen, ccc: general.ccc, option: 'cuenta', cuenta };
  const before = await authorities.digest();
  const unsaid = await socialSecurity.call('PUT', '/datos-bancarios', request);
  expect(unsaid).toMatchObject({ status: 200, body: { success: false, maintenance: false } });
  expect(unsaid.body.message).toMatch(/no se ha comunicado nada/);
  const filing = await socialSecurity.gateway.get(`/tramites/${unsaid.headers.get('x-tramite-id')}`);
  expect(filing.body.data).toMatchObject({ state: 'notSent', message: unsaid.body.message });
  // The earlier request does not block this one.
  expect((await socialSecurity.call('PUT', '/datos-bancarios', request)).body.data).toEqual(unsaid.body.data);
  const { authorized_list } = unsaid.body.data;
  expect(authorized_list).toEqual([
    { numero: further, razSoc: 'OTRO AUTORIZADO' },
    { numero: own, razSoc: 'DEMO TITULAR DE PRUEBAS' },
  ]);
  const wrong = await socialSecurity.call('PUT', '/datos-bancarios', {
    ...request,
    authorized_num: Number(further),
  });
  expect(refusalOf(wrong)).toEqual(['CUENTA DE COTIZACION NO ASIGNADA AL AUTORIZADO']);
  ok(await socialSecurity.call('PUT', '/datos-bancarios', { ...request, authorized_num: own, test: 1 }));
  expect(await authorities.digest()).toBe(before);

  const { data } = ok(
    await socialSecurity.call('PUT', '/datos-bancarios', { ...request, authorized_num: own }),
  );
  const iban = 'ES9121000418450200051332';
  const text = await textOf(data.file);
  for (const part of [general.ccc, general.cif, companyOf(general).name, iban]) expect(text).toContain(part);
  expect((await authorities.state()).tgss.bankAccounts).toEqual([
    {
      ccc: general.ccc,
      use: 'CUENTA',
      iban,
      holderDocument: `9 ${general.cif}`,
      holderName: companyOf(general).name,
      communicated: expect.any(String),
    },
  ]);
});

test('the workers of an account are listed: those in it, those to come, or both', async () => {
  await authorities.reset();
  const { regimen, ccc } = general;
  const list = async (options: number) =>
    (await socialSecurity.get('/employees-in-enterprise', { regimen, ccc, options })).employees as Record<
      string,
      string
    >[];
  const { worker, scheduledWorker } = seed.demo;
  const leaves = addDays(today, 5);
  ok(
    await socialSecurity.call('POST', '/baja', {
      ...withKind(worker, general),
      situacion: '51',
      fecha_real: leaves,
    }),
  );

  const { registrations } = (await authorities.state()).tgss;
  const inIt = registrations.filter(
    ({ alta, baja, ...stay }) => stay.ccc === ccc && alta.date <= today && (!baja || baja.date > today),
  );
  const [registered, scheduled, both] = [await list(1), await list(2), await list(3)];
  const listed = ({ nss, identificacion, dni }: Person, date: string, situacion: string) => {
    const person = persons.find((each) => each.nss === nss)!;
    return {
      nss,
      identificacion: String(identificacion),
      ipf: dni,
      nombres: listName(person),
      fecha_real: dashed(date),
      situacion,
    };
  };
  const byNumber = (one: { nss?: string }, other: { nss?: string }) => Number(one.nss) - Number(other.nss);
  expect(registered.toSorted(byNumber)).toEqual(
    inIt
      .map(({ nss, alta }) => listed(persons.find((person) => person.nss === nss)!, alta.date, 'AL'))
      .toSorted(byNumber),
  );
  // The scheduled termination does not count as a registration, and neither do workers who have left.
  expect(scheduled).toEqual([listed(scheduledWorker, scheduledWorker.fecha_alta, 'AL')]);
  expect(both).toEqual([...registered, ...scheduled]);
});
