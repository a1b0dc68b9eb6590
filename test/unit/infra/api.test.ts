import { describe, expect, test } from 'vitest';
import { hasOwnLimit } from '../../../infra/throttling.ts';
import { resourceOf, routesOf } from '../../../shared/derive/routes.ts';
import { groups, operations } from '../../support/infra/groups.ts';
import {
  ADDRESSES,
  consumerNames,
  functionIn,
  functions,
  gatewayOf,
  methodsOf,
  production,
  productionWith,
  propertiesOf,
  type Resource,
  resourcesOf,
  sandbox,
  stageOf,
} from '../../support/infra/templates.ts';

/** The method that a request such as `GET /v4/customer` reaches. */
const methodFor = <T>(methods: ReadonlyMap<string, T>, request: string): T | undefined =>
  methods.get(request) ?? methods.get(request.replace(/^\w+/, 'ANY'));

describe('the API', () => {
  const methods = methodsOf(sandbox);

  test.each(
    operations.map(
      ({ group, operation }) => [operation.method, resourceOf(group, operation), group.name] as const,
    ),
  )('the API leads %s %s to %s, like any other method of that path', (method, path, group) => {
    expect(methodFor(methods, `${method} ${path}`)).toMatchObject({
      behind: group,
      ApiKeyRequired: true,
      AuthorizationType: 'CUSTOM',
      Integration: { Type: 'AWS_PROXY', TimeoutInMillis: 29_000 },
    });
    expect(methods.get(`ANY ${path}`)).toMatchObject({ behind: group, AuthorizationType: 'CUSTOM' });
  });

  test('the API leads unknown paths to the reference, and nothing else', () => {
    for (const path of ['', '/{path+}'])
      expect(methods.get(`ANY ${path}`)).toMatchObject({ behind: 'reference', AuthorizationType: 'CUSTOM' });
    const limited = operations.filter(({ operation }) => hasOwnLimit(operation));
    expect(methods.size).toBe(routesOf(groups).length + limited.length + 2);
  });

  test('the API has operations on stand-ins on a stage with stand-ins alone', () => {
    const onStandIns = (resources: Record<string, Resource>) =>
      [...methodsOf(resources).keys()].filter((name) => name.includes('/v4/sandbox'));
    expect(onStandIns(sandbox).length).toBeGreaterThan(3);
    expect(onStandIns(production)).toEqual([]);
    expect(onStandIns(resourcesOf(gatewayOf({ stage: 'sandbox', ...ADDRESSES }, ['seg-social'])))).toEqual(
      [],
    );
  });

  test('the API has no path with two variables next to each other, which API Gateway refuses', () => {
    const variables = propertiesOf('ApiGateway::Resource')
      .filter(({ PathPart }) => PathPart.startsWith('{'))
      .map(({ ParentId }) => JSON.stringify(ParentId));
    expect(new Set(variables).size).toBe(variables.length);
  });

  test('the API has one permission for each function that it calls, and consumers and readers get theirs by a role', () => {
    const permitted = propertiesOf('Lambda::Permission').map(({ FunctionName }) => functionIn(FunctionName));
    const called = [...functions].filter(
      ([name]) => ![...consumerNames, 'changes', 'deliveries', 'send-mails', 'sheets'].includes(name),
    );
    expect(permitted.sort()).toEqual(called.map(([, { id }]) => id).sort());
  });

  test('the API lets the authorizer of each request name the usage plan that counts', () => {
    const [authorizer] = propertiesOf('ApiGateway::Authorizer');
    expect(authorizer).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 });
    expect(authorizer.IdentitySource).toBeFalsy();
    const [api] = propertiesOf('ApiGateway::RestApi');
    expect(api).toMatchObject({
      ApiKeySourceType: 'AUTHORIZER',
      BinaryMediaTypes: ['multipart/form-data'],
      EndpointConfiguration: { Types: ['REGIONAL'] },
    });
  });

  test('the API logs no data of requests', () => {
    const [stage] = propertiesOf('ApiGateway::Stage');
    expect(stage.StageName).toBe('api');
    expect(stage.TracingEnabled).toBe(false);
    expect(stage.MethodSettings).toEqual([
      {
        HttpMethod: '*',
        ResourcePath: '/*',
        LoggingLevel: 'OFF',
        DataTraceEnabled: false,
        MetricsEnabled: false,
      },
    ]);
    expect(Object.values(JSON.parse(stage.AccessLogSetting.Format)).sort()).toEqual([
      '$context.error.responseType',
      '$context.httpMethod',
      '$context.identity.apiKeyId',
      '$context.integrationLatency',
      '$context.requestId',
      '$context.requestTime',
      '$context.resourcePath',
      '$context.responseLatency',
      '$context.responseLength',
      '$context.status',
    ]);
  });
});

