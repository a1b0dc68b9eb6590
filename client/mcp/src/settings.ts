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
  /** Groups of tools; all of them by default. */
  groups: string[] | undefined;
}

/** Reads the settings from environment variables. @throws Error that names the missing or wrong one */
export const readSettings = (env: Record<string, string | undefined>): Settings => {
  const wanted = (name: string): string => {
    const value = env[name];
    if (!value) throw new Error(`Falta ${name}. El README dice qué variables hacen falta.`);
    return value;
  };
  return {
    baseUrl: wanted('PASARELA_URL'),
    token: wanted('PASARELA_TOKEN'),
    certificates: certificatesOf(env.PASARELA_CERTIFICATES, env.PASARELA_CERTIFICATE),
    panel: env.PASARELA_PANEL ? pageOf(env.PASARELA_PANEL) : undefined,
    documents: env.PASARELA_DOCUMENTS || undefined,
    mayShowNumbers: env.PASARELA_NUMBERS !== 'never',
    groups: env.PASARELA_GROUPS?.split(',').map((name) => name.trim()),
  };
};

const pageOf = (address: string): string => {
  if (!URL.canParse(address) || !/^https?:/.test(address))
    throw new Error('PASARELA_PANEL debe ser una dirección, como https://panel.example.com/');
  return address;
};

const certificatesOf = (several: string | undefined, one: string | undefined): Record<string, string> => {
  if (!several) return one ? { certificado: one } : {};
  const read: unknown = JSON.parse(several);
  const entries = Object.entries(read ?? {});
  if (entries.length === 0 || !entries.every(([, secret]) => typeof secret === 'string'))
    throw new Error('PASARELA_CERTIFICATES debe ser un objeto JSON de nombres y cert_secret.');
  return Object.fromEntries(entries);
};
