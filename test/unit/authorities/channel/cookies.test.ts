import { expect, it } from 'vitest';
import { get, open, serve, soon } from '../../../support/tls/mutual-tls.ts';

it('a jar keeps cookies for the conversation, for their paths and until they expire', async () => {
  const sent: (string | undefined)[] = [];
  const { baseUrl } = await serve((request, response) => {
    sent.push(request.headers.cookie);
    if (request.url === '/in') response.setHeader('set-cookie', ['a=1; Path=/', 'b=2; Path=/deep', 'c=3']);
    if (request.url === '/out') response.setHeader('set-cookie', ['a=; Max-Age=0', 'c="ñ"']);
    response.end();
  });
  const channel = open(baseUrl);
  for (const path of ['/in', '/deep/x?y', '/deeper', '/out', '/']) await channel.send(get(path), soon());
  await open(baseUrl).send(get('/'), soon());
  expect(sent).toEqual([undefined, 'a=1; b=2; c=3', 'a=1; c=3', 'a=1; c=3', 'c=3', undefined]);
});
