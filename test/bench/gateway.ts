import { readFile } from 'node:fs/promises';
import { startAuthorities } from '../support/authorities.ts';
import { startService } from '../support/local-service.ts';
import { requestsOf } from '../support/requests.ts';
import { countingRequests } from '../support/stand-in/counted.ts';
import { capacityOf } from '../support/stores/capacity.ts';
import { openSlowAuthority } from '../support/stores/round-trips.ts';
import { benchCalls } from './calls.ts';
import { benchCode } from './code.ts';
import { reportCosts } from './costs/costs.ts';
import { type Service, succeed } from './holders.ts';
import { report } from './results.ts';
import { benchRoundTrips } from './round-trips.ts';

/**
 * Counts the requests that reach the authorities for one operation. SEPE's applications lead over several pages to a log-in,
 * which a process keeps; the goals are for an operation that reuses a log-in.
 */
const benchAuthorityRequests = async (): Promise<void> => {
  console.log('\nRequests to authorities');
  const goals = {
    'POST /sepe/transformation': 8,
    'POST /sepe/copy-basic': 8,
    'POST /sepe/contrata': 6,
    'POST /seg-social/baja': 7,
  };
  const authorities = await startAuthorities();
  try {
    const { firstAndNext } = countingRequests(authorities);
    for (const [name, goal] of Object.entries(goals)) {
      const [first, next] = await firstAndNext(name);
      const of = `authority requests, ${name}`;
      report(`${of}, first with a certificate`, first, 'requests');
      report(`${of}, log-in kept`, next, 'requests', goal);
    }
  } finally {
    await authorities.close();
  }
};

/** Measures what admission reads for a client company with 500 contribution accounts. */
const benchAdmission = async ({ demo, caller }: Service): Promise<void> => {
  const made = await caller.post('/customer', {
    name: 'Grupo',
    access: { email: 'grupo-500@example.com' },
    not_notify: 1,
    profile: {
      dni: 'B12345674',
      razon_social: 'GRUPO DE QUINIENTAS S.L.',
      account: Array.from({ length: 500 }, (_, index) => ({
        regimen: '0111',
        cuenta: String(28_000_000_000 + index),
        alias: `Centro de trabajo ${index}`,
      })),
    },
  });
  const { body } = await caller.upload(await readFile(demo.p12.file), {
    password: demo.p12.password,
    clientId: String(made.body.data.id),
  });
  const { request } = requestsOf(demo)['GET /seg-social/idc']!;
  const ask = () => succeed(caller.acting(body.data.cert_secret), 'GET', '/seg-social/idc', request);
  await ask();
  const { rows, rcu } = await capacityOf(ask);
  if (rows !== 5) throw new Error(`${rows} rows, not session, account, user, client company and certificate`);
  report('RCU of admission, a certificate of a client of 500 accounts', rcu, 'RCU', 2);
};

/** Measures the gateway on an emulator's tables and its own stand-in authorities. */
export const benchGateway = async (): Promise<void> => {
  const service = await startService({ openAuthority: openSlowAuthority });
  try {
    await benchRoundTrips(service);
    await benchCode(service);
    await benchAuthorityRequests();
    await benchAdmission(service);
    reportCosts(await benchCalls(service));
  } finally {
    await service.close();
  }
};
