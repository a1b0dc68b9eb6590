import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import type { DehuNotice } from '../../../sandbox/dehu/records.ts';
import { seed } from '../../../sandbox/seed.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import {
  callSent,
  certificateSent,
  extensionSent,
  readAny,
  readFiled,
} from '../../support/callers/dsenviosaltra.ts';
import { caller, demo } from '../../support/demo.ts';
import type { Sent } from '../../support/gateway.ts';
import { groups } from '../../support/infra/groups.ts';
import { pdfText } from '../../support/pdf.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/**
 * The 27 operations that public programs call and the interface does not have: for each, a program's request, and how it reads
 * the answer. Unless another program is named, it is Tonitoledo/dsenviosaltra (commit 9b33d44). It sends JSON, also with GET,
 * and puts `test` as the integer 1 first if a script only wants to try.
 */

// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Body = any;
type Fields = Record<string, unknown>;
interface Call {
  as: 'tgss' | 'sepe' | 'dehu';
  sent: Sent;
  /** Processes the answer as the program does; throws where the program would fail. */
  read(body: Body): unknown;
  /** 501 for an operation of which no public source says how its authority does it. The program shows the reason. */
  status?: 501;
}

const authorities = atAuthorities(demo.authorities.control);
beforeEach(() => authorities.reset());
afterEach(() => authorities.reset());

const { today } = seed;
const { regimen, ccc, cif } = demo.company;
const account = { regimen, ccc };
const { worker, dehu } = seed.demo;
const person = { dni: worker.dni, nss: worker.nss };
const idOf = ({ origin, identifier }: DehuNotice) => `${origin}-${identifier}`;

const json = (as: Call['as'], fields: Fields, read: Call['read']): Call => ({
  as,
  sent: { json: fields },
  read,
});
/** Expects that some record has this line. */
const record = (line: string | RegExp) => (body: Body) =>
  expect(readAny(body.data).records.flat()).toContainEqual(expect.stringMatching(line));
const document = (text: string) => async (body: Body) =>
  expect(await pdfText(Buffer.from(readAny(body.data).file!, 'base64'))).toContain(text);
const planned = (as: Call['as'], fields: Fields): Call => ({
  ...json(as, fields, (body) => expect(body.errors ?? body.message).toMatch(/no es público/)),
  status: 501,
});
const filed = (path: string, fields: Fields): Call =>
  json('sepe', fields, (body) => expect(readFiled(path, body).result).toBe('ACEPTADO'));

/** Another program, which sends a query. It reads these values of each notification; a date is in ISO format or empty. */
const dehuCall = (query: Record<string, string | number>, read: Call['read']): Call => ({
  as: 'dehu',
  sent: { query },
  read,
});
const TEXTS =
  'sentReference identifier nifTitular vinculoReceptor bondType emitterEntity emitterSourceEntity concept state ' +
  'notificationPriority assuranceLevel nifReceptor nameReceptor siaCode siaDenomination';
const notifications = (states: string[]) =>
  dehuCall({ page: 1, limit: 50 }, ({ data }) => {
    expect([data.total, data.page]).toEqual([data.count, 1]);
    for (const item of data.items) {
      for (const name of TEXTS.split(' ')) expect([name, typeof item[name]]).toEqual([name, 'string']);
      for (const name of ['availabilityDate', 'expirationDate', 'finalDate'])
        expect(item[name] === '' || !Number.isNaN(Date.parse(item[name]))).toBe(true);
      for (const name of ['postalDelivery', 'hasAnnexes', 'cantAnnexes']) expect(item).toHaveProperty(name);
    }
    expect([...new Set(data.items.map(({ state }: Body) => state))].sort()).toEqual(states);
  });
const content = ({ data: { content: base64, name } }: Body) => {
  expect(Buffer.from(base64, 'base64').toString('latin1')).toMatch(/^%PDF-/);
  expect(name).toMatch(/\.pdf$/);
};

