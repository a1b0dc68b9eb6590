import { buffer } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { driveBatch } from '../../functions/capabilities/batches/driver/drive.ts';
import { cellsOf, OPERATION_HEADER } from '../../functions/capabilities/batches/sheets/columns.ts';
import { resultSheet } from '../../functions/capabilities/batches/sheets/result-sheet.ts';
import { notifyContract } from '../../functions/gateway/sepe/operations/notify-contract.ts';
import { stores } from '../../functions/stores.ts';
import { MEMORY_MB } from '../../infra/sizing/memory.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { persons } from '../../sandbox/population.ts';
import { makeSeed, seed } from '../../sandbox/seed.ts';
import { newAccount } from '../support/accounts.ts';
import { startService } from '../support/local-service.ts';
import { startWorkQueues } from '../support/servers/work-queues.ts';
import { mondayFile } from '../support/sheets/monday.ts';
import { hireOf } from '../support/sheets/workflows.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** Rows of the batch: enough that it is still under way when the last reading is done. */
const ROWS = 600;
/** Rows of a batch that are worked on at the same time: an account may have four before one authority. */
const AT_ONCE = 4;
/** Readings before the batch, while it is tried and while it is filed: an account may make 30 heavy readings a minute. */
const QUESTIONS = 8;
/** A reading sends four requests. Together they take the authority 1.5 seconds. */
const ANSWER_MS = 1_500 / 4;

/**
 * Measures how long one account's readings take while another account's batch is worked on. Both share one process here, which
 * has fewer resources than the separate functions of a stage.
 */
export const benchBatches = async (): Promise<void> => {
  const world = makeSeed(seed.today);
  world.state.persons.push(...persons(100, ROWS));
  const service = await startService({}, { seed: world, slowMilliseconds: ANSWER_MS });
  const queues = await startWorkQueues(service.services);
  try {
    const p12 = toP12(await issueClient(service.authority, { person: seed.demo.holder }), 'clave', {
      rounds: 1,
    });
    const newTenant = async () => {
      const { gateway, accountId } = await newAccount(service.demo.baseUrl);
      const { body } = await gateway.upload(p12, { password: 'clave', type: '1' });
      return { gateway: gateway.acting(body.data.cert_secret), accountId };
    };
    const { gateway: office, accountId } = await newTenant();
    const other = (await newTenant()).gateway.with({ 'X-Sandbox-Scenario': 'slow' });
    const { company, worker } = seed.demo;
    const ask = async (): Promise<number> => {
      const since = performance.now();
      const { status } = await other.get('/seg-social/idc', {
        regimen: company.regimen,
        ccc: company.ccc,
        nss: worker.nss,
        startDate: worker.fecha_alta,
      });
      if (status !== 200) throw new Error(`a question was answered ${status}`);
      return performance.now() - since;
    };
    const questions = async (before = async () => {}): Promise<number> => {
      const times: number[] = [];
      while (times.length < QUESTIONS) {
        await before();
        times.push(await ask());
      }
      return median(times);
    };
    await ask();
    const alone = await questions();
    const content = mondayFile(company, persons(100, ROWS)).corrected.toString('base64');
    const { body } = await office.post('/batches', { name: 'Altas', file: { name: 'altas.xlsx', content } });
    const { id } = body.data.batch;
    const read = async () => (await stores.batches.getBatch(accountId, id))!;
    let isAsked = true;
    /** Drives the batch and makes its rows until the readings have ended. */
    const drive = async (): Promise<void> => {
      while (isAsked) {
        await driveBatch(service.services, await read());
        await queues.makeAll(AT_ONCE);
      }
    };
    /** Waits until rows are under way. @throws Error if the batch has no more rows to work on */
    const underWay = async (state: 'trying' | 'filing') => {
      for (;;) {
        const rows = await stores.batches.listProgress({ accountId, id });
        if ([...rows.values()].some((row) => row.state === state)) return;
        if ((await read()).state !== (state === 'trying' ? 'previewing' : 'filing'))
          throw new Error('the batch was done before the questions');
        await setTimeout(20);
      }
    };
    const nextTo = async (state: 'trying' | 'filing'): Promise<void> => {
      isAsked = true;
      const driving = drive();
      const meanwhile = await questions(() => underWay(state)).finally(() => {
        isAsked = false;
      });
      await driving;
      const { counts } = await read();
      console.log(`\nQuestions of an account while rows of another are ${state}: ${JSON.stringify(counts)}`);
      report(`question next to another account’s batch, ${state}`, meanwhile / alone, '×', 1.5);
    };
    await nextTo('trying');
    for (let batch = await read(); batch.state === 'previewing'; batch = await read()) {
      await driveBatch(service.services, batch);
      await queues.makeAll(AT_ONCE);
    }
    const committed = await office.post(`/batches/${id}/commit`, { revision: 0 });
    if (committed.status !== 200) throw new Error(`the commit was answered ${committed.status}`);
    await nextTo('filing');
  } finally {
    await service.close();
  }
};

/** Rows of the largest batch that is allowed. */
const MOST_ROWS = 5_000;
/** CPU time, in seconds, that a function has for reading and checking rows before API Gateway stops waiting. */
const CPU_S = 25 * (MEMORY_MB.group / 1_769);

/** Measures the CPU time of reading and checking the largest batches. */
export const benchReading = async (): Promise<void> => {
  const service = await startService();
  await startWorkQueues(service.services);
  try {
    const { tgss, sepe } = service.demo.certificates;
    const { operation: hire, body } = hireOf(service.demo, seed.demo.newWorkers[0]!);
    const contract = notifyContract.example.request as Record<string, unknown>;
    for (const [name, row] of [
      [
        hire,
        (place: number) => ({ ...body, dni: `${90_000_000 + place}A`, nss: `${289_000_000_000 + place}` }),
      ],
      [notifyContract.id, (place: number) => ({ ...contract, surname: `GARCIA ${place}` })],
    ] as const) {
      const results = Array.from({ length: MOST_ROWS }, (_, place) => ({
        cells: { ...cellsOf(row(place)), [OPERATION_HEADER]: name },
        outcome: { state: '' },
      }));
      const headers = [...new Set(results.flatMap(({ cells }) => Object.keys(cells)))];
      const content = (await buffer(resultSheet(headers, results, 'xlsx'))).toString('base64');
      const gateway = service.caller.acting(name === hire ? tgss : sepe);
      const before = process.cpuUsage();
      const sent = await gateway.post('/batches', {
        name: 'Filas',
        cert_secret_sepe: sepe,
        file: { name: 'filas.xlsx', content },
      });
      const { user, system } = process.cpuUsage(before);
      if (sent.status !== 200) throw new Error(`a batch was answered ${sent.status}: ${sent.body.message}`);
      const { rows, counts } = sent.body.data.batch;
      if (counts.wrong > 0) throw new Error(`${counts.wrong} of ${rows} rows of ${name} are wrong`);
      report(
        `CPU of reading ${MOST_ROWS} rows of ${name}`,
        (user + system) / 1e6,
        's',
        Math.round(CPU_S * 100) / 100,
      );
    }
  } finally {
    await service.close();
  }
};
