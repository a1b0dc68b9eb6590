import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Code } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { groups } from '../../../functions/operations.ts';
import { Gateway } from '../../../infra/gateway.ts';
import { readStage } from '../../../infra/stages.ts';

const { context } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../cdk.json'), 'utf8'));

const ADDRESSES = {
  tgssUrl: 'https://tgss.test',
  sepeUrl: 'https://sepe.test',
  aeatUrl: 'https://aeat.test',
};

/** What functions of a stage are told that is switched on, each once. */
const toldTo = (stage: string, described: object = {}) => {
  const stages = { ...context.stages, [stage]: { ...context.stages[stage], ...described } };
  const app = new App({ context: { ...context, stages, stage, ...ADDRESSES } });
  const gateway = new Gateway(app, { stage: readStage(app.node), groups, code: () => Code.fromInline('//') });
  const functions = Object.values(Template.fromStack(gateway).findResources('AWS::Lambda::Function'));
  return [...new Set(functions.map(({ Properties }) => Properties.Environment.Variables.SWITCHED_ON))];
};

test('functions are told what the stage has switched on', () => {
  expect(toldTo('sandbox')).toEqual(['"all"']);
  expect(toldTo('production')).toEqual(['[]']);
  const names = ['XV21Y200 settlement receipt'];
  expect(toldTo('production', { switchedOn: names })).toEqual([JSON.stringify(names)]);
});

test('a stage that does not say it is refused', () => {
  expect(() => toldTo('production', { switchedOn: undefined })).toThrow('switchedOn');
  expect(() => toldTo('production', { switchedOn: 'some' })).toThrow('switchedOn');
});
