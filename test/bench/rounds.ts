import { forgetSecrets } from '../../shared/stores/certificate-keys.ts';
import { newAccount } from '../support/accounts.ts';
import type { Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { type Rounds, roundsOf } from '../support/stores/rounds.ts';
import { newHolder, type Service, succeed } from './holders.ts';
import { report } from './results.ts';

/** Calls of AWS that a request waits for, one after another. The service must open authorities that are slow. */
export const benchRounds = async (service: Service): Promise<void> => {
  const { demo, services } = service;
  const requests = requestsOf(demo);
  console.log('\nRounds: calls of AWS that a request waits for, one after another');
  const count = async (work: () => Promise<unknown>): Promise<Rounds> => (await roundsOf(work)).rounds;
  const tell = (what: string, { length }: string[][], goal?: number) =>
    report(`rounds ${what}`, length, 'rounds', goal);

  const question = requests['GET /seg-social/idc']!.request;
  const { gateway, secret } = await newHolder(service);
  const ask = (holder: Gateway) => succeed(holder, 'GET', '/seg-social/idc', question);
  const holder = gateway.acting(secret);
  // One that no authority accepted yet costs a round more: it has no window of its own.
  await ask(holder);
  forgetSecrets();
  tell('before the authority, a certificate that is cold', (await count(() => ask(holder))).before, 1);
  const warm = await count(() => ask(holder));
  tell('before the authority, warm', warm.before, 1);
  const inAMinute = Date.now() + 61_000;
  services.now = () => new Date(inAMinute);
  tell('before the authority, a new minute', (await count(() => ask(holder))).before, 1);
  services.now = () => new Date();
  tell('after the authority, reading', warm.after, 0);

  await atAuthorities(demo.authorities.control).reset();
  const filer = service.caller.acting(demo.certificates.tgss);
  const registration = requests['POST /seg-social/alta']!.request;
  const filing = await count(() => succeed(filer, 'POST', '/seg-social/alta', registration));
  tell('before the authority, a submission', filing.before, 1);
  // The write that must be there before the step that files.
  tell('between requests to the authority, a submission', filing.between);
  tell('after the authority, submission', filing.after, 1);

  const password = 'clave-de-la-medida-42';
  const { email } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const signIn = () => succeed(gateway, 'POST', '/auth/login', { email, password });
  await signIn();
  tell('of a sign-in', (await count(signIn)).before, 2);
};
