import { describe, expect, test } from 'vitest';
import {
  functionNames,
  functions,
  gatewayOf,
  gateways,
  ofType,
  production,
  productionWith,
  propertiesOf,
  type Resource,
  resourcesOf,
  sandbox,
  templateOf,
} from '../../support/infra/templates.ts';

/** All functions that serve requests or queued work. The canary is a caller. */
const serving = functionNames.filter((name) => name !== 'canary');

describe('the functions of a stage', () => {
  test('a stage has one function for each group, and those of no group', () => {
    expect([...functions.keys()].sort()).toEqual(functionNames.toSorted());
  });

  test.each(serving)('the functions get the deployment: %s', (name) => {
    const { Environment, Runtime, Architectures } = functions.get(name)!;
    expect({ Runtime, Architectures }).toEqual({ Runtime: 'nodejs24.x', Architectures: ['arm64'] });
    expect(Environment.Variables).toMatchObject({
      STAGE: 'sandbox',
      CERTIFICATE_SECRETS_PREFIX: 'pasarela/sandbox/certificates/',
      TGSS_URL: '',
      SEPE_URL: '',
      AEAT_URL: '',
      DEHU_URL: '',
      AUTHORITY_CA: '',
      AUTHORITY_TLS: '{}',
      STRICT_IDENTIFIERS: 'false',
      GIVE_UP_DAYS: '10',
      LIMITS: '{"clients":100000,"certificates":10000,"derivationsPerHour":1000,"queued":2000}',
      KEEP_CONVERSATIONS: 'false',
    });
    // With V8 flags, Node would compile its own library again at each start.
    expect(Environment.Variables).not.toHaveProperty('NODE_OPTIONS');
    // Only tests wait longer.
    expect(Environment.Variables).not.toHaveProperty('CALL_LIMITS_FACTOR');
  });

  test('the functions are deployed after the reader of files, which they call', () => {
    const { id } = functions.get('batches')!;
    expect(sandbox[id]!.DependsOn).toEqual(
      expect.arrayContaining([expect.stringMatching(/^FunctionsReleasessheetsAlias/)]),
    );
  });

  test('the functions have logs that expire', () => {
    for (const { RetentionInDays } of propertiesOf('Logs::LogGroup')) expect(RetentionInDays).toBe(7);
  });
});

describe('reserved concurrency', () => {
  const reserved = (reservedConcurrency: Record<string, number>) =>
    resourcesOf(gatewayOf(productionWith({ reservedConcurrency }), ['seg-social', 'sepe', 'aeat', 'dehu']));

  test('reserved concurrency is what the stage says, and no other function has any', () => {
    const resources = reserved({ 'seg-social': 40, 'seg-social-consumer': 20, 'due-filings': 1 });
    const found = propertiesOf('Lambda::Function', resources)
      .filter(({ ReservedConcurrentExecutions }) => ReservedConcurrentExecutions !== undefined)
      .map(({ FunctionName, ReservedConcurrentExecutions }) => [FunctionName, ReservedConcurrentExecutions]);
    expect(Object.fromEntries(found)).toEqual({
      'pasarela-production-seg-social': 40,
      'pasarela-production-seg-social-consumer': 20,
      'pasarela-production-due-filings': 1,
    });
  });

  test.each<[string, Record<string, number>, RegExp]>([
    [
      'a name that no function has',
      { 'seg-socal': 5 },
      /no function is named "seg-socal"; there are .*seg-social/,
    ],
    ['nothing', { 'seg-social': 0 }, /reservedConcurrency/],
    ['too little for a queue', { 'sepe-consumer': 1 }, /"sepe-consumer" needs at least 2/],
  ])('a setting with %s is refused', (_, reservedConcurrency, message) => {
    expect(() => reserved(reservedConcurrency)).toThrow(message);
  });
});

/** The values of `SWITCHED_ON` in functions, each once. */
const switchedOnIn = (resources: Record<string, Resource>) => [
  ...new Set(
    propertiesOf('Lambda::Function', resources)
      .filter(({ FunctionName }) => !FunctionName.endsWith('-canary'))
      .map(({ Environment }) => Environment.Variables.SWITCHED_ON),
  ),
];

test('a canary has its secret and nothing else of the stage', () => {
  const { Environment, Timeout } = functions.get('canary')!;
  const [[secret]] = ofType('SecretsManager::Secret').filter(([id]) => id.startsWith('CanaryPlan')) as [
    [string, unknown],
  ];
  expect(Environment.Variables).toEqual({
    STAGE: 'sandbox',
    CANARY_SECRET: { Ref: secret },
    API_SECONDS: '29',
  });
  expect(Timeout).toBeLessThan(300);
  expect(templateOf(gateways.sandbox).Outputs.CanarySecret!.Value).toEqual({ Ref: secret });
});

test('a stage has no canary unless it says so', () => {
  for (const stack of [gatewayOf({ stage: 'sandbox' }, ['auth']), gateways.production])
    expect(JSON.stringify(templateOf(stack))).not.toMatch(/canary(?!10Percent)/i);
});

test('functions get the settings that the stage has switched on', () => {
  expect(switchedOnIn(sandbox)).toEqual(['"all"']);
  expect(switchedOnIn(production)).toEqual(['[]']);
  const names = ['XV21Y200 settlement receipt'];
  expect(switchedOnIn(resourcesOf(gatewayOf(productionWith({ switchedOn: names }), ['seg-social'])))).toEqual(
    [JSON.stringify(names)],
  );
});

test('a stage that is missing a setting is refused', () => {
  expect(() => gatewayOf(productionWith({ switchedOn: undefined }))).toThrow('switchedOn');
  expect(() => gatewayOf(productionWith({ switchedOn: 'some' }))).toThrow('switchedOn');
});
