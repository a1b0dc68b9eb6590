import fc from 'fast-check';
import { Webhook as Signer } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { verifyWebhook, WebhookNotVerified } from '../../../client/src/webhooks.ts';

/** The client's verification of webhooks, compared with the library by the authors of the specification. */

const ID = '6f1d2ac8b9e34f70a1c5d2e8f9b03c47';
const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const signed = (body: string, { secret = SECRET, now = new Date() } = {}) => ({
  'webhook-id': ID,
  'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
  'webhook-signature': new Signer(secret).sign(ID, now, body),
});

it('the verification accepts any body that was signed, and no other one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.json(), fc.uint8Array({ minLength: 24, maxLength: 64 }), async (body, key) => {
      const secret = `whsec_${Buffer.from(key).toString('base64')}`;
      const headers = signed(body, { secret });
      expect(await verifyWebhook(body, headers, secret)).toEqual(JSON.parse(body));
      expect(await verifyWebhook(body, new Headers(headers), secret)).toEqual(JSON.parse(body));
      await expect(verifyWebhook(`${body} `, headers, secret)).rejects.toThrow(WebhookNotVerified);
    }),
  );
});

it('the verification accepts any of several signatures, and headers in any case of letters', async () => {
  const { 'webhook-signature': signature, ...headers } = signed('{}');
  const other = signed('{}', { secret: `whsec_${Buffer.alloc(32, 8).toString('base64')}` })[
    'webhook-signature'
  ];
  const all = { ...headers, 'Webhook-Signature': `v1a,x v1,short ${other} ${signature}` };
  expect(await verifyWebhook('{}', all, SECRET)).toEqual({});
  await expect(verifyWebhook('{}', { ...headers, 'webhook-signature': other }, SECRET)).rejects.toThrow(
    'no signature',
  );
});

it('the verification takes headers in lists, and several signatures in one list, and no second id or time', async () => {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signature } = signed('{}');
  const lists = { 'webhook-id': [id], 'webhook-timestamp': [at], 'webhook-signature': [signature] };
  expect(await verifyWebhook('{}', lists, SECRET)).toEqual({});
  const several = ['v1,short', signature];
  expect(await verifyWebhook('{}', { ...lists, 'webhook-signature': several }, SECRET)).toEqual({});
  const joined = new Headers([
    ['webhook-id', id],
    ['webhook-timestamp', at],
    ...several.map((text): [string, string] => ['webhook-signature', text]),
  ]);
  expect(await verifyWebhook('{}', joined, SECRET)).toEqual({});
  for (const wrong of [
    { 'webhook-id': [id, id] },
    { 'webhook-timestamp': [at, at] },
    { 'webhook-signature': [] },
  ])
    await expect(verifyWebhook('{}', { ...lists, ...wrong }, SECRET)).rejects.toThrow(WebhookNotVerified);
});

it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
  'the verification needs %s',
  async (name) => {
    const headers = { ...signed('{}'), [name]: undefined };
    await expect(verifyWebhook('{}', headers, SECRET)).rejects.toThrow(name);
  },
);

it('the verification refuses an event that was sent five minutes ago or has no time', async () => {
  const at = (seconds: number) => signed('{}', { now: new Date(Date.now() + seconds * 1000) });
  expect(await verifyWebhook('{}', at(-240), SECRET)).toEqual({});
  for (const seconds of [-310, 310])
    await expect(verifyWebhook('{}', at(seconds), SECRET)).rejects.toThrow('just now');
  const headers = { ...signed('{}'), 'webhook-timestamp': 'now' };
  await expect(verifyWebhook('{}', headers, SECRET)).rejects.toThrow('just now');
});