const convenio = '99009995011999';
const CALLS: Record<string, Call> = {
  'GET /seg-social/nss-by-ipf': json(
    'tgss',
    { dni: worker.dni, apellido1: worker.surname, apellido2: worker.secondSurname },
    record(`nss : ${worker.nss}`),
  ),
  // Another program: it expects ten characters of which the first is 0, and removes that.
  'GET /seg-social/ipf-by-nss': {
    as: 'tgss',
    sent: { query: { nss: worker.nss } },
    read: ({ data: { dni, nombres, apellidos } }) =>
      expect([dni, nombres, apellidos]).toEqual([
        `0${worker.dni}`,
        worker.name,
        `${worker.surname} ${worker.secondSurname}`,
      ]),
  },
  'GET /seg-social/life-ccc': json(
    'tgss',
    { ...account, startDate: addDays(today, -90), endDate: today },
    document(ccc),
  ),
  'GET /seg-social/informe-ita': json(
    'tgss',
    account,
    document(`${worker.nss.slice(0, 2)} ${worker.nss.slice(2)}`),
  ),
  'GET /seg-social/report-situation-ccc': planned('tgss', account),
  'GET /seg-social/idc-info-for-nss': json(
    'tgss',
    { ...account, nss: worker.nss },
    record(`fecha_alta : ${worker.fecha_alta}`),
  ),
  'GET /seg-social/ccc-asignados': json(
    'tgss',
    { test: 1, authorized_num: demo.authorizedUsers[0] },
    record(`ccc : ${ccc}`),
  ),
  'GET /seg-social/cno': json('tgss', { test: 1, ...account, ...person }, record('cno : 4309')),
  'GET /seg-social/anotaciones-causa-peculiaridades': planned('tgss', { test: 1, ...account }),
  'POST /seg-social/anotaciones-causa-peculiaridades': planned('tgss', {
    test: 1,
    ...account,
    convenio,
    startDate: today,
  }),
  'GET /seg-social/convenios-colectivos-por-trabajador': json(
    'tgss',
    { test: 1, ...account, nss: worker.nss, identificacion: String(worker.identificacion), dni: worker.dni },
    record(/^convenio : \d{14}$/),
  ),
  'POST /seg-social/convenios-colectivos-por-trabajador': planned('tgss', {
    test: 1,
    ...account,
    convenio,
    startDate: today,
    ...person,
  }),
  'POST /sepe/prorroga': filed('/sepe/prorroga', extensionSent(demo)),
  'POST /sepe/llamamientos': filed('/sepe/llamamientos', callSent(demo)),
  'POST /sepe/certifica': filed('/sepe/certifica', certificateSent(demo)),
  'GET /sepe/authorization-management/enterprises': planned('sepe', {}),
  'GET /sepe/authorization-management/enterprise-data': planned('sepe', { cif }),
  'PUT /sepe/authorization-management/enterprise-data': planned('sepe', {
    cif,
    razon_social: 'TALLERES DE EJEMPLO SL',
    domicilio: {
      via_publica: 'MAYOR',
      municipio: '28079',
      codigo_postal: '28013',
      tipo_via: 'CL',
      numero: '1',
      piso: '',
      letra: '',
    },
  }),
  'GET /dehu/notifications-pending': notifications(['PENDIENTE']),
  'GET /dehu/notifications-done': notifications(['ACEPTADA', 'EXPIRADA']),
  'GET /dehu/communications': notifications(['LEIDA', 'PENDIENTE']),
  'GET /dehu/notification-detail': dehuCall(
    { id: idOf(dehu.accepted), duplicate: 1, voucher: 0 },
    ({ data: { voucher } }) => expect(voucher).toMatchObject({ enabled: true, name: 'resguardo.pdf' }),
  ),
  'GET /dehu/notification-document': dehuCall({ id: idOf(dehu.accepted) }, content),
  'GET /dehu/notification-voucher': dehuCall({ id: idOf(dehu.accepted) }, content),
  'POST /dehu/notification-accept': dehuCall({ id: idOf(dehu.near) }, ({ success, message }) =>
    expect([success, message]).toEqual([true, 'La notificación se ha abierto.']),
  ),
  // It compares the last two with the text 0.
  'GET /dehu/stats': dehuCall({}, ({ data }) =>
    expect([
      ...[data.totalPendingNotifications, data.totalNotReadCommunications],
      ...[data.newDeviceForPushNotify, data.userHasUnverifiedEmail === '0', data.userHasNotContact === '0'],
    ]).toEqual([7, 1, '', false, false]),
  ),
  'GET /office/configuration/certificates': dehuCall({}, ({ data }) =>
    expect(data).toContainEqual({
      alias: expect.any(String),
      nif: seed.demo.holder.nif,
      tipo: 'DEHú y otros servicios',
      activo: true,
      creacion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      expiracion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      emitido_por: expect.any(String),
    }),
  ),
};

test('the table has 27 requests of programs, each for an operation of the service', () => {
  const names = groups.flatMap((group) =>
    group.operations.map((operation) => {
      const path = addressOf(group, operation).replace('/api/v4', '');
      return `${operation.method} ${path}`;
    }),
  );
  expect(Object.keys(CALLS)).toHaveLength(27);
  expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([]);
});

describe.each(Object.entries(CALLS))(
  'the request %s of a program in use',
  (name, { as, sent, read, status = 200 }) => {
    test('the request is answered, and the program can read the answer', async () => {
      const [method = '', path = ''] = name.split(' ');
      // The secret has the trailing blanks of its fixed width.
      const answered = await caller.acting(demo.certificates[as] + ' '.repeat(20)).call(method, path, sent);
      const { success, errors } = answered.body;
      expect({ status: answered.status, success, errors: success ? errors : undefined }).toEqual({
        status,
        success: status === 200,
        errors: undefined,
      });
      await read(answered.body);
    });
  },
);
