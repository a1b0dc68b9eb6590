import { App, Validations } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { AwsSolutionsChecks } from 'cdk-nag';
import { groups } from '../functions/operations.ts';
import { openApiDocument } from '../shared/derive/openapi.ts';
import { bundle } from './bundle.ts';
import { AUTHORIZER, DUE_FILINGS } from './functions.ts';
import { Gateway } from './gateway.ts';
import { readStage } from './stages.ts';

const app = new App();
const stage = readStage(app.node);

/** Text files that a function needs next to its handler, by function and file name. */
const extraFiles: Record<string, Record<string, string>> = {
  reference: { 'openapi.json': JSON.stringify(openApiDocument(groups)) },
};

const names = [AUTHORIZER, DUE_FILINGS, ...groups.map(({ name }) => name)];
const directories = new Map(
  await Promise.all(names.map(async (name) => [name, await bundle(name, extraFiles[name])] as const)),
);

new Gateway(app, { stage, groups, code: (name) => Code.fromAsset(directories.get(name)!) });
Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
