import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { stores } from '../../functions/stores.ts';
import { seed } from '../../sandbox/seed.ts';
import { dynamo } from '../../shared/stores/dynamo/dynamo.ts';
import { dueKeys } from '../../shared/stores/filings/filing.ts';
import { filingKey } from '../../shared/stores/filings/filing-keys.ts';
import { update } from '../../shared/stores/table.ts';
import { storeNewCertificate } from '../support/certificates.ts';
import { demo, newTenant } from '../support/deployed.ts';
import { requestsOf } from '../support/requests.ts';

test('the schedule looks up a filing that a function left behind, without a request', async () => {
  const { gateway: caller } = await newTenant();
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  const { request } = requestsOf(demo)['PUT /seg-social/cno']!;
  const made = await gateway.call('PUT', '/seg-social/cno', { json: request });
  expect(made.status).toBe(200);
  const id = made.headers.get('x-tramite-id')!;

  const { accountId } = (await stores.filings.getFiling(id))!;

  // The state that remains if the function ends right after it sent the request.
  await dynamo().send(
    new UpdateCommand(
      update(process.env.FILINGS_TABLE!, filingKey.head(id), {
        set: { state: 'committing', ...dueKeys({ id, accountId }, 'committing', new Date(0)) },
        remove: ['answer', 'status', 'endedAt'],
      }),
    ),
  );
  const record = async () => (await gateway.get(`/tramites/${id}`)).body.data;
  expect(await record()).toMatchObject({ state: 'committing', answer: null });
  await expect.poll(record, { timeout: 540_000, interval: 2_000 }).toMatchObject({
    state: 'accepted',
    answer: { success: true },
  });
});
