import { TOOLS } from './generated/tools.ts';

/** Settings of the server, which the model never sees. */
export interface Settings {
  /** Address of the interface, with its version. */
  baseUrl: string;
  /** API token (`POST /auth/tokens`). */
  token: string;
  /** `cert_secret` of certificates, by the names from which the model may choose; the first is the default. */
  certificates: Record<string, string>;
  /** Address of the panel, where a person can file if the host cannot ask. */
  panel: string | undefined;
  /** Folder for documents. Without it, they are not saved. */
  documents: string | undefined;
  /** Whether the model may ask for whole personal numbers. */
  mayShowNumbers: boolean;
  /** Groups of tools. */
  groups: string[];
}

/** The group of tools of a first day, which is the default, and the name of all groups. */
export const FIRST = 'inicio';
export const ALL = 'todos';

/** The names of all groups of tools. */
const GROUPS = [FIRST, ALL, ...new Set(TOOLS.map(({ group }) => group))];

/** Each variable, with what it is. Spanish. */
const VARIABLES: Record<string, string> = {
  PASARELA_URL: 'dirección de la interfaz, con su versión; obligatoria',
  PASARELA_TOKEN: 'token de programa; obligatorio',
  PASARELA_CERTIFICATE: 'cert_secret con el que se actúa',
  PASARELA_CERTIFICATES: 'si hay varios, en su lugar: un objeto JSON de nombres y cert_secret',
  PASARELA_PANEL: 'dirección del panel, donde la persona presenta lo que no puede confirmarse aquí',
  PASARELA_DOCUMENTS: 'carpeta en la que se guardan los documentos',
  PASARELA_NUMBERS: 'never: el asistente no puede pedir números de personas enteros',
  PASARELA_GROUPS: `grupos de herramientas, separados por comas; ${FIRST} si no se indica`,
  PASARELA_MCP_SECRET: 'con --http, el secreto que se pide; si no, uno al azar',
};

/** Variables of the other programs, which may be in the same environment. */
const OF_OTHERS = new Set(['PASARELA_EMAIL', 'PASARELA_PASSWORD', 'PASARELA_HOME', 'PASARELA_KEYCHAIN']);

/** What `--help` answers. Spanish. */
export const HELP = [
  'Uso: pasarela-mcp [--http PUERTO]',
  '',
  'Servidor MCP de pasarela, por la entrada y la salida estándar; con --http, por HTTP en esta máquina.',
  '',
  'Variables de entorno:',
  ...Object.entries(VARIABLES).map(([name, what]) => `  ${name.padEnd(22)} ${what}`),
  '',
  'Grupos de herramientas (PASARELA_GROUPS):',
  ...GROUPS.map((name) => `  ${name}`),
].join('\n');

/** Reads the settings from environment variables. @throws Error that names the missing or wrong one */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  for (const name of Object.keys(env))
    if (name.startsWith('PASARELA_') && !(name in VARIABLES) && !OF_OTHERS.has(name))
      throw new Error(`No existe la variable ${name}. Véalas con pasarela-mcp --help.`);
  const wanted = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`Falta ${name}. Véalas con pasarela-mcp --help.`);
    return value;
  };
  return {
    baseUrl: addressOf(wanted('PASARELA_URL')),
    token: wanted('PASARELA_TOKEN'),
    certificates: certificatesOf(env.PASARELA_CERTIFICATES, env.PASARELA_CERTIFICATE),
    panel: env.PASARELA_PANEL ? pageOf(env.PASARELA_PANEL) : undefined,
    documents: env.PASARELA_DOCUMENTS || undefined,
    mayShowNumbers: !isNever(env.PASARELA_NUMBERS),
    groups: groupsOf(env.PASARELA_GROUPS),
  };
};

const addressOf = (address: string): string => {
  if (!URL.canParse(address) || !/^https?:.*\/api\/v4\/*$/.test(address))
    throw new Error(
      'PASARELA_URL debe ser la dirección de la interfaz, como https://pasarela.example.com/api/v4',
    );
  if (new URL(address).username || new URL(address).password)
    throw new Error('PASARELA_URL no lleva usuario ni contraseña.');
  return address;
};

const isNever = (numbers: string | undefined): boolean => {
  if (numbers && numbers !== 'never') throw new Error('PASARELA_NUMBERS solo puede ser never.');
  return numbers === 'never';
};

const groupsOf = (names: string | undefined): string[] => {
  const groups = (names || FIRST).split(',').map((name) => name.trim());
  const unknown = groups.find((name) => !GROUPS.includes(name));
  if (unknown !== undefined)
    throw new Error(`PASARELA_GROUPS: no existe el grupo «${unknown}». Los hay: ${GROUPS.join(', ')}.`);
  return groups;
};

const pageOf = (address: string): string => {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error('PASARELA_PANEL debe ser una dirección, como https://panel.example.com/');
  return address;
};

const certificatesOf = (several: string | undefined, one: string | undefined): Record<string, string> => {
  if (!several) return one ? { certificado: one } : {};
  const entries = Object.entries(jsonOf(several) ?? {});
  if (entries.length === 0 || !entries.every(([, secret]) => typeof secret === 'string'))
    throw new Error('PASARELA_CERTIFICATES debe ser un objeto JSON de nombres y cert_secret.');
  return Object.fromEntries(entries);
};

/** The value of a JSON text, or `undefined`: its own message would show the secrets in it. */
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
