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

/** Where the authorities are, and who asks them. */
export interface Asker {
  addresses: Record<AuthorityName, string>;
  /** PEM: the only root of the authorities, for stand-ins. */
  ca?: string | undefined;
  /** Without one, only what needs none is asked. */
  certificate?: (Credential & { names: string[] }) | undefined;
  /** Opens a conversation; over mutual TLS unless a test gives another. */
  connect?: typeof connect;
}

/** Milliseconds for one reading. */
export const PATIENCE = 60_000;

/** What TLS takes for a caller without certificate. */
const NO_CERTIFICATE = { version: 'none', key: '', chain: '' };

/**
 * Asks an authority, and can do nothing else: it has no way to file, refuses an exchange that files, and sends no step that
 * commits.
 * @param record gets each run
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

/** Why a reading is not made, in a word; `undefined` if it is. */
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

/** What is asked. */
export interface Wanted {
  values: Values;
  /** Also what is off until its pages were seen. */
  unseen?: boolean;
  /** Folder for the recordings, without personal data. */
  folder: string;
}

/** Makes each reading once, one after another, keeps what was said, and gives a row for each as soon as it is known. */
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
    // What went wrong is in the conversation.
    const result = await reading.make(port, wanted.values).catch((error: unknown) => error);
    if (!last) throw result;
    const har = harOf(last, asker.certificate?.names ?? []);
    const file = `${String(index + 1).padStart(2, '0')}-${name.replace(/[^\w@]+/g, '-')}.har`;
    await writeFile(join(wanted.folder, file), JSON.stringify(har));
    yield rowOf(reading, { conversation: last, har, result });
  }
}