describe('an answer that API Gateway gives by itself', () => {
  const answers = propertiesOf('ApiGateway::GatewayResponse');

  test('an answer exists for every reason', () => {
    expect(answers.map(({ ResponseType }) => ResponseType).sort()).toEqual([
      'ACCESS_DENIED',
      'API_CONFIGURATION_ERROR',
      'AUTHORIZER_CONFIGURATION_ERROR',
      'AUTHORIZER_FAILURE',
      'BAD_REQUEST_BODY',
      'BAD_REQUEST_PARAMETERS',
      'DEFAULT_4XX',
      'DEFAULT_5XX',
      'EXPIRED_TOKEN',
      'INTEGRATION_FAILURE',
      'INTEGRATION_TIMEOUT',
      'INVALID_API_KEY',
      'INVALID_SIGNATURE',
      'MISSING_AUTHENTICATION_TOKEN',
      'QUOTA_EXCEEDED',
      'REQUEST_TOO_LARGE',
      'RESOURCE_NOT_FOUND',
      'THROTTLED',
      'UNAUTHORIZED',
      'UNSUPPORTED_MEDIA_TYPE',
      'WAF_FILTERED',
    ]);
  });

  test.each(answers.map((answer) => [answer.ResponseType, answer] as const))(
    'the answer for %s is the envelope',
    (_, answer) => {
      expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({
        success: false,
        message: expect.stringMatching(/^\S/),
        status: Number(answer.StatusCode),
        data: [],
        maintenance: false,
      });
      expect(answer.ResponseParameters).toMatchObject({
        'gatewayresponse.header.Access-Control-Allow-Origin': "'*'",
        'gatewayresponse.header.Cache-Control': "'no-store'",
        'gatewayresponse.header.Strict-Transport-Security': "'max-age=63072000'",
        'gatewayresponse.header.X-Content-Type-Options': "'nosniff'",
        'gatewayresponse.header.X-Request-Id': 'context.requestId',
      });
    },
  );

  test.each([
    ['UNAUTHORIZED', '401'],
    ['INVALID_API_KEY', '403'],
    ['MISSING_AUTHENTICATION_TOKEN', '404'],
    ['REQUEST_TOO_LARGE', '413'],
    ['UNSUPPORTED_MEDIA_TYPE', '415'],
    ['THROTTLED', '429'],
    ['QUOTA_EXCEEDED', '429'],
    ['INTEGRATION_FAILURE', '502'],
    ['INTEGRATION_TIMEOUT', '504'],
  ])('the answer for %s has the status %s', (type, status) => {
    expect(answers.find(({ ResponseType }) => ResponseType === type).StatusCode).toBe(status);
  });

  test('the answer to a throttled caller says when to come back', () => {
    const throttled = answers.find(({ ResponseType }) => ResponseType === 'THROTTLED');
    expect(JSON.parse(throttled.ResponseTemplates['application/json']).message).toBe('Too Many Requests');
    expect(throttled.ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'60'");
  });

  test.each(['INTEGRATION_FAILURE', 'INTEGRATION_TIMEOUT', 'DEFAULT_5XX'])(
    'the answer for %s, which may hide a filing that took effect, says to check first',
    (type) => {
      const answer = answers.find(({ ResponseType }) => ResponseType === type);
      expect(answer.ResponseTemplates['application/json']).toContain('antes de volver a enviarla');
    },
  );
});

test('API Gateway and functions wait as long as the stage says, and an authority less', () => {
  const long = resourcesOf(gatewayOf(productionWith({ apiSeconds: 120 }), ['seg-social', 'reference']));
  const integrations = propertiesOf('ApiGateway::Method', long).map(({ Integration }) => Integration);
  expect(new Set(integrations.map(({ TimeoutInMillis }) => TimeoutInMillis))).toEqual(new Set([120_000]));
  const segSocial = propertiesOf('Lambda::Function', long).find(
    ({ FunctionName }) => FunctionName === 'pasarela-production-seg-social',
  );
  expect(segSocial).toMatchObject({ Timeout: 120, Environment: { Variables: { API_SECONDS: '120' } } });
  for (const apiSeconds of [28, 121, 29.5])
    expect(() => stageOf(productionWith({ apiSeconds }))).toThrow('apiSeconds');
  expect(stageOf(productionWith({})).apiSeconds).toBe(29);
});
