import { createClient } from '../../src/client.ts';
import { PasarelaError } from '../../src/errors.ts';
import { failureOf, Transport } from '../../src/transport.ts';
import { NotSent } from '../../src/unsent.ts';
import { connect, type Reach, sessionFor } from './connection.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import { bytesOf } from './flags.ts';
import {
  accountInUse,
  accountsAt,
  addressOf,
  forgetSession,
  keepSession,
  keptSessions,
  takeAccount,
} from './store.ts';
import { askSecret, askText, interrupted, isPersonThere, print, tell } from './terminal.ts';
import { jsonOf, line, momentOf, tableOf } from './text.ts';

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
    ...(before?.certificate && { certificate: before.certificate }),
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

const firstLine = (flag: string): string => {
  const [text = ''] = bytesOf(flag, '-').toString('utf8').trimStart().split(/\r?\n/);
  // A secret that was saved in a file often ends with a blank, which is no part of it.
  const first = text.trim();
  if (first === '') throw new Misuse(`${flag}: la entrada estándar está vacía.`);
  return first;
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

/** Number of characters of a `cert_secret` that are shown, to distinguish certificates. Only the JSON has the whole secret. */
const SHOWN = 12;

/** Lists the certificates of the account, and marks the one in use. */
export const listCertificates = async (options: Reach): Promise<Exit> => {
  const { gateway, certificate } = await connect(options);
  const found = [];
  for await (const one of gateway.listCertificates.each()) found.push(one);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', data: found }, 2));
  else if (found.length === 0)
    print('No hay certificados: pasarela saveCertificate --campo-file fichero.p12');
  else
    print(
      tableOf(
        ['En uso', 'Nombre', 'NIF', 'Para', 'Hasta', 'Activo', 'Clave'],
        found.map(({ name, dni, typeText, expired, active, cert_secret }) =>
          [
            cert_secret === certificate ? '*' : '',
            name,
            dni,
            typeText,
            expired,
            active ? 'sí' : 'no',
            `${cert_secret.slice(0, SHOWN)}…`,
          ].map(line),
        ),
      ),
    );
  return EXIT.done;
};

/** Selects a certificate. @param wanted its `cert_secret` or the beginning of it, or a NIF or name that no other has */
export const useCertificate = async (wanted: string, options: Reach): Promise<Exit> => {
  const { gateway, url } = await connect(options);
  const found: { cert_secret: string; name: string; typeText: string }[] = [];
  for await (const one of gateway.listCertificates.each())
    if (
      [one.dni, one.name].includes(wanted) ||
      (wanted.length >= SHOWN && one.cert_secret.startsWith(wanted.replace(/…$/, '')))
    )
      found.push(one);
  const [one, ...others] = found;
  if (!one)
    throw new End(
      EXIT.refused,
      `Ningún certificado tiene ese NIF o nombre, ni una clave que empiece así (al menos ${SHOWN} caracteres): véalos con ` +
        'pasarela certificates',
    );
  if (others.length > 0)
    throw new End(
      EXIT.refused,
      [
        'Varios certificados lo tienen. Elija uno por el principio de su clave:',
        ...found.map(
          ({ cert_secret, typeText }) =>
            `  pasarela certificates use ${cert_secret.slice(0, SHOWN)}  (${line(typeText)})`,
        ),
      ].join('\n'),
    );
  if (process.env.PASARELA_TOKEN)
    throw new Misuse('Con PASARELA_TOKEN, indique el certificado en PASARELA_CERTIFICATE.');
  const { account, session } = await sessionFor(url, options.account);
  await keepSession(url, account, { ...session, certificate: one.cert_secret });
  if (!options.json) print(`Desde ahora se actúa con ${line(one.name)}.`);
  return EXIT.done;
};
