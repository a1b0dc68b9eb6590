import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { caller, demo } from '../support/demo.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

const authorities = atAuthorities(demo.authorities.control);
const gateway = caller.acting(demo.certificates.tgss);
const s3 = new S3Client({ forcePathStyle: true });
const Bucket = process.env.DOCUMENTS_BUCKET!;

beforeAll(async () => {
  await authorities.reset();
  process.env.KEEP_CONVERSATIONS = 'true';
});
afterAll(() => {
  process.env.KEEP_CONVERSATIONS = 'false';
});

const kept = async () => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket, Prefix: 'conversations/' }));
  return Contents.map(({ Key }) => Key!).filter((key) => key.includes('tgss-ATR01-alta'));
};

test('a conversation with an authority is stored if the stage says so, and the command reads it', async () => {
  const { request } = requestsOf(demo)['POST /seg-social/alta']!;
  const filed = await gateway.post('/seg-social/alta', request);
  expect(filed.status).toBe(200);
  const [key] = await kept();
  const { Body } = await s3.send(new GetObjectCommand({ Bucket, Key: key! }));
  const text = await Body!.transformToString();
  for (const value of [demo.company.ccc, String(request.nss), String(request.dni)])
    expect(text).not.toContain(value);

  const file = join(mkdtempSync(join(tmpdir(), 'conversation-')), 'alta.har');
  writeFileSync(file, text);
  const command = join(import.meta.dirname, '../../reference/wire/check.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [command, file]);
  expect(stdout).toMatch(/tgss ATR01 alta\n(?: {2}(?:confirms|note) .*\n)+ {2}It rests on: /);

  // The portal renames a field of its first page, which the recording shows.
  const { log } = JSON.parse(text);
  const [, field] = /&(txt_SDF\w+)=/.exec(log.entries[1].request.postData.text)!;
  const { content } = log.entries[0].response;
  content.text = content.text.replaceAll(field!, 'txt_RENAMED');
  writeFileSync(file, JSON.stringify({ log }));
  await expect(promisify(execFile)(process.execPath, [command, file])).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(new RegExp(`breaks .*${field}`)),
  });

  process.env.KEEP_CONVERSATIONS = 'false';
  const before = (await kept()).length;
  await gateway.post('/seg-social/alta', { ...request, test: 1 });
  expect(await kept()).toHaveLength(before);
});
