import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { issueClient, toP12 } from '../../functions/sandbox/pki.ts';
import { seed } from '../../functions/sandbox/seed.ts';
import { awsEnvironment } from './aws.ts';
import { StepError } from './command.ts';
import type { AuthorityAddresses } from './keeper.ts';
import { type Place, PROJECT } from './place.ts';

/** Who signs in. */
export interface Login {
  email: string;
  password: string;
}

/** What TGSS knows a worker by. */
export interface Worker {
  nss: string;
  dni: string;
  identificacion: number;
}

/** Whom and what the sandbox authorities know, of which requests can be made. */
export interface KnownThere {
  /** A company that the holder may act for. */
  company: { cif: string; regimen: string; ccc: string };
  /** Registered with the company. */
  worker: Worker & { fecha_alta: string };
  /** Known to TGSS, registered nowhere. */
  newWorker: Worker;
  /** Ten more of those. */
  newWorkers: Worker[];
  /** A worker whose situations fill several pages. */
  manySituations: { nss: string; dni: string };
  /** A range of days with sick leaves in the account, and a self-employed worker who has some. */
  fie: { startDate: string; endDate: string; naf: string };
  /** A settlement with a receipt, and a period without one. */
  rlc: {
    liquidType: string;
    startDate: string;
    endDate: string;
    empty: { startDate: string; endDate: string };
  };
  /** Numbers of the authorised users that the holder's certificate has; the first one's is the company. */
  authorizedUsers: string[];
  /** A company that workers can be assigned to. */
  cesion: { regimen: string; ccc: string };
  /** A contract with an extension and a basic copy. */
  contract: { sepeId: string; dni: string; startDate: string; ccc: string; cif: string };
  /** The only company certificate of a worker. */
  companyCertificate: { dni: string; startDate: string; ccc: string };
  /** Several of one worker on one date. */
  companyCertificates: { dni: string; startDate: string; cccs: string[] };
}

/** All that one needs to try the API, as `demo.json` has it. */
export interface Demo extends Login, KnownThere {
  /** AWS endpoint of the emulator. */
  emulator: string;
  baseUrl: string;
  legacyBaseUrl: string;
  /** `cert_secret` of a certificate of the holder, stored for each authority. */
  certificates: Record<'tgss' | 'sepe' | 'aeat', string>;
  /** A further certificate of the holder, not stored yet. */
  p12: { file: string; password: string };
  /** Another tenant. */
  otherAccount: Login;
  authorities: Record<'tgss' | 'sepe' | 'aeat', string> & {
    /** PEM file of who signs the authorities' certificates. */
    ca: string;
    /** Address that controls the authorities. */
    control: string;
  };
}

/** The deployed stack in which to make what is to be tried. */
export interface Target {
  /** The emulator. */
  endpoint: string;
  /** Address of the API, with its stage. */
  api: string;
  authorities: AuthorityAddresses;
  signal: AbortSignal;
}

/** Types of the interface for TGSS, SEPE and AEAT. */
const CERTIFICATE_TYPES = [1, 2, 3];

/** Looks like a secret, so that tests can search logs for it. */
const P12_PASSWORD = randomBytes(12).toString('base64url');

/** Makes accounts with the same command that an operator uses. */
const createAccount = async (email: string, name: string, { endpoint, signal }: Target): Promise<Login> => {
  const command = join(PROJECT, 'infra', 'commands', 'accounts.ts');
  const args = [command, 'create', '--email', email, '--name', name];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, args, {
      env: awsEnvironment(endpoint),
      signal,
    });
    return { email, password: stdout.trim() };
  } catch (error) {
    throw new StepError(`The account ${email} could not be made.`, (error as { stderr?: string }).stderr);
  }
};

/** Payload of a successful answer. */
const call = async (address: string, init: RequestInit): Promise<Record<string, string>> => {
  const response = await fetch(address, init);
  const text = await response.text();
  if (!response.ok) throw new StepError(`${init.method} ${address} answered ${response.status}.`, text);
  return JSON.parse(text).data;
};

const signIn = async (baseUrl: string, login: Login, signal: AbortSignal): Promise<string> => {
  const headers = { 'Content-Type': 'application/json' };
  const body = JSON.stringify(login);
  const { access_token } = await call(`${baseUrl}/auth/login`, { method: 'POST', headers, body, signal });
  return access_token!;
};

/** Certificates of the demo holder, each with a key of its own. */
const issueP12 = async (place: Place): Promise<Buffer<ArrayBuffer>> => {
  const [certificate, key] = await Promise.all(
    ['ca.pem', 'ca.key'].map((name) => readFile(join(place.pki, name), 'utf8')),
  );
  const authority = { certificate: certificate!, key: key! };
  return toP12(await issueClient(authority, { person: seed.demo.holder }), P12_PASSWORD);
};

const storeCertificate = async (
  place: Place,
  baseUrl: string,
  token: string,
  type: number,
  signal: AbortSignal,
): Promise<string> => {
  const body = new FormData();
  body.set('file', new Blob([await issueP12(place)]), 'demo.p12');
  body.set('password', P12_PASSWORD);
  body.set('type', String(type));
  const headers = { Authorization: `Bearer ${token}` };
  const { cert_secret } = await call(`${baseUrl}/certificate`, { method: 'POST', headers, body, signal });
  return cert_secret!;
};

/** Makes two accounts, and stores certificates in the first. */
export const createDemo = async (place: Place, target: Target): Promise<Demo> => {
  const { api, authorities, signal } = target;
  const baseUrl = `${api}/v4`;
  // An emulator that is not ours may still have the accounts of an earlier start.
  const tag = randomBytes(3).toString('hex');
  const [login, otherAccount] = await Promise.all([
    createAccount(`demo-${tag}@example.com`, 'Asesoría de ejemplo', target),
    createAccount(`otra-${tag}@example.com`, 'Otra asesoría', target),
  ]);

  const token = await signIn(baseUrl, login, signal);
  const [tgss, sepe, aeat] = await Promise.all(
    CERTIFICATE_TYPES.map((type) => storeCertificate(place, baseUrl, token, type, signal)),
  );
  const p12 = { file: join(place.pki, 'demo.p12'), password: P12_PASSWORD };
  await writeFile(p12.file, await issueP12(place), { mode: 0o600 });

  return {
    emulator: target.endpoint,
    baseUrl,
    legacyBaseUrl: `${api}/web/v3`,
    ...login,
    certificates: { tgss: tgss!, sepe: sepe!, aeat: aeat! },
    p12,
    ...knownThere(),
    otherAccount,
    authorities: {
      ...{ tgss: authorities.url, sepe: authorities.url, aeat: authorities.url },
      ca: join(place.pki, 'ca.pem'),
      control: authorities.controlUrl,
    },
  };
};

/** What the seed of the sandbox authorities holds, as a demo account needs it. */
export const knownThere = (): KnownThere => {
  const { company, worker, newWorkers, manySituations, fie, rlc, authorizedUsers, cesion } = seed.demo;
  const { contract, companyCertificate, companyCertificates } = seed.demo;
  const { sepeId, dni, startDate, ccc, cif } = contract;
  const [newWorker, ...more] = newWorkers.map(identity);
  return {
    company: { cif: company.cif, regimen: company.regimen, ccc: company.ccc },
    worker: { ...identity(worker), fecha_alta: worker.fecha_alta },
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

const identity = ({ nss, dni, identificacion }: Worker): Worker => ({ nss, dni, identificacion });
