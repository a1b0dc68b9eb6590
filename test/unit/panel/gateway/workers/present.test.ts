import { expect, test } from 'vitest';
import { formOf, presentOf } from '../../../../../panel/src/gateway/workers/present.ts';
import { seed } from '../../../../../sandbox/seed.ts';

/** What the page of a worker says of the worker's registrations. */

const { general, second } = seed.demo.accounts;
const TODAY = '2026-11-29';
const listed = {
  regimen: general.regimen,
  ccc: general.ccc,
  dni: seed.demo.worker.dni,
  nss: null,
  nombre: null,
  fecha_alta: '2025-11-03',
  fecha_baja: null as string | null,
  tipo_contrato: '200',
  coeficiente: '500',
  grupo_cotizacion: '07',
  cno: null,
};
const workforceWith = (more: Partial<typeof listed>) => ({
  data: [{ ...listed, ...more }],
  saved_at: '2026-11-20T08:00:00.000Z',
  imported_at: null,
});
const filed = (operation: string, effectiveDate: string | null, account = second, state = 'accepted') =>
  ({
    operation,
    state,
    effectiveDate,
    regimen: account.regimen,
    ccc: account.ccc,
    created_at: '2026-11-25T09:00:00.000Z',
  }) as never;
const ALTA = 'POST /api/v4/seg-social/alta';
const BAJA = 'POST /api/v4/seg-social/baja';
const present = (workforce: Parameters<typeof presentOf>[0]['workforce'], ...filings: never[]) =>
  presentOf({ workforce, filings }, { contracts: { 200: '200 · Indefinido a tiempo parcial' } }, TODAY);

test('a worker of the list has a state with its contract in words, and the day on which it was learnt', () => {
  expect(present(workforceWith({}))).toMatchObject([
    {
      account: general.regimen + general.ccc,
      isOpen: true,
      state: 'De alta desde el 03/11/2025',
      details: ['200 · Indefinido a tiempo parcial', '50 %', 'grupo 07'],
      source: expect.stringMatching(/lista de la empresa del 20\/11\/2026/),
    },
  ]);
});

test('a worker of the list with a baja under way is shown with that doubt', () => {
  const [state] = present(workforceWith({}), filed(BAJA, '2026-11-20', general, 'committing'));
  expect(state!.details).toContain('hay un alta o una baja sin resultado conocido');
});

test.each<[string, Partial<typeof listed>, object]>([
  ['yesterday', { fecha_baja: '2026-11-28' }, { isOpen: false, state: 'De baja: último día, 28/11/2026' }],
  [
    'today',
    { fecha_baja: TODAY },
    { isOpen: true, state: expect.stringMatching(/prevista el 29\/11\/2026/) },
  ],
])('a worker whose last day is %s is shown so', (_, more, state) => {
  expect(present(workforceWith(more))).toMatchObject([state]);
});

test.each<[string, never[], object[]]>([
  [
    'an accepted alta of a future day',
    [filed(ALTA, '2026-12-01')],
    [{ isOpen: true, state: 'Alta prevista el 01/12/2026' }],
  ],
  [
    'a baja after the alta',
    [filed(ALTA, '2026-01-07'), filed(BAJA, '2026-11-20')],
    [
      {
        isOpen: false,
        state: 'De baja: último día, 20/11/2026',
        source: expect.stringMatching(/25\/11\/2026/),
      },
    ],
  ],
  [
    'an alta that a person declared filed',
    [filed(ALTA, '2026-01-07', second, 'declaredFiled')],
    [{ isOpen: true, source: expect.stringMatching(/se declaró presentado/) }],
  ],
  [
    'a baja of unknown outcome after the alta',
    [filed(ALTA, '2026-01-07'), filed(BAJA, '2026-11-20', second, 'unknown')],
    [],
  ],
  ['an alta without a known day', [filed(ALTA, null)], []],
  [
    'an alta that was removed',
    [filed(ALTA, '2026-12-01'), filed(`DELETE ${ALTA.slice(5)}`, '2026-12-01')],
    [],
  ],
  ['the alta in an account that the list has', [filed(ALTA, '2020-01-01', general)], []],
  [
    'a change of the contract alone',
    [filed('PUT /api/v4/seg-social/contract-coeficiente', '2026-11-02')],
    [],
  ],
])('without the account in the list, %s says only what is certain', (_, filings, states) => {
  expect(present(workforceWith({}), ...filings).slice(1)).toMatchObject(states);
});

test('a form from a worker’s page has the account, the documents, and the CIF if it is known', () => {
  const account = general.regimen + general.ccc;
  const worker = { document: listed.dni, nss: '280000000097', cif: undefined };
  const { regimen, ccc } = general;
  expect(formOf(account, worker)).toEqual({ regimen, ccc, dni: listed.dni, nss: worker.nss });
});
