import { expect, test } from 'vitest';
import { scriptedClient } from '../../support/servers/scripted-client.ts';

test('the client sends the certificate with a comparison, now or each night, since the gateway acts with it', async () => {
  const { client, seen } = await scriptedClient([{}, {}]);
  await client.createReconciliation({ customerID: 10_000 });
  await client.switchNightly({ customerID: 10_000, enabled: true });
  expect(seen.map(({ headers }) => headers['x-cert-secret'])).toEqual(['secret', 'secret']);
});
