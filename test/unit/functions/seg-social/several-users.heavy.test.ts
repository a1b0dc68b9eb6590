import { afterAll, beforeAll, test } from 'vitest';
import { demoData } from '../../../../local/demo.ts';
import { startAuthorities } from '../../../support/authorities.ts';
import { requestOf, requestsOf } from '../../../support/requests.ts';
import { countingRequests, operationsAtAuthorities } from '../../../support/stand-in/counted.ts';

/** If a certificate has several authorised users, the portal may first ask which of them acts. */

const requests = requestsOf(demoData());
const operations = [...operationsAtAuthorities].filter(([, { authority }]) => authority === 'tgss');

const BEGIN =
  'begin the script with `enter` (or `enterForData`, `reportOf`) where its first screen asks for a contribution account';

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
let counting: ReturnType<typeof countingRequests>;
beforeAll(async () => {
  authorities = await startAuthorities();
  counting = countingRequests(authorities);
});
afterAll(() => authorities.close());

test.each(operations)(
  'the operation %s succeeds if the portal asks which user acts',
  async (name, operation) => {
    await counting.prepare(name);
    const { request } = requestOf(requests, name);
    await authorities.run(operation, request, { scenario: 'choose-user' }).catch((cause: unknown) => {
      throw new Error(BEGIN, { cause });
    });
  },
);
