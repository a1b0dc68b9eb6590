import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { seed } from '../../../sandbox/seed.ts';
import { setting } from '../../../shared/kernel/config.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { dynamo } from '../../../shared/stores/dynamo/dynamo.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { filingKey } from '../../../shared/stores/filings/filing-keys.ts';
import { newAccount, sessionOf } from '../../support/accounts.ts';
import { storeNewCertificate } from '../../support/certificates.ts';
import { idOf } from '../../support/gateway.ts';
import { startWorkQueues } from '../../support/servers/work-queues.ts';
import { newService } from '../../support/setup/own-service.ts';

/** Rows of filings written into the table by somebody who may not file. */

const { service, requests } = await newService();
const queues = await startWorkQueues(service.services);

test('a planted row files nothing: with the seal of another filing, with another request, or without a seal, whatever its date', async () => {
  const { email } = await newAccount(service.demo.baseUrl);
  const caller = await sessionOf(service.demo.baseUrl, email);
  const gateway = caller.acting(await storeNewCertificate(caller, { person: seed.demo.holder }));
  const { regimen, ccc } = service.demo.company;
  const alta = {
    ...requests['POST /seg-social/alta']!.request,
    duplicate: 0,
    regimen,
    ccc,
    fecha_real: madridDay(new Date()),
  };
  const of = ({ identificacion, nss, dni }: (typeof seed.demo.newWorkers)[number]) => ({
    ...alta,
    identificacion,
    nss,
    dni,
  });
  const [worker, other] = seed.demo.newWorkers;
  const id = idOf(await gateway.with({ Prefer: 'respond-async' }).post('/seg-social/alta', of(worker!)));
  const { Item: row } = await dynamo().send(
    new GetCommand({ TableName: setting('FILINGS_TABLE'), Key: filingKey.head(id) }),
  );
  const { seal: _, ...unsealed } = row as Filing;
  const request = JSON.stringify({ ...JSON.parse(unsealed.request!), dni: other!.dni, nss: other!.nss });
  // Older than the key of seals, and not yet too old to be done.
  const claimedAt = new Date(Date.now() - 10 * 60_000).toISOString();
  const planted = [
    row as Filing,
    { ...row, request } as Filing,
    unsealed,
    { ...unsealed, request },
    { ...unsealed, claimedAt },
  ].map((one) => ({ ...one, id: ulid(), guards: { content: `content#${ulid()}` } }));
  for (const one of planted) {
    const Item = { ...one, ...filingKey.head(one.id) };
    await dynamo().send(new PutCommand({ TableName: setting('FILINGS_TABLE'), Item }));
    await service.services.stores.workQueues.sendWork(one);
  }

  expect(await queues.makeAll()).toEqual([]);
  expect((await gateway.get(`/tramites/${id}`)).body.data).toMatchObject({ state: 'accepted' });
  for (const one of planted)
    expect((await gateway.get(`/tramites/${one.id}`)).body.data).toMatchObject({
      state: 'notSent',
      message: 'No consta que esta petición se hiciera así en este servicio. No se ha enviado nada.',
    });
});
