import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { examine } from '../../../commands/doctor/check.ts';
import { INSIDE } from '../../../commands/doctor/inside.ts';
import { executionsOf, type Template } from '../../../commands/doctor/quotas.ts';
import { SETTINGS } from '../../../commands/doctor/settings.ts';
import { type Flight, PREFLIGHT } from '../../../commands/preflight/account.ts';
import { templatesOf } from '../../../commands/preflight/templates.ts';
import { deployments } from '../../../functions/capabilities/deploys.ts';
import type { Deployment } from '../../../infra/deployment.ts';
import { HOST, listen, shut } from '../../../sandbox/loopback.ts';
import { createCertificateAuthority, issueServer } from '../../../sandbox/pki/pki.ts';
import { AUTHORITIES } from '../../../shared/kernel/errors.ts';
import {
  gatewayOf,
  observabilities,
  production,
  productionWith,
  resourcesOf,
} from '../../support/infra/templates.ts';
import { runCommand, withoutAws } from '../../support/programs/commands.ts';

/** AWS's answer to a call: a body, or an error by name. */
type AwsAnswer = object | string | { error: string; status?: number };

/** A received call: service, operation and input. */
interface AwsCall {
  name: string;
  region: string;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of any shape
  input: any;
}

/** Operation names of REST calls, by method and path. */
const PATHS: [RegExp, string][] = [
  [/^POST \/getRegionOptStatus$/, 'account.GetRegionOptStatus'],
  [/^GET \/2018-10-31\/layers\?/, 'lambda.ListLayers'],
  [/^GET \/2016-08-19\/account-settings$/, 'lambda.GetAccountSettings'],
  [/^POST \/2015-03-31\/functions\/[^/]+\/invocations$/, 'lambda.Invoke'],
  [/^GET \/v2\/email\/identities\//, 'ses.GetEmailIdentity'],
  [/^GET \/v2\/email\/account$/, 'ses.GetAccount'],
];

const callOf = async (request: IncomingMessage): Promise<AwsCall> => {
  const { method, url = '', headers } = request;
  const body = await text(request);
  // Signature version 4: Credential=<key>/<day>/<region>/<service>/aws4_request
  const [, region = ''] = /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '') ?? [];
  const target = headers['x-amz-target']?.toString().replace(/^(\w+?)(_?\d+)?\./, '$1.');
  const action = /(?:^|&)Action=(\w+)/.exec(body)?.[1];
  const name =
    target ?? (action ? `query.${action}` : PATHS.find(([path]) => path.test(`${method} ${url}`))?.[1]);
  const query = Object.fromEntries(new URL(url, 'http://localhost').searchParams);
  return {
    name: name ?? `${method} ${url}`,
    region,
    input: {
      ...query,
      url: decodeURIComponent(url),
      ...(action && Object.fromEntries(new URLSearchParams(body))),
      ...(body.startsWith('{') && JSON.parse(body)),
    },
  };
};

/** Serves AWS's HTTP APIs with a test's answers. Calls without an answer get a 400 and are listed in `unknown`. */
const startAwsStub = async (answer: (call: AwsCall) => AwsAnswer | undefined) => {
  const unknown: string[] = [];
  const server = createServer(async (request, response) => {
    const call = await callOf(request);
    const given = answer(call);
    if (given === undefined) unknown.push(call.name);
    const found = given ?? { error: 'UnknownOperationException' };
    if (typeof found === 'string') response.writeHead(200, { 'Content-Type': 'text/xml' }).end(found);
    else if ('error' in found && call.name.startsWith('query.'))
      response
        .writeHead(400, { 'Content-Type': 'text/xml' })
        .end(
          `<ErrorResponse><Error><Code>${found.error}</Code><Message>as the test says</Message></Error></ErrorResponse>`,
        );
    else if ('error' in found)
      response
        .writeHead(('status' in found && (found.status as number)) || 400, {
          'Content-Type': 'application/json',
          'x-amzn-ErrorType': String(found.error),
        })
        .end(JSON.stringify({ __type: found.error, message: 'as the test says' }));
    else response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(found));
  });
  const port = await listen(server);
  return { endpoint: `http://${HOST}:${port}`, unknown, close: () => shut(server) };
};

/** The checks before a deployment, with real AWS clients against a server that answers as AWS would. */

