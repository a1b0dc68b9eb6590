import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Misuse } from './ends.ts';

/** Stores the address and the token between calls. The token is in the system's keychain, else in a file of mode 0600. */

/** A stored session. */
export interface Session {
  token: string;
  email?: string;
  /** When the token expires, in the service's format. */
  expires?: string;
  /** `cert_secret` of the certificate to act with. */
  certificate?: string;
}

/** The user's settings folder. */
const folder = (): string => {
  const { PASARELA_HOME, XDG_CONFIG_HOME, APPDATA } = process.env;
  const base = process.platform === 'win32' ? APPDATA : XDG_CONFIG_HOME;
  return PASARELA_HOME || join(base || join(homedir(), '.config'), 'pasarela');
};
const settingsFile = () => join(folder(), 'config.json');
const secretsFile = () => join(folder(), 'credentials.json');

const readJson = (file: string): Record<string, unknown> => {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new Misuse(`No se puede leer ${file}: ${(error as Error).message}`);
  }
};

/** Replaces a file atomically. Only its owner can read it. */
const writeJson = (file: string, value: unknown): void => {
  mkdirSync(folder(), { recursive: true, mode: 0o700 });
  const next = `${file}.${process.pid}`;
  rmSync(next, { force: true });
  writeFileSync(next, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  renameSync(next, file);
};

/** The service's address: from the flag, the environment, or the last sign-in. @throws Misuse */
export const addressOf = (given?: string): string => {
  const address = given ?? process.env.PASARELA_URL ?? (readJson(settingsFile()).url as string | undefined);
  if (!address)
    throw new Misuse(
      'Falta la dirección del servicio: inicie sesión con pasarela login --url https://…/api/v4.',
    );
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    // It may have a password, as the others below.
    throw new Misuse(`No es una dirección${address.includes('@') ? '' : `: ${address}`}.`);
  }
  if (url.username || url.password)
    throw new Misuse(
      'La dirección del servicio no lleva usuario ni contraseña: quítelos, e inicie sesión con pasarela login.',
    );
  const isHere = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  // Over plain HTTP, others could read a password or a token.
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isHere))
    throw new Misuse('La dirección del servicio debe empezar por https://.');
  const trimmed = address.replace(/\/+$/, '');
  if (!trimmed.endsWith('/api/v4'))
    throw new Misuse('La dirección del servicio lleva su versión: debe terminar en /api/v4.');
  return trimmed;
};

interface Keychain {
  getPassword(): Promise<string | null | undefined>;
  setPassword(text: string): Promise<void>;
  deleteCredential(): Promise<unknown>;
}

/**
 * The service's entry in the system's keychain; `undefined` if there is no keychain. On Linux it is the Secret Service,
 * because the kernel's keyring is lost at a restart.
 */
const keychainOf = async (url: string): Promise<Keychain | undefined> => {
  if (process.env.PASARELA_KEYCHAIN === 'no') return undefined;
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry('pasarela', url, { linux: { store: 'secret-service' } }) as Keychain;
  } catch {
    return undefined;
  }
};

/** Stores a session. @returns where it is, in Spanish */
export const keepSession = async (url: string, session: Session): Promise<string> => {
  const keychain = await keychainOf(url);
  const isKept = await keychain?.setPassword(JSON.stringify(session)).then(
    () => true,
    () => false,
  );
  const { [url]: _, ...others } = readJson(secretsFile());
  if (isKept) {
    if (_ !== undefined) writeJson(secretsFile(), others);
  } else writeJson(secretsFile(), { ...others, [url]: session });
  writeJson(settingsFile(), { url });
  return isKept ? 'en el llavero del sistema' : `en ${secretsFile()}, que solo usted puede leer`;
};

/** The stored session of a service. */
export const keptSession = async (url: string): Promise<Session | undefined> => {
  const text = await (await keychainOf(url))?.getPassword().catch(() => undefined);
  if (text) return JSON.parse(text) as Session;
  const kept = readJson(secretsFile())[url] as Session | undefined;
  if (kept && process.platform !== 'win32' && (statSync(secretsFile()).mode & 0o077) !== 0)
    chmodSync(secretsFile(), 0o600);
  return kept;
};

export const forgetSession = async (url: string): Promise<void> => {
  await (await keychainOf(url))?.deleteCredential().catch(() => undefined);
  const { [url]: _, ...others } = readJson(secretsFile());
  if (_ !== undefined) writeJson(secretsFile(), others);
};
