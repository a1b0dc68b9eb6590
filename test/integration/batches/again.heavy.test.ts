import { beforeEach, describe, expect, test } from 'vitest';
import { stores } from '../../../functions/stores.ts';
import { seed } from '../../../sandbox/seed.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { requestsOf } from '../../support/requests.ts';
import { aChange, cellsOf, csvOf, opened, saved, startBatches } from '../../support/sheets/batches.ts';

/** A result sheet is corrected and sent again as a whole: rows that were filed are not filed again. */

/** The number of submissions that are still to lose their answer, so that their outcome is unknown. */
let losing = 0;
const filings: typeof stores.filings = {
  ...stores.filings,
  endFiling: (filing, from, end) => {
    const isLost = losing-- > 0;
    return stores.filings.endFiling(filing, from, isLost ? { ...end, state: 'unknown', facts: {} } : end);
  },
};

const { service, authorities, gateway, batches } = await startBatches({ stores: { ...stores, filings } });
beforeEach(async () => {
  losing = 0;
  await authorities.reset();
});

interface Shown {
  row: number;
  state: string;
  mistakes: { column: string | null; message: string }[];
  filings: string[];
}
type Cells = Record<string, string>;

const row = (changed: Cells = {}): Cells => cellsOf(aChange(service.demo, changed));
const submissions = () => authorities.submissions('tgss.cno');
const shownOf = ({ rows }: { rows: Shown[] }) =>
  rows.map(({ state, mistakes }) => [
    state,
    ...mistakes.map(({ column, message }) => `${column}: ${message}`),
  ]);

describe.each(['csv', 'xlsx'] as const)('a %s', (format) => {
  test('the file, sent again with all rows, files the corrected ones, and names the trámite of each other row', async () => {
    const first = await batches.tried('a.csv', csvOf([row(), row({ cno: 'x' }), row()]));
    losing = 1;
    const { rows } = await batches.filed(first.batch.id, 'good');
    const [one, , three] = rows as [Shown, Shown, Shown];
    const states = [one, three].map(({ state }) => state);
    expect(states.toSorted()).toEqual(['filed', 'unknown']);
    expect(await submissions()).toBe(2);
    const messageOf = ({ state, filings }: Shown) =>
      state === 'filed'
        ? `resultado.tramite: Ya presentada: trámite ${filings[0]}.`
        : `resultado.tramite: Puede haberse presentado: trámite ${filings[0]}.`;
    const held = (which: Shown) => ['wrong', expect.stringContaining(messageOf(which))];

    const sheet = opened(await batches.sheet(first.batch.id, format));
    sheet[1]!.cno = row().cno!;
    const second = await batches.tried(`b.${format}`, saved(sheet, format));
    expect(shownOf(second)).toEqual([held(one), ['tried'], held(three)]);
    expect((await batches.commit(second.batch.id, 'all')).status).toBe(409);
    const after = await batches.filed(second.batch.id, 'good');
    expect(await submissions()).toBe(3);

    // The result sheet of the second batch names these trámites, too, and so does the sheet after it was sent a third time.
    const last = opened(await batches.sheet(second.batch.id, format));
    expect(last.map((cells) => cells['resultado.tramite'])).toEqual(
      [one, after.rows[1], three].map(({ filings }) => filings[0]),
    );
    const third = await batches.tried(`c.${format}`, saved(last, format));
    expect(shownOf(third)).toEqual([held(one), held(after.rows[1]), held(three)]);
    expect((await batches.commit(third.batch.id, 'good')).status).toBe(409);
    expect(await submissions()).toBe(3);
  });
});

test('the file can be made stricter, and never looser, by the word in the sheet alone', async () => {
  const first = await batches.tried('a.csv', csvOf([row(), row(), row()]));
  const { rows } = await batches.filed(first.batch.id);
  const sheet = opened(await batches.sheet(first.batch.id, 'csv'));
  const [one, two, three] = sheet as [Cells, Cells, Cells];
  const secret = await storeNewCertificate(
    service.otherCaller,
    { person: seed.demo.holder },
    {},
    service.demo,
  );
  const { request } = requestsOf(service.demo)['PUT /seg-social/cno']!;
  const others = await service.otherCaller.acting(secret).call('PUT', '/seg-social/cno', { json: request });
  const ofOther = others.headers.get('x-tramite-id')!;
  const again = await batches.tried(
    'b.csv',
    saved(
      [
        { ...one, 'resultado.estado': 'la rechazó el organismo' },
        { ...two, 'resultado.tramite': '' },
        { ...three, 'resultado.tramite': ofOther, 'resultado.estado': 'la rechazó el organismo' },
        { ...row(), 'resultado.tramite': 'x', 'resultado.estado': '' },
        { ...row(), 'resultado.tramite': '', 'resultado.estado': 'la rechazó el organismo' },
      ],
      'csv',
    ),
  );
  expect(shownOf(again)).toEqual([
    ['wrong', expect.stringContaining(`Ya presentada: trámite ${rows[0].filings[0]}.`)],
    ['wrong', expect.stringContaining('resultado.estado: La hoja dice «presentada»')],
    ['wrong', expect.stringContaining(`${ofOther} no es un trámite de esta cuenta`)],
    ['wrong', expect.stringContaining('x no es un trámite de esta cuenta')],
    ['tried'],
  ]);
});

