import { describe, expect, test } from 'vitest';
import { ADDRESS_REQUESTS_PER_MINUTE } from '../../../infra/front-door/settings.ts';
import { LIMITS } from '../../../shared/operation/rates.ts';
import { findingsIn } from '../../support/infra/findings.ts';
import {
  context,
  gatewayOf,
  gateways,
  methodsOf,
  ofType,
  production,
  productionWith,
  propertiesOf,
  resourcesOf,
  sandbox,
  stageOf,
  templateOf,
} from '../../support/infra/templates.ts';

/** The layer between callers and the API: TLS, a domain, client certificates, and a rate limit for each address. */

const DOMAIN = {
  name: 'api.example.com',
  certificateArn: 'arn:aws:acm:eu-south-2:111122223333:certificate/1a2b3c4d-0000-1111-2222-333344445555',
};

/** Groups for signing in, and a group that needs a session. */
const FEW = ['auth', 'mails', 'password', 'seg-social'];

/** The resources of production with these settings, synthesized once for each. */
const whole = (frontDoor: Record<string, unknown>) => {
  const key = JSON.stringify(frontDoor);
  const template = templates.get(key) ?? templateOf(gatewayOf(productionWith({ frontDoor }), FEW));
  templates.set(key, template);
  return template;
};
const templates = new Map([['{}', templateOf(gateways.production)]]);
const templateWith = (frontDoor: Record<string, unknown>) => whole(frontDoor).Resources;
const apiOf = (resources: typeof production) => propertiesOf('ApiGateway::RestApi', resources)[0];