const REGION = 'eu-south-2';
const NOW = new Date('2026-11-22T12:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1000;
const DOMAIN = 'api.example.com';
const arnIn = (region: string) => `arn:aws:acm:${region}:111122223333:certificate/one`;
const SENDER = 'no-reply@pasarela.example';
const MAIL_REGION = 'eu-west-3';

const QUOTAS: Record<string, number> = {
  'L-01C8A9E0': 300,
  'L-AA0FF27B': 600,
  'L-E8693075': 300,
  'L-A93447B8': 120,
  'L-F98FE922': 2_500,
  'L-DC2B2D3D': 10_000,
  'L-C2F1777E': 100_000,
  'L-FE177D64': 1_000,
};

const IDENTITY =
  '<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult>' +
  '<Arn>arn:aws:iam::111122223333:user/operator</Arn><UserId>A</UserId><Account>111122223333</Account>' +
  '</GetCallerIdentityResult></GetCallerIdentityResponse>';

/** The answers of an AWS account that is ready. */
const READY: Record<string, (call: AwsCall) => AwsAnswer> = {
  'query.GetCallerIdentity': () => IDENTITY,
  'account.GetRegionOptStatus': ({ input }) => ({ ...input, RegionOptStatus: 'ENABLED' }),
  'lambda.ListLayers': () => ({ Layers: [] }),
  'lambda.GetAccountSettings': () => ({ AccountLimit: { ConcurrentExecutions: 1_000 } }),
  'ServiceQuotasV.GetServiceQuota': ({ input }) => ({
    Quota: { QuotaCode: input.QuotaCode, Value: QUOTAS[input.QuotaCode] },
  }),
  'ses.GetEmailIdentity': () => ({ VerifiedForSendingStatus: true }),
  'ses.GetAccount': () => ({ SendingEnabled: true, ProductionAccessEnabled: true }),
  'AWSBudgetServiceGateway.DescribeBudgetNotificationsForAccount': () => ({
    BudgetNotificationsForAccount: [
      {
        BudgetName: 'month',
        Notifications: [{ NotificationType: 'ACTUAL', ComparisonOperator: 'GREATER_THAN', Threshold: 80 }],
      },
    ],
  }),
  'CertificateManager.DescribeCertificate': () => ({ Certificate: certificate() }),
  // There is no panel yet.
  'query.DescribeStacks': () => ({ error: 'ValidationError' }),
};
const certificate = (given: object = {}) => ({
  Status: 'ISSUED',
  SubjectAlternativeNames: [DOMAIN],
  NotAfter: (NOW.getTime() + 300 * DAY_MS) / 1000,
  ...given,
});

let answers: typeof READY;
let stub: Awaited<ReturnType<typeof startAwsStub>>;
beforeAll(async () => {
  stub = await startAwsStub((call) => answers[call.name]?.(call));
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) vi.stubEnv(name, undefined);
  vi.stubEnv('AWS_ENDPOINT_URL', stub.endpoint);
  vi.stubEnv('AWS_REGION', REGION);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});
afterAll(() => stub.close());
beforeEach(() => {
  answers = { ...READY };
  stub.unknown.length = 0;
});

/** A server in place of all authorities, and the context of a stage that asks it. */
const pki = await createCertificateAuthority();
const { key, chain: cert } = await issueServer(pki);
const authorities = createSecureServer({ key, cert });
const AUTHORITY = `https://${HOST}:${await listen(authorities)}`;
const folder = mkdtempSync(join(tmpdir(), 'pasarela-preflight-'));
const authorityCaFile = join(folder, 'ca.pem');
writeFileSync(authorityCaFile, pki.certificate);
afterAll(async () => {
  await shut(authorities);
  rmSync(folder, { recursive: true });
});
const OF_AUTHORITIES = {
  ...Object.fromEntries(AUTHORITIES.map((authority) => [`${authority}Url`, AUTHORITY])),
  authorityCaFile,
};
/** The day of the runtime's version, nine days before. */
const PATCHED = '2026-11-13';

/** Calls that functions take from queues at the same time: of each group that an authority is asked for, and of capabilities. */
const OF_GROUP = 50;
const consumers =
  AUTHORITIES.length * OF_GROUP +
  deployments
    .flatMap(({ functions = [] }: Deployment) => functions)
    .reduce((sum, { queue }) => sum + (queue?.atOnce ?? 0), 0);