test('a row is filed again once a person has declared that it was not filed', async () => {
  const first = await batches.tried('a.csv', csvOf([row()]));
  losing = 1;
  const { rows } = await batches.filed(first.batch.id);
  const [filing] = rows[0].filings;
  const resolved = await gateway.post(`/tramites/${filing}/resolve`, { filed: false, note: 'No está.' });
  expect(resolved.status, JSON.stringify(resolved.body)).toBe(200);
  const again = await batches.tried('b.csv', await batches.sheet(first.batch.id, 'csv'));
  expect(shownOf(again)).toEqual([['tried']]);
});

test('a row that waits to be filed says so in the sheet, and is not filed by another batch', async () => {
  const first = await batches.tried('a.csv', csvOf([row(), row()]));
  expect((await batches.commit(first.batch.id)).status).toBe(200);
  const sheet = opened(await batches.sheet(first.batch.id, 'csv'));
  for (const cells of sheet) expect(cells['resultado.estado']).toBe('presentándose');
  const again = await batches.send(batches.file('b.csv', saved(sheet, 'csv')));
  expect(again.body.data.batch.counts).toMatchObject({ wrong: 2 });
  await batches.settle(first.batch.id);
});

test('the filing of a row is not made by another equal row, in any file and after any outcome of the first', async () => {
  const twice = row();
  const first = await batches.tried('a.csv', csvOf([twice, twice]));
  const equalTo = (number: number) => [
    'wrong',
    expect.stringContaining(`Es igual que la fila ${number}: se presentaría dos veces.`),
  ];
  expect(shownOf(first)).toEqual([['tried'], equalTo(2)]);
  const { rows } = await batches.filed(first.batch.id, 'good');
  const held = ['wrong', expect.stringContaining(`Ya presentada: trámite ${rows[0].filings[0]}.`)];

  const [one, two] = opened(await batches.sheet(first.batch.id, 'csv')) as [Cells, Cells];
  const unnamed = { ...one, 'resultado.tramite': '' };
  const notNamed = ['wrong', expect.stringContaining('La hoja dice «presentada», sin su trámite')];
  for (const [name, sheet, expected] of [
    ['whole', [one, two], [held, equalTo(2)]],
    ['turned', [two, one], [equalTo(3), held]],
    // The mistake is reported at the other row.
    ['changed', [{ ...one, cno: row().cno! }, two], [held, equalTo(2)]],
    ['unnamed', [unnamed, two], [notNamed, equalTo(2)]],
  ] as [string, Cells[], unknown[]][])
    expect(shownOf(await batches.tried(`${name}.csv`, saved(sheet, 'csv'))), name).toEqual(expected);
  expect(await submissions()).toBe(1);
});

test('a batch that was sent as a list comes back as a sheet that can be sent again', async () => {
  const { body: request } = aChange(service.demo, { cno: 'x' });
  const wrong = { operation: 'PUT /seg-social/cno', body: request };
  const sent = await batches.send({ rows: [aChange(service.demo), wrong] });
  const first = await batches.settle(sent.body.data.batch.id);
  expect(first.rows[1].cells).toEqual(cellsOf({ operation: 'updateCno', body: request }));
  const { rows } = await batches.filed(first.batch.id, 'good');
  const sheet = opened(await batches.sheet(first.batch.id, 'csv'));
  sheet[1]!.cno = row().cno!;
  expect(shownOf(await batches.tried('b.csv', saved(sheet, 'csv')))).toEqual([
    ['wrong', expect.stringContaining(`Ya presentada: trámite ${rows[0].filings[0]}.`)],
    ['tried'],
  ]);
});
