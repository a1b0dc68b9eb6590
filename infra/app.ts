import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { openApiDocument } from '../shared/derive/openapi.ts';
import { bundle } from './bundle.ts';
import { entriesOf } from './entries.ts';
import { Gateway } from './gateway.ts';
import { groupsOf } from './groups.ts';
import { Observability } from './observability/stack.ts';
import { readStage } from './stages.ts';

const app = new App();
const stage = readStage(app.node);
const groups = groupsOf(stage);

/** Text files that a function needs next to its handler, by function and file name. */
const extraFiles: Record<string, Record<string, string>> = {
  reference: { 'openapi.json': JSON.stringify(openApiDocument(groups)) },
};

const directories = new Map(
  await Promise.all(
    [...entriesOf(stage)].map(
      async ([name, entry]) => [name, await bundle(name, entry, extraFiles[name])] as const,
    ),
  ),
);

const gateway = new Gateway(app, { stage, groups, code: (name) => Code.fromAsset(directories.get(name)!) });
// It subscribes alarms to the topic of the gateway.
new Observability(app, { stage, groups }).addDependency(gateway);
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
