import { expect, test } from 'vitest';
import { groupsOf } from '../../../reference/groups.ts';
import { collectionOf } from '../../../reference/postman/collection.ts';
import { environmentOf } from '../../../reference/postman/environment.ts';
import { demo } from '../../support/deployed.ts';
import { fromElsewhere } from '../../support/gateway.ts';
import { requestsIn } from '../../support/infra/postman.ts';
import { atAuthorities } from '../../support/sandbox.ts';

const authorities = atAuthorities(demo.authorities.control);

test('its requests work as they are sent, after the one that signs in, and a submission files nothing', async () => {
  const collection = await collectionOf(groupsOf({ standIns: true }));
  const { values } = environmentOf(demo, new Date());
  const variables = Object.fromEntries(values.map(({ key, value }) => [key, value]));

  /** Sends the request with this address, as the collection and the environment have it now. */
  const send = async (method: string, address: string) => {
    const request = requestsIn(collection, variables).find(
      ({ url, ...one }) => one.method === method && url.split('?')[0]!.endsWith(`/api/v4${address}`),
    )!;
    const token = request.auth === 'noauth' ? {} : { Authorization: `Bearer ${variables.token}` };
    const headers = { ...request.headers, ...token, ...fromElsewhere() };
    const response = await fetch(request.url, {
      method,
      headers,
      ...(request.body && { body: request.body }),
    });
    const { success, data } = (await response.json()) as { success: boolean; data: Record<string, unknown> };
    return { status: response.status, success, data };
  };

  const signedIn = await send('POST', '/auth/login');
  expect(signedIn.status).toBe(200);
  variables.token = String(signedIn.data.access_token);
  // Other tests of this account may have registered the one of the environment.
  const { freeWorkers } = (await send('GET', '/sandbox')).data as {
    freeWorkers: Record<'nss' | 'dni', string>[];
  };
  Object.assign(variables, { newWorkerNss: freeWorkers[0]!.nss, newWorkerDni: freeWorkers[0]!.dni });

  for (const [method, address] of [
    ['GET', '/auth'],
    ['GET', '/seg-social/employee-situations'],
    ['GET', '/seg-social/life-affiliate'],
    ['GET', '/seg-social/idc'],
    ['GET', '/seg-social/duplicate-ta'],
    ['GET', '/seg-social/employees-in-enterprise'],
    ['GET', '/aeat/report-corriente'],
    ['GET', '/tramites'],
  ] as const)
    expect(await send(method, address), address).toMatchObject({ status: 200, success: true });

  const before = await authorities.digest();
  expect(await send('POST', '/seg-social/alta')).toMatchObject({ status: 200, success: true });
  expect(await authorities.digest()).toBe(before);
});
