import { forgetSecrets } from '../../shared/stores/certificate-keys.ts';
import { newAccount } from '../support/accounts.ts';
import type { Gateway } from '../support/gateway.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { type RoundTrips, roundTripsOf } from '../support/stores/round-trips.ts';
import { newHolder, type Service, succeed } from './holders.ts';
import { report } from './results.ts';

/** Measures the AWS calls for which a request waits, one after another. The service must use `openSlowAuthority`. */
export const benchRoundTrips = async (service: Service): Promise<void> => {
  const { demo, services } = service;
  const requests = requestsOf(demo);
  console.log('\nRound trips: calls of AWS that a request waits for, one after another');
  const count = async (work: () => Promise<unknown>): Promise<RoundTrips> =>
    (await roundTripsOf(work)).roundTrips;
  const tell = (what: string, { length }: string[][], goal?: number) =>
    report(`round trips ${what}`, length, 'round trips', goal);

  const question = requests['GET /seg-social/idc']!.request;
  const { gateway, secret } = await newHolder(service);
  const ask = (holder: Gateway) => succeed(holder, 'GET', '/seg-social/idc', question);
  const holder = gateway.acting(secret);
  // A certificate that no authority has accepted yet costs one more round trip, because it has no rate window of its own.
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
  // The write that must be stored before the step that files.
  tell('between requests to the authority, a submission', filing.between);
  tell('after the authority, submission', filing.after, 1);

  const password = 'clave-de-la-medida-42';
  const { email } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const signIn = () => succeed(gateway, 'POST', '/auth/login', { email, password });
  await signIn();
  tell('of a sign-in', (await count(signIn)).before, 2);
};
