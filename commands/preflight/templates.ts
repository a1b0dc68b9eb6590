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
 * The templates of a stage, of the gateway, what observes it, the panel, and stacks within them, with code that does nothing and
 * no files: the same resources as are deployed, without bundling functions or building the panel.
 * @param context as the CDK is given it with `-c`
 * @throws Error that names what is missing or wrong in the stage
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

/** The panel, without what it serves. */
const panelOf = (app: App, of: { stage: Stage; gateway: Gateway }): Panel => {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-panel-'));
  try {
    mkdirSync(join(folder, HASHED));
    // It copies the files.
    return new Panel(app, { ...of, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
};
