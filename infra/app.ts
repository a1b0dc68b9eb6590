import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, Stage as Assembly, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { BUNDLING_STACKS } from 'aws-cdk-lib/cx-api';
import { AwsSolutionsChecks } from 'cdk-nag';
import { buildPanel } from '../panel/build/build.ts';
import { referenceFiles } from '../reference/build.ts';
import { groupsOf } from '../reference/groups.ts';
import { bundle } from './bundle.ts';
import { entriesOf } from './entries.ts';
import { Gateway } from './gateway.ts';
import { Observability } from './observability/stack.ts';
import { Panel } from './panel/stack.ts';
import { readStage } from './stages.ts';

const app = new App();
const stage = readStage(app.node);
const groups = groupsOf(stage);

/** Bundles the functions of a stage. Returns the folder of each bundle, by the function's name. */
const bundles = async (): Promise<Map<string, string>> => {
  /** Text files that a function needs next to its handler, by function and file name. */
  const extraFiles: Record<string, Record<string, string>> = {
    reference: await referenceFiles(groups, stage),
  };
  const directories = new Map<string, string>();
  // One after another: each bundler uses all processors, and in parallel they take a third longer.
  for (const [name, entry] of entriesOf(stage))
    directories.set(name, await bundle(name, entry, extraFiles[name]));
  return directories;
};

// A command such as `cdk destroy` uses no bundles and says so; any folder can stand in for them.
const isBundled = app.node.tryGetContext(BUNDLING_STACKS)?.length !== 0;
const directories = isBundled ? await bundles() : undefined;
const code = (name: string) => Code.fromAsset(directories ? directories.get(name)! : import.meta.dirname);

const gateway = new Gateway(app, { stage, groups, code });
// An assembly of its own, so that a plain `cdk deploy` deploys the gateway without the panel.
new Observability(new Assembly(app, 'observability'), { stage, groups });
if (stage.panel && !stage.emulator) {
  const folder = mkdtempSync(join(tmpdir(), 'pasarela-panel-'));
  await buildPanel(folder);
  // The CDK copies the files.
  new Panel(app, { stage, gateway, folder });
  rmSync(folder, { recursive: true });
}
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