/** With the 200 that are reserved below, and the 100 that AWS keeps for others. */
const NEEDED = 200 + consumers + 100;

/** A production stage with its own domain and with reserved concurrency for a function. */
const described = resourcesOf(
  gatewayOf({
    ...productionWith({
      frontDoor: { domain: { name: DOMAIN, certificateArn: arnIn(REGION) } },
      reservedConcurrency: { 'seg-social': 200 },
      runtimePatched: PATCHED,
    }),
    ...OF_AUTHORITIES,
  }),
);
const observed = resourcesOf(observabilities.production);
const templatesOfAll = (Resources: Template['Resources']): Template[] => [
  { Resources, Outputs: { MailSender: { Value: SENDER }, MailRegion: { Value: MAIL_REGION } } },
  { Resources: observed },
];
const templates = templatesOfAll(described);
/** The templates of a stage in whose description `change` replaces members. */
const templatesWith = (change: (name: string, value: unknown) => unknown): Template[] =>
  templatesOfAll(JSON.parse(JSON.stringify(described, change)));

const look = (given: Partial<Flight> = {}) =>
  examine({ stage: 'production', templates, region: REGION, now: () => NOW, ...given }, PREFLIGHT);
/** The checks that do not pass. */
const lookForWrong = async (given?: Partial<Flight>) =>
  (await look(given)).filter(({ state }) => state !== 'ok');

test('an account that is ready is ready', async () => {
  const results = await look();
  expect(results.map(({ name, state, text }) => [name, state, text])).toEqual([
    ['account', 'ok', `Stage production will be in AWS account 111122223333, region ${REGION}.`],
    [
      'executions',
      'ok',
      expect.stringMatching(new RegExp(`^Functions may serve 1000 calls .* at least ${NEEDED}\\.$`)),
    ],
    ['CloudFront', 'ok', 'The stage has no CloudFront.'],
    ['region', 'ok', `${REGION} is enabled.`],
    ['runtime', 'ok', 'Lambda offers nodejs24.x on arm64.'],
    [
      'runtime patch',
      'ok',
      `The runtime of functions is of ${PATCHED} or later, and changes only with a deployment.`,
    ],
    ['quotas', 'ok', 'Quotas that are large enough: 8.'],
    ['timeout', 'ok', 'API Gateway may wait 29 seconds for a function.'],
    ['mail sender', 'ok', `${SENDER} is verified at SES in ${MAIL_REGION}.`],
    ['bills', 'ok', 'Budgets with a notification: month.'],
    ['certificate', 'ok', `The certificate of ${DOMAIN} is issued.`],
    [
      'authorities',
      'ok',
      expect.stringMatching(
        /^(127\.0\.0\.1:\d+: TLSv1\.3, 127\.0\.0\.1 until [^.]+, issued by Pasarela Sandbox CA\.[^.]+\. Root: Pasarela Sandbox CA\. ?){4}$/,
      ),
    ],
    [
      'trusted certificates',
      'ok',
      expect.stringMatching(/^Certificates that the gateway itself trusts: 6\./),
    ],
  ]);
  expect(stub.unknown).toEqual([]);
});

test('a stage that needs more than the usual quota asks for a raised quota', async () => {
  const waiting = templatesWith((name, value) => (name === 'TimeoutInMillis' ? 60_000 : value));
  const lookAt = async () => (await look({ templates: waiting })).find(({ name }) => name === 'timeout')!;
  answers = { ...READY, ...quota('L-E5AE38E3', 60_000) };
  expect(await lookAt()).toMatchObject({
    state: 'ok',
    text: 'API Gateway may wait 60 seconds for a function.',
  });
  answers = { ...READY, ...quota('L-E5AE38E3', 29_000) };
  const { state, text } = await lookAt();
  expect(state).not.toBe('ok');
  expect(text).toMatch(
    /needs 60: the deployment fails\. Ask AWS for 60000 .*L-E5AE38E3.* apiSeconds to 29\.$/,
  );
});

