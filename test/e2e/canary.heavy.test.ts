import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { expect, test } from 'vitest';
import { CANARY, functionName } from '../../infra/names.ts';
import { outputOf, readOutputs } from '../../local/deployment.ts';
import { secretsManager } from '../../shared/stores/secrets.ts';
import { demo, operate } from '../support/deployed.ts';
import { signIn, untilLeft } from '../support/gateway.ts';

/** Invokes the function as EventBridge does. @returns the message of its error, if it failed */
const invoke = async (): Promise<string | undefined> => {
  const { FunctionError, Payload } = await new LambdaClient().send(
    new InvokeCommand({ FunctionName: functionName({ name: 'sandbox' }, CANARY) }),
  );
  const text = Buffer.from(Payload ?? []).toString();
  return FunctionError ? JSON.parse(text).errorMessage : undefined;
};

test('the canary runs with the account that the command made, says what is wrong, and the command mends it', async () => {
  await untilLeft(30, demo.baseUrl);
  expect(await invoke()).toMatch(/^The canary has no plan .* npm run accounts -- canary$/);

  await operate('accounts', 'canary');
  expect(await invoke()).toBeUndefined();

  const SecretId = outputOf(await readOutputs('sandbox'), 'CanarySecret');
  const { SecretString } = await secretsManager().send(new GetSecretValueCommand({ SecretId }));
  const plan = JSON.parse(SecretString!);
  const wrong = JSON.stringify({ ...plan, password: 'otra' });
  await secretsManager().send(new PutSecretValueCommand({ SecretId, SecretString: wrong }));
  expect(await invoke()).toBe('POST /auth/login: status 401');

  await operate('accounts', 'canary');
  expect(await invoke()).toBeUndefined();
  const renewed = JSON.parse(
    (await secretsManager().send(new GetSecretValueCommand({ SecretId }))).SecretString!,
  );
  expect(renewed.email).toBe(plan.email);
  expect(renewed.password).not.toBe(plan.password);
  const caller = await signIn(demo.baseUrl, renewed);
  const { body } = await caller.get('/certificate');
  expect(body.data.data.map(({ cert_secret }: { cert_secret: string }) => cert_secret)).toEqual([
    renewed.calls[0].headers['X-Cert-Secret'],
  ]);
  const { body: filings } = await caller.get('/tramites');
  expect(filings.data.data.length).toBeGreaterThanOrEqual(2);
  for (const { dry } of filings.data.data) expect(dry).toBe(true);
});
