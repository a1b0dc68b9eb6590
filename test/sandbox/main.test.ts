import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { expect, test } from 'vitest';
import { issueClient } from '../../sandbox/pki/pki.ts';
import { seed } from '../../sandbox/seed.ts';

const MAIN = join(import.meta.dirname, '../../sandbox/main.ts');

test('the process prints its addresses, stores its certificates, and ends on SIGTERM', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  try {
    const first = await run(folder);
    const second = await run(folder);
    expect(second.ca).toBe(first.ca);
    expect((await stat(join(folder, 'ca.key'))).mode & 0o777).toBe(0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('a program that was written for the portal talks to the process by the name of its host', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-'));
  const child = start(folder);
  try {
    const { url } = await addressesOf(child);
    const [certificate, key] = await Promise.all(
      ['ca.pem', 'ca.key'].map((name) => readFile(join(folder, name), 'utf8')),
    );
    const { holder, worker, company } = seed.demo;
    const client = await issueClient({ certificate: certificate!, key: key! }, { person: holder });
    const portal = portalAt('w2.seg-social.es', url, {
      ca: certificate!,
      cert: client.chain,
      key: client.key,
    });

    const first = await portal('/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR65&AP=AFIR');
    const action = /action="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&');
    const button = /<[^>]+id="(Sub\d+)"[^>]*>/.exec(first)?.[1];
    expect(first).toContain('name="jacadaform"');
    const fields = {
      ...Object.fromEntries(
        [...first.matchAll(/<input type="hidden" name="([^"]+)"[^>]* value="([^"]*)"/g)].map(([, n, v]) => [
          n,
          v,
        ]),
      ),
      cbo_ListaTipoImpresion: 'OnLine',
      txt_SDFTESNAF: worker.nss.slice(0, 2),
      txt_SDFNAF: worker.nss.slice(2),
      txt_SDFREGCTA_NH: company.regimen,
      txt_SDFTESCTA: company.ccc.slice(0, 2),
      txt_SDFCUENTA: company.ccc.slice(2),
      [`btn_${button}`]: 'Continuar',
    };
    const second = await portal(action!, new URLSearchParams(fields as Record<string, string>).toString());
    // The list of the worker's documents.
    expect(second).toContain('name="Formname" value="ATRM6501"');
    expect(second).toContain('ALTA');
    for (const host of [
      'sp.seg-social.es',
      'w2sp.seg-social.es',
      'www.sepe.es',
      'www1.agenciatributaria.gob.es',
      'localhost',
    ])
      await expect(
        portalAt(host, url, { ca: certificate!, cert: client.chain, key: client.key })('/KeepAlive'),
      ).resolves.toBe('');
  } finally {
    child.kill('SIGKILL');
    await rm(folder, { recursive: true });
  }
});

/** Sends requests to a host that resolves to the process, as an entry in `/etc/hosts` would. */
const portalAt = (host: string, url: string, credential: { ca: string; cert: string; key: string }) => {
  const { port } = new URL(url);
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }]);
  return async (path: string, body?: string): Promise<string> => {
    const options = {
      host,
      port,
      path,
      lookup,
      ...credential,
      ...(body !== undefined && { method: 'POST' }),
    };
    const sent = httpsRequest(options).end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    expect(answer.statusCode).toBe(200);
    return text(answer);
  };
};

const start = (folder: string) =>
  spawn(process.execPath, [MAIN, '--pki', folder], { stdio: ['ignore', 'pipe', 'inherit'] });

/** The addresses that the process prints when it is ready. */
const addressesOf = async (child: ReturnType<typeof start>) => {
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  return JSON.parse(String(line)) as { url: string; controlUrl: string };
};

/** Starts the process with its certificates in a folder, calls it and ends it. */
async function run(folder: string): Promise<{ ca: string }> {
  const child = start(folder);
  const exited = once(child, 'exit');
  try {
    const { url, controlUrl } = await addressesOf(child);
    const { body } = await request(`${controlUrl}/health`);
    expect(await body.json()).toEqual({ ok: true });
    const ca = await readFile(join(folder, 'ca.pem'), 'utf8');
    const dispatcher = new Agent({ connect: { ca } });
    expect((await request(url, { dispatcher })).statusCode).toBe(403);
    await dispatcher.destroy();
    child.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    return { ca };
  } finally {
    child.kill('SIGKILL');
  }
}
