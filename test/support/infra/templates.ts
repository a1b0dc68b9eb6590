import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Stage as Assembly, NestedStack, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { entriesOf } from '../../../infra/entries.ts';
import { Gateway } from '../../../infra/gateway.ts';
import { Observability } from '../../../infra/observability/stack.ts';
import { queuedGroups } from '../../../infra/queues/work-queues.ts';
import { readStage } from '../../../infra/stages.ts';
import { groupsOf } from '../../../reference/groups.ts';
import type { Group } from '../../../shared/operation/operation.ts';

/** The CloudFormation templates of a sandbox and of a production stage, and functions to look things up in them. */

/** Context of `cdk.json`, with a sender of mails. */
export const context = {
  ...JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8')).context,
  mailSender: 'no-reply@pasarela.example',
};

/** Addresses of authorities outside the functions, which can be set for a sandbox. */
export const ADDRESSES = {
  tgssUrl: 'https://tgss.test',
  sepeUrl: 'https://sepe.test/',
  aeatUrl: 'https://aeat.test',
  dehuUrl: 'https://dehu.test',
};

/**
 * An app without parts that are slow and not needed for templates: the validation that only prints warnings, and the construct
 * tree.
 */
export const appWith = (given: Record<string, unknown>) =>
  new App({
    context: { ...context, ...given },
    builtinCloudFormationValidation: false,
    treeMetadata: false,
  });

/** The stage that a context describes. */
export const stageOf = (given: Record<string, unknown>) => readStage(appWith(given).node);

/**
 * The gateway that a context describes. The code of its functions does nothing.
 * @param names the groups of operations that it has; by default all. With few groups, building it takes a third of the time
 */
export const gatewayOf = (given: Record<string, unknown>, names?: string[]) => {
  const app = appWith(given);
  const stage = readStage(app.node);
  // A stage with stand-ins always has their function.
  const wanted = names && [...names, 'sandbox'];
  const [groups, left] = [true, false].map((is) =>
    groupsOf(stage).filter(({ name }) => (wanted?.includes(name) ?? true) === is),
  ) as [Group[], Group[]];
  // Production reserves concurrency, possibly for groups that are left out here.
  const reservedConcurrency = Object.fromEntries(
    Object.entries(stage.reservedConcurrency).filter(([of]) => !left.some(({ name }) => name === of)),
  );
  return new Gateway(app, {
    stage: { ...stage, reservedConcurrency },
    groups,
    code: () => Code.fromInline('//'),
  });
};

/** A context whose stage is production with changed settings. */
export const productionWith = (settings: Record<string, unknown>) => ({
  stage: 'production',
  stages: { production: { ...context.stages.production, ...settings } },
});

/** Dashboard and alarms of the stage that a context describes. */
const observabilityOf = (given: Record<string, unknown>) => {
  const app = appWith(given);
  const stage = readStage(app.node);
  // As in the CDK app.
  return new Observability(new Assembly(app, 'observability'), { stage, groups: groupsOf(stage) });
};

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of any shape
export type Resource = { Type: string; Properties: any; [attribute: string]: any };

type Resources = Record<string, Resource>;
// biome-ignore lint/suspicious/noExplicitAny: values of any shape
type Output = { Value: any };

/** A stack and its nested stacks, each with its template as deployed. */
export const templatesOf = (stack: Stack) =>
  [stack, ...stack.node.findAll().filter((child) => child instanceof NestedStack)].map((one) => ({
    name: one === stack ? stack.stackName : one.node.path,
    template: Template.fromStack(one).toJSON(),
  }));

/** Resources and outputs of a stack, merged with its nested stacks'. */
export const templateOf = (stack: Stack): { Resources: Resources; Outputs: Record<string, Output> } => {
  const [whole, ...nested] = templatesOf(stack).map(({ template }) => template);
  const given = new Map<string, unknown>();
  for (const [id, { Type, Properties }] of Object.entries(whole!.Resources as Resources)) {
    if (Type !== 'AWS::CloudFormation::Stack') continue;
    for (const [name, value] of Object.entries(Properties.Parameters ?? {})) given.set(ref(name), value);
    for (const { Outputs } of nested)
      for (const [name, { Value }] of Object.entries<Output>(Outputs ?? {}))
        given.set(JSON.stringify({ 'Fn::GetAtt': [id, `Outputs.${name}`] }), Value);
  }
  const Resources: Resources = Object.assign({}, ...[whole!, ...nested].map(({ Resources }) => Resources));
  return JSON.parse(
    JSON.stringify({ Resources, Outputs: whole!.Outputs ?? {} }, (_, value) => {
      const isReference = value && typeof value === 'object' && (value.Ref || value['Fn::GetAtt']);
      return (isReference && given.get(JSON.stringify(value))) || value;
    }),
  );
};

export const resourcesOf = (stack: Stack): Resources => templateOf(stack).Resources;

const ref = (name: string) => JSON.stringify({ Ref: name });

/** A sandbox with every feature that a stage may have and production does not have. */
const SANDBOX = { stage: 'sandbox', canary: 'true' };

export const gateways = {
  sandbox: gatewayOf(SANDBOX),
  production: gatewayOf({ stage: 'production' }),
};
export const observabilities = {
  sandbox: observabilityOf(SANDBOX),
  production: observabilityOf({ stage: 'production' }),
};
export const sandbox = resourcesOf(gateways.sandbox);
export const production = resourcesOf(gateways.production);

/** The resources of a type such as `S3::Bucket`, with their identifiers; of the sandbox by default. */
export const ofType = (type: string, resources = sandbox) =>
  Object.entries(resources).filter(([, { Type }]) => Type === `AWS::${type}`);

/** The properties of the resources of a type. */
export const propertiesOf = (type: string, resources = sandbox) =>
  ofType(type, resources).map(([, { Properties }]) => Properties);

/** The id that a reference names: a function, or an alias. */
export const targetIn = (reference: unknown): string | undefined =>
  /"(?:Ref":|Fn::GetAtt":\[)"(\w+)"/.exec(JSON.stringify(reference))?.[1];

/** The id of the function to which a reference leads, through its alias if there is one. */
export const functionIn = (reference: unknown, resources = sandbox): string | undefined => {
  const target = targetIn(reference);
  const { Type, Properties } = resources[target ?? ''] ?? {};
  return Type === 'AWS::Lambda::Alias' ? Properties.FunctionName.Ref : target;
};

/** The functions of the sandbox, by name. */
export const functions = new Map(
  ofType('Lambda::Function').map(([id, { Properties }]) => [
    Properties.FunctionName.replace('pasarela-sandbox-', '') as string,
    { id, ...Properties },
  ]),
);
export const consumerNames = queuedGroups(groupsOf({ standIns: true })).map(({ name }) => `${name}-consumer`);
export const functionNames = [...entriesOf({ standIns: true, canary: true }).keys(), ...consumerNames];

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
      const called = functionIn(Properties.Integration.Uri, resources);
      const behind = [...functions].find(([, { id }]) => id === called)?.[0];
      return [`${Properties.HttpMethod} ${pathOf(Properties.ResourceId)}`, { behind, ...Properties }];
    }),
  );
};
