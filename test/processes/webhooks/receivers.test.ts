import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook as Signer } from 'standardwebhooks';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { signedRequest } from '../../../functions/capabilities/webhooks/deliveries/request.ts';
import { freePort } from '../../../local/programs/free-ports.ts';
import { LANGUAGES, type Language, readGuide, receiverOf } from '../../../reference/guide.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { canRun, startOf } from '../../support/programs/languages.ts';

/** The guide's receivers, run unchanged with requests as webhooks send them. */

const SECRET = `whsec_${Buffer.from('0123456789abcdef0123456789abcdef').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('fedcba9876543210fedcba9876543210').toString('base64')}`;

const EVENT = {
  id: '6f1d2ac8b9e34f70a1c5d2e8f9b03c47',
  type: 'tramite.accepted',
  at: '2026-11-23T09:15:31.204Z',
  subject: { kind: 'tramite', id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6' },
} as const;

/** A web server that runs a shell program for each request through CGI (RFC 3875). */
const cgi = async (folder: string, program: string, variables: Record<string, string>): Promise<number> => {
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray());
    const headers = Object.entries(request.headers).map(([name, value]) => [
      `HTTP_${name.toUpperCase().replaceAll('-', '_')}`,
      String(value),
    ]);
    const printed = execFileSync('bash', [program], {
      cwd: folder,
      input: body,
      env: { ...variables, ...Object.fromEntries(headers), CONTENT_LENGTH: String(body.length) },
    });
    response.writeHead(Number(/^Status: (\d+)/.exec(String(printed))?.[1])).end();
  });
  onTestFinished(() => shut(server));
  return listen(server);
};

/** Starts the receiver in a language. Returns its address, and its notes about the events that it accepted. */
const start = async (language: Language) => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-receptor-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const { file, command } = startOf(language);
  writeFileSync(join(folder, file), receiverOf(readGuide(), language));
  const variables = { PATH: process.env.PATH!, HOME: folder, PASARELA_WEBHOOK: SECRET };
  let port: number;
  if (language === 'sh') port = await cgi(folder, file, variables);
  else {
    port = await freePort();
    const args = language === 'php' ? ['-S', `${HOST}:${port}`, file] : [file];
    const env = { ...variables, PORT: String(port) };
    const child: ChildProcess = spawn(command, args, { cwd: folder, env, stdio: 'ignore' });
    onTestFinished(async () => {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    });
  }
  const url = `http://${HOST}:${port}/`;
  // A request without a signature is refused once the receiver is up.
  await vi.waitFor(async () => expect((await fetch(url, { method: 'POST', body: '{}' })).status).toBe(401), {
    timeout: 60_000,
    interval: 100,
  });
  const notes = join(folder, 'avisos.txt');
  return { url, noted: () => (existsSync(notes) ? readFileSync(notes, 'utf8') : '') };
};

describe.each(Object.keys(LANGUAGES) as Language[])('the receiver in %s', (language) => {
  test.skipIf(!canRun(language))(
    'the receiver accepts what is signed with its secret, and nothing else',
    async () => {
      const { url, noted } = await start(language);
      const post = async (
        change: (headers: Record<string, string>) => Record<string, string> = (headers) => headers,
        {
          body: other,
          now = new Date(),
          secrets = [SECRET],
        }: { body?: string; now?: Date; secrets?: string[] } = {},
      ) => {
        const { headers, body } = signedRequest(url, EVENT, { secrets, now });
        return (await fetch(url, { method: 'POST', headers: change(headers), body: other ?? body })).status;
      };
      expect(await post()).toBe(204);
      // While the secret is being replaced, either of both may sign.
      expect(await post(undefined, { secrets: [OTHER, SECRET] })).toBe(204);
      expect(await post(undefined, { secrets: [OTHER] })).toBe(401);
      expect(await post(undefined, { body: '{"type":"tramite.refused"}' })).toBe(401);
      expect(await post((headers) => ({ ...headers, 'webhook-id': 'another' }))).toBe(401);
      expect(await post((headers) => ({ ...headers, 'webhook-signature': 'v1,AAAA v2,BBBB' }))).toBe(401);
      const hour = 60 * 60 * 1000;
      for (const now of [new Date(Date.now() - hour), new Date(Date.now() + hour)])
        expect(await post(undefined, { now })).toBe(401);
      // The signature covers the body as sent, including its last line break and non-ASCII characters.
      const body = '{"type":"prueba.ñ"}\n';
      const signature = new Signer(SECRET).sign(EVENT.id, new Date(), body);
      expect(await post((headers) => ({ ...headers, 'webhook-signature': signature }), { body })).toBe(204);
      expect(noted()).toBe(
        [...Array(2).fill(EVENT.type), 'prueba.ñ'].map((type) => `${EVENT.id} ${type}\n`).join(''),
      );
    },
  );
});
