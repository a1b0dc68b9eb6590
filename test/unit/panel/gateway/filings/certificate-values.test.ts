import { describe, expect, test } from 'vitest';
import {
  type CertificateSources,
  certificateValues,
  contributionMonths,
} from '../../../../../panel/src/gateway/filings/certificate-values.ts';
import { pastedInList } from '../../../../../panel/src/gateway/filings/pasted-list.ts';
import { seed } from '../../../../../sandbox/seed.ts';

/** What the form of a company certificate begins with. */

const { regimen, ccc } = seed.demo.accounts.general;
const { worker } = seed.demo;
const accepted = (request: object) => ({
  request: request as Record<string, unknown>,
  created_at: '2026-11-25T09:00:00.000Z',
  operation: '',
});
const nothing: CertificateSources = {
  account: regimen + ccc,
  cif: undefined,
  worker: { document: worker.dni, nss: null },
  termination: undefined,
  registration: undefined,
  contract: undefined,
  changes: [],
  listed: undefined,
  earlier: undefined,
  representative: null,
};
const alta = { fecha_real: '2025-11-03', tipo_contrato: '402', grupo_cotizacion: '07', cno: '4309' };
const valuesWith = (more: Partial<CertificateSources>) => certificateValues({ ...nothing, ...more });

describe('the form of a company certificate', () => {
  test('the form begins with the account and the document, and without trámites with nothing else', () => {
    expect(valuesWith({})).toEqual({
      filled: { 'Datos_Empresa.CCC': regimen + ccc, 'Datos_Trabajador.DNI_NIE': worker.dni },
      origins: [],
    });
  });

  test('the form takes the baja, the alta and the contract with their days, and no cause and no bases', () => {
    const { filled, origins } = valuesWith({
      termination: accepted({ fecha_real: '2026-11-20', situacion: '93' }),
      registration: accepted(alta),
      contract: accepted({ name: 'ANA', surname: 'DE LA FUENTE' }),
    });
    expect(filled).toMatchObject({
      'Datos_Trabajador.FechaSuspensionExtincion': '2026-11-20',
      'Datos_Trabajador.FechaAltaEmpresa': '2025-11-03',
      'Datos_Trabajador.TipoContrato': '402',
      'Datos_Trabajador.Apellido1': 'DE LA FUENTE',
    });
    expect(Object.keys(filled).filter((path) => /Cotizacion\.|Causa|Apellido2/.test(path))).toEqual([]);
    expect(origins).toEqual([
      expect.stringMatching(/^De la baja aceptada el 25\/11\/2026/),
      expect.stringMatching(/^Del contrato/),
      expect.stringMatching(/^Del alta/),
    ]);
  });

  test('a value that a later change replaced is not taken from the alta', () => {
    const { filled } = valuesWith({
      registration: accepted(alta),
      changes: ['PUT /api/v4/seg-social/contract-coeficiente'],
    });
    expect(filled).not.toHaveProperty(['Datos_Trabajador.TipoContrato']);
    expect(filled).toMatchObject({ 'Datos_Trabajador.GrupoCotizacion': '07' });
  });

  test('the representative is the one of the last certificate, else of the company’s data without a split name', () => {
    const before = { CIF_NIF: worker.dni, Nombre: 'LUIS', Apellido1: 'PEREZ', Cargo: 'ADMINISTRADOR' };
    const representative = { doc: worker.dni, name: 'EVA', surname: 'RUIZ SANZ', job_position: 'Gerente' };
    const earlier = accepted({ Datos_Representante: before });
    const names = (more: Partial<CertificateSources>) =>
      Object.entries(valuesWith(more).filled).filter(([path]) => path.startsWith('Datos_Representante.'));
    expect(names({ earlier, representative })).toEqual(
      Object.entries(before).map(([name, value]) => [`Datos_Representante.${name}`, value]),
    );
    expect(Object.fromEntries(names({ representative }))).toEqual({
      'Datos_Representante.CIF_NIF': worker.dni,
      'Datos_Representante.Nombre': 'EVA',
      'Datos_Representante.Cargo': 'Gerente',
    });
  });
});

test.each([
  ['1500,00\n1600,00\n', { 'a.1.base': '1500,00', 'a.2.base': '1600,00' }],
  ['1500\t2\n1600\t3\n1700\t4', { 'a.1.base': '1500', 'a.1.note': '2', 'a.2.base': '1600', 'a.2.note': '3' }],
])(
  'cells %j that are pasted into a list fill its elements downwards as far as there is room',
  (text, filled) => {
    const fields = ['month', 'base', 'note'].map((name) => ({ name, kind: 'text' })) as never;
    expect(pastedInList(text, { list: 'a', at: 'a.1.base', fields, max: 3 })).toEqual(filled);
  },
);

test.each([
  ['2026-11-03', '2026-11-30', ['2026-11']],
  ['2025-11-29', '2026-02-01', ['2025-11', '2025-12', '2026-01', '2026-02']],
  ['2019-01-01', '2026-03-31', ['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02', '2026-03']],
  ['2026-12-01', '2026-11-30', []],
])('a certificate from %s to %s has contributions of its last seven months at most', (from, to, months) => {
  expect(contributionMonths(from, to).map(({ Ano, Mes }) => `${Ano}-${Mes}`)).toEqual(months);
});
