import { expect, test } from 'vitest';
import { functions, ofType, production, propertiesOf, sandbox } from '../../support/infra/templates.ts';

const { id, Timeout } = functions.get('due-filings')!;

test.each([
  ['sandbox', sandbox],
  ['production', production],
])('due filings are looked after each minute, %s', (_, resources) => {
  const rules = propertiesOf('Events::Rule', resources);
  expect(rules).toEqual([
    {
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [
        {
          Id: expect.any(String),
          Arn: { 'Fn::GetAtt': [id, 'Arn'] },
          RetryPolicy: { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 },
        },
      ],
    },
  ]);
});

test('an invocation that fails is not repeated: the next minute brings another one', () => {
  expect(propertiesOf('Lambda::EventInvokeConfig')).toEqual([
    {
      FunctionName: { Ref: id },
      Qualifier: '$LATEST',
      MaximumEventAgeInSeconds: 60,
      MaximumRetryAttempts: 0,
    },
  ]);
});

test('it has a minute and a half, and no caller but the schedule', () => {
  expect(Timeout).toBe(90);
  const rule = ofType('Events::Rule')[0]![0];
  const allowed = propertiesOf('Lambda::Permission').filter(
    ({ FunctionName }) => FunctionName['Fn::GetAtt'][0] === id,
  );
  expect(allowed).toEqual([
    {
      Action: 'lambda:InvokeFunction',
      FunctionName: { 'Fn::GetAtt': [id, 'Arn'] },
      Principal: 'events.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [rule, 'Arn'] },
    },
  ]);
});
