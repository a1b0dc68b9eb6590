import { beforeEach, expect, test } from 'vitest';
import { cellsOf } from '../../../functions/capabilities/batches/sheets/columns.ts';
import { stores } from '../../../functions/stores.ts';
import { newContract } from '../../../reference/employment-requests.ts';
import { seed } from '../../../sandbox/seed.ts';
import { opened, saved, startBatches } from '../../support/sheets/batches.ts';
import { hireOf, leaveOf } from '../../support/sheets/workflows.ts';

/** Steps that one row of several submissions has begun are not begun by an equal row, however often its sheet is sent. */

/** Whether the answer to the next submission is lost, so that its outcome is unknown. */
let loses = false;
const filings: typeof stores.filings = {
  ...stores.filings,
  endFiling: (filing, from, end) => {
    const isLost = loses;
    loses = false;
    return stores.filings.endFiling(filing, from, isLost ? { ...end, state: 'unknown', facts: {} } : end);
  },
};

const { service, authorities, batches } = await startBatches({ stores: { ...stores, filings } });
beforeEach(() => authorities.reset());

const [first, second] = seed.demo.newWorkers as [Person, Person];
type Person = (typeof seed.demo.newWorkers)[number];

let sent = 0;
const counts = async () => (await authorities.stats()).submissions;
type Cells = Record<string, string>;
interface Wrong {
  row: number;
  mistakes: { message: string }[];
}
const cellsOfRow = ({ operation, body }: { operation: string; body: Record<string, unknown> }): Cells => ({
  tramite: operation,
  ...cellsOf(body),
});
/** Sends a sheet, files its valid rows, and opens the result sheet. @returns also the mistakes of rows */
const roundOf = async (sheet: Cells[], before = () => {}) => {
  const { status, body } = await batches.send({
    ...batches.file(`${sent++}.csv`, saved(sheet, 'csv')),
    cert_secret_sepe: service.demo.certificates.sepe,
  });
  expect(status, JSON.stringify(body)).toBe(200);
  const { id } = body.data.batch;
  const { counts } = (await batches.settle(id)).batch;
  before();
  if (counts.tried > 0) await batches.filed(id, 'good');
  const back = opened(await batches.sheet(id, 'csv')) as [Cells, Cells];
  const wrong = (body.data.wrong as Wrong[]).map(({ row, mistakes }) => [
    row,
    ...mistakes.map(({ message }) => message),
  ]);
  return { back, wrong };
};
const equal = (step: string) => `${step}: es igual que la fila 2: se presentaría dos veces.`;

test('a row that equals another one is never filed, though the next step of the other one is refused time and again', async () => {
  const acting = service.caller.acting(service.demo.certificates.sepe);
  const other = { ...newContract(seed, service.demo, second), codContract: '100' };
  expect((await acting.post('/sepe/contrata', other)).status).toBe(200);
  const hiring = cellsOfRow(hireOf(service.demo, second));
  const all = [3, ...['alta', 'contrata', 'copia'].map(equal)];
  let { back, wrong } = await roundOf([hiring, hiring]);
  expect(wrong).toEqual([all]);
  expect(back[0].desde).toBe('contrata');
  const [begun, same] = back;
  const corrected = { ...begun, 'contrata.nivelFormativo': '10' };
  expect((await roundOf([{ ...corrected, desde: 'x' }, same])).wrong).toMatchObject([
    [2, expect.stringContaining('Debe ser uno de')],
    [3, equal('alta'), equal('copia')],
  ]);
  expect((await roundOf([corrected, same])).wrong).toEqual([[3, equal('alta'), equal('copia')]]);
  for (let round = 2; round <= 3; round++) {
    ({ back, wrong } = await roundOf(back));
    expect(wrong, `round ${round}`).toEqual([all]);
  }
  expect(await authorities.submissions('tgss.alta')).toBe(1);
});

test('a row that equals another one is never filed while the outcome of the other one is unknown', async () => {
  const hiring = cellsOfRow(hireOf(service.demo, first));
  const { back } = await roundOf([hiring, hiring], () => {
    loses = true;
  });
  const [begun, same] = back;
  for (const desde of ['', begun.desde!]) {
    const { wrong } = await roundOf([{ ...begun, desde }, same]);
    expect(wrong).toMatchObject([
      [2, expect.anything()],
      [3, equal('alta'), equal('contrata'), equal('copia')],
    ]);
  }
  expect(await counts()).toEqual({ 'tgss.alta': 1 });
});

test('a row that equals another one is never filed if all steps of the other one are filed', async () => {
  const leaving = cellsOfRow(leaveOf(service.demo));
  const { back } = await roundOf([leaving, leaving]);
  expect(back[0].desde).toBe('fin');
  expect((await roundOf(back)).wrong).toMatchObject([
    [2, expect.stringContaining('Todo lo de esta fila está ya presentado')],
    [3, equal('baja'), equal('certificado')],
  ]);
  expect(await counts()).toEqual({ 'tgss.baja': 1, 'sepe.certificado': 1 });
});
