import { expect, test } from 'vitest';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';

/**
 * A list with more pages than can be read in the time of a request, from a portal that is slow for each page. With the variable
 * `SECONDS_A_PAGE` the pages really take that long, and the list is read in parts as well.
 */

const SECONDS = Number(process.env.SECONDS_A_PAGE ?? 0.1);
const isReal = process.env.SECONDS_A_PAGE !== undefined;
const PATH = '/seg-social/employee-situations';

const { service, authorities, tgss: gateway } = await newService({}, { slowMilliseconds: SECONDS * 1000 });
const queues = await startWorkQueues(service.services);

const start = () => {
  const { demo } = service;
  const query = { ...demo.company, dni: demo.manySituations.dni, getDatos: 1 };
  return { slow: gateway.with({ 'X-Sandbox-Scenario': 'slow' }), query };
};

test('a list of a slow portal that is requested for later is complete, and each page is read once', async () => {
  const { slow, query } = start();
  let before = await authorities.requests();
  const quick = await gateway.get(PATH, query);
  expect(quick.status).toBe(200);
  const pages = (await authorities.requests()) - before;
  expect(pages).toBeGreaterThan(10);

  before = await authorities.requests();
  const asked = await slow.with({ Prefer: 'respond-async' }).get(PATH, query);
  await queues.makeAll();
  const { body } = await gateway.get(`/tramites/${asked.headers.get('x-tramite-id')}`);
  expect(body.data).toMatchObject({ state: 'answered', answer: { success: true } });
  expect(body.data.answer.data).toEqual(quick.body.data);
  // As many as the interface returns at once.
  const { limitReached, continueFrom } = quick.body;
  expect(body.data.answer).toMatchObject({ limitReached, continueFrom: { offset: continueFrom.offset } });
  expect((await authorities.requests()) - before).toBe(pages);
  if (isReal) console.log({ pages, seconds: secondsOf(body.data) });
});

const secondsOf = ({ started_at, ended_at }: { started_at: string; ended_at: string }) =>
  (Date.parse(ended_at) - Date.parse(started_at)) / 1000;

test.runIf(isReal)(
  'a list of a slow portal that is requested at once comes in parts, without repetition',
  async () => {
    const { slow, query } = start();
    const whole = async (who: typeof gateway) => {
      const all: unknown[] = [];
      let token: string | undefined;
      let parts = 0;
      do {
        const { body, status } = await who.get(PATH, { ...query, ...(token && { continueToken: token }) });
        expect(status).toBe(200);
        parts += 1;
        all.push(...[body.data].flat());
        token = body.continueToken;
        expect(body.limitReached ?? false).toBe(token !== undefined);
      } while (token);
      return { all, parts };
    };
    const quick = await whole(gateway);
    const parts = await whole(slow);
    expect(parts.all).toEqual(quick.all);
    console.log({ records: quick.all.length, quick: quick.parts, slow: parts.parts });
  },
  900_000,
);
