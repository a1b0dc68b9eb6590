import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '../support/gateway.ts';
import { startService } from '../support/local-service.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';
import { startMeasured } from '../support/servers/children.ts';
import { startS3Proxy } from '../support/servers/s3-proxy.ts';

/** The memory that a large document takes on its way: it is held only once. */

const MiB = 1024 * 1024;
/** Nearly the largest document. The same bound shows that any further memory is small and does not grow with the document. */
const LARGE = 60 * MiB;
/** The most memory in addition to the size of the document, in bytes. */
const MOST_MORE = 10 * MiB;

let bytes = 0;
let s3: Awaited<ReturnType<typeof startS3Proxy>>;
let service: Awaited<ReturnType<typeof startService>>;
/** File with the issuer of S3's certificate. */
let ca: string;
beforeAll(async () => {
  service = await startService({}, { nextPdfBytes: () => bytes });
  s3 = await startS3Proxy(process.env.AWS_ENDPOINT_URL!, service.server);
  ca = join(tmpdir(), `s3-ca-${process.pid}.pem`);
  writeFileSync(ca, service.authority.certificate);
});
afterAll(async () => {
  await service.close();
  await s3.close();
});

/** A process of the service. */
const startProcess = () =>
  startMeasured({ env: { ...process.env, AWS_ENDPOINT_URL_S3: s3.url, NODE_EXTRA_CA_CERTS: ca } });

const requests = () => requestsOf(service.demo);
const ask = (gateway: Gateway) =>
  gateway.get(
    '/seg-social/life-affiliate',
    requests()['GET /seg-social/life-affiliate']!.request as Record<string, string>,
  );
const register = async (gateway: Gateway) => {
  await atAuthorities(service.demo.authorities.control).reset();
  const { request } = requests()['POST /seg-social/alta']!;
  return gateway.call('POST', '/seg-social/alta', { json: { ...request, duplicate: 1, obtener_idc: 0 } });
};

test.skipIf(process.platform !== 'linux').each([
  ['a question', ask],
  ['a filing', register],
] as const)('the memory of a function suffices for %s with a document of 60 MiB', async (_, send) => {
  const { baseUrl, mostMemory, end } = await startProcess();
  const gateway = service.caller.movedTo(baseUrl).acting(service.demo.certificates.tgss);
  try {
    // Memory for what is loaded and connected at first use does not count.
    bytes = 5 * MiB;
    for (let time = 0; time < 3; time++) expect((await send(gateway)).status).toBe(200);
    await mostMemory();
    const before = await mostMemory();
    bytes = LARGE;
    const answered = await send(gateway);
    expect(answered.body.data.file).toMatchObject({ size: bytes, url: expect.stringMatching(s3.url) });
    expect((await mostMemory()) - before).toBeLessThanOrEqual(bytes + MOST_MORE);
  } finally {
    await end();
  }
});
