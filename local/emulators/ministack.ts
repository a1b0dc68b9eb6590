import { setTimeout as sleep } from 'node:timers/promises';
import { pathWithNode } from '../aws.ts';
import { LOOPBACK } from '../programs/free-ports.ts';
import { installPython } from '../python/environment.ts';
import type { Emulator } from './emulator.ts';

/** Mails as MiniStack shows them, by region. */
interface Messages {
  messages: Record<string, { To: string[]; Subject: string; BodyText: string; BodyHtml: string | null }[]>;
}

/** The address at an emulator where MiniStack shows mails. */
export const MAILS = '/_ministack/ses/messages';

/** [MiniStack](https://pypi.org/project/ministack/), which is started where no emulator is given. */
export const MINISTACK: Emulator = {
  name: 'MiniStack',
  context: { emulator: 'true' },
  hasKeys: false,
  hasAuthorizer: true,
  hasAddresses: true,
  mails: async (endpoint) => {
    const { messages } = (await (await fetch(endpoint + MAILS)).json()) as Messages;
    return Object.values(messages)
      .flat()
      .map(({ To, Subject, BodyText, BodyHtml }) => ({
        to: To,
        subject: Subject,
        text: BodyText,
        html: BodyHtml ?? '',
      }));
  },
  mailbox: MAILS,
  openable: (link) => link,
};

/**
 * Installs the emulator, if it is not installed yet. Returns its Python.
 * @param cache folder for the environment
 * @throws CommandError that says what the machine lacks
 */
export const installEmulator = (cache: string, log: string, signal?: AbortSignal): Promise<string> =>
  installPython('emulator', cache, { log, signal });

/**
 * The environment variables of the emulator. The functions inherit them. So only what every process needs comes from the
 * developer's own environment, and no credentials, proxies or options of Node.
 * @param temporary folder for its files, outside the project: inside, Node would treat each function as a part of it
 */
export const emulatorEnvironment = (port: number, temporary: string): NodeJS.ProcessEnv => ({
  HOME: process.env.HOME,
  LANG: process.env.LANG,
  // The first `node` on the path runs the functions.
  PATH: pathWithNode(),
  TMPDIR: temporary,
  BIND_HOST: LOOPBACK,
  GATEWAY_PORT: String(port),
  // Two servers of the emulator that this project does not use.
  IOT_MTLS_ENABLED: '0',
  SFTP_ENABLED: '0',
  // How long the process of a function lives after its last call. The default, five minutes, takes more memory.
  LAMBDA_WARM_TTL_SECONDS: '60',
});

/** Arguments for the Python of {@link installEmulator} that start the emulator. */
export const EMULATOR_ARGS = ['-m', 'ministack'];

/** Waits until the emulator is ready, for as long as the signal is not aborted. */
export const emulatorReady = async (endpoint: string, signal: AbortSignal): Promise<void> => {
  for (;;) {
    signal.throwIfAborted();
    const answer = await fetch(`${endpoint}/_ministack/ready`, { signal }).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(50, undefined, { signal });
  }
};
