import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  accountInUse,
  accountsAt,
  forgetSession,
  keepSession,
  keptSessions,
  type Session,
  takeAccount,
} from '../../../../client/cli/src/store.ts';

/** A keychain as that of a system, which can be locked. */
const keychain = { entries: new Map<string, string>(), isLocked: false };

const unlocked = async <Result>(run: () => Result): Promise<Result> => {
  if (keychain.isLocked) throw new Error('cerrado');
  return run();
};

class AsyncEntry {
  readonly #key: string;

  constructor(service: string, name: string) {
    this.#key = `${service} ${name}`;
  }

  getPassword = () => unlocked(() => keychain.entries.get(this.#key) ?? null);
  setPassword = (text: string) => unlocked(() => void keychain.entries.set(this.#key, text));
  deleteCredential = () => unlocked(() => keychain.entries.delete(this.#key));
}

// The package is native, and the system on which tests run has no keychain.
const PACKAGE = '@napi-rs/keyring';
Object.assign(globalThis, { [PACKAGE]: AsyncEntry });
const hooks = registerHooks({
  resolve: (specifier, context, next) =>
    specifier === PACKAGE
      ? {
          url: `data:text/javascript,export const AsyncEntry = globalThis[${JSON.stringify(PACKAGE)}]`,
          shortCircuit: true,
        }
      : next(specifier, context),
});
afterAll(() => hooks.deregister());

const SERVICE = 'https://pasarela.example.com/api/v4';
const ANA = 'ana@example.com';
const session = (token: string, signedInAt: string): Session => ({ token, signedInAt });
const [FIRST, SECOND] = ['2026-11-28T09:00:00.000Z', '2026-11-29T09:00:00.000Z'];
const tokens = async () => (await keptSessions(SERVICE, ANA)).map(({ token }) => token);

afterEach(() => vi.unstubAllEnvs());

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'cli-store-'));
  vi.stubEnv('PASARELA_HOME', home);
  keychain.entries.clear();
  keychain.isLocked = false;
});

/** Leaves a session in the keychain and another one, of another time, in the file. */
const inBoth = async (ofKeychain: Session, ofFile: Session) => {
  await keepSession(SERVICE, ANA, ofKeychain);
  keychain.isLocked = true;
  await keepSession(SERVICE, ANA, ofFile);
  keychain.isLocked = false;
};

describe('the session of an account', () => {
  test.each([
    ['the file', session('old', FIRST), session('new', SECOND)],
    ['the keychain', session('new', SECOND), session('old', FIRST)],
  ])('the newer session counts if it is in %s', async (_, ofKeychain, ofFile) => {
    await inBoth(ofKeychain, ofFile);
    expect(await tokens()).toEqual(['new', 'old']);
  });

  test('a sign-in that the keychain stores leaves none in the file', async () => {
    await inBoth(session('old', FIRST), session('new', SECOND));
    expect(await keepSession(SERVICE, ANA, session('third', SECOND))).toBe('en el llavero del sistema');
    expect(await tokens()).toEqual(['third']);
    expect(readFileSync(join(home, 'credentials.json'), 'utf8')).toBe('{}\n');
  });

  test('a session is deleted in the keychain and in the file', async () => {
    await inBoth(session('old', FIRST), session('new', SECOND));
    expect(await forgetSession(SERVICE, ANA)).toEqual([]);
    expect(await tokens()).toEqual([]);
    expect([accountsAt(SERVICE), keychain.entries.size]).toEqual([[], 0]);
  });

  test.each<[string, { isLocked?: boolean; isOff?: boolean }, string]>([
    ['is locked', { isLocked: true }, 'cerrado'],
    ['is not used', { isOff: true }, 'no se usa, o no lo hay'],
  ])(
    'a keychain that %s is named if it has a session, and the account stays known',
    async (_, state, why) => {
      await inBoth(session('old', FIRST), session('new', SECOND));
      keychain.isLocked = state.isLocked === true;
      if (state.isOff) vi.stubEnv('PASARELA_KEYCHAIN', 'no');
      expect(await forgetSession(SERVICE, ANA)).toEqual([`sigue en el llavero del sistema (${why})`]);
      expect(accountsAt(SERVICE)).toEqual([ANA]);
    },
  );

  test('a machine without a keychain has nothing left after a session is deleted', async () => {
    keychain.isLocked = true;
    await keepSession(SERVICE, ANA, session('one', FIRST));
    expect(await forgetSession(SERVICE, ANA)).toEqual([]);
  });

  test('a file that cannot be changed is named', async () => {
    await keepSession(SERVICE, ANA, session('one', FIRST));
    mkdirSync(join(home, 'credentials.json'));
    expect(await forgetSession(SERVICE, ANA)).toEqual([expect.stringContaining('credentials.json')]);
  });
});

test('several accounts at one address have a session each, and signing out of one uses no other by itself', async () => {
  const BEA = 'bea@example.com';
  keychain.isLocked = true;
  for (const account of [BEA, ANA]) {
    await keepSession(SERVICE, account, session(account, FIRST));
    takeAccount(SERVICE, account);
  }
  await keepSession('https://otra.example.com/api/v4', ANA, session('other', FIRST));
  expect([accountsAt(SERVICE), accountInUse(SERVICE)]).toEqual([[ANA, BEA], ANA]);
  await forgetSession(SERVICE, ANA);
  expect([accountsAt(SERVICE), accountInUse(SERVICE)]).toEqual([[BEA], undefined]);
});
