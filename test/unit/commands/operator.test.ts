import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { meantBy } from '../../../commands/operator.ts';
import { identify } from '../../../local/programs/processes.ts';
import { createRecord, openRunFolder, writeDemo } from '../../../local/run-folder.ts';
import { runCommand, withoutAws } from '../../support/programs/commands.ts';

/** The stage to which an operator command applies. */

const emulator = 'http://127.0.0.1:4566';

/** A folder as `npm run local` leaves it: ready or not, running or killed. */
const folderWith = ({ isReady = true, isRunning = true } = {}): string => {
  const path = mkdtempSync(join(tmpdir(), 'pasarela-operator-'));
  const runFolder = openRunFolder(path);
  const supervisor = isRunning ? identify(process.pid)! : { pid: process.pid, started: 'another time' };
  createRecord(runFolder, { supervisor, groups: [], temporary: '' });
  if (isReady) writeDemo(runFolder, { emulator });
  return path;
};

const HERE = { meant: { stage: 'sandbox', stageOption: '' }, local: { AWS_ENDPOINT_URL: emulator } };
const SANDBOX = { meant: { stage: 'sandbox', stageOption: '' } };

describe('a command line', () => {
  test.each<[string, Parameters<typeof meantBy>, object]>([
    ['without stage, while a stack runs here: that one', [undefined, {}, folderWith()], HERE],
    ['the same with a profile of AWS', [undefined, { AWS_PROFILE: 'own' }, folderWith()], HERE],
    [
      'that names a stage: that one, in AWS',
      ['sandbox', {}, folderWith()],
      { meant: { stage: 'sandbox', stageOption: ' --stage sandbox' } },
    ],
    [
      'where another endpoint is set: there',
      [undefined, { AWS_ENDPOINT_URL: 'http://a' }, folderWith()],
      SANDBOX,
    ],
    [
      'where its own endpoint is set: that one',
      [undefined, { AWS_ENDPOINT_URL: emulator }, folderWith()],
      HERE,
    ],
    ['while a stack is being started', [undefined, {}, folderWith({ isReady: false })], SANDBOX],
    ['after a stack was killed', [undefined, {}, folderWith({ isRunning: false })], SANDBOX],
    ['where nothing was ever started', [undefined, {}, join(tmpdir(), 'pasarela-no-folder')], SANDBOX],
  ])('the command line means the named stage or the local stack: %s', (_, given, expected) => {
    const found = meantBy(...given);
    expect(found).toMatchObject(expected);
    expect('local' in found).toBe('local' in expected);
  });

  test('a command line that means no stage says what to set', async () => {
    for (const more of [{}, { AWS_REGION: 'eu-south-2' }])
      await expect(
        runCommand('accounts', ['list', '--stage', 'production'], { ...withoutAws, ...more }),
      ).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(
          /^The stack pasarela-production cannot be read: .*AWS_PROFILE, AWS_REGION.*\n$/,
        ),
      });
  });
});
