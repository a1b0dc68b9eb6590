import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callOf, certificateOf, extensionOf } from '../../../reference/later-communications.ts';
import { addDays, slashed } from '../../../sandbox/calendar.ts';
import { seed } from '../../../sandbox/seed.ts';
import {
  callSent,
  certificateSent,
  extensionSent,
  readFiled as read,
} from '../../support/callers/dsenviosaltra.ts';
import { refusedBySepe } from '../../support/contracts.ts';
import { caller, demo } from '../../support/demo.ts';
import { idOf } from '../../support/gateway.ts';
import { textOf } from '../../support/pdf.ts';
import { atAuthorities } from '../../support/sandbox.ts';

/**
 * Extensions, calls to work and company certificates as Tonitoledo/dsenviosaltra (commit 9b33d44) sends them
 * (`dsenviosaltra.py`, `xml_a_json`) and reads their answers (`dsenviosaltra_respuestas.py`, `extraer_y_guardar_respuesta`,
 * `json_to_txt`), and their effects.
 */

type Fields = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: the body of an answer
type Body = any;

const authorities = atAuthorities(demo.authorities.control);
beforeEach(() => authorities.reset());
afterEach(() => authorities.reset());

const sepe = caller.acting(`${demo.certificates.sepe}${' '.repeat(20)}`);
const { today } = seed;

const { old_startDate, startDate, endDate } = extensionOf(seed, demo);
const EXTENSION = extensionSent(demo);
const { cif, regimen, ccc, employees } = callOf(seed, demo);
const [called] = employees;
const call = (more: Fields = {}) => callSent(demo, more);
const CERTIFICATE = certificateSent(demo);
const { Datos_Trabajador: certified } = certificateOf(seed, demo);

const FILED: [path: string, counter: string, request: Fields][] = [
  ['/sepe/prorroga', 'sepe.prorroga', EXTENSION],
  ['/sepe/llamamientos', 'sepe.llamamiento', call()],
  ['/sepe/certifica', 'sepe.certificado', CERTIFICATE],
];

describe.each(FILED)('a later communication with POST %s', (path, counter, request) => {
  test('the dry run sends nothing that files, then the communication is filed, and the program reads the answer', async () => {
    const digest = await authorities.digest();
    const tried = await sepe.post(path, { ...request, test: 1 });
    expect({ status: tried.status, errors: tried.body.errors }).toEqual({ status: 200, errors: undefined });
    expect(read(path, tried.body).result).toBe('ACEPTADO');
    expect(await authorities.digest()).toBe(digest);
    expect(await authorities.submissions(counter)).toBe(0);

    const { status, body } = await sepe.post(path, request);
    expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
    const { result, file } = read(path, body);
    expect(result).toBe('ACEPTADO');
    if (path !== '/sepe/llamamientos') expect(file.contentType).toBe('application/pdf');
    expect(await authorities.submissions(counter)).toBe(1);
  });

  test('a refusal by SEPE is answered with 422 and its words, which the program can read', async () => {
    const { status, body } = await sepe.with({ 'X-Sandbox-Scenario': 'refused' }).post(path, request);
    expect({ status, success: body.success }).toEqual({ status: 422, success: false });
    expect(read(path, body).result).toBe('RECHAZADO');
  });
});

describe('the later communications of a contract', () => {
  const query = { dni: EXTENSION.dni, startDate: old_startDate, ccc: EXTENSION.ccc };

  test('an extension is in the data of its contract, and in the list', async () => {
    const extended = await sepe.post('/sepe/prorroga', EXTENSION);
    const { body } = extended;
    const { sepeId } = seed.demo.convertibleContract;
    expect(body.data.id).toBe(`${sepeId}-01`);
    expect(await textOf(body.data.file)).toContain(slashed(endDate as never));
    const data = await sepe.get('/sepe/contrata/data', query);
    expect(data.body.data.contract_extensions).toMatchObject([
      {
        id: `${sepeId}-01`,
        fecha_inicio: slashed(startDate as never),
        fecha_fin: slashed(endDate as never),
        existe_convenio_colectivo: 'SI',
      },
    ]);
    const onPurpose = sepe.with({ Repeats: idOf(extended) });
    expect(await onPurpose.post('/sepe/prorroga', EXTENSION)).toMatchObject(refusedBySepe(/^CPR4037/));
  });

  test('a call to work is in the list of its account', async () => {
    const { body } = await sepe.post('/sepe/llamamientos', call());
    expect(body.data.data).toEqual([
      {
        success: true,
        id: called!.sepeId,
        doc: called!.doc,
        startDate: today,
        result: 'ACEPTADO',
        messages: [],
      },
    ]);
    const list = await sepe.get('/sepe/contrata/data/list', {
      cif,
      regimen,
      ccc,
      startDate: today,
      endDate: today,
      communications_by: 1,
    });
    expect(list.body.data).toContainEqual(
      expect.objectContaining({ tipo: 'LLAMAMIENTO', nif_nie_trabajador: called!.doc, fecha_inicio: today }),
    );
  });

  test('a certificate is in the list and the data of its worker', async () => {
    const { body } = await sepe.post('/sepe/certifica', CERTIFICATE);
    expect(body.data).toMatchObject({ doc: certified.DNI_NIE, startDate: today });
    expect(await textOf(body.data.file)).toContain(certified.DNI_NIE);
    const list = await sepe.get('/sepe/certifica/list', { dni: certified.DNI_NIE });
    expect(list.body.data.certificates).toMatchObject([{ fecha_susp: slashed(today) }]);
    const detail = await sepe.get('/sepe/certifica/detail', { dni: certified.DNI_NIE, startDate: today });
    expect(detail.body.data).toMatchObject({
      employee: { cno: '4309', suspension_cause: '15', alta_date: certified.FechaAltaEmpresa },
      contributions: [{ days: 1, base_unemployment: 53.12 }],
    });
  });
});

