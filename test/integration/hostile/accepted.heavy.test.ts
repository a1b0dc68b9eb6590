import { expect, test } from 'vitest';
import { realServices } from '../../../functions/services.ts';
import type { AuthorityName } from '../../../shared/kernel/errors.ts';
import { missingFor } from '../../../shared/operation/planned.ts';
import { sessionOf } from '../../support/accounts.ts';
import { readSent } from '../../support/hostile/read-sent.ts';
import { HOSTILE_VALUES, placesOf, put } from '../../support/hostile/values.ts';
import { operations } from '../../support/infra/groups.ts';
import { requestOf } from '../../support/requests.ts';
import { ownService } from '../../support/setup/own-service.ts';

/** Hostile values that requests accept, on their way to stores and authorities, and headers of any operation. */

const { rateWindows } = realServices.stores;
const { service, requests } = await ownService({
  stores: {
    ...realServices.stores,
    // Rate limits would refuse most of these requests.
    rateWindows: {
      ...rateWindows,
      countRequest: async (_, limit, now) => ({
        limit,
        remaining: limit,
        reset: Math.ceil(now.getTime() / 60_000) * 60,
        admitted: true,
        retryAfter: 0,
      }),
      giveBack: async () => {},
    },
  },
});
const { baseUrl, certificates } = service.demo;
const origin = new URL(baseUrl).origin;
/** Another session for each request, because one may sign out or change the user's password. */
const caller = async (authority?: AuthorityName) => {
  const gateway = (await sessionOf(baseUrl, service.email)).movedTo(origin);
  return authority ? gateway.acting(certificates[authority]) : gateway;
};

/** Requests in JSON with answers in JSON; the reference's document is a file of the bundled function, which is not here. */
const ofJson = operations.filter(
  ({ operation }) =>
    operation.path !== '/openapi.json' &&
    (operation.kind !== 'resource' || !(operation.body || operation.page)),
);

test.each(ofJson)(
  'hostile values that a request accepts cause no error of the gateway: $name',
  async (of) => {
    const { name, operation } = of;
    const [method, address] = name.split(' ') as [string, string];
    const key = name.replace('/api/v4', '');
    const good = key in requests ? requestOf(requests, key).request : operation.example.request;
    const accepted: { path: ReturnType<typeof placesOf>[number]; values: unknown[] }[] = [];
    for (const path of placesOf(operation)) {
      const values = [];
      for (const [, value] of HOSTILE_VALUES)
        if (!((await readSent(operation, { body: JSON.stringify(put(good, path, value)) })) instanceof Error))
          values.push(value);
      accepted.push({ path, values });
    }
    const authority = operation.kind === 'resource' ? undefined : operation.authority;
    const failures: unknown[] = [];
    for (let round = 0; accepted.some(({ values }) => round < values.length); round++) {
      const fields = accepted.reduce<unknown>(
        (sent, { path, values }) => (round < values.length ? put(sent, path, values[round]) : sent),
        good,
      ) as Record<string, unknown>;
      const path = address.replace(
        /\{(\w+)\}/g,
        (_, parameter) =>
          encodeURIComponent(String(fields[parameter]).toWellFormed()).replace(/^\.+$/, '%2E') || '0',
      );
      const { status, body } = await (await caller(authority)).exchange(method, path, { json: fields });
      if (status >= 500 && !(status === 501 && missingFor(operation)))
        failures.push({ status, fields, body });
    }
    expect(failures).toEqual([]);
  },
);
