import { createClient } from '../../src/client.ts';
import { PasarelaError } from '../../src/errors.ts';
import { failureOf, Transport } from '../../src/transport.ts';
import { NotSent } from '../../src/unsent.ts';
import { type Reach, sessionFor } from './connection.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import {
  accountInUse,
  accountsAt,
  addressOf,
  forgetSession,
  keepSession,
  keptSessions,
  takeAccount,
} from './store.ts';
import { askSecret, askText, firstLine, interrupted, isPersonThere, print, tell } from './terminal.ts';
import { jsonOf, line, momentOf } from './text.ts';

/** Signs in and out. A password comes from a prompt or the standard input, never from the command line. */

export interface LoginOptions extends Reach {
  email?: string;
  code?: string;
  passwordStdin?: boolean;
  tokenStdin?: boolean;
}

/** Signs in and stores the token, without showing it. */
export const logIn = async (options: LoginOptions): Promise<Exit> => {
  const url = await wantedAddress(options);
  const session = options.tokenStdin
    ? { token: firstLine('--token-stdin') }
    : await signedIn(url, options, accountInUse(url));
  const { email, expires } = session as { email?: string; expires?: string };
  const account = email ?? options.account ?? TOKEN_ACCOUNT;
  const [before] = await keptSessions(url, account);
  const where = await keepSession(url, account, {
    ...session,
    signedInAt: new Date().toISOString(),
    ...(before?.certificates && { certificates: before.certificates }),
  });
  takeAccount(url, account);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', url, email, expires }, 2));
  else {
    print(`Sesión iniciada${email ? ` como ${line(email)}` : ''} en ${line(url)}.`);
    print(
      `El token se guarda ${where}.${expires ? ` Vale hasta ${line(momentOf(expires) ?? expires)}.` : ''}`,
    );
    const others = accountsAt(url).filter((other) => other !== account);
    if (others.length > 0)
      tell(`También hay sesión de ${others.join(', ')}: pasarela accounts use cambia de cuenta.`);
  }
  return EXIT.done;
};

/** The name of the account of a program's token, unless it is named with `--account`. */
const TOKEN_ACCOUNT = 'token';

const wantedAddress = async ({ url }: Reach): Promise<string> => {
  try {
    return addressOf(url);
  } catch (error) {
    if (url !== undefined || !isPersonThere()) throw error;
    return addressOf(await askText('Dirección del servicio, con su versión', 'https://…/api/v4'));
  }
};

const signedIn = async (url: string, options: LoginOptions, known?: string) => {
  const mayAsk = isPersonThere() && !options.passwordStdin;
  const email =
    options.email ??
    options.account ??
    process.env.PASARELA_EMAIL ??
    (mayAsk ? await askText('E-mail', known) : undefined);
  // Else the session would be stored under another name than the one that was asked for.
  if (options.account !== undefined && options.account !== email)
    throw new Misuse('--account y --email dicen cuentas distintas: indique una de las dos.');
  if (!email) throw new Misuse('Falta --email.');
  if (!mayAsk && !options.passwordStdin)
    throw new Misuse('Sin terminal, la contraseña se envía por la entrada estándar, con --password-stdin.');
  const password = options.passwordStdin ? firstLine('--password-stdin') : await askSecret('Contraseña');
  const from = { email, password };
  try {
    return await signIn(url, { ...from, ...(options.code && { code: options.code }) });
  } catch (error) {
    // The service asks for a second factor after it has accepted the password.
    const wantsCode = error instanceof PasarelaError && error.status === 401 && error.errors.code;
    if (!wantsCode || options.code || !isPersonThere()) throw error;
    tell(error.errors.code!.join(' '));
    return signIn(url, { ...from, code: await askSecret('Código del segundo factor') });
  }
};

const signIn = async (url: string, fields: { email: string; password: string; code?: string }) => {
  const transport = new Transport({ baseUrl: url, token: '' });
  const wanted = { method: 'POST', path: '/api/v4/auth/login', fields, headers: {}, signal: interrupted };
  const answer = await transport.exchange(wanted).catch((cause: Error) => {
    if (cause instanceof NotSent) throw cause;
    throw new PasarelaError({ message: cause.message, cause });
  });
  if (answer.status !== 200) throw new PasarelaError(failureOf(answer));
  const { access_token: token, expires_in: expires } = answer.body.data as Record<string, string>;
  return { token: token!, email: fields.email, ...(expires && { expires }) };
};

/** Ends the sessions of an account at the service, in the keychain and in the file. What cannot be ended is said. */
export const logOut = async (options: Reach): Promise<Exit> => {
  const url = addressOf(options.url);
  const account = options.account ?? accountInUse(url);
  const sessions = account === undefined ? [] : await keptSessions(url, account);
  if (account === undefined || (sessions.length === 0 && !accountsAt(url).includes(account)))
    throw new End(EXIT.done, 'No había sesión.');
  const failures: string[] = [];
  for (const token of new Set(sessions.map((session) => session.token)))
    await createClient({ baseUrl: url, token })
      .signOut()
      .catch((error: Error & { status?: number }) => {
        // A session that has ended already.
        if (error.status !== 401)
          failures.push(`El servicio no ha confirmado el fin de la sesión: ${error.message}`);
      });
  for (const failure of await forgetSession(url, account))
    failures.push(`La sesión no se ha borrado de este equipo: ${failure}.`);
  if (failures.length > 0) throw new End(EXIT.inPart, failures.join('\n'));
  const others = accountsAt(url);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', url, account }, 2));
  else
    print(`Sesión cerrada.${others.length > 0 ? ` Siguen abiertas las de ${line(others.join(', '))}.` : ''}`);
  return EXIT.done;
};

/** Lists the accounts with a session at an address, and marks the one in use. */
export const listAccounts = async (options: Reach): Promise<Exit> => {
  const url = addressOf(options.url);
  const data = accountsAt(url).map((account) => ({ account, inUse: account === accountInUse(url) }));
  if (options.json) print(jsonOf({ success: true, outcome: 'done', url, data }, 2));
  else if (data.length === 0) print(`No hay sesión en ${url}: pasarela login --url ${url}`);
  else for (const { account, inUse } of data) print(`${inUse ? '*' : ' '} ${line(account)}`);
  return EXIT.done;
};

/** Makes another account the one in use. */
export const useAccount = async (wanted: string, options: Reach): Promise<Exit> => {
  const url = addressOf(options.url);
  const { account } = await sessionFor(url, wanted);
  takeAccount(url, account);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', url, account }, 2));
  else print(`Desde ahora se actúa como ${line(account)} en ${line(url)}.`);
  return EXIT.done;
};
