import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { emulatorAt, mailsTo } from '../../../local/emulators/emulator-at.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';

/** A server that answers only these paths, until the end of the test. @returns its address */
const serving = async (answers: Record<string, object>): Promise<string> => {
  const server = createServer(({ url }, response) => {
    response.writeHead(url! in answers ? 200 : 404).end(JSON.stringify(answers[url!] ?? {}));
  });
  const port = await listen(server);
  onTestFinished(() => shut(server));
  return `http://${HOST}:${port}`;
};

const LOCALSTACK = '/_localstack/health';
const withServices = (...names: string[]) => ({
  services: Object.fromEntries(names.map((name) => [name, 'available'])),
});

test.each([
  [
    'MiniStack, which does so at both places',
    'MiniStack',
    { '/_ministack/health': {}, [LOCALSTACK]: {} },
    true,
  ],
  ['LocalStack', 'LocalStack', { [LOCALSTACK]: withServices('ses', 'sesv2') }, true],
  ['its free edition', 'LocalStack', { [LOCALSTACK]: withServices('ses') }, false],
])(
  'an emulator is recognised by the address and content of its health report: %s',
  async (_, name, answers, hasAuthorizer) => {
    const endpoint = await serving(answers);
    const emulator = await emulatorAt(endpoint);
    expect(emulator).toMatchObject({ name, hasAuthorizer });
    expect(emulator.mails !== undefined).toBe(hasAuthorizer);
    if (!hasAuthorizer) await expect(mailsTo(endpoint, 'a@example.com')).rejects.toThrow('accepts no mails');
  },
);

test.each([
  [
    'of its own',
    '/_aws/ses',
    {
      messages: [
        { Destination: { ToAddresses: ['a@b.es'] }, Subject: 'S', Body: { text_part: 'T', html_part: 'H' } },
      ],
    },
  ],
  [
    'of MiniStack',
    '/_ministack/ses/messages',
    { messages: { 'eu-south-2': [{ To: ['a@b.es'], Subject: 'S', BodyText: 'T', BodyHtml: 'H' }] } },
  ],
])('mails of LocalStack are read at the address %s', async (_, path, answers) => {
  const endpoint = await serving({ [LOCALSTACK]: withServices('sesv2'), [path]: answers });
  expect(await mailsTo(endpoint, 'a@b.es')).toEqual([{ to: ['a@b.es'], subject: 'S', text: 'T', html: 'H' }]);
  expect(await mailsTo(endpoint, 'c@b.es')).toEqual([]);
});

test('an endpoint that is no known emulator, or does not answer, is refused with its address', async () => {
  for (const endpoint of [await serving({ '/health': {} }), 'http://127.0.0.1:1'])
    await expect(emulatorAt(endpoint)).rejects.toThrow(endpoint);
});
