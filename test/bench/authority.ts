import { readFile } from 'node:fs/promises';
import type { Demo } from '../../local/demo.ts';
import { authorityPort } from '../../shared/authorities/authority-port.ts';
import { closeConnections } from '../../shared/authorities/channel/connections.ts';
import { contributionData } from '../../shared/authorities/tgss/jacada/contribution-data.ts';
import { readP12 } from '../../shared/certificates/p12.ts';
import { signIn } from './client.ts';
import { medians, tell } from './timing.ts';

/** With those for warming up, far below 80 reads a minute of one certificate and 120 writes of one user. */
const ROUNDS = 25;

/** What a call costs that reaches an authority, and what of it is the gateway's. */
export const benchAuthority = async (demo: Demo): Promise<void> => {
  const caller = await signIn(demo.baseUrl, demo);
  const p12 = await readFile(demo.p12.file);
  const { regimen, ccc } = demo.company;
  const request = { regimen, ccc, nss: demo.worker.nss, startDate: demo.worker.fecha_alta };
  const ask = (secret: string) =>
    caller.call('GET', `/seg-social/idc?${new URLSearchParams(request)}`, { secret });
  const handshakes = async (): Promise<number> =>
    ((await (await fetch(`${demo.authorities.control}/stats`)).json()) as { handshakes: number }).handshakes;

  // The same file stored anew is a new certificate, with connections of its own.
  let secret = '';
  const renew = async () => {
    if (secret) await caller.call('DELETE', `/certificate/${secret}`);
    const body = new FormData();
    body.set('file', new Blob([p12]), 'demo.p12');
    body.set('password', demo.p12.password);
    secret = (await caller.call('POST', '/certificate', { body })).cert_secret;
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
  const half = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1]!;
  console.log(
    `\nAn authority: ${shaken.first} handshakes in ${ROUNDS} calls with a new certificate, ${shaken.warm} in ${ROUNDS} warm ones`,
  );
  tell('first call with a certificate, against a warm one', half(first), half(warm));

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
        session: () => caller.call('GET', '/auth'),
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