/** The answers of an account with another quota. */
const quota = (code: string, Value: number): typeof READY => ({
  'ServiceQuotasV.GetServiceQuota': (call) =>
    call.input.QuotaCode === code ? { Quota: { Value } } : READY['ServiceQuotasV.GetServiceQuota']!(call),
});
/** The answers of a new account. */
const NEW_ACCOUNT: typeof READY = {
  'lambda.GetAccountSettings': () => ({ AccountLimit: { ConcurrentExecutions: 10 } }),
};
const asked = (name: string, answer: AwsAnswer): typeof READY => ({ [name]: () => answer });
const withCertificate = (given: object) =>
  asked('CertificateManager.DescribeCertificate', { Certificate: certificate(given) });

describe('a single thing that is not ready', () => {
  test.each<[string, string, typeof READY, RegExp]>([
    [
      'a region that is switched off',
      'region',
      asked('account.GetRegionOptStatus', { RegionOptStatus: 'DISABLED' }),
      /^eu-south-2 is not enabled \(DISABLED\)\. Enable it: aws account enable-region --region-name eu-south-2\.$/,
    ],
    [
      'a region that is being switched on',
      'region',
      asked('account.GetRegionOptStatus', { RegionOptStatus: 'ENABLING' }),
      /is being enabled\. Wait/,
    ],
    [
      'a runtime that Lambda does not have there',
      'runtime',
      asked('lambda.ListLayers', { error: 'InvalidParameterValueException' }),
      /^Lambda in eu-south-2 does not offer nodejs24\.x on arm64\. Deploy to another region/,
    ],
    [
      'the 10 executions of a new account',
      'executions',
      NEW_ACCOUNT,
      /^Functions may serve 10 calls at the same time, as in a new AWS account\. .* reserves 200, and 100 must be left: the deployment fails\. Ask AWS for 1000 or more: .*\(L-B99A9384\)\.$/,
    ],
    [
      'fewer resources of an API than the stage has',
      'quotas',
      quota('L-01C8A9E0', 20),
      /^Resources.*: the stage has \d+, and the quota is 20\. Ask AWS for \d+ or more: .*\(L-01C8A9E0\)\.$/,
    ],
    [
      'no room for tables',
      'quotas',
      quota('L-F98FE922', 2),
      /^Maximum number of tables: the stage has 6, and the quota is 2\./,
    ],
    [
      'no room for roles',
      'quotas',
      quota('L-FE177D64', 5),
      /^Roles per account: the stage has \d+, and the quota is 5\./,
    ],
    [
      'a sender that SES does not know',
      'mail sender',
      asked('ses.GetEmailIdentity', { error: 'NotFoundException', status: 404 }),
      /is not verified at SES in eu-west-3: no mail leaves\. Verify it/,
    ],
    [
      'the sandbox of SES',
      'mail sender',
      asked('ses.GetAccount', { SendingEnabled: true, ProductionAccessEnabled: false }),
      /^SES is in its sandbox: .* Ask AWS for production access in eu-west-3\.$/,
    ],
    [
      'no budget',
      'bills',
      asked('AWSBudgetServiceGateway.DescribeBudgetNotificationsForAccount', {
        BudgetNotificationsForAccount: [{ BudgetName: 'quiet', Notifications: [] }],
      }),
      /^No budget notifies a person .* Create one with a notification/,
    ],
    [
      'a certificate without its DNS record',
      'certificate',
      withCertificate({ Status: 'PENDING_VALIDATION' }),
      /is not validated yet\. Create the DNS record/,
    ],
    [
      'a certificate that ended',
      'certificate',
      withCertificate({ Status: 'EXPIRED' }),
      /is EXPIRED\. Request a new one/,
    ],
    [
      'a certificate of another name',
      'certificate',
      withCertificate({ SubjectAlternativeNames: ['www.example.com', '*.api.example.com'] }),
      /^The certificate is for www\.example\.com, .* and not for api\.example\.com/,
    ],
    [
      'a certificate that ends soon',
      'certificate',
      withCertificate({ NotAfter: (NOW.getTime() + 29 * DAY_MS) / 1000 }),
      /ends on 2026-12-21\. Find out in ACM why/,
    ],
    [
      'a certificate that is gone',
      'certificate',
      asked('CertificateManager.DescribeCertificate', { error: 'ResourceNotFoundException' }),
      /^It cannot be read: ResourceNotFoundException/,
    ],
  ])('the preflight has one line, which says what to do, for %s', async (_, name, other, text) => {
    answers = { ...READY, ...other };
    const wrong = await lookForWrong();
    expect(wrong).toEqual([{ name, state: 'problem', text: expect.stringMatching(text) }]);
    expect(stub.unknown).toEqual([]);
  });

  test('the preflight says when the runtime of the stage is due for a patch', async () => {
    const wrong = await lookForWrong({ now: () => new Date('2026-12-29T12:00:00Z') });
    expect(wrong).toEqual([
      {
        name: 'runtime patch',
        state: 'problem',
        text: expect.stringMatching(
          /^The runtime of functions may be as old as 2026-11-13, .* Set runtimePatched/,
        ),
      },
    ]);
  });

  test('the preflight names an authority whose chain is not trusted', async () => {
    const untrusting = templatesWith((name, value) => (name === 'AUTHORITY_CA' ? '' : value));
    const wrong = await lookForWrong({ templates: untrusting });
    expect(wrong).toEqual([
      {
        name: 'authorities',
        state: 'problem',
        text: expect.stringMatching(
          /its root Pasarela Sandbox CA \(until [^)]+\) is not trusted\..* rootsFile\.$/,
        ),
      },
    ]);
  });

  test.each<[string, string, AwsAnswer]>([
    ['cannot say whether a new account gets CloudFront', 'unchecked', { error: 'ValidationError' }],
    [
      'says that CloudFront already serves the panel',
      'ok',
      '<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks><member>' +
        '<StackName>pasarela-production-panel</StackName><StackStatus>CREATE_COMPLETE</StackStatus>' +
        '<CreationTime>2026-01-01T00:00:00Z</CreationTime></member></Stacks></DescribeStacksResult></DescribeStacksResponse>',
    ],
  ])('the preflight %s', async (_, state, answer) => {
    answers = { ...READY, ...asked('query.DescribeStacks', answer) };
    const panel = {
      Resources: { Panel: { Type: 'AWS::CloudFront::Distribution', Properties: { DistributionConfig: {} } } },
    };
    const found = (await look({ templates: [...templates, panel] })).find(
      ({ name }) => name === 'CloudFront',
    );
    expect(found).toEqual({
      name: 'CloudFront',
      state,
      text: expect.stringMatching(
        state === 'ok'
          ? /^CloudFront serves pasarela-production-panel\.$/
          : /^AWS refuses CloudFront to some new accounts/,
      ),
    });
  });

  test('the preflight has one line for a certificate of another region', async () => {
    const elsewhere = templatesWith((_, value) => (value === arnIn(REGION) ? arnIn('us-east-1') : value));
    const wrong = await lookForWrong({ templates: elsewhere });
    expect(wrong).toEqual([
      {
        name: 'certificate',
        state: 'problem',
        text: 'The certificate of api.example.com is in us-east-1. Request one from ACM in eu-south-2.',
      },
    ]);
  });

  test('a region where SES has no address is named, with the setting that chooses another', async () => {
    const elsewhere = templates.map(({ Resources, Outputs }) => ({
      Resources,
      ...(Outputs && { Outputs: { ...Outputs, MailRegion: { Value: 'xx-nowhere-1' } } }),
    }));
    // An address that cannot be resolved, like a service's address in a region without that service.
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', 'http://email.xx-nowhere-1.invalid');
    const wrong = await lookForWrong({ templates: elsewhere });
    vi.stubEnv('AWS_ENDPOINT_URL_SESV2', undefined);
    expect(wrong).toEqual([
      { name: 'mail sender', state: 'problem', text: expect.stringContaining('mailRegion in cdk.json') },
    ]);
    expect(wrong[0]!.text).toContain('xx-nowhere-1');
  });

  test('the preflight has one line if there is no sender of mails', async () => {
    const without = templates.map(({ Resources }) => ({ Resources }));
    const wrong = await lookForWrong({ templates: without });
    expect(wrong).toEqual([
      { name: 'mail sender', state: 'problem', text: expect.stringContaining('-c mailSender=…') },
    ]);
  });

  test('a check that the account may not read is reported as impossible', async () => {
    answers = {
      ...READY,
      ...asked('account.GetRegionOptStatus', { error: 'AccessDeniedException', status: 403 }),
    };
    const wrong = await lookForWrong();
    expect(wrong).toEqual([
      {
        name: 'region',
        state: 'unchecked',
        text: expect.stringContaining('Repeat the command with rights to read it.'),
      },
    ]);
  });
});

