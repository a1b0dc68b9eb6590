import { beforeEach, describe, expect, test } from 'vitest';
import { persons } from '../../../sandbox/population.ts';
import { makeSeed, seed } from '../../../sandbox/seed.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';
import { batchesWith } from '../../support/sheets/batches.ts';
import { mondayFile } from '../../support/sheets/monday.ts';
import { openSlowAuthority, roundTripsOf } from '../../support/stores/round-trips.ts';

/** The cost of reading a batch, which programs do every five seconds. */

let ahead = 0;
const world = makeSeed(seed.today);
world.state.persons = persons(0, 20);
world.state.tgss.registrations = [];
const { service, tgss: gateway } = await newService(
  { openAuthority: openSlowAuthority, now: () => new Date(Date.now() + ahead) },
  { seed: world },
);
const batches = batchesWith(await startWorkQueues(service.services), gateway);

/** The AWS calls of an answer: one to S3 for the rows of the batch, and one query for their progress. */
const callsOf = async (id: string): Promise<string[]> => {
  const { answer, roundTrips } = await roundTripsOf(() => gateway.get(`/batches/${id}`));
  expect(answer.status).toBe(200);
  return roundTrips.before.flat();
};

describe('a question about a batch', () => {
  let id: string;
  beforeEach(async () => {
    const content = mondayFile(seed.demo.company, persons(0, 4)).corrected;
    const { status, body } = await batches.send(batches.file(`altas ${ahead}.xlsx`, content));
    expect(status, JSON.stringify(body)).toBe(200);
    id = body.data.batch.id;
  });

  const isReadOnce = async () => {
    const calls = await callsOf(id);
    expect(calls.filter((name) => name.startsWith('GET '))).toHaveLength(1);
    expect(calls.filter((name) => name === 'Query')).toHaveLength(1);
  };

  test('a question right after the batch went on reads its state and its rows once', () => isReadOnce());

  test('a later question makes the batch go on, and reads everything once too', async () => {
    ahead += 10_000;
    await isReadOnce();
  });
});
