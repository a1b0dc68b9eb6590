import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realServices } from '../../functions/services.ts';
import { demoData } from '../../local/demo.ts';
import { toP12 } from '../../sandbox/pki/p12.ts';
import { createCertificateAuthority, issueClient, issueServer } from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/server.ts';
import { lazyGroup } from '../../shared/derive/groups.ts';
import { AUTHORITIES, byAuthority } from '../../shared/kernel/errors.ts';
import { CERTIFICATE_TYPES } from '../../shared/operation/operation.ts';
import type { Services } from '../../shared/serving/services.ts';
import { beginWorld } from '../../shared/stores/worlds.ts';
import { acceptOf, newAccount } from './accounts.ts';
import { addressesAt } from './addresses.ts';
import { startApi } from './api-front.ts';
import type { Service } from './demo.ts';
import { groups } from './infra/groups.ts';
import { whenReset } from './sandbox.ts';

const P12_PASSWORD = 'clave-de-prueba-de-un-p12';

/**
 * The issuer, and the demo holder's certificates: one stored for each authority, and one more. They are made once in a process,
 * because making keys is slow; authorities and accounts are new for each service.
 */
const makePki = async () => {
  const authority = await createCertificateAuthority();
  const p12Of = async () =>
    toP12(await issueClient(authority, { person: seed.demo.holder }), P12_PASSWORD, { rounds: 1 });
  const server = await issueServer(authority);
  const [stored, more] = await Promise.all([p12Of(), p12Of()]);
  return { authority, server, stored, more };
};
let pki: ReturnType<typeof makePki> | undefined;

const lazyGroups = groups.map(lazyGroup);

/** Serves the handlers over HTTP, with these parts in place of the real ones. */
const serve = async (replaced: Partial<Services>, ca: string) => {
  const { openAuthority = realServices.openAuthority } = replaced;
  const services: Services = {
    ...realServices,
    log: quietLog(),
    loadGroups: async () => lazyGroups,
    ...replaced,
    // Trusts only the stand-ins. Reading all of Node's root certificates takes 15 ms for each certificate and authority.
    openAuthority: (options) => openAuthority({ ...options, ca, tls: {} }),
  };
  const { origin, close } = await startApi(groups, services);
  const baseUrl = `${origin}/api/v4`;
  return {
    services,
    close,
    addresses: { baseUrl, docsUrl: `${baseUrl}/docs`, legacyBaseUrl: `${origin}/api/web/v3` },
  };
};

/**
 * The service in this process: real handlers and stores on the emulator's tables, its own stand-in authorities over TLS, and
 * two accounts with a session each. `demo` describes it in the same way as a deployed stack.
 */
export const startService = async (
  replaced: Partial<Services> = {},
  options: Pick<SandboxOptions, 'log' | 'nextPdfBytes' | 'now' | 'seed' | 'slowMilliseconds'> = {},
) => {
  pki ??= makePki();
  const { authority, server, stored, more } = await pki;
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-service-'));
  const sandbox = await startSandbox({ pki: { authority, server }, slowMilliseconds: 300, ...options });
  Object.assign(process.env, {
    ...addressesAt(sandbox.url),
    AUTHORITY_CA: authority.certificate,
  });
  const { services, addresses, close: closeApi } = await serve(replaced, authority.certificate);

  const { baseUrl } = addresses;
  const [{ gateway: caller, email, accountId }, { gateway: otherCaller, accountId: otherId }] =
    await Promise.all([newAccount(baseUrl, 'Asesoría de ejemplo'), newAccount(baseUrl, 'Otra asesoría')]);
  // What was just accepted is not filed again, so what begins again is another world to them.
  whenReset(sandbox.controlUrl, () => Promise.all([accountId, otherId].map(beginWorld)));
  const certificates = byAuthority(() => '');
  for (const authorityName of AUTHORITIES) {
    const type = String(CERTIFICATE_TYPES[authorityName]);
    const { body } = await caller.upload(stored, { password: P12_PASSWORD, type });
    certificates[authorityName] = body.data.cert_secret;
    await acceptOf(caller, body.data.cert_secret);
  }
  const file = join(folder, 'demo.p12');
  writeFileSync(file, more);
  // `storeNewCertificate` reads the issuer from here.
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.certificate);
  writeFileSync(join(folder, 'ca.key'), authority.key, { mode: 0o600 });

  const demo: Service = {
    emulator: process.env.AWS_ENDPOINT_URL!,
    ...addresses,
    certificates,
    p12: { file, password: P12_PASSWORD },
    ...demoData(),
    authorities: {
      ...byAuthority(() => sandbox.url),
      ca,
      control: sandbox.controlUrl,
    },
  };
  const close = async () => {
    await closeApi();
    await sandbox.close();
    rmSync(folder, { recursive: true });
  };
  const service = { demo, services, caller, email, accountId, otherCaller, authority, server, close };
  last = service;
  return service;
};

export type LocalService = Awaited<ReturnType<typeof startService>>;

/** The service that was started last. */
let last: LocalService | undefined;

/**
 * The service that was started last, with these parts in place of the real ones. It has a new address, and the same authorities
 * and accounts.
 */
export const serviceWith = async (replaced: Partial<Services>): Promise<LocalService> => {
  const { demo, caller, otherCaller, authority, ...same } = last!;
  const { services, addresses, close } = await serve(replaced, authority.certificate);
  return {
    ...same,
    demo: { ...demo, ...addresses },
    caller: caller.movedTo(addresses.baseUrl),
    otherCaller: otherCaller.movedTo(addresses.baseUrl),
    authority,
    services,
    close,
  };
};

/** Ignores ordinary log lines; an answer outside its schema fails the test that requested it. */
const quietLog = (): Services['log'] => ({
  info: () => {},
  error: (message, facts) => {
    if (message === 'answer outside its schema') throw new Error(`${message}: ${JSON.stringify(facts)}`);
    if (message === 'unexpected error') console.error(facts.error);
  },
});
