import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mapperOf } from '../../../commands/trace/mapped.ts';
import { bundle } from '../../../infra/bundle.ts';
import { entryOf } from '../../../infra/entry.ts';
import { bareEnvironment } from '../../support/programs/environment.ts';

test('the stack trace of a bundled function is shown with its sources', async () => {
  const entry = entryOf('authorizer');
  const folder = await bundle('authorizer', entry);
  const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const token = [encoded({ alg: 'HS256', kid: 'k' }), encoded({}), 'signature'].join('.');
  const event = { headers: { Authorization: `Bearer ${token}` }, methodArn: '' };
  const program = `
    const { handler } = await import(${JSON.stringify(join(folder, 'handler.mjs'))});
    await handler(${JSON.stringify(event)}).catch(({ stack }) => console.log(stack));`;
  const stack = execFileSync(process.execPath, ['--input-type=module', '-e', program], {
    env: { ...bareEnvironment(), AWS_REGION: 'eu-south-2' },
    encoding: 'utf8',
  });
  expect(stack).toContain('environment variable TOKEN_KEYS_SECRET is not set');
  expect(stack).toMatch(/initial-[\w-]+\.mjs:\d+:\d+/);
  expect(stack).not.toContain('.ts:');
  const mapped = (await mapperOf('authorizer', entry))(stack);
  expect(mapped).toMatch(/shared\/kernel\/config\.ts:\d+:\d+/);
  expect(mapped).toMatch(/shared\/stores\/identity\/tokens\.ts:\d+:\d+/);
});
