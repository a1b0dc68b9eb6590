import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stage as Assembly, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { entriesOf } from '../../../infra/entries.ts';
import { Gateway } from '../../../infra/gateway.ts';
import { groupsOf } from '../../../infra/groups.ts';
import { Observability } from '../../../infra/observability/stack.ts';
import { readStage } from '../../../infra/stages.ts';
import { queuedGroups } from '../../../infra/work-queues.ts';

/** The CloudFormation templates of a sandbox and of production, and how to look things up in them. */

/** What `cdk.json` says, and who sends the mails. */
export const context = {
  ...JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8')).context,
  mailSender: 'no-reply@pasarela.example',
};

/** Addresses that a sandbox may be given, of authorities outside the functions. */
export const ADDRESSES = {
  tgssUrl: 'https://tgss.test',
  sepeUrl: 'https://sepe.test/',
  aeatUrl: 'https://aeat.test',
};

/** Without the validation that only prints warnings, which takes longer than the rest. */
const appWith = (given: Record<string, unknown>) =>
  new App({ context: { ...context, ...given }, builtinCloudFormationValidation: false });

/** The stage that a context describes. */
export const stageOf = (given: Record<string, unknown>) => readStage(appWith(given).node);

/** The gateway that a context describes, with code that does nothing. */
export const gatewayOf = (given: Record<string, unknown>) => {
  const app = appWith(given);
  const stage = readStage(app.node);
  return new Gateway(app, { stage, groups: groupsOf(stage), code: () => Code.fromInline('//') });
};

/** A context with production, described with other settings. */
export const productionWith = (settings: Record<string, unknown>) => ({
  stage: 'production',
  stages: { production: { ...context.stages.production, ...settings } },
});

/** Dashboard and alarms of the stage that a context describes. */
const observabilityOf = (given: Record<string, unknown>) => {
  const app = appWith(given);
  const stage = readStage(app.node);
  // As in the app.
  return new Observability(new Assembly(app, 'observability'), { stage, groups: groupsOf(stage) });
};

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of any shape
export type Resource = { Type: string; Properties: any; [attribute: string]: any };

export const resourcesOf = (stack: Stack) =>
  Template.fromStack(stack).toJSON().Resources as Record<string, Resource>;

export const gateways = {
  sandbox: gatewayOf({ stage: 'sandbox' }),
  production: gatewayOf({ stage: 'production' }),
};
export const observabilities = {
  sandbox: observabilityOf({ stage: 'sandbox' }),
  production: observabilityOf({ stage: 'production' }),
};
export const sandbox = resourcesOf(gateways.sandbox);
export const production = resourcesOf(gateways.production);

/** The resources of a type such as `S3::Bucket`, with their identifiers; of the sandbox unless told otherwise. */
export const ofType = (type: string, resources = sandbox) =>
  Object.entries(resources).filter(([, { Type }]) => Type === `AWS::${type}`);

/** The properties of the resources of a type. */
export const propertiesOf = (type: string, resources = sandbox) =>
  ofType(type, resources).map(([, { Properties }]) => Properties);

/** The functions of the sandbox, by name. */
export const functions = new Map(
  ofType('Lambda::Function').map(([id, { Properties }]) => [
    Properties.FunctionName.replace('pasarela-sandbox-', '') as string,
    { id, ...Properties },
  ]),
);
export const workerNames = queuedGroups(groupsOf({ standIns: true })).map(({ name }) => `${name}-worker`);
export const functionNames = [...entriesOf({ standIns: true }).keys(), ...workerNames];

/** Every method of the API by `METHOD /path`, with the name of the function that it reaches. */
export const methodsOf = (resources: Record<string, Resource>) => {
  const pathOf = (id: unknown): string => {
    const ref = (id as { Ref?: string }).Ref;
    if (!ref) return '';
    const { ParentId, PathPart } = resources[ref]!.Properties;
    return `${pathOf(ParentId)}/${PathPart}`;
  };
  return new Map(
    ofType('ApiGateway::Method', resources).map(([, { Properties }]) => {
      const uri = JSON.stringify(Properties.Integration.Uri);
      const behind = [...functions].find(([, { id }]) => uri.includes(`"${id}"`))?.[0];
      return [`${Properties.HttpMethod} ${pathOf(Properties.ResourceId)}`, { behind, ...Properties }];
    }),
  );
};