const STRONG = { SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09', EndpointAccessMode: 'STRICT' };
const NEWEST = { SecurityPolicy: 'SecurityPolicy_TLS13_1_3_2025_09', EndpointAccessMode: 'STRICT' };

describe('a stage without settings of its front door', () => {
  describe.each([
    ['sandbox', sandbox],
    ['production', production],
  ])('the stage %s', (_, resources) => {
    test('the stage has the default address, with TLS 1.2 or later and forward secrecy', () => {
      expect(apiOf(resources)).toMatchObject({ ...STRONG, DisableExecuteApiEndpoint: false });
    });

    test('the stage has no domain, and no function has concurrency of its own', () => {
      for (const type of ['ApiGateway::DomainName', 'ApiGateway::BasePathMapping'])
        expect(ofType(type, resources), type).toEqual([]);
      for (const { FunctionName, ReservedConcurrentExecutions } of propertiesOf(
        'Lambda::Function',
        resources,
      ))
        expect(ReservedConcurrentExecutions, FunctionName).toBeUndefined();
    });
  });
});

describe('a limit for each address on a stage without that setting', () => {
  const limitsOf = (resources: typeof production) =>
    propertiesOf('WAFv2::WebACL', resources).flatMap(({ Rules }) =>
      Rules.map(
        ({ Statement }: { Statement: { RateBasedStatement: { Limit: number } } }) =>
          Statement.RateBasedStatement.Limit,
      ),
    );

  test('the limit is on in production, unless it is switched off', () => {
    expect(limitsOf(production)[0]).toBe(ADDRESS_REQUESTS_PER_MINUTE);
    expect(propertiesOf('WAFv2::WebACLAssociation', production)).toHaveLength(1);
    const off = templateWith({ addressRequestsPerMinute: false });
    expect(limitsOf(off)).toEqual([]);
    expect(ofType('WAFv2::WebACLAssociation', off)).toEqual([]);
  });

  test('the limit is off on a sandbox, unless it is switched on', () => {
    expect(limitsOf(sandbox)).toEqual([]);
    const stages = {
      sandbox: { ...context.stages.sandbox, frontDoor: { addressRequestsPerMinute: 600 } },
    };
    expect(limitsOf(resourcesOf(gatewayOf({ stages }, FEW)))[0]).toBe(600);
  });

  test('the limit is looser than what functions count, and far tighter than the throttle that all share', () => {
    const [, signIns] = limitsOf(production);
    expect(signIns).toBeGreaterThanOrEqual(2 * LIMITS.anonymous);
    const { RateLimit } = propertiesOf('ApiGateway::UsagePlan', production).find(
      ({ UsagePlanName }) => UsagePlanName === 'pasarela-production-anonymous',
    ).Throttle;
    expect(signIns).toBeLessThanOrEqual((RateLimit * 60) / 20);
  });
});

describe('a domain', () => {
  test('a domain leads to the stage under the same paths, with the TLS of the API', () => {
    const resources = templateWith({ domain: DOMAIN });
    expect(propertiesOf('ApiGateway::DomainName', resources)).toEqual([
      {
        DomainName: 'api.example.com',
        RegionalCertificateArn: DOMAIN.certificateArn,
        EndpointConfiguration: { Types: ['REGIONAL'] },
        ...STRONG,
      },
    ]);
    const [name] = ofType('ApiGateway::DomainName', resources)[0]!;
    const [api] = ofType('ApiGateway::RestApi', resources)[0]!;
    const [stage] = ofType('ApiGateway::Stage', resources)[0]!;
    expect(propertiesOf('ApiGateway::BasePathMapping', resources)).toEqual([
      { BasePath: 'api', DomainName: { Ref: name }, RestApiId: { Ref: api }, Stage: { Ref: stage } },
    ]);
    expect(apiOf(resources)).toMatchObject({ ...STRONG, DisableExecuteApiEndpoint: false });
  });

  test('a domain is shown to the operator, with the target of its record', () => {
    const { ApiUrl, DomainTarget, DomainTargetZone } = whole({ domain: DOMAIN }).Outputs;
    expect(ApiUrl!.Value).toBe('https://api.example.com/api/');
    expect(DomainTarget!.Value['Fn::GetAtt'][1]).toBe('RegionalDomainName');
    expect(DomainTargetZone!.Value['Fn::GetAtt'][1]).toBe('RegionalHostedZoneId');
    expect(whole({}).Outputs).not.toHaveProperty('DomainTarget');
  });

  test('a domain may be the only address', () => {
    expect(apiOf(templateWith({ domain: DOMAIN, defaultAddress: false })).DisableExecuteApiEndpoint).toBe(
      true,
    );
  });

  test('a domain and the API require TLS 1.3 only if the stage says so', () => {
    const resources = templateWith({ domain: DOMAIN, minimumTls: '1.3' });
    expect(apiOf(resources)).toMatchObject(NEWEST);
    expect(propertiesOf('ApiGateway::DomainName', resources)[0]).toMatchObject(NEWEST);
    expect(apiOf(templateWith({ minimumTls: '1.3' }))).toMatchObject(NEWEST);
  });
});

describe('a limit for each address', () => {
  const resources = templateWith({ addressRequestsPerMinute: 3000 });

  test('the limit is a web ACL before the stage of the API, with a rule for all requests and one for signing in', () => {
    const [id, acl] = ofType('WAFv2::WebACL', resources)[0]!;
    expect(acl.Properties).toMatchObject({
      Name: 'pasarela-production',
      Scope: 'REGIONAL',
      DefaultAction: { Allow: {} },
      Rules: [3000, 120].map((Limit) => ({
        Action: { Block: {} },
        Statement: { RateBasedStatement: { AggregateKeyType: 'IP', Limit, EvaluationWindowSec: 60 } },
      })),
    });
    const ofAll = acl.Properties.Rules[0].Statement.RateBasedStatement;
    expect(ofAll.ScopeDownStatement).toBeUndefined();
    const ofSignIns = acl.Properties.Rules[1].Statement.RateBasedStatement.ScopeDownStatement;
    const paths: string[] = ofSignIns.OrStatement.Statements.map(
      ({ ByteMatchStatement }: { ByteMatchStatement: { SearchString: string } }) =>
        ByteMatchStatement.SearchString,
    );
    expect(paths.sort()).toEqual(['/v4/auth/login', '/v4/mails/unsubscribe', '/v4/password']);
    const [stage] = ofType('ApiGateway::Stage', resources)[0]!;
    const [association] = propertiesOf('WAFv2::WebACLAssociation', resources);
    expect(association.WebACLArn).toEqual({ 'Fn::GetAtt': [id, 'Arn'] });
    expect(JSON.stringify(association.ResourceArn)).toMatch(
      new RegExp(`/restapis/.*/stages/.*\\{"Ref":"${stage}"\\}`),
    );
  });

  test('the limit keeps no sample of a request, which would show what is in its path and headers', () => {
    const shown = JSON.stringify(propertiesOf('WAFv2::WebACL', resources));
    expect(shown.match(/"SampledRequestsEnabled":false/g)).toHaveLength(3);
    expect(shown).not.toContain('"SampledRequestsEnabled":true');
  });

  test('a limit answers like any other limit, and a filtered request without it gets 403', () => {
    const filtered = (template: typeof production) =>
      propertiesOf('ApiGateway::GatewayResponse', template).find(
        ({ ResponseType }) => ResponseType === 'WAF_FILTERED',
      );
    expect(filtered(resources).StatusCode).toBe('429');
    expect(filtered(resources).ResponseParameters['gatewayresponse.header.Retry-After']).toBe("'60'");
    expect(filtered(templateWith({ addressRequestsPerMinute: false })).StatusCode).toBe('403');
  });
});

describe('a stage with all settings', () => {
  const stack = gatewayOf(
    productionWith({
      frontDoor: {
        domain: DOMAIN,
        defaultAddress: false,
        addressRequestsPerMinute: 600,
      },
      reservedConcurrency: { 'seg-social': 40, 'seg-social-consumer': 20, authorizer: 60 },
    }),
    FEW,
  );

  test('the stage has no finding of cdk-nag', () => {
    expect(findingsIn(stack)).toEqual([]);
  });

  test('the stage is deployed to an emulator like any other, without these resources', () => {
    const settings = productionWith({
      frontDoor: { domain: DOMAIN, defaultAddress: false, addressRequestsPerMinute: 600 },
      reservedConcurrency: { 'seg-social': 40 },
    });
    const emulated = resourcesOf(gatewayOf({ ...settings, emulator: 'true' }, FEW));
    const plain = resourcesOf(gatewayOf({ ...productionWith({}), emulator: 'true' }, FEW));
    expect(emulated).toEqual(plain);
    expect(methodsOf(emulated).size).toBeGreaterThan(0);
  });
});

describe('a stage with wrong settings', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    ['no address at all', { defaultAddress: false }, /without it the API has no address: give a domain/],
    ['an older TLS', { minimumTls: '1.1' }, /frontDoor\.minimumTls/],
    ['an address in place of a name', { domain: { ...DOMAIN, name: 'https://api.example.com' } }, /a domain/],
    ['a name in capitals', { domain: { ...DOMAIN, name: 'API.example.com' } }, /in small letters/],
    ['another ARN', { domain: { ...DOMAIN, certificateArn: 'arn:aws:iam::1:x' } }, /certificate of ACM/],
    ['fewer than WAF takes', { addressRequestsPerMinute: 9 }, /addressRequestsPerMinute/],
    ['a name that is no setting', { tls: '1.2' }, /Unrecognized key/],
  ])('the stage is refused, with the reason, for %s', (_, frontDoor, message) => {
    expect(() => stageOf(productionWith({ frontDoor }))).toThrow(message);
  });
});
