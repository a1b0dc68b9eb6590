import { describe, expect, test } from 'vitest';
import { addDays } from '../../../sandbox/calendar.ts';
import { compact, key, type Values } from '../../support/stand-in/sepe-documents.ts';
import {
  type CallDraft,
  call,
  calls,
  certificate,
  type ExtensionDraft,
  extension,
  extensions,
  startDate,
} from '../../support/stand-in/sepe-later-documents.ts';
import { ERROR, sepeServices } from '../../support/stand-in/sepe-services.ts';
import { seed, useStandIn } from '../../support/stand-in/stand-in.ts';

/**
 * Communications after a contract, as the stand-in checks them: by public schemas and codes, and not by the documents of our
 * connector.
 */

const standIn = useStandIn();
const { file, send, sendCertificate } = sepeServices(standIn);
const { demo, today } = seed;
const { convertibleContract, seasonalContract } = demo;

describe('an extension', () => {
  test.each<[string, ExtensionDraft]>([
    ['CCT0137', { general: { FECHA_INICIO: compact(convertibleContract.endDate) } }],
    ['CCT0138', { general: { FECHA_INICIO: compact(addDays(startDate, 1)) } }],
    ['CCT0142', { general: { INDICADOR_DISCONTINUIDAD: 'I' } }],
    ['CCT0143', { general: { INDICADOR_CONV_COL: undefined } }],
    ['CPR1019', { more: { HORAS_FORMACION: '001000' } }],
    ['CCT0027', { general: { FECHA_FIN: compact(convertibleContract.endDate) } }],
    [
      'CCT0074',
      {
        company: {
          CIF_NIF_EMPRESA: `<CIF_NIF>${seed.other.company.cif}</CIF_NIF>`,
          CCC: `0111${seed.other.company.ccc}`,
        },
      },
    ],
  ])('an extension is refused with %s (%#)', async (code, draft) => {
    const { one, errors } = await file('servicioProrrogas', extensions(extension(draft)));
    expect([one('RESULTADO'), errors.includes(code)]).toEqual(['RECHAZADO', true]);
    expect((await standIn.control.stats()).accepted).toEqual({});
  });

  test('an extension after an incapacity may begin later', async () => {
    const general = {
      FECHA_INICIO: compact(addDays(startDate, 9)),
      INDICADOR_DISCONTINUIDAD: 'I',
    };
    const { one } = await file('servicioProrrogas', extensions(extension({ general })));
    expect(one('RESULTADO')).toBe('ACEPTADO');
  });

  test('an extension is accepted once', async () => {
    await file('servicioProrrogas', extensions(extension()));
    expect((await file('servicioProrrogas', extensions(extension()))).errors).toEqual(['CPR4037']);
  });

  test.each<[string, string]>([
    ['blocks out of order', extensions(extension({ reversed: true }))],
    [
      'the account under the name that it has in contracts',
      extensions(extension({ company: { CCC: undefined, CODIGO_CUENTA_COTIZACION: '011128000000097' } })),
    ],
    ['another letter', extensions(extension({ general: { INDICADOR_CONV_COL: 'X' } }))],
    ['hours of four digits', extensions(extension({ more: { HORAS_FORMACION: '0010' } }))],
    ['six of them', extensions(...Array.from({ length: 6 }, () => extension()))],
  ])('an extension is not accepted with %s', async (_, document) => {
    expect(ERROR.exec(await send('servicioProrrogas', document))![1]).toMatch(/^CGE010[34]$/);
  });
});

const CALL = 'servicioLlamamientoFijoDiscontinuo';

describe('a call to work', () => {
  test.each<[string, CallDraft]>([
    ['CLL4001', { call: { CLAVE_CONTRATO_TRANS: 'E28199900000000000'.slice(0, 16) } }],
    ['CLL4002', { worker: { IDENTIFICADORPFISICA: `D${demo.worker.dni}` } }],
    ['CLL4004', { call: { CLAVE_CONTRATO_TRANS: `${key(seasonalContract.sepeId)}55` } }],
    ['CLL4004', { call: { CLAVE_CONTRATO_TRANS: `${key(convertibleContract.sepeId)}00` } }],
    ['CCT0027', { call: { FECHA_FIN: compact(addDays(today, -1)) } }],
    ['CCT0048', { call: { CODIGO_OCUPACION: '4309' } }],
    ['CCT0002', { call: { NIVEL_FORMATIVO: '99' } }],
  ])('a call to work is refused with %s (%#)', async (code, draft) => {
    const { one, errors } = await file(CALL, calls(call(draft)));
    expect([one('RESULTADO'), errors.includes(code)]).toEqual(['RECHAZADO', true]);
  });

  test('a call to work is accepted once for a day, also within a file', async () => {
    expect((await file(CALL, calls(call(), call()))).errors).toEqual(['CLL4003']);
    expect((await standIn.control.state()).sepe.contracts.flatMap((each) => each.calls)).toHaveLength(1);
  });

  test.each<[string, CallDraft]>([
    ['a key of 13 digits', { call: { CLAVE_CONTRATO_TRANS: key(seasonalContract.sepeId) } }],
    ['neither yes nor no', { call: { IND_INCORPORA_ACTIVIDAD: 'X' } }],
    ['no level of education', { call: { NIVEL_FORMATIVO: undefined } }],
  ])('a call to work is not accepted with %s', async (_, draft) => {
    expect(ERROR.exec(await send(CALL, calls(call(draft))))![1]).toMatch(/^CGE010[34]$/);
  });
});

describe('a company certificate', () => {
  const without =
    (name: string) =>
    ({ [name]: _, ...rest }: Values) =>
      rest;
  const rea = '<Datos_Cotizacion_REA><Ano>2026</Ano><Mes>01</Mes></Datos_Cotizacion_REA>';
  test.each<[element: string, change: (values: Values) => Values, after?: string]>([
    ['DNI_NIE', (values) => ({ ...values, DNI_NIE: 'D12345678Z' })],
    ['TipoContrato', without('TipoContrato')],
    ['DiasSalarioTramitacion', without('DiasSalarioTramitacion')],
    ['CodProfesion', (values) => ({ ...values, CodProfesion: '4309' })],
    ['FechaAltaEmpresa', (values) => ({ ...values, FechaAltaEmpresa: '2026-01-02' })],
    ['Nombre', (values) => ({ ...values, Nombre: 'A' })],
    [
      'DiasSalarioTramitacion',
      ({ DiasSalarioTramitacion, ...values }) => ({ DiasSalarioTramitacion, ...values }),
    ],
    ['Datos_Cotizacion_REA', (values) => values, rea],
    ['Desconocido', (values) => values, '<Desconocido>1</Desconocido>'],
  ])(
    'a company certificate with a wrong or misplaced %s is refused with its name (%#)',
    async (element, change, after) => {
      const answer = await sendCertificate(certificate(change, after));
      expect(answer).toContain('<COD_ERROR>DEX0204</COD_ERROR>');
      expect(answer).toContain(`Elemento ${element}.`);
      expect((await standIn.control.stats()).accepted).toEqual({});
    },
  );
});
