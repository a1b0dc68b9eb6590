import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  LambdaClient,
  paginateListFunctions,
  UpdateFunctionConfigurationCommand,
} from '@aws-sdk/client-lambda';
import { build } from 'rolldown';
import type { TestProject } from 'vitest/node';
import { functionName } from '../../../infra/names.ts';
import { emulatorClient } from '../../../local/aws.ts';
import { LOCAL } from '../../../local/run-folder.ts';
import { type Call, FOLDER, merged, OPENED, RECORD } from '../iam/wire.ts';

/**
 * Records the AWS calls of all functions, in this process and deployed, and checks them at the end against the
 * policies of both stages, because an emulator grants everything. With `RECORD_CALLS` it writes them to
 * `test/support/iam/calls.jsonl`. It also checks that only operations that accept notifications opened any.
 */

/** Projects that have begun, and the number that have not ended. */
const projects: TestProject[] = [];
let users = 0;

export default function setup(project: TestProject): () => Promise<void> {
  projects.push(project);
  users++;
  mkdirSync(LOCAL, { recursive: true });
  // In `.local`, because another project may remove the temporary files earlier.
  const folder = process.env[FOLDER] ?? mkdtempSync(join(LOCAL, 'calls-'));
  process.env[FOLDER] = folder;
  // If the run is interrupted, no teardown runs.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return async () => {
    users--;
    if (users > 0) return;
    delete process.env[FOLDER];
    const written = readdirSync(folder).filter((file) => file.endsWith('.jsonl'));
    const files = Object.groupBy(written, (file) => (file.startsWith(OPENED) ? 'opened' : 'calls'));
    const lines = (files.calls ?? []).flatMap((file) =>
      readFileSync(join(folder, file), 'utf8').trim().split('\n'),
    );
    const { wrongOpenings } = await import('./openings.ts');
    const wrong = await wrongOpenings(
      (files.opened ?? []).map((file) => join(folder, file)),
      projects,
    );
    const calls = merged([...new Set(lines)].sort().map((line) => JSON.parse(line) as Call));
    if (process.env.RECORD_CALLS)
      writeFileSync(RECORD, calls.map((call) => `${JSON.stringify(call)}\n`).join(''));
    const { deniedIn } = await import('../iam/denied.ts');
    const denied = deniedIn(calls);
    if (denied.length > 0) throw new Error(`No policy grants these calls:\n${denied.join('\n')}`);
    if (wrong.length > 0)
      throw new Error(`Only operations that accept notifications may open them:\n${wrong.join('\n')}`);
  };
}

/** Lets deployed functions record their calls, too. */
export const recordDeployed = async (endpoint: string): Promise<void> => {
  // As one JavaScript file, because stripping the types would take each process of a function longer than starting.
  const recorder = join(process.env[FOLDER]!, 'recorder.mjs');
  await build({
    input: join(import.meta.dirname, '../iam/recorder.ts'),
    platform: 'node',
    output: { file: recorder },
  });
  const client = new LambdaClient(emulatorClient(endpoint));
  for await (const { Functions = [] } of paginateListFunctions({ client }, {}))
    for (const { FunctionName = '', Environment } of Functions) {
      if (!FunctionName.startsWith(functionName({ name: 'sandbox' }, ''))) continue;
      await client.send(
        new UpdateFunctionConfigurationCommand({
          FunctionName,
          Environment: {
            Variables: {
              ...Environment?.Variables,
              [FOLDER]: process.env[FOLDER]!,
              NODE_OPTIONS: `--import=${recorder}`,
            },
          },
        }),
      );
    }
};
