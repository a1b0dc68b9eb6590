import { beforeEach, expect, test } from 'vitest';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { startBatches } from '../../support/sheets/batches.ts';

/** Names and codes as programs and people leave them in a sheet, from the file through the panel's corrections to SEPE. */

const { service, authorities, gateway, batches } = await startBatches();
beforeEach(() => authorities.reset());

const { demo } = service;
const LOST = 'Tiene «?» donde se perdió una letra: escriba la letra.';
const escaped = (sign: string) =>
  `Tiene «${sign}», que es como un programa escribe una letra: escriba la letra.`;
const MANDATORY = 'Es obligatorio con NIF/DNI.';

/** Cells of a row that differ from a contract that is right, and the mistakes of its names. */
const ROWS: [changed: Record<string, string>, mistakes: [column: string, message: string][]][] = [
  [{ surname: 'MU?OZ' }, [['surname', LOST]]],
  [{ surname: 'MU&Ntilde;OZ' }, [['surname', escaped('&Ntilde;')]]],
  [{ surname: 'MU\\u00d1OZ' }, [['surname', escaped('\\u00d1')]]],
  [{ surname: 'DE\u00a0LA\u00a0CRUZ' }, []],
  [{ surname: 'GARCIA', lastSurname: 'nan' }, [['lastSurname', MANDATORY]]],
  [{ surname: 'GARCIA', lastSurname: 'undefined' }, [['lastSurname', MANDATORY]]],
  [{ nationality: 'Española', municipality: 'MADRID', country: 'España', sex: 'Mujer', docType: 'DNI' }, []],
];

/** A CSV file as a program exports it: with a mark, and each cell in quotation marks. */
const exported = (rows: Record<string, string>[]): string =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((cells) => cells.map((cell) => `"${cell}"`).join(';'))
    .join('\r\n')
    .replace(/^/, '\ufeff');

test('a sheet of contracts passes where its names are names, and shows a mistake where they are texts of programs', async () => {
  const rows = ROWS.map(([changed], index) => ({
    ...Object.fromEntries(
      Object.entries(newContract(seed, demo, seed.demo.newWorkers[index])).map(([name, value]) => [
        name,
        String(value),
      ]),
    ),
    ...changed,
  }));
  const { body } = await batches.send({
    ...batches.file('names.csv', exported(rows)),
    operation: 'notifyContract',
    cert_secret_sepe: demo.certificates.sepe,
  });
  const { id } = body.data.batch;
  const tried = await batches.settle(id);
  const mistakesOf = (data: { rows: { mistakes: { column: string; message: string }[] }[] }) =>
    data.rows.map(({ mistakes }) => mistakes.map(({ column, message }) => [column, message]));
  expect(mistakesOf(tried)).toEqual(ROWS.map(([, mistakes]) => mistakes));
  expect(tried.rows.map(({ state }: { state: string }) => state)).toEqual(
    ROWS.map(([, mistakes]) => (mistakes.length > 0 ? 'wrong' : 'tried')),
  );

  const correction = (row: number, column: string, value: string) => ({
    rows: [row],
    cells: [{ column, value }],
  });
  const corrected = await gateway.post(`/batches/${id}/corrections`, {
    corrections: [
      correction(2, 'surname', 'MUÑOZ'),
      correction(3, 'surname', 'MU?OZ'),
      correction(6, 'lastSurname', 'Null'),
      correction(7, 'municipality', 'Barcelona'),
    ],
  });
  expect(corrected.status, JSON.stringify(corrected.body)).toBe(200);
  const after = await batches.settle(id);
  expect(mistakesOf(after).slice(0, 6)).toEqual([
    [],
    [['surname', LOST]],
    [['surname', escaped('\\u00d1')]],
    [],
    [],
    [['lastSurname', MANDATORY]],
  ]);
  const ofNull = after.rows[4];
  expect(ofNull.warnings).toEqual([
    '«Null» puede ser un nombre, o lo que escribe un programa cuando no hay dato: compruébelo.',
  ]);
  expect(after.rows[5].notes).toContainEqual({
    column: 'municipality',
    message: 'Se ha leído 08019 (Barcelona).',
  });

  await batches.filed(id, 'good', 1);
  expect(JSON.stringify(await authorities.state())).toContain('DE LA CRUZ');
  expect((await authorities.stats()).submissions).toEqual({ 'sepe.contrato': 4 });
});