describe('the quotas of the account', () => {
  test('a quota that the account does not have has the default value', async () => {
    answers = {
      ...READY,
      'ServiceQuotasV.GetServiceQuota': () => ({ error: 'NoSuchResourceException' }),
      'ServiceQuotasV.GetAWSDefaultServiceQuota': READY['ServiceQuotasV.GetServiceQuota']!,
    };
    expect(await lookForWrong()).toEqual([]);
  });

  test('quotas of all regions are read where AWS answers them', async () => {
    const regions: Record<string, string> = {};
    answers['ServiceQuotasV.GetServiceQuota'] = (call) => {
      regions[call.input.QuotaCode] = call.region;
      return READY['ServiceQuotasV.GetServiceQuota']!(call);
    };
    await look();
    expect(regions['L-FE177D64']).toBe('us-east-1');
    expect(regions['L-01C8A9E0']).toBe(REGION);
  });

  test('consumers and callers count as executions, too, if there is no reservation', async () => {
    const without = (name: string, value: unknown) =>
      name === 'ReservedConcurrentExecutions' ? undefined : value;
    const unreserved = templatesOfAll(JSON.parse(JSON.stringify(production, without)));
    expect(executionsOf(unreserved)).toEqual({ reserved: 0, consumers, needed: consumers + 100 });
    // A consumer with reserved concurrency uses no other executions.
    const reserving = (_: string, value: unknown) =>
      (value as { FunctionName?: unknown } | null)?.FunctionName === 'pasarela-production-sepe-consumer'
        ? { ...(value as object), ReservedConcurrentExecutions: 20 }
        : value;
    expect(executionsOf(templatesWith(reserving))).toEqual({
      reserved: 220,
      consumers: consumers - OF_GROUP,
      needed: 220 + consumers - OF_GROUP + 100,
    });
    answers = { ...READY, ...NEW_ACCOUNT };
    const [found] = (await look({ templates: unreserved })).filter(({ name }) => name === 'executions');
    expect(found!.text).toMatch(
      new RegExp(
        `^Functions may serve 10 .* Consumers alone may take ${consumers}, and callers then get 500\\. Ask`,
      ),
    );
  });
});

