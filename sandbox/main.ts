/**
 * Runs the stand-in authorities as a process of their own.
 *
 *   node sandbox/main.ts --pki <folder> [--port 8443] [--control-port 8444]
 *
 * Or `SANDBOX_PKI`, `SANDBOX_PORT` and `SANDBOX_CONTROL_PORT`. Missing certificates are created
 * in the folder. When the process is ready, it prints its addresses as one line of JSON.
 */

import { parseArgs } from 'node:util';
import { openPkiFolder } from './pki/folder.ts';
import { startSandbox } from './server.ts';

const { env } = process;
const { values } = parseArgs({
  options: {
    pki: { type: 'string', default: env.SANDBOX_PKI },
    port: { type: 'string', default: env.SANDBOX_PORT ?? '0' },
    'control-port': { type: 'string', default: env.SANDBOX_CONTROL_PORT ?? '0' },
  },
});
if (!values.pki) throw new Error('Say where the certificates are: --pki <folder>, or SANDBOX_PKI.');

const sandbox = await startSandbox({
  pki: await openPkiFolder(values.pki),
  port: Number(values.port),
  controlPort: Number(values['control-port']),
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.close();
  });
}
console.log(JSON.stringify({ ready: true, url: sandbox.url, controlUrl: sandbox.controlUrl }));
