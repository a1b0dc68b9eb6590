import { basename } from 'node:path';
import { PasarelaError } from '../../src/errors.ts';
import type { Data } from '../../src/types.ts';
import { ANY, type Connection, connect, type Reach, sessionFor } from './connection.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import { bytesOf } from './flags.ts';
import { keepSession } from './store.ts';
import { askSecret, firstLine, interrupted, isPersonThere, print, tell } from './terminal.ts';
import { jsonOf, line, linesOf } from './text.ts';

/** The certificates of the account: which there are, a new one, and which one an operation takes. */

type Certificate = Data<'saveCertificate'>;

/** Number of characters of a `cert_secret` that are shown, to distinguish certificates. Only the JSON has the whole secret. */
const SHOWN = 12;

const beginningOf = ({ cert_secret }: Certificate): string => cert_secret.slice(0, SHOWN);

/** The certificates of the account itself. Certificates of its client companies are left out. */
const allOf = async ({ gateway }: Connection): Promise<Certificate[]> => {
  const certificates: Certificate[] = [];
  for await (const certificate of gateway.listCertificates.each({}, { signal: interrupted }))
    certificates.push(certificate);
  return certificates;
};

/** Lists the certificates, and marks those that were chosen. */
export const listCertificates = async (options: Reach): Promise<Exit> => {
  const connection = await connect(options);
  const inUse = [connection.certificate, ...Object.values(connection.chosen)];
  const certificates = await allOf(connection);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', data: certificates }, 2));
  else if (certificates.length === 0) print('No hay certificados: pasarela certificates add fichero.p12');
  else
    print(
      linesOf(
        ['En uso', 'Nombre', 'NIF', 'Para', 'Hasta', 'Activo', 'Clave'],
        certificates.map((certificate) =>
          [
            inUse.includes(certificate.cert_secret) ? '*' : '',
            certificate.name,
            certificate.dni,
            certificate.typeText,
            certificate.expired,
            certificate.active ? 'sí' : 'no',
            `${beginningOf(certificate)}…`,
          ].map(line),
        ),
      ),
    );
  return EXIT.done;
};

export interface AddOptions extends Reach {
  type?: string;
  passwordStdin?: boolean;
}

/** Stores a certificate, and asks for the password of its file. */
export const addCertificate = async (path: string, options: AddOptions): Promise<Exit> => {
  const file = new File([bytesOf('certificates add', path)], basename(path));
  const { passwordStdin, type } = options;
  if (!passwordStdin && !isPersonThere())
    throw new Misuse('Sin terminal, la contraseña se envía por la entrada estándar, con --password-stdin.');
  const { gateway } = await connect(options);
  const save = async (question: string): Promise<Certificate> => {
    const password = passwordStdin ? firstLine('--password-stdin') : await askSecret(question);
    try {
      const fields = { file, password, ...(type !== undefined && { type: type as '1' }) };
      return (await gateway.saveCertificate(fields, { signal: interrupted })).data;
    } catch (error) {
      const wrong = error instanceof PasarelaError ? error.errors.password : undefined;
      if (!wrong || passwordStdin) throw error;
      return save(`${wrong.join(' ')} ${ofFile}`);
    }
  };
  const ofFile = `Contraseña de ${basename(path)}`;
  const saved = await save(ofFile);
  if (options.json) print(jsonOf({ success: true, outcome: 'done', data: saved }, 2));
  else print(`Guardado: ${line(saved.name)}, para ${line(saved.typeText)}, hasta ${line(saved.expired)}.`);
  return EXIT.done;
};

/**
 * Chooses a certificate for the operations of its authority, or for all if it serves all.
 * @param wanted its `cert_secret` or the beginning of it, or a NIF or name that no other has
 */
export const useCertificate = async (wanted: string, options: Reach): Promise<Exit> => {
  if (process.env.PASARELA_TOKEN)
    throw new Misuse('Con PASARELA_TOKEN, indique el certificado en PASARELA_CERTIFICATE.');
  const connection = await connect(options);
  const fitting = (await allOf(connection)).filter(
    ({ dni, name, cert_secret }) =>
      [dni, name].includes(wanted) ||
      (wanted.length >= SHOWN && cert_secret.startsWith(wanted.replace(/…$/, ''))),
  );
  const [certificate, ...others] = fitting;
  if (!certificate)
    throw new End(
      EXIT.refused,
      `Ningún certificado tiene ese NIF o nombre, ni una clave que empiece así (al menos ${SHOWN} caracteres): véalos con ` +
        'pasarela certificates',
    );
  if (others.length > 0)
    throw new End(
      EXIT.refused,
      `Varios certificados lo tienen. Elija uno por el principio de su clave:\n${choicesIn(fitting)}`,
    );
  const { account, session } = await sessionFor(connection.url, options.account);
  const { type, cert_secret: secret } = certificate;
  // One that serves all authorities is chosen for all of them.
  const certificates: Record<string, string> =
    type === null ? { [ANY]: secret } : { ...session.certificates, [type]: secret };
  await keepSession(connection.url, account, { ...session, certificates });
  if (!options.json)
    print(`Desde ahora se actúa con ${line(certificate.name)} (${line(certificate.typeText)}).`);
  return EXIT.done;
};

/** The command that chooses each of these certificates. */
const choicesIn = (certificates: Certificate[]): string =>
  certificates
    .map(
      (certificate) =>
        `  pasarela certificates use ${beginningOf(certificate)}  (${line(certificate.name)}, ${line(certificate.typeText)})`,
    )
    .join('\n');

/**
 * The valid certificates of these types. If there is none, the valid certificates without a type, which serve all authorities.
 */
const possibleFor = (types: number[], certificates: Certificate[]): Certificate[] => {
  const active = certificates.filter((certificate) => certificate.active === 1);
  const exact = active.filter(({ type }) => type !== null && types.includes(type));
  return exact.length > 0 ? exact : active.filter(({ type }) => type === null);
};

/** The connection that acts with a certificate. */
const actingWith = (connection: Connection, certificate: string): Connection => ({
  ...connection,
  gateway: connection.gateway.withCertificate(certificate),
  certificate,
});

/**
 * The connection that acts with the certificate of an authority: the one that this command names, else the chosen one, else the
 * only one that the account has for it.
 * @param types the types of certificate that the operation takes
 * @param mayBeMissing whether it can do without, if none is certain
 * @throws End that names the choice if no certificate is certain
 */
export const withCertificateOf = async (
  connection: Connection,
  types: number[],
  { json, mayBeMissing }: Reach & { mayBeMissing?: boolean },
): Promise<Connection> => {
  const { chosen, isNamed } = connection;
  if (isNamed) return connection;
  const before = types.map((type) => chosen[type]).find((secret) => secret !== undefined) ?? chosen[ANY];
  if (before !== undefined) return actingWith(connection, before);
  const possible = possibleFor(types, await allOf(connection));
  const [certificate, ...others] = possible;
  if (certificate && others.length === 0) {
    if (!json) tell(`Certificado: ${certificate.name} (${certificate.typeText}).`);
    return actingWith(connection, certificate.cert_secret);
  }
  if (mayBeMissing) return connection;
  throw new End(
    EXIT.refused,
    certificate
      ? `La cuenta tiene varios certificados para esta operación. No se ha enviado nada. Elija uno, o indíquelo con --certificate o PASARELA_CERTIFICATE:\n${choicesIn(possible)}`
      : `La cuenta no tiene ningún certificado en vigor para esta operación. No se ha enviado nada. Guárdelo así:\n  pasarela certificates add fichero.p12 --type ${types[0]}`,
  );
};
