import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { connect } from 'node:tls';
import { vi } from 'vitest';
import { CA, ofServer } from './mutual-tls.ts';

/** Debian's Apache in a separate process that listens only on the loopback address. */

const PROGRAM = '/usr/sbin/apache2';
const MODULES = '/usr/lib/apache2/modules';

/** Whether Debian's Apache is installed (`apt-get install apache2-bin`). Without it, tests that need it are skipped. */
export const hasApache = ((): boolean => {
  try {
    accessSync(PROGRAM, constants.X_OK);
    return true;
  } catch {
    return false;
  }
})();

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
};

/**
 * Starts Apache with `/public/page` for everybody and `/private/page` for clients with a certificate, which it requests when
 * that path is requested. The header `X-Subject` has the common name of the client's certificate.
 */
export const startApache = async () => {
  // If Apache is started as root, it answers as another user, who must be able to reach and read the pages. The tests' own
  // temporary folder does not allow that. Keys are read before the user changes.
  const folder = mkdtempSync('/tmp/pasarela-apache-');
  chmodSync(folder, 0o755);
  const file = (name: string, text: string) => writeFileSync(join(folder, name), text);
  for (const path of ['public', 'private']) {
    mkdirSync(join(folder, 'pages', path), { recursive: true });
    file(`pages/${path}/page`, path);
  }
  file('key', ofServer.key);
  chmodSync(join(folder, 'key'), 0o600);
  file('cert', ofServer.certificate);
  file('ca', CA);
  const port = await freePort();
  const modules = ['mpm_event', 'authz_core', 'socache_shmcb', 'ssl', 'headers'];
  file(
    'conf',
    `
ServerRoot "${folder}"
DefaultRuntimeDir "${folder}"
PidFile "${folder}/pid"
ErrorLog "${folder}/errors"
ServerName localhost
Listen 127.0.0.1:${port}
User nobody
Group nogroup
Mutex pthread
${modules.map((name) => `LoadModule ${name}_module ${MODULES}/mod_${name}.so`).join('\n')}
DocumentRoot "${folder}/pages"
SSLEngine on
SSLProtocol -all +TLSv1.2 +TLSv1.3
SSLSessionCache "shmcb:${folder}/sessions(512000)"
SSLCertificateFile "${folder}/cert"
SSLCertificateKeyFile "${folder}/key"
SSLCACertificateFile "${folder}/ca"
Header set X-Subject "%{SSL_CLIENT_S_DN_CN}s"
<Location "/private">
  SSLVerifyClient require
</Location>
`,
  );
  const apache = spawn(PROGRAM, ['-f', join(folder, 'conf'), '-DFOREGROUND'], { stdio: 'ignore' });
  const ended = once(apache, 'exit');
  const stop = async () => {
    apache.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  const isThere = async () => {
    if (apache.exitCode !== null) throw new Error(readFileSync(join(folder, 'errors'), 'utf8'));
    const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: CA });
    await once(socket, 'secureConnect').finally(() => socket.destroy());
  };
  try {
    await vi.waitFor(isThere, { timeout: 60_000, interval: 50 });
  } catch (error) {
    await stop();
    throw error;
  }
  return { baseUrl: `https://localhost:${port}`, ca: CA, stop };
};
