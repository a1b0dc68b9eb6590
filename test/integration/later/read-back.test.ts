import { expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { idOf } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** What a dry run that is made later says of what it read: as one that is made at once. */

const { service, requests } = await ownService();
const queues = await startWorkQueues(service.services);
const gateway = service.caller.acting(
  await storeNewCertificate(service.caller, { person: seed.demo.holder }, {}, service.demo),
);
const record = async (id: string) => (await gateway.get(`/tramites/${id}`)).body.data;

test.each([
  ['PUT', '/seg-social/cno', { worker: { name: expect.stringMatching(/^\p{Lu}+ \p{Lu}/u) } }],
  ['POST', '/sepe/certifica', { message: expect.stringMatching(/Se han leído estos importes\..* €/) }],
])('%s %s', async (method, path, expected) => {
  const json = { ...requests[`${method} ${path}`]!.request, test: 1 };
  const later = idOf(await gateway.with({ Prefer: 'respond-async' }).call(method, path, { json }));
  expect(await queues.makeAll()).toEqual([]);
  const atOnce = idOf(await gateway.call(method, path, { json }));
  for (const id of [later, atOnce])
    expect(await record(id)).toMatchObject({ state: 'dryRun', result: 'passed', ...expected });
});
