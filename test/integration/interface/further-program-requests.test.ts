import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays, type IsoDate } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import { readAny as read } from '../../support/callers/dsenviosaltra.ts';
import { caller, demo } from '../../support/demo.ts';
import type { Gateway } from '../../support/gateway.ts';
import { pdfText } from '../../support/pdf.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/**
 * Requests of further public programs to operations that the interface does not have, and how they read the answers. Each of
 * these operations is also in `caller-requests.test.ts`. Unless another program is named, it is Tonitoledo/dsenviosaltra
 * (commit 9b33d44, `dsenviosaltra_respuestas.py`): it sends JSON, also with GET, puts `test` as the integer 1 first if a script
 * only wants to try, and writes down whatever names an answer has.
 */

type Fields = Record<string, unknown>;

const authorities = atAuthorities(demo.authorities.control);
beforeEach(() => authorities.reset());
afterEach(() => authorities.reset());

const { today } = seed;
const { regimen, ccc } = demo.company;
const account = { regimen, ccc };
const { worker } = seed.demo;
const [unknown] = seed.demo.newWorkers;

const acting = (): Gateway => caller.acting(demo.certificates.tgss + ' '.repeat(20));

const get = (path: string, json: Fields) => acting().call('GET', `/seg-social/${path}`, { json });

const ask = async (path: string, json: Fields) => {
  const { status, body } = await get(path, json);
  expect({ status, success: body.success, errors: body.errors }).toEqual({
    status: 200,
    success: true,
    errors: undefined,
  });
  return read(body.data);
};

const pdf = (content: string | undefined) => pdfText(Buffer.from(content!, 'base64'));

describe('a program in use that asks for numbers and documents', () => {
  test('the program gets the number of a worker who is not known yet, and files the alta with it', async () => {
    const { dni, surname, secondSurname } = unknown!;
    const { records } = await ask('nss-by-ipf', { dni, apellido1: surname, apellido2: secondSurname });
    expect(records).toEqual([
      expect.arrayContaining([`nss : ${unknown!.nss}`, `dni : ${dni}`, `nombres : ${unknown!.name}`]),
    ]);
    const nss = records[0]!.find((line) => line.startsWith('nss : '))!.slice('nss : '.length);
    const { status } = await acting().post('/seg-social/alta', {
      ...account,
      nss,
      identificacion: unknown!.identificacion,
      dni,
      fecha_real: today,
      grupo_cotizacion: '07',
      tipo_contrato: '100',
      cno: '4122',
    });
    expect(status).toBe(200);
  });

  test('the program finds a person with one surname, and by surnames as a person writes them', async () => {
    const { dni, surname } = seed.demo.nieWorker;
    const { status, body } = await get('nss-by-ipf', { test: 1, dni, apellido1: surname.toLowerCase() });
    // The portal gets a mark that there is no second surname.
    expect({ status, nss: body.data?.nss }).toEqual({ status: 200, nss: seed.demo.nieWorker.nss });
  });

  test('the program gets the refusal of the authority for another surname', async () => {
    const { status, body } = await get('nss-by-ipf', {
      dni: worker.dni,
      apellido1: 'OTRO',
      apellido2: 'OTRO',
    });
    expect({ status, messages: body.errors.tgss }).toEqual({
      status: 422,
      messages: ['IDENTIFICADOR DE PERSONA FISICA ERRONEO'],
    });
    // Somebody who has no number yet is refused, too.
    expect(body.message).toMatch(/^IDENTIFICADOR DE PERSONA FISICA ERRONEO\. .*«Asignación NSS Sistema RED»/);
  });

  test('the program gets the name of the field for a number with wrong check digits', async () => {
    const wrong = worker.nss.slice(0, 10) + String((Number(worker.nss.slice(10)) + 1) % 97).padStart(2, '0');
    const { status, body } = await get('ipf-by-nss', { nss: wrong });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['nss'] });
  });
});

