import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { Misuse } from './ends.ts';

/**
 * Stores the address, the accounts and their tokens between calls. A token is in the system's keychain, else in a file of mode
 * 0600. Both can have one, if the keychain failed at the last sign-in: the newer one counts.
 */

/** The stored session of an account. */
export interface Session {
  token: string;
  /** When it was stored, ISO 8601. */
  signedInAt: string;
  email?: string;
  /** When the token expires, in the service's format. */
  expires?: string;
  /** `cert_secret` of the chosen certificates, by the authority for which they serve: their type, or `any`. */
  certificates?: Record<string, string>;
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
    // The message of a mistake in JSON shows a part of the file, which may be of a token.
    const why = error instanceof SyntaxError ? 'no es JSON' : (error as Error).message;
    throw new Misuse(`No se puede leer ${file}: ${why}`);
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
  const address = given ?? process.env.PASARELA_URL ?? settings().url;
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
 * The entry of an account in the system's keychain; `undefined` if there is no keychain. On Linux it is the Secret Service,
 * because the kernel's keyring is lost at a restart.
 */
const keychainOf = async (key: string): Promise<Keychain | undefined> => {
  if (process.env.PASARELA_KEYCHAIN === 'no') return undefined;
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring');
    return new AsyncEntry('pasarela', key, { linux: { store: 'secret-service' } }) as Keychain;
  } catch {
    return undefined;
  }
};

interface StoredSettings {
  /** The service of the last sign-in. */
  url?: string;
  /** The account in use, by the service's address. */
  inUse?: Record<string, string>;
  /** Keys of the sessions that the keychain has, because it cannot list them. */
  inKeychain?: string[];
}

const settings = (): StoredSettings => readJson(settingsFile());

/** The key of an account's session. */
const keyOf = (url: string, account: string): string => `${url}#${account}`;

const sessionsInFile = () => readJson(secretsFile()) as Record<string, Session>;

const removeFromFile = (key: string): void => {
  const { [key]: removed, ...others } = sessionsInFile();
  if (removed !== undefined) writeJson(secretsFile(), others);
};

/** The accounts with a session at this address. */
export const accountsAt = (url: string): string[] => {
  const keys = new Set([...Object.keys(sessionsInFile()), ...(settings().inKeychain ?? [])]);
  const start = keyOf(url, '');
  return [...keys]
    .filter((key) => key.startsWith(start))
    .map((key) => key.slice(start.length))
    .toSorted();
};

/** The account in use at this address; `undefined` if none is. */
export const accountInUse = (url: string): string | undefined => settings().inUse?.[url];

/** Makes an account the one in use, or none. */
export const takeAccount = (url: string, account: string | undefined): void => {
  const { inUse, ...others } = settings();
  const { [url]: _, ...elsewhere } = inUse ?? {};
  writeJson(settingsFile(), {
    ...others,
    url,
    inUse: account ? { ...elsewhere, [url]: account } : elsewhere,
  });
};

/** Notes whether the keychain has this session. */
const noteInKeychain = (key: string, isThere: boolean): void => {
  const { inKeychain = [], ...others } = settings();
  if (inKeychain.includes(key) === isThere) return;
  const keys = isThere ? [...inKeychain, key] : inKeychain.filter((other) => other !== key);
  writeJson(settingsFile(), { ...others, inKeychain: keys });
};

/** Stores the session of an account. @returns where it is, in Spanish */
export const keepSession = async (url: string, account: string, session: Session): Promise<string> => {
  const key = keyOf(url, account);
  const keychain = await keychainOf(key);
  const isKept = await keychain?.setPassword(JSON.stringify(session)).then(
    () => true,
    () => false,
  );
  if (isKept) {
    noteInKeychain(key, true);
    removeFromFile(key);
  } else writeJson(secretsFile(), { ...sessionsInFile(), [key]: session });
  return isKept ? 'en el llavero del sistema' : `en ${secretsFile()}, que solo usted puede leer`;
};

/** The sessions of an account: of the keychain and of the file, the newer one first. */
export const keptSessions = async (url: string, account: string): Promise<Session[]> => {
  const key = keyOf(url, account);
  const text = await (await keychainOf(key))?.getPassword().catch(() => undefined);
  const inFile = sessionsInFile()[key];
  if (inFile && process.platform !== 'win32' && (statSync(secretsFile()).mode & 0o077) !== 0)
    chmodSync(secretsFile(), 0o600);
  return [inFile, text ? (JSON.parse(text) as Session) : undefined]
    .filter((session) => session !== undefined)
    .toSorted((one, other) => Date.parse(other.signedInAt) - Date.parse(one.signedInAt));
};

/** Deletes the session of an account. @returns why it may still be somewhere, in Spanish */
export const forgetSession = async (url: string, account: string): Promise<string[]> => {
  const key = keyOf(url, account);
  const failures: string[] = [];
  try {
    removeFromFile(key);
  } catch (error) {
    failures.push(`sigue en ${secretsFile()} (${(error as Error).message})`);
  }
  const isInKeychain = settings().inKeychain?.includes(key);
  const keychain = await keychainOf(key);
  try {
    if (await keychain?.getPassword()) await keychain?.deleteCredential();
    if (!keychain && isInKeychain) throw new Error('no se usa, o no lo hay');
    noteInKeychain(key, false);
  } catch (error) {
    // A machine without a keychain has no session in it.
    if (isInKeychain) failures.push(`sigue en el llavero del sistema (${(error as Error).message})`);
  }
  if (accountInUse(url) === account) takeAccount(url, undefined);
  return failures;
};
