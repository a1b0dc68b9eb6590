import { expect, test } from 'vitest';
import { company } from '../../sandbox/population.ts';
import { seed } from '../../sandbox/seed.ts';
import { batchesWith, csvOf, startBatches } from '../support/sheets/batches.ts';

/** The declarations of an office for all its companies, as one sheet. */

const { service, queues, authorities } = await startBatches();
const batches = batchesWith(queues, service.caller.acting(service.demo.certificates.aeat));

const COMPANIES = 40;
const year = Number(seed.today.slice(0, 4)) - 1;

const rows = Array.from({ length: COMPANIES }, (_, place) => {
  const { cif, name } = company(200 + place, `EMPRESA ${place + 1} SL`);
  const withheld = `${100 + place},25`;
  return {
    tramite: 'fileWithholdings',
    cif,
    razon_social: name,
    ejercicio: String(year),
    periodo: '4T',
    casilla_01: String(place + 1),
    casilla_02: `${place + 1}.000,00`,
    casilla_03: withheld,
    casilla_28: withheld,
    casilla_30: withheld,
    tipo: 'U',
    iban: 'ES91 2100 0418 4502 0005 1332',
  };
});

test('the quarter of an office with forty companies is one batch, and each company is declared once', async () => {
  const { batch } = await batches.tried('111.csv', csvOf(rows));
  expect(batch).toMatchObject({ state: 'previewed', counts: { tried: COMPANIES, wrong: 0 } });
  expect(await authorities.submissions('aeat.111')).toBe(0);
  const ended = await batches.filed(batch.id);
  expect(ended.batch).toMatchObject({ state: 'ended', counts: { filed: COMPANIES } });
  expect(await authorities.submissions('aeat.111')).toBe(COMPANIES);
  const { declarations } = (await authorities.state()).aeat;
  expect(new Set(declarations.map(({ nif }) => nif)).size).toBe(COMPANIES);
  expect(declarations.find(({ nif }) => nif === rows[39]!.cif)).toMatchObject({ amount: 13925, result: 'U' });
});