test('the certificate of the panel is in the region from which CloudFront reads it', async () => {
  const panelWith = (region: string): Template => ({
    Resources: {
      Distribution: {
        Type: 'AWS::CloudFront::Distribution',
        Properties: {
          DistributionConfig: {
            Aliases: ['panel.example.com'],
            ViewerCertificate: { AcmCertificateArn: arnIn(region) },
          },
        },
      },
    },
  });
  answers = {
    ...READY,
    ...withCertificate({ SubjectAlternativeNames: [DOMAIN, 'panel.example.com'] }),
  };
  const certificateIn = async (region: string) =>
    (await look({ templates: [...templates, panelWith(region)] })).find(({ name }) => name === 'certificate');
  expect(await certificateIn('us-east-1')).toMatchObject({
    state: 'ok',
    text: `The certificate of ${DOMAIN} is issued. The certificate of panel.example.com is issued.`,
  });
  expect(await certificateIn(REGION)).toMatchObject({
    state: 'problem',
    text: `The certificate of panel.example.com is in ${REGION}. Request one from ACM in us-east-1.`,
  });
});

test('the templates are those of a deployment, without the code of functions', () => {
  const made = templatesOf({ stage: 'production', mailSender: SENDER });
  const panel = Object.values(made.pop()!.Resources).map(({ Type }) => Type);
  expect(panel).toEqual(expect.arrayContaining(['AWS::CloudFront::Distribution', 'AWS::S3::Bucket']));
  const deployed = [production, observed];
  expect(made.flatMap(({ Resources }) => Object.keys(Resources)).toSorted()).toEqual(
    deployed.flatMap((resources) => Object.keys(resources)).toSorted(),
  );
  expect(() => templatesOf({ stage: 'nowhere' })).toThrow('cdk.json describes no stage "nowhere"');
});