describe('a lost answer at SEPE', () => {
  const lost = sepe.with({ 'X-Sandbox-Scenario': 'lost-answer' });

  test.each([
    ['/sepe/prorroga', 'sepe.prorroga', EXTENSION],
    ['/sepe/certifica', 'sepe.certificado', CERTIFICATE],
  ] as const)(
    'a lost answer to POST %s is looked up, and it was filed once',
    async (path, counter, request) => {
      const { status, body } = await lost.post(path, request);
      expect({ status, errors: body.errors }).toEqual({ status: 200, errors: undefined });
      expect(body.data.file.contentType).toBe('application/pdf');
      expect(await authorities.submissions(counter)).toBe(1);
    },
  );

  test('a certificate whose answer is lost is not taken for one of another cause', async () => {
    expect((await sepe.post('/sepe/certifica', CERTIFICATE)).status).toBe(200);
    const other = {
      ...CERTIFICATE,
      Datos_Trabajador: { ...CERTIFICATE.Datos_Trabajador, CodCausaSuspension: '18' },
    };
    expect((await lost.post('/sepe/certifica', other)).status).toBe(502);
  });

  test('a call to work whose answer is lost stays unknown, and the same call is not sent again', async () => {
    const { status, body } = await lost.post('/sepe/llamamientos', call());
    expect(status).toBe(502);
    expect(body.data).toEqual({ data: [] });
    expect((await sepe.post('/sepe/llamamientos', call())).status).toBe(502);
    expect(await authorities.submissions('sepe.llamamiento')).toBe(1);
  });
});

describe('several calls to work in one request', () => {
  const [one] = call().employees;
  const both = (more: Fields) => ({ ...call(), employees: [one, { ...one, ...more }] });

  test('calls to work of which SEPE refuses one are no success, and the record has each of them', async () => {
    const { status, body, headers } = await sepe.post(
      '/sepe/llamamientos',
      both({ startDate: addDays(today, 3), sepeId: seed.demo.convertibleContract.sepeId }),
    );
    expect({ status, success: body.success }).toEqual({ status: 200, success: false });
    expect(body.data.data.map((item: Body) => [item.success, item.result])).toEqual([
      [true, 'ACEPTADO'],
      [false, 'RECHAZADO'],
    ]);
    expect(body.data.data[1].messages[0]).toMatch(/^CLL4002: /);
    const record = await caller.get(`/tramites/${headers.get('X-Tramite-Id')}`);
    expect(record.body.data.entries.map(({ state }: Body) => state)).toEqual(['accepted', 'refused']);
  });

  test('two calls of one worker and day are refused before anything is sent', async () => {
    const { status, body } = await sepe.post('/sepe/llamamientos', both({}));
    expect({ status, errors: Object.keys(body.errors) }).toEqual({ status: 422, errors: ['employees'] });
    expect(await authorities.submissions('sepe.llamamiento')).toBe(0);
  });
});

describe('an extension that its contract does not allow', () => {
  test.each<[field: string, change: Fields]>([
    ['prorroga_exist_convenio', { prorroga_exist_convenio: '' }],
    ['HORAS_FORMACION', { HORAS_FORMACION: '001000' }],
    ['IND_DURAC_INFERIOR', { IND_DURAC_INFERIOR: 'S' }],
    ['sepe', { old_startDate: addDays(old_startDate, 1) }],
    ['cif', { cif: seed.demo.agency.cif }],
  ])('the extension is refused with the field %s, also in a dry run', async (field, change) => {
    for (const test of [1, 0]) {
      const { status, body } = await sepe.post('/sepe/prorroga', { ...EXTENSION, ...change, test });
      expect({ status, errors: Object.keys(body.errors) }).toEqual({ status: 422, errors: [field] });
    }
    expect(await authorities.submissions('sepe.prorroga')).toBe(0);
  });

  test('the extension is refused in a dry run with the code that SEPE has for its start', async () => {
    const later = { ...EXTENSION, startDate: addDays(startDate as never, 1) };
    expect(await sepe.post('/sepe/prorroga', { ...later, test: 1 })).toMatchObject(refusedBySepe(/^CCT0138/));
    expect(await sepe.post('/sepe/prorroga', later)).toMatchObject(refusedBySepe(/^CCT0138/));
  });
});
