import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Seed, seed } from '../sandbox/seed.ts';
import { AUTHORITIES, type AuthorityName, byAuthority } from '../shared/kernel/errors.ts';
import { CERTIFICATE_TYPES } from '../shared/operation/operation.ts';
import { awsEnvironment } from './aws.ts';
import { issueP12, signIn, storeCertificate } from './caller.ts';
import { CommandError } from './programs/command-error.ts';
import { PROJECT, type RunFolder } from './run-folder.ts';
import type { AuthorityAddresses } from './supervisor.ts';

/** A user's credentials. */
export interface Login {
  email: string;
  password: string;
}

/** A worker's identifiers at TGSS. */
export interface Worker {
  nss: string;
  dni: string;
  identificacion: number;
}

/** Data of the demo account at the sandbox authorities: companies, workers and documents for requests. */
export interface DemoData {
  /** A company for which the holder of the certificates may act. */
  company: { cif: string; regimen: string; ccc: string };
  /** A worker who is registered with the company. */
  worker: Worker & { fecha_alta: string };
  /** A worker with a social security number and no registration. */
  newWorker: Worker;
  /** Ten more such workers. */
  newWorkers: Worker[];
  /** A worker with several pages of situations. */
  manySituations: { nss: string; dni: string };
  /** A range of days with sick leaves in the account, and a self-employed worker with sick leaves. */
  fie: { startDate: string; endDate: string; naf: string };
  /** A settlement with a receipt, and a period without one. */
  rlc: {
    liquidType: string;
    startDate: string;
    endDate: string;
    empty: { startDate: string; endDate: string };
  };
  /** Numbers of the holder's authorised users (autorizados RED). The company belongs to the first one. */
  authorizedUsers: string[];
  /** A company to which workers can be assigned. */
  cesion: { regimen: string; ccc: string };
  /** A contract with an extension and a basic copy. */
  contract: { sepeId: string; dni: string; startDate: string; ccc: string; cif: string };
  /** A worker's only company certificate. */
  companyCertificate: { dni: string; startDate: string; ccc: string };
  /** Several company certificates of one worker on one date. */
  companyCertificates: { dni: string; startDate: string; cccs: string[] };
}

/** The content of `demo.json`: everything that is needed to try the API. */
export interface Demo extends Login, DemoData {
  /** AWS endpoint of the emulator. */
  emulator: string;
  baseUrl: string;
  /** The reference: guide, operations and codes. */
  docsUrl: string;
  legacyBaseUrl: string;
  /** The panel, for people. */
  panelUrl: string;
  /** The `cert_secret` of a stored certificate of the holder, for each authority. */
  certificates: Record<AuthorityName, string>;
  /** Another certificate of the holder, not stored yet. */
  p12: { file: string; password: string };
  /** A user of another account. */
  otherAccount: Login;
  /** Address with the mails that the service has sent, as JSON. Missing if the emulator sends none. */
  mailbox?: string;
  /** The process of the sandbox authorities. It acts in the same world as the functions do for this account. */
  authorities: Record<AuthorityName, string> & {
    /** PEM file of the certificate authority that signs the authorities' certificates. */
    ca: string;
    /** Address of the authorities' control server. */
    control: string;
  };
}

/** The deployed stack that gets the accounts and certificates. */
export interface Target {
  /** AWS endpoint of the emulator. */
  endpoint: string;
  /** Address of the API, with its stage. */
  api: string;
  signal: AbortSignal;
}

/** A random text, so that tests can search the logs for it. */
const P12_PASSWORD = randomBytes(12).toString('base64url');

/** Creates an account with the same command that an operator uses. */
const createAccount = async (email: string, name: string, { endpoint, signal }: Target): Promise<Login> => {
  const command = join(PROJECT, 'commands', 'accounts.ts');
  const args = [command, 'create', '--email', email, '--name', name];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: awsEnvironment(endpoint),
      signal,
    });
    return { email, password: stdout.trim() };
  } catch (error) {
    throw new CommandError(
      `The account ${email} could not be created.`,
      (error as { stderr?: string }).stderr,
    );
  }
};

/** The accounts of the demo, before the process of the authorities runs in the world of the first one. */
type Accounts = Omit<Demo, 'authorities' | 'panelUrl'> & { accountId: string };

/** Creates two accounts, and stores certificates in the first one. */
export const createDemo = async (runFolder: RunFolder, target: Target): Promise<Accounts> => {
  const { api, signal } = target;
  const baseUrl = `${api}/v4`;
  // An emulator that was running before may have the accounts of an earlier start.
  const tag = randomBytes(3).toString('hex');
  const [login, otherAccount] = await Promise.all([
    createAccount(`demo-${tag}@example.com`, 'Asesoría de ejemplo', target),
    createAccount(`otra-${tag}@example.com`, 'Otra asesoría', target),
  ]);

  const session = await signIn({ baseUrl, signal }, login);
  // One file is used for all authorities, as most holders do.
  const own = { p12: await issueP12(session, P12_PASSWORD), password: P12_PASSWORD };
  const secrets = await Promise.all(
    AUTHORITIES.map((authority) => storeCertificate(session, { ...own, type: CERTIFICATE_TYPES[authority] })),
  );
  const certificates = byAuthority((authority) => secrets[AUTHORITIES.indexOf(authority)]!);
  const p12 = { file: join(runFolder.pki, 'demo.p12'), password: P12_PASSWORD };
  await mkdir(runFolder.pki, { recursive: true });
  await writeFile(p12.file, await issueP12(session, P12_PASSWORD), { mode: 0o600 });

  return {
    accountId: accountOf(session.token),
    emulator: target.endpoint,
    baseUrl,
    docsUrl: `${baseUrl}/docs`,
    legacyBaseUrl: `${api}/web/v3`,
    ...login,
    certificates,
    p12,
    ...demoData(),
    otherAccount,
  };
};

/** Id of the account that an access token names. */
export const accountOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).acc;

/** The content of `demo.json`. */
export const demoOf = (
  runFolder: RunFolder,
  { accountId: _, ...demo }: Accounts,
  { url, controlUrl }: AuthorityAddresses,
): Omit<Demo, 'panelUrl'> => ({
  ...demo,
  authorities: {
    ...byAuthority(() => url),
    ca: join(runFolder.pki, 'ca.pem'),
    control: controlUrl,
  },
});

/** Data of the sandbox's seed for the demo account. */
export const demoData = ({ demo }: Seed = seed): DemoData => {
  const { company, worker, newWorkers, manySituations, fie, rlc, authorizedUsers, cesion } = demo;
  const { contract, companyCertificate, companyCertificates } = demo;
  const { sepeId, dni, startDate, ccc, cif } = contract;
  const [newWorker, ...more] = newWorkers.map(identifiersOf);
  return {
    company: { cif: company.cif, regimen: company.regimen, ccc: company.ccc },
    worker: { ...identifiersOf(worker), fecha_alta: worker.fecha_alta },
    newWorker: newWorker!,
    newWorkers: more,
    manySituations: { nss: manySituations.nss, dni: manySituations.dni },
    fie,
    rlc,
    authorizedUsers,
    cesion,
    contract: { sepeId, dni, startDate, ccc, cif },
    companyCertificate,
    companyCertificates,
  };
};

const identifiersOf = ({ nss, dni, identificacion }: Worker): Worker => ({ nss, dni, identificacion });
