import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { authorityPort, type ReadingPort } from '../../shared/authorities/authority-port.ts';
import type { connect } from '../../shared/authorities/channel/channel.ts';
import type { Credential } from '../../shared/authorities/channel/connections.ts';
import { type Conversation, harOf } from '../../shared/authorities/recording/har.ts';
import { siteOf } from '../../shared/authorities/sites.ts';
import type { AuthorityName } from '../../shared/kernel/errors.ts';
import { anonymousSite } from './anonymous.ts';
import { READINGS, type Reading, type Values } from './readings.ts';
import { type Row, rowOf } from './row.ts';

/** Addresses of the authorities, and the certificate to ask with. */
export interface Asker {
  addresses: Record<AuthorityName, string>;
  /** The only trusted root (PEM), for stand-ins. */
  ca?: string | undefined;
  /** Without a certificate, only readings that need none are made. */
  certificate?: (Credential & { names: string[] }) | undefined;
  /** Opens a connection; mutual TLS unless a test replaces it. */
  connect?: typeof connect;
}

/** Deadline of one reading, in milliseconds. */
export const PATIENCE = 60_000;

/** TLS options of a caller without a certificate. */
const NO_CERTIFICATE = { version: 'none', key: '', chain: '' };

/**
 * A port that can only read: it refuses an exchange that files, and sends no step that commits.
 * @param record receives each run
 */
export const askingPort = (
  { addresses, ca, certificate, connect }: Asker,
  authority: AuthorityName,
  record: (conversation: Conversation) => void,
): Pick<ReadingPort, 'read'> => {
  const baseUrl = addresses[authority];
  const port = authorityPort({
    authority,
    baseUrl,
    siteOf: (path) => anonymousSite(path, siteOf(authority, path, baseUrl)),
    ca,
    credential: async () => certificate ?? NO_CERTIFICATE,
    dry: true,
    bypassesBreaker: true,
    isSwitchedOn: () => true,
    deadline: new Date(Date.now() + PATIENCE),
    record: async (conversation) => record(conversation),
    log: () => {},
    ...(connect && { connect }),
  });
  return {
    read: async (exchange, input) => {
      if (exchange.kind !== 'reading')
        throw new Error(`${exchange.name} files, and only readings are made here`);
      return port.read(exchange, input);
    },
  };
};

/** Why a reading is skipped; `undefined` if it is made. */
const reasonToSkip = (
  { exchange, needs, isPublic }: Reading,
  { certificate }: Asker,
  { values, unseen }: Wanted,
): string | undefined => {
  if (!certificate && !isPublic) return 'it needs --p12';
  const missing = needs.filter((name) => !values[name]);
  if (missing.length > 0) return `not given: ${missing.map((name) => `--${name}`).join(', ')}`;
  return exchange.offUntilSeen && !unseen ? 'it is off until its pages were seen: --unseen' : undefined;
};

/** What to read, and where to store the recordings. */
export interface Wanted {
  values: Values;
  /** Whether to include exchanges that are off until their pages have been seen. */
  unseen?: boolean;
  /** Folder for the recordings, which have no personal data. */
  folder: string;
}

/** Makes each reading once, one after another, stores the conversation, and yields a row as soon as it is known. */
export async function* capture(asker: Asker, wanted: Wanted): AsyncGenerator<Row> {
  await mkdir(wanted.folder, { recursive: true });
  for (const [index, reading] of READINGS.entries()) {
    const { name, authority } = reading.exchange;
    const skipped = reasonToSkip(reading, asker, wanted);
    if (skipped) {
      yield { exchange: reading.exchange, verdict: 'skipped', text: skipped };
      continue;
    }
    let last: Conversation | undefined;
    const port = askingPort(asker, authority, (conversation) => {
      last = conversation;
    });
    // The recorded conversation shows what went wrong.
    const result = await reading.make(port, wanted.values).catch((error: unknown) => error);
    if (!last) throw result;
    const har = harOf(last, asker.certificate?.names ?? []);
    const file = `${String(index + 1).padStart(2, '0')}-${name.replace(/[^\w@]+/g, '-')}.har`;
    await writeFile(join(wanted.folder, file), JSON.stringify(har));
    yield rowOf(reading, { conversation: last, har, result });
  }
}