describe('a program in use that asks for reports', () => {
  test('the program gets the report that the company has no debts', async () => {
    const { file } = await ask('certificate-corriente', account);
    expect(await pdf(file)).toContain('ESTAR AL CORRIENTE');
  });

  test('the message says whether the certificate is positive', async () => {
    const messageOf = async (headers = {}) =>
      (await acting().call('GET', '/seg-social/certificate-corriente', { json: account, headers })).body
        .message;
    expect(await messageOf()).toBe('Certificado POSITIVO.');
    expect(await messageOf({ 'X-Sandbox-Scenario': 'in-debt' })).toBe('Certificado NEGATIVO.');
  });

  /**
   * The program repeats the request for each half of a period if it gets a 500 with exactly these words. It stops at any other
   * failure.
   */
  const halved = async (startDate: IsoDate, endDate: IsoDate): Promise<[IsoDate, IsoDate][]> => {
    const request = { ...account, startDate, endDate };
    const { status, body } = await acting().call('GET', '/seg-social/life-ccc', {
      json: request,
      headers: { 'X-Sandbox-Scenario': 'long-report' },
    });
    if (status === 200) {
      expect(body.data.file.content).toBeTruthy();
      return [[startDate, endDate]];
    }
    expect(status).toBe(500);
    expect(body.message).toContain('excede el límite de transmisión permitido');
    expect(startDate < endDate).toBe(true);
    const days = (Date.parse(endDate) - Date.parse(startDate)) / (24 * 60 * 60 * 1000);
    const middle = addDays(startDate, Math.floor(days / 2));
    return [...(await halved(startDate, middle)), ...(await halved(addDays(middle, 1), endDate))];
  };

  test('the program halves a period that is too long until it fits', async () => {
    const parts = await halved(addDays(today, -99), today);
    expect(parts.length).toBe(4);
    expect(parts[0]![0]).toBe(addDays(today, -99));
    expect(parts.at(-1)![1]).toBe(today);
  });

  test('the program can distinguish a refusal of the authority from a report that is too long', async () => {
    const others = seed.other.accounts.general;
    const { status, body } = await get('life-ccc', {
      regimen: others.regimen,
      ccc: others.ccc,
      startDate: addDays(today, -5),
      endDate: today,
    });
    expect({ status, messages: body.errors.tgss }).toEqual({
      status: 422,
      messages: ['3462* CUENTA DE COTIZACION NO AUTORIZADA'],
    });
  });
});

describe('a program in use that asks for lists and single values', () => {
  test('the program gets the registrations that have contribution data', async () => {
    const { records } = await ask('idc-info-for-nss', { ...account, nss: worker.nss });
    expect(records).toEqual([
      expect.arrayContaining([`fecha_alta : ${worker.fecha_alta}`, 'fecha_baja : ', `ccc : ${ccc}`]),
    ]);
    const many = await ask('idc-info-for-nss', { ...account, nss: demo.manySituations.nss });
    expect(many.records).toHaveLength(23);
    const none = await ask('idc-info-for-nss', { ...account, nss: unknown!.nss });
    expect(none.records).toEqual([]);
  });

  test('the program gets the accounts of each authorised user, and of none that the certificate does not have', async () => {
    const [main, other] = demo.authorizedUsers as [string, string];
    const { records } = await ask('ccc-asignados', { test: 1, authorized_num: main });
    expect(records.map(([, line]) => line)).toContain(`ccc : ${ccc}`);
    const further = await ask('ccc-asignados', { authorized_num: other });
    expect(further.records.map(([, line]) => line)).toEqual([`ccc : ${seed.demo.furtherAccount.ccc}`]);
    const { status, body } = await get('ccc-asignados', { authorized_num: '000001' });
    expect({ status, fields: Object.keys(body.errors) }).toEqual({
      status: 422,
      fields: ['authorized_num'],
    });
  });

  const person = { dni: worker.dni, nss: worker.nss };

  test('the program gets the CNO of a worker, before and after it changes', async () => {
    const asked = { test: 1, ...account, ...person };
    expect((await ask('cno', asked)).records).toEqual([expect.arrayContaining(['cno : 4309'])]);
    const json = { ...account, ...person, fecha_real: today, cno: '2611' };
    expect((await acting().call('PUT', '/seg-social/cno', { json })).status).toBe(200);
    expect((await ask('cno', asked)).records).toEqual([expect.arrayContaining(['cno : 2611'])]);
  });

  test.each(['cno', 'convenios-colectivos-por-trabajador'])(
    'the program gets nothing from %s of a worker without registrations, and a refusal with the document of another person',
    async (path) => {
      const { identificacion } = worker;
      const none = await ask(path, { ...account, identificacion, dni: unknown!.dni, nss: unknown!.nss });
      expect(none.records.flat()).toEqual([]);
      const { status, body } = await get(path, { ...account, identificacion, ...person, dni: unknown!.dni });
      expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 422, fields: ['dni'] });
    },
  );
});
