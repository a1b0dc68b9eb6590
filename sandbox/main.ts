/**
 * Runs the stand-in authorities in a separate process: `npm run sandbox`.
 *
 * node sandbox/main.ts [--pki <folder>] [--port 8443] [--control-port 8444] [--bucket <name> --account <id>]
 *
 * Or `SANDBOX_PKI`, `SANDBOX_PORT`, `SANDBOX_CONTROL_PORT`, `SANDBOX_BUCKET` and `SANDBOX_ACCOUNT`. Missing certificates are
 * created in the folder, which is `.local/pki` by default. With a bucket the process uses the state of an account on a sandbox
 * stage, as the functions do; otherwise it has its own state in memory. When it is ready, it prints its addresses as one line
 * of JSON.
 */

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { openPkiFolder } from './pki/folder.ts';
import { startSandbox } from './server.ts';
import { s3Store } from './worlds/s3-store.ts';

const { env } = process;
const { values } = parseArgs({
  options: {
    pki: { type: 'string', default: env.SANDBOX_PKI ?? join(import.meta.dirname, '..', '.local', 'pki') },
    port: { type: 'string', default: env.SANDBOX_PORT ?? '0' },
    'control-port': { type: 'string', default: env.SANDBOX_CONTROL_PORT ?? '0' },
    bucket: { type: 'string', default: env.SANDBOX_BUCKET },
    account: { type: 'string', default: env.SANDBOX_ACCOUNT },
  },
});
const { bucket, account } = values;
if ((bucket === undefined) !== (account === undefined))
  throw new Error('A world in a bucket needs both --bucket <name> and --account <id>.');

const sandbox = await startSandbox({
  pki: await openPkiFolder(values.pki),
  port: Number(values.port),
  controlPort: Number(values['control-port']),
  ...(bucket !== undefined && account !== undefined && { kept: { store: s3Store(bucket), account } }),
});

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => {
    void sandbox.close();
  });
}
console.log(JSON.stringify({ ready: true, url: sandbox.url, controlUrl: sandbox.controlUrl }));
