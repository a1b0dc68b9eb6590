import {
  DisableRuleCommand,
  EnableRuleCommand,
  EventBridgeClient,
  ListRulesCommand,
} from '@aws-sdk/client-eventbridge';
import { DeleteSecretCommand, RestoreSecretCommand } from '@aws-sdk/client-secrets-manager';
import {
  DeleteMessageCommand,
  GetQueueUrlCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterEach, expect, test } from 'vitest';
import { createAccount, setAccountDisabled } from '../../../shared/stores/accounts.ts';
import { secretsManager } from '../../../shared/stores/secrets.ts';
import { operate } from '../../support/deployed.ts';

interface Line {
  state: string;
  text: string;
}

/** Runs the operator's command in a separate process. @returns each check's line by its name, and the exit code */
const doctor = async (): Promise<{ code: number; lines: Record<string, Line> }> => {
  const { code, stdout } = await operate('doctor').then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: { code: number; stdout: string }) => error,
  );
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => /^(\S+(?: \S+)?) +(ok|PROBLEM|cannot be checked here) +(.*)$/.exec(line)!)
    .map(([, name, state, says]) => [name!, { state: state!, text: says! }] as const);
  return { code, lines: Object.fromEntries(lines) };
};

const namesIn = (lines: Record<string, Line>, state: string) =>
  Object.keys(lines).filter((name) => lines[name]!.state === state);

/** Functions that remove the faults again. */
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const one of undo.splice(0)) await one();
});

const SECRET = () => ({ SecretId: process.env.TOKEN_KEYS_SECRET! });

const removeKeys = async () => {
  await secretsManager().send(new DeleteSecretCommand({ ...SECRET(), RecoveryWindowInDays: 7 }));
  undo.push(() => secretsManager().send(new RestoreSecretCommand(SECRET())));
};

const stopSchedule = async () => {
  const events = new EventBridgeClient();
  const { Rules = [] } = await events.send(new ListRulesCommand({ NamePrefix: 'pasarela-sandbox' }));
  const { Name } = Rules.find(({ ScheduleExpression }) => ScheduleExpression === 'rate(1 minute)')!;
  await events.send(new DisableRuleCommand({ Name }));
  undo.push(() => events.send(new EnableRuleCommand({ Name })));
};

const putDeadLetter = async () => {
  const queue = new SQSClient({ useQueueUrlAsEndpoint: false });
  const { QueueUrl } = await queue.send(new GetQueueUrlCommand({ QueueName: 'pasarela-sandbox-failed' }));
  await queue.send(new SendMessageCommand({ QueueUrl, MessageBody: 'failed for good' }));
  undo.push(async () => {
    const { Messages = [] } = await queue.send(new ReceiveMessageCommand({ QueueUrl }));
    for (const { ReceiptHandle } of Messages)
      await queue.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle }));
  });
};

/** The state after the command `create` failed to add a key. */
const makeAccountWithoutKey = async (): Promise<string> => {
  const { accountId } = await createAccount({
    email: `${crypto.randomUUID()}@example.com`,
    name: 'Sin clave',
  });
  undo.push(() => setAccountDisabled(accountId, true));
  return accountId;
};

test('the doctor finds nothing in a stage without problems, and each of four problems in another', async () => {
  // The emulator asks for no keys, so accounts of other tests have none. The check for that is ignored.
  const problems = async () =>
    namesIn((await doctor()).lines, 'PROBLEM').filter((name) => name !== 'usage plan');
  // The schedule may not have run yet.
  await expect.poll(problems, { timeout: 150_000 }).toEqual([]);
  const { lines } = await doctor();
  expect(namesIn(lines, 'ok')).toEqual(
    expect.arrayContaining([
      ...['address', 'clock', 'from functions', 'stacks', 'keys', 'mail sender', 'functions', 'queues'],
    ]),
  );
  expect(lines['from functions']!.text).toBe('TGSS, SEPE and AEAT answer functions by TLS: TLSv1.3.');
  // The emulator does not report these.
  expect(namesIn(lines, 'cannot be checked here')).toEqual([
    'TLS',
    'authorities',
    'backups',
    'alarms',
    'quotas',
    'runtime patch',
  ]);

  await removeKeys();
  await stopSchedule();
  await putDeadLetter();
  const accountId = await makeAccountWithoutKey();
  const after = await doctor();
  expect(after.code).toBe(1);
  expect(namesIn(after.lines, 'PROBLEM')).toEqual(['keys', 'usage plan', 'schedule', 'dead letters']);
  expect(after.lines.keys!.text).toMatch(/^Keys cannot be read: TokenKeysSecret .*restore-secret/);
  expect(after.lines.schedule!.text).toMatch(/is DISABLED, so its function does not run\. Enable it/);
  expect(after.lines['dead letters']!.text).toMatch(/^Messages that failed for good: 1\. .*FailedWork/);
  expect(after.lines['usage plan']!.text).toContain(accountId);
  expect(after.lines['usage plan']!.text).toContain('npm run accounts -- key');
});
