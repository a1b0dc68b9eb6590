import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stage as Assembly, Stack } from 'aws-cdk-lib';
import { Template as Synthesized } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { Gateway } from '../../infra/gateway.ts';
import { Observability } from '../../infra/observability/stack.ts';
import { Panel } from '../../infra/panel/stack.ts';
import { readStage, type Stage } from '../../infra/stages.ts';
import { PROJECT } from '../../local/run-folder.ts';
import { HASHED } from '../../panel/build/headers.ts';
import { groupsOf } from '../../reference/groups.ts';
import type { Template } from '../doctor/quotas.ts';

/**
 * CloudFormation templates of a stage: gateway, observability, panel, and nested stacks. Code and files are
 * placeholders, so the templates have the same resources as a deployment, without bundling functions or building the panel.
 * @param context CDK context, as given with `-c`
 * @throws Error that names a missing or wrong setting of the stage
 */
export const templatesOf = (context: Record<string, string>): Template[] => {
  const { context: described } = JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8'));
  const app = new App({ context: { ...described, ...context }, builtinCloudFormationValidation: false });
  const stage = readStage(app.node);
  const groups = groupsOf(stage);
  const gateway = new Gateway(app, { stage, groups, code: () => Code.fromInline('//') });
  return [
    gateway,
    new Observability(new Assembly(app, 'observability'), { stage, groups }),
    ...(stage.panel && !stage.emulator ? [panelOf(app, { stage, gateway })] : []),
  ]
    .flatMap((stack) => stack.node.findAll().filter((one) => Stack.isStack(one)))
    .map((stack) => Synthesized.fromStack(stack).toJSON() as Template);
};

/** The panel's stack without its files. */
const panelOf = (app: App, of: { stage: Stage; gateway: Gateway }): Panel => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-panel-'));
  try {
    mkdirSync(join(folder, HASHED));
    // The CDK copies the files.
    return new Panel(app, { ...of, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
};
