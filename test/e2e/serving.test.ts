import { expect, test } from 'vitest';
import { xmlUpload } from '../../functions/sepe/xml-file.ts';
import { emulatorAt } from '../../local/emulators/emulator-at.ts';
import { demo } from '../support/deployed.ts';
import { fromElsewhere, Gateway, signIn, untilLeft, withinOneMinute } from '../support/gateway.ts';

/** What needs callers from several addresses, which only an emulator believes. Other rules are in `stories/`. */

test('anonymous calls count by address, whatever they ask', async ({ skip }) => {
  skip(!(await emulatorAt(demo.emulator)).hasAddresses, 'this emulator has one address for all callers');
  const caller = new Gateway(demo.baseUrl, fromElsewhere());
  const remaining = async (path: string) =>
    Number((await caller.get(path)).headers.get('x-ratelimit-remaining'));
  await withinOneMinute(10);
  expect(await remaining('/openapi.json')).toBe(59);
  expect(await remaining('/auth')).toBe(58);
  expect(await remaining('/nada')).toBe(57);
  expect((await caller.get('/nada')).headers.get('x-ratelimit-limit')).toBe('60');
});

test('a wrong password and an unknown e-mail are answered alike, and ten of them block the e-mail', async () => {
  await untilLeft(30, demo.baseUrl);
  const anonymous = new Gateway(demo.baseUrl, fromElsewhere());
  const email = `${crypto.randomUUID()}@example.com`;
  const unknown = await anonymous.post('/auth/login', { email, password: 'x' });
  const wrong = await anonymous.post('/auth/login', { email: demo.otherAccount.email, password: 'x' });
  expect(unknown.status).toBe(401);
  expect(unknown.body).toEqual(wrong.body);
  for (let i = 1; i < 10; i++) await anonymous.post('/auth/login', { email, password: 'x' });
  const before = Math.floor(Date.now() / 1000);
  const blocked = await anonymous.post('/auth/login', { email, password: 'x' });
  const after = Math.floor(Date.now() / 1000);
  expect(blocked).toMatchObject({ status: 429, body: { message: 'Too Many Requests' } });
  expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(800);
  expect(blocked.headers.get('x-ratelimit-remaining')).toBe('0');
  const begun = Number(blocked.headers.get('x-ratelimit-reset')) - Number(blocked.headers.get('retry-after'));
  expect(begun).toBeGreaterThanOrEqual(before);
  expect(begun).toBeLessThanOrEqual(after);
});

test('an XML file is too large from the first byte over 1 MiB', async () => {
  const gateway = (await signIn(demo.baseUrl, demo)).acting(demo.certificates.sepe);
  const send = async (size: number) => {
    const bytes = Buffer.from(
      '<?xml version="1.0" encoding="ISO-8859-1"?><CONTRATOS></CONTRATOS>'.padEnd(size),
    );
    const { status, body } = await gateway.post('/sepe/contrata/xml', { file: xmlUpload(bytes) });
    return [status, body.message];
  };
  const most = 1024 * 1024;
  // It has no contract.
  expect((await send(most))[0]).toBe(422);
  expect(await send(most + 1)).toEqual([413, 'La petición supera el tamaño máximo de 1 MiB.']);
});
