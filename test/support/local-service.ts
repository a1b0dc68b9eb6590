import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { groups } from '../../functions/operations.ts';
import { type Demo, demoData } from '../../infra/local/demo.ts';
import { createCertificateAuthority, issueClient, issueServer, toP12 } from '../../sandbox/pki.ts';
import { seed } from '../../sandbox/seed.ts';
import { startSandbox } from '../../sandbox/server.ts';
import { realServices, type Services } from '../../shared/serving/services.ts';
import { stores } from '../../shared/stores/stores.ts';
import { startApi } from './api-front.ts';
import { signIn } from './gateway.ts';

const P12_PASSWORD = 'clave-de-prueba-de-un-p12';
const TYPES = { tgss: '1', sepe: '2', aeat: '3' };

/**
 * The service in this process: the real handlers and stores on the emulator's tables, stand-in authorities of its own
 * over real TLS, and two accounts. What `demo` says is as true of it as of a deployed stack.
 */
export const startService = async (replaced: Partial<Services> = {}) => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-service-'));
  const authority = await createCertificateAuthority();
  const server = await issueServer(authority);
  const sandbox = await startSandbox({ pki: { authority, server } });
  Object.assign(process.env, {
    TGSS_URL: sandbox.url,
    SEPE_URL: sandbox.url,
    AEAT_URL: sandbox.url,
    AUTHORITY_CA: authority.certificate,
  });
  const services = { ...realServices, log: quietLog(), groups, ...replaced };
  const { origin, close } = await startApi(groups, services);

  const account = async (name: string) => {
    const email = `${crypto.randomUUID()}@example.com`;
    const { password } = await stores.accounts.createAccount({ email, name });
    return { email, password };
  };
  const [login, otherAccount] = await Promise.all([account('Asesoría de ejemplo'), account('Otra asesoría')]);
  const baseUrl = `${origin}/api/v4`;
  const gateway = await signIn(baseUrl, login);
  const p12Of = async () => toP12(await issueClient(authority, { person: seed.demo.holder }), P12_PASSWORD);
  const certificates = { tgss: '', sepe: '', aeat: '' };
  for (const [name, type] of Object.entries(TYPES)) {
    const { body } = await gateway.upload(await p12Of(), { password: P12_PASSWORD, type });
    certificates[name as keyof typeof certificates] = body.data.cert_secret;
  }
  const file = join(folder, 'demo.p12');
  writeFileSync(file, await p12Of());
  // Where `storeNewCertificate` looks for who may issue certificates.
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, authority.certificate);
  writeFileSync(join(folder, 'ca.key'), authority.key, { mode: 0o600 });

  const demo: Demo = {
    emulator: process.env.AWS_ENDPOINT_URL!,
    baseUrl,
    legacyBaseUrl: `${origin}/api/web/v3`,
    ...login,
    certificates,
    p12: { file, password: P12_PASSWORD },
    ...demoData(),
    otherAccount,
    authorities: { tgss: sandbox.url, sepe: sandbox.url, aeat: sandbox.url, ca, control: sandbox.controlUrl },
  };
  return { demo, services, sandbox, authority, close };
};

/** Takes no notice of what is usual; an answer outside its schema fails the test that asked for it. */
const quietLog = (): Services['log'] => ({
  info: () => {},
  error: (message, facts) => {
    if (message === 'answer outside its schema') throw new Error(`${message}: ${JSON.stringify(facts)}`);
    if (message === 'unexpected error') console.error(facts.error);
  },
});
