import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  CloudFormationClient,
  CreateStackCommand,
  waitUntilStackCreateComplete,
} from '@aws-sdk/client-cloudformation';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { newAccount, sessionOf } from '../support/accounts.ts';
import { demo } from '../support/demo.ts';
import { fromElsewhere, Gateway, signIn } from '../support/gateway.ts';

/** What the operator does with `npm run accounts`, in a process of its own as the operator runs it. */

const PROGRAM = join(import.meta.dirname, '../../infra/commands/accounts.ts');
const stage = `test-${randomUUID()}`;

/** Makes a stack whose outputs tell where the tables of these tests are. A stack must have a resource, so it has one. */
beforeAll(async () => {
  const variables = inject('variables');
  const outputs = {
    RecordsTable: variables.RECORDS_TABLE,
    WindowsTable: variables.WINDOWS_TABLE,
    FilingsTable: variables.FILINGS_TABLE,
    DocumentsBucket: variables.DOCUMENTS_BUCKET,
    EvidenceBucket: variables.EVIDENCE_BUCKET,
    ServiceKeySecret: variables.SERVICE_KEY_SECRET,
    CertificateSecretsPrefix: variables.CERTIFICATE_SECRETS_PREFIX,
    EncryptionKey: variables.ENCRYPTION_KEY,
    UsagePlanId: 'plan',
  };
  const client = new CloudFormationClient();
  const StackName = `pasarela-${stage}`;
  await client.send(
    new CreateStackCommand({
      StackName,
      TemplateBody: JSON.stringify({
        Resources: { Topic: { Type: 'AWS::SNS::Topic' } },
        Outputs: Object.fromEntries(Object.entries(outputs).map(([name, Value]) => [name, { Value }])),
      }),
    }),
  );
  await waitUntilStackCreateComplete({ client, maxWaitTime: 50 }, { StackName });
});

/** What the command prints. @throws what it writes for people, if it fails */
const run = async (...args: string[]): Promise<string> => {
  // Compiled code is kept, so that not every process compiles the AWS SDK.
  const env = { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), 'compile-cache') };
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args, '--stage', stage], {
    env,
  });
  return stdout;
};

/** A user with two sessions, who can sign in if a password is given. */
const newUser = async (password?: string) => {
  const { accountId, email, gateway } = await newAccount(demo.baseUrl, 'Asesoría', password);
  const sessions = [gateway, await sessionOf(demo.baseUrl, email)];
  const statuses = () => Promise.all(sessions.map(async (session) => (await session.get('/auth')).status));
  expect(await statuses()).toEqual([200, 200]);
  return { accountId, email, statuses };
};

const signInStatus = async (email: string, password: string) =>
  (await new Gateway(demo.baseUrl, fromElsewhere()).post('/auth/login', { email, password })).status;

test('revoke ends all sessions of one user, who may sign in again', async () => {
  const password = 'una contraseña';
  const [user, other] = [await newUser(password), await newUser()];
  expect(await run('revoke', '--email', user.email.toUpperCase())).toBe('');
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await other.statuses()).toEqual([200, 200]);
  const session = await signIn(demo.baseUrl, { email: user.email, password });
  expect((await session.get('/auth')).status).toBe(200);
});

test('reset-password ends all sessions; only the password that it prints is good', async () => {
  const [user, other] = [await newUser('la anterior'), await newUser('de otra persona')];
  const printed = await run('reset-password', '--email', user.email);
  expect(printed).toMatch(/^\S{12,}\n$/);
  const password = printed.trimEnd();
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await signInStatus(user.email, 'la anterior')).toBe(401);
  expect(await signInStatus(user.email, password)).toBe(200);
  expect(await other.statuses()).toEqual([200, 200]);
  expect(await signInStatus(other.email, password)).toBe(401);
});

test('disable refuses the calls of an account, and enable admits them again', async () => {
  const [user, other] = [await newUser(), await newUser()];
  await run('disable', '--id', user.accountId);
  expect(await user.statuses()).toEqual([401, 401]);
  expect(await other.statuses()).toEqual([200, 200]);
  const lines = (await run('list')).split('\n').map((line) => line.split('\t'));
  expect(lines).toContainEqual([user.accountId, expect.any(String), 'disabled', user.email, 'Asesoría']);
  expect(lines).toContainEqual([other.accountId, expect.any(String), 'active', other.email, 'Asesoría']);
  await run('enable', '--id', user.accountId);
  expect(await user.statuses()).toEqual([200, 200]);
});

describe('without effect', () => {
  test.each<[why: string, args: string[], message: RegExp]>([
    ['an unknown e-mail', ['revoke', '--email', 'nadie@example.com'], /no user with the e-mail nadie@/],
    ['an unknown account', ['disable', '--id', randomUUID()], /La cuenta no existe/],
    ['no e-mail', ['reset-password'], /--email is missing/],
    ['an unknown option', ['list', '--mail', 'x'], /'--mail'/],
    ['an unknown command', ['remove'], /npm run accounts -- <command>/],
  ])('%s: the message says why', async (_, args, message) => {
    await expect(run(...args)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});
