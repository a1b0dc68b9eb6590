import { readFile } from 'node:fs/promises';
import type { Demo } from '../../local/demo.ts';
import { authorityPort } from '../../shared/authorities/authority-port.ts';
import { closeConnections } from '../../shared/authorities/channel/connections.ts';
import { contributionData } from '../../shared/authorities/tgss/jacada/contribution-data.ts';
import { readP12 } from '../../shared/certificates/p12.ts';
import { type Gateway, signIn } from '../support/gateway.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { median, medians, tell } from './timing.ts';

/** Together with the warm-up calls, far below the limits of 80 readings a minute for a certificate and 120 writes for a user. */
const ROUNDS = 25;

/** Measures what a call that reaches an authority costs, and the gateway's share of it. */
export const benchAuthority = async (demo: Demo): Promise<void> => {
  const caller = await signIn(demo.baseUrl, demo);
  const { handshakes } = atAuthorities(demo.authorities.control);
  const p12 = await readFile(demo.p12.file);
  const { regimen, ccc } = demo.company;
  const request = { regimen, ccc, nss: demo.worker.nss, startDate: demo.worker.fecha_alta };
  const get = async (gateway: Gateway, path: string, query?: typeof request): Promise<void> => {
    const { status } = await gateway.get(path, query);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
  };
  const ask = (secret: string) => get(caller.acting(secret), '/seg-social/idc', request);

  // The same file stored again counts as a new certificate, with its own connections.
  let secret = '';
  const renew = async () => {
    if (secret) await caller.delete(`/certificate/${secret}`);
    secret = (await caller.upload(p12, { password: demo.p12.password })).body.data.cert_secret;
  };
  const shaken = { first: 0, warm: 0 };
  const first: number[] = [];
  const warm: number[] = [];
  const timed = async (kind: 'first' | 'warm', times: number[]) => {
    const before = await handshakes();
    const since = performance.now();
    await ask(secret);
    times.push(performance.now() - since);
    shaken[kind] += (await handshakes()) - before;
  };
  await ask(demo.certificates.tgss);
  for (let round = 0; round < ROUNDS; round++) {
    await renew();
    await timed('first', first);
    await timed('warm', warm);
  }
  console.log(
    `\nAn authority: ${shaken.first} handshakes in ${ROUNDS} calls with a new certificate, ${shaken.warm} in ${ROUNDS} warm ones`,
  );
  tell('first call with a certificate, against a warm one', median(first), median(warm));

  const pair = readP12(p12, demo.p12.password, new Date());
  const ca = await readFile(demo.authorities.ca, 'utf8');
  const straight = (version: string) => () =>
    authorityPort({
      authority: 'tgss',
      baseUrl: demo.authorities.tgss,
      ca,
      credential: async () => ({ version, ...pair }),
      dry: false,
      deadline: new Date(Date.now() + 25_000),
      log: () => {},
    }).read(contributionData, { ...request, date: request.startDate });
  try {
    let renewed = 0;
    const { served, alone, anew, session } = await medians(
      {
        served: () => ask(demo.certificates.tgss),
        alone: straight('kept'),
        anew: () => straight(`renewed ${renewed++}`)(),
        session: () => get(caller, '/auth'),
      },
      ROUNDS,
    );
    tell('the same without gateway: the exchange alone, from this process', anew, alone);
    console.log('\nWhat an operation adds, on an emulated API Gateway and Lambda');
    tell('an operation at an authority, against its exchange alone', served, alone);
    tell('an operation without authority, against one at an authority', session, served);
  } finally {
    await closeConnections();
  }
};
