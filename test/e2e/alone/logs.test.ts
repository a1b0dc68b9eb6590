import { expect, test } from 'vitest';
import { demo, operate } from '../../support/deployed.ts';
import { ASKED, signIn } from '../../support/gateway.ts';
import { requestsOf } from '../../support/requests.ts';

/** Runs the operator's command in a separate process. */
const storyOf = async (id: string): Promise<string> => (await operate('logs', id)).stdout;

/** A request that files. Each has another content. */
const filing = (cno: string) => ({ ...requestsOf(demo)['PUT /seg-social/cno']!.request, cno }) as const;

const tgss = async () => (await signIn(demo.baseUrl, demo)).acting(demo.certificates.tgss);

/** Expects that it neither names a person or company nor contains credentials. */
const expectAnonymous = (story: string) => {
  const { worker, company, email, certificates } = demo;
  const named = { nss: worker.nss, dni: worker.dni, ccc: company.ccc, cif: company.cif, email };
  for (const [what, text] of Object.entries({ ...named, secret: certificates.tgss }))
    expect(story.includes(text), what).toBe(false);
};

test('the command prints the same timeline of a filing for its request and for its trámite', async () => {
  const { headers } = await (await tgss()).call('PUT', '/seg-social/cno', { json: filing('4111') });
  const [requestId, id] = [headers.get('x-request-id')!, headers.get('x-tramite-id')!];
  const story = await storyOf(requestId);
  expect(await storyOf(id)).toBe(story);
  for (const part of [
    new RegExp(`What came\\n  \\S+  PUT /v4/seg-social/cno, request ${requestId}, by account `),
    new RegExp(`What was decided\\n  \\S+  Admitted, about trámite ${id}\\.\\n  \\S+  Recorded; `),
    /What was sent\n {2}\S+ {2}To tgss, ATR55 CNO: \d+ requests in 1 attempt, \d+ ms\. result: it answered\./,
    /How it ended\n {2}\S+ {2}The filing is accepted\.\n {2}\S+ {2}Answered 200 after \d+ ms\./,
    new RegExp(`Its record\\n  Trámite ${id}: PUT /api/v4/seg-social/cno at tgss, of account `),
    new RegExp(`Its state now\\n  ${id} is accepted: `),
  ])
    expect(story).toMatch(part);
  expect(story).not.toContain('What went wrong');
  expectAnonymous(story);
});

test('the command prints the timeline of a filing that is made later up to where the consumer made it', async () => {
  const gateway = await tgss();
  const asked = await gateway
    .with({ Prefer: 'respond-async' })
    .call('PUT', '/seg-social/cno', { json: filing('4112') });
  expect({ status: asked.status, message: asked.body.message }).toMatchObject({ status: 202 });
  const id = asked.headers.get('x-tramite-id')!;
  const story = () => storyOf(asked.headers.get('x-request-id')!);
  const state = async () => (await gateway.get(`/tramites/${id}`)).body.data.state;
  await expect
    .poll(state, ASKED)
    .toBe('accepted')
    .catch(async (error: Error) => {
      throw new Error(await story(), { cause: error });
    });
  // The consumer may write its last line after the state has changed.
  await expect.poll(story).toMatch(/Executed by a consumer in \d+ ms/);
  expect(await story()).toMatch(new RegExp(`Queued as trámite ${id}\\.`));
  expect(await story()).toMatch(/Answered 202 [\s\S]*The filing is accepted/);
});

test('the command prints why an authority refused a filing, or why a request was not admitted', async () => {
  const gateway = await tgss();
  const refused = await gateway
    .with({ 'X-Sandbox-Scenario': 'refused' })
    .call('PUT', '/seg-social/cno', { json: filing('4113') });
  expect(refused.status).toBe(422);
  const story = await storyOf(refused.headers.get('x-tramite-id')!);
  expect(story).toMatch(
    /What was sent\n.*To tgss, ATR55 CNO: .* refused: it refused, in its own words \(code \d{4}\)\./,
  );
  expect(story).toMatch(/messages of the authority: 1 \(code \d{4}\)/);
  expectAnonymous(story);

  const wrong = await gateway.call('PUT', '/seg-social/cno', { json: {} });
  const short = await storyOf(wrong.headers.get('x-request-id')!);
  expect(short).toMatch(/Refused: its fields or its certificate are not valid\./);
  expect(short).toMatch(/Its record\n {2}None/);
  expect(short).not.toContain('What was sent');
});

test.each([
  ['a request of which nothing is known', crypto.randomUUID(), /Nothing was found about/],
  ['a trámite that does not exist', '01KAJ5Z3W8Q2N6T4R0M9XCVB7D', /Nothing was found about/],
  [
    'no id',
    'everything',
    /neither an X-Request-Id nor an X-Tramite-Id\.\nFor its usage: npm run logs -- --help/,
  ],
])('the command says why it finds nothing for %s', async (_, id, message) => {
  await expect(storyOf(id)).rejects.toMatchObject({ code: 1, stderr: expect.stringMatching(message) });
});