describe('the command of the preflight', () => {
  const named = [
    ...['--stage', 'production', '-c', `mailSender=${SENDER}`],
    ...Object.entries(OF_AUTHORITIES).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ];

  test('the command prints a line for each check, and exits with 1 if there is a problem', async () => {
    answers = { ...READY, ...NEW_ACCOUNT };
    const failed = await runCommand('preflight', named).catch((error) => error);
    expect(failed).toMatchObject({ code: 1 });
    const lines: string[] = failed.stdout.trim().split('\n');
    expect(lines).toHaveLength(Object.keys(PREFLIGHT).length);
    expect(lines.filter((line) => line.includes('PROBLEM'))).toEqual([
      expect.stringMatching(/^executions +PROBLEM +Functions may serve 10 calls/),
    ]);
  });

  test('the command asks for a region that is not named', async () => {
    await expect(runCommand('preflight', named, withoutAws)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('AWS_REGION'),
    });
  });

  test.each([
    ['no stage', [], /^--stage is missing/],
    ['what is no context', ['--stage', 'production', '-c', 'mailSender'], /not <key>=<value>/],
    ['an unknown option', ['--stag', 'production'], /'--stag'/],
  ])('the command with %s fails with an error that says so', async (_, args, message) => {
    await expect(runCommand('preflight', args)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(message),
    });
  });
});

test('the quotas of a stage that is deployed are checked by its own templates', async () => {
  const within = 'arn:aws:cloudformation:eu-south-2:111122223333:stack/api/one';
  const [gateway] = templates;
  const asked: string[] = [];
  answers = {
    ...READY,
    'query.GetTemplate': ({ input }) => {
      asked.push(input.StackName);
      const { Resources } = input.StackName === within ? gateway! : { Resources: {} };
      const body = JSON.stringify({ Resources }).replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      return `<GetTemplateResponse><GetTemplateResult><TemplateBody>${body}</TemplateBody></GetTemplateResult></GetTemplateResponse>`;
    },
  };
  const deployed = {
    stage: 'production',
    isEmulated: false,
    resources: [{ type: 'AWS::CloudFormation::Stack', logicalId: 'Api', name: within }],
  };
  const quotas = async () => (await examine(deployed as never, { quotas: SETTINGS.quotas! }))[0]!;
  expect(await quotas()).toMatchObject({
    state: 'ok',
    text: expect.stringMatching(new RegExp(` at least ${NEEDED}\\. Quotas that are large enough: 8\\.$`)),
  });
  expect(asked.toSorted()).toEqual([within, 'pasarela-production']);
  answers = { ...answers, ...NEW_ACCOUNT, 'query.GetTemplate': answers['query.GetTemplate']! };
  expect(await quotas()).toMatchObject({ state: 'problem', text: expect.stringContaining('10 calls') });
});

describe('the check from functions of whether authorities answer', () => {
  let invoked: string[];
  beforeEach(() => {
    invoked = [];
  });
  const doctor = async (payload: AwsAnswer, ...aliases: string[]) => {
    answers = {
      'lambda.Invoke': ({ input }) => {
        invoked.push(input.url.split('/')[3]);
        return payload;
      },
    };
    const resources = aliases.map((name) => ({ type: 'AWS::Lambda::Alias', logicalId: 'Alias', name }));
    const [found] = await examine({ stage: 'production', resources } as never, INSIDE);
    return found;
  };
  const seen = (answers: boolean, text: string) =>
    AUTHORITIES.map((authority) => ({
      authority,
      origin: `https://${authority}.test`,
      ...(authority === 'sepe' ? { answers, text } : { answers: true, text: 'TLSv1.2' }),
    }));

  test('the check passes if each authority answers', async () => {
    expect(await doctor(seen(true, 'asks for a certificate'))).toMatchObject({
      state: 'ok',
      text: 'TGSS, SEPE and AEAT answer functions by TLS: TLSv1.2, asks for a certificate.',
    });
  });

  test('the check calls by the alias of the schedule, if the stage has aliases', async () => {
    const arn = (name: string) =>
      `arn:aws:lambda:${REGION}:111122223333:function:pasarela-production-${name}`;
    await doctor(seen(true, 'TLSv1.2'));
    await doctor(seen(true, 'TLSv1.2'), arn('tramites:live'), arn('due-filings:live'));
    expect(invoked).toEqual(['pasarela-production-due-filings', arn('due-filings:live')]);
  });

  test('the check names an authority that does not answer, with its address and the reason', async () => {
    expect(await doctor(seen(false, 'ECONNREFUSED'))).toMatchObject({
      state: 'problem',
      text: expect.stringMatching(
        /^SEPE: https:\/\/sepe\.test does not answer a function by TLS \(ECONNREFUSED\)\./,
      ),
    });
  });
});
