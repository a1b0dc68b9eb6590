import { toP12 } from '../../sandbox/pki/p12.ts';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { persons } from '../../sandbox/population.ts';
import { makeSeed, seed } from '../../sandbox/seed.ts';
import { newAccount } from '../support/accounts.ts';
import { startService } from '../support/local-service.ts';
import { startWorkQueues } from '../support/servers/work-queues.ts';
import { mondayFile } from '../support/sheets/monday.ts';
import { report } from './results.ts';
import { median } from './timing.ts';

/** Rows of the batch. It is not done when the questions are. */
const ROWS = 1_000;
/** Rows of a batch that are worked on at the same time: as many as an account may have before one authority. */
const AT_ONCE = 4;
/** Questions before the batch, and while it is worked on: an account may ask 30 times a minute. */
const QUESTIONS = 12;
/** A question has four requests. All together the authority takes 1.5 seconds. */
const ANSWER_MS = 1_500 / 4;

/**
 * How long questions of one account take while a batch of another is worked on. Both are in one process here, which has less
 * room for them than functions of their own have.
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
      const { gateway } = await newAccount(service.demo.baseUrl);
      const { body } = await gateway.upload(p12, { password: 'clave', type: '1' });
      return gateway.acting(body.data.cert_secret);
    };
    const [office, other] = [await newTenant(), (await newTenant()).with({ 'X-Sandbox-Scenario': 'slow' })];
    const { company, worker } = seed.demo;
    const ask = async (): Promise<number> => {
      const since = performance.now();
      const { status } = await other.get('/seg-social/idc', {
        ...{ regimen: company.regimen, ccc: company.ccc, nss: worker.nss, startDate: worker.fecha_alta },
      });
      if (status !== 200) throw new Error(`a question was answered ${status}`);
      return performance.now() - since;
    };
    const questions = async (): Promise<number> => {
      const times: number[] = [];
      while (times.length < QUESTIONS) times.push(await ask());
      return median(times);
    };
    await ask();
    const alone = await questions();
    const content = mondayFile(company, persons(100, ROWS)).corrected.toString('base64');
    const { body } = await office.post('/batches', { name: 'Altas', file: { name: 'altas.xlsx', content } });
    const { id } = body.data.batch;
    const working = queues.makeAll(AT_ONCE);
    const meanwhile = await questions();
    const { counts } = (await office.get(`/batches/${id}`)).body.data.batch;
    if (counts.waiting === 0) throw new Error('the batch was done before the questions');
    await office.post(`/batches/${id}/cancel`, {});
    await working;
    console.log(`\nQuestions of an account while ${counts.tried} of ${ROWS} rows of another are tried`);
    report({
      name: 'a question next to a batch of another account',
      goal: 1.5,
      value: meanwhile / alone,
      unit: '×',
    });
  } finally {
    await service.close();
  }
};
