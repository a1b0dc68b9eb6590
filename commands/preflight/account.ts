import { AccountClient, GetRegionOptStatusCommand } from '@aws-sdk/client-account';
import { ACMClient, DescribeCertificateCommand } from '@aws-sdk/client-acm';
import { BudgetsClient, DescribeBudgetNotificationsForAccountCommand } from '@aws-sdk/client-budgets';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { LambdaClient, ListLayersCommand } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { panelStackName } from '../../infra/names.ts';
import { type Check, type Finding, ok, problem, together, unchecked } from '../doctor/check.ts';
import { lookAtSender } from '../doctor/mail-sender.ts';
import { lookAtExecutions, lookAtQuotas, lookAtTimeout, ofType, type Template } from '../doctor/quotas.ts';
import { lookAtRuntimePatch } from '../doctor/runtime.ts';
import { lookAtTrusted } from '../doctor/trusted.ts';
import { lookAtAuthorities } from './authorities.ts';

/** A stage to deploy, with its region. */
export interface Flight {
  stage: string;
  templates: Template[];
  region: string;
  now(): Date;
}

/** Region of AWS's global services. */
const GLOBAL = { region: 'us-east-1' };

const accountId = async (): Promise<string> => {
  const { Account = '' } = await new STSClient().send(new GetCallerIdentityCommand({}));
  return Account;
};

const account: Check<Flight> = async ({ stage, region }) =>
  ok(`Stage ${stage} will be in AWS account ${await accountId()}, region ${region}.`);

const regionEnabled: Check<Flight> = async ({ region }) => {
  const { RegionOptStatus } = await new AccountClient(GLOBAL).send(
    new GetRegionOptStatusCommand({ RegionName: region }),
  );
  if (RegionOptStatus === 'ENABLED' || RegionOptStatus === 'ENABLED_BY_DEFAULT')
    return ok(`${region} is enabled.`);
  return problem(
    RegionOptStatus === 'ENABLING'
      ? `${region} is being enabled. Wait: that takes minutes to hours.`
      : `${region} is not enabled (${RegionOptStatus}). Enable it: aws account enable-region --region-name ${region}.`,
  );
};

/** AWS may refuse CloudFront to a new AWS account, and has no call that says so: only a panel that is there proves the contrary. */
const cloudFront: Check<Flight> = async ({ stage, templates }) => {
  if (ofType(templates, 'CloudFront::Distribution').length === 0) return ok('The stage has no CloudFront.');
  const StackName = panelStackName({ name: stage });
  const { Stacks = [] } = await new CloudFormationClient()
    .send(new DescribeStacksCommand({ StackName }))
    .catch((error: Error) => {
      if (error.name !== 'ValidationError') throw error;
      return { Stacks: [] };
    });
  return Stacks.some(
    ({ StackStatus = '' }) => /^(CREATE|UPDATE)_/.test(StackStatus) && StackStatus.endsWith('_COMPLETE'),
  )
    ? ok(`CloudFront serves ${StackName}.`)
    : unchecked(
        'AWS refuses CloudFront to some new accounts ("Your account must be verified"), and only a deployment shows it. Ask AWS ' +
          'Support before the first one (Account and billing, free of charge), or deploy with "panel": false until then.',
      );
};

/** Lambda lists layers only for runtimes and architectures that it supports. */
const runtime: Check<Flight> = async ({ templates, region }) => {
  const made = ofType(templates, 'Lambda::Function').map(
    ({ Properties: { Runtime, Architectures = ['x86_64'] } }) => ({
      Runtime,
      Architecture: Architectures[0],
    }),
  );
  const kinds = new Map(made.map((one) => [JSON.stringify(one), one]));
  const findings = await Promise.all(
    [...kinds.values()].map(async ({ Runtime, Architecture }): Promise<Finding> => {
      const wanted = { CompatibleRuntime: Runtime, CompatibleArchitecture: Architecture, MaxItems: 1 };
      try {
        await new LambdaClient().send(new ListLayersCommand(wanted));
        return ok('');
      } catch (error) {
        if (!REFUSED.includes((error as Error).name)) throw error;
        return problem(
          `Lambda in ${region} does not offer ${Runtime} on ${Architecture}. Deploy to another region, or set another runtime.`,
        );
      }
    }),
  );
  const names = [...kinds.values()].map(({ Runtime, Architecture }) => `${Runtime} on ${Architecture}`);
  return together(findings, `Lambda offers ${names.join(', ')}.`);
};

/** Errors with which Lambda rejects an unknown value. */
const REFUSED = ['InvalidParameterValueException', 'ValidationException'];

const mailSender: Check<Flight> = ({ stage, templates }) => {
  const output = (name: string) =>
    templates.flatMap(({ Outputs }) => Outputs?.[name]?.Value ?? []).find((one) => typeof one === 'string');
  return lookAtSender(stage, output('MailSender'), output('MailRegion'));
};

const bills: Check<Flight> = async () => {
  const { BudgetNotificationsForAccount = [] } = await new BudgetsClient(GLOBAL).send(
    new DescribeBudgetNotificationsForAccountCommand({ AccountId: await accountId() }),
  );
  const notifying = BudgetNotificationsForAccount.filter(
    ({ Notifications = [] }) => Notifications.length > 0,
  );
  return notifying.length > 0
    ? ok(`Budgets with a notification: ${notifying.map(({ BudgetName }) => BudgetName).join(', ')}.`)
    : problem(
        'No budget notifies a person of the costs of this AWS account. Create one with a notification (Billing, Budgets).',
      );
};

/** Milliseconds before expiry from which a certificate counts as a problem. AWS renews its own 60 days before. */
const EXPIRING_MS = 30 * 24 * 60 * 60 * 1000;

/** A domain and its certificate, with the region that the certificate must be in. */
interface Domain {
  DomainName: string;
  arn: string;
  region: string;
}

/** Domains of the API and of the panel. CloudFront accepts certificates from one region only. */
const domainsIn = (templates: Template[], region: string): Domain[] => [
  ...ofType(templates, 'ApiGateway::DomainName').map(
    ({ Properties: { DomainName, RegionalCertificateArn: arn } }): Domain => ({ DomainName, arn, region }),
  ),
  ...ofType(templates, 'CloudFront::Distribution').flatMap(
    ({ Properties: { DistributionConfig: config } }) =>
      (config.Aliases ?? []).map((DomainName: string) => {
        const arn: string = config.ViewerCertificate.AcmCertificateArn;
        return { DomainName, arn, region: 'us-east-1' };
      }) as Domain[],
  ),
];

const certificates: Check<Flight> = async ({ templates, region, now }) => {
  const domains = domainsIn(templates, region);
  if (domains.length === 0) return ok('The stage has no domain of its own, and needs no certificate.');
  const findings = await Promise.all(domains.map((one) => certificateOf(one, now())));
  return together(findings, findings.map(({ text }) => text).join(' '));
};

const certificateOf = async ({ DomainName, arn, region }: Domain, now: Date): Promise<Finding> => {
  const own = arn.split(':')[3];
  if (own !== region)
    return problem(`The certificate of ${DomainName} is in ${own}. Request one from ACM in ${region}.`);
  const { Certificate } = await new ACMClient({ region }).send(
    new DescribeCertificateCommand({ CertificateArn: arn }),
  );
  const { Status, SubjectAlternativeNames: names = [], NotAfter } = Certificate ?? {};
  if (Status === 'PENDING_VALIDATION')
    return problem(
      `The certificate of ${DomainName} is not validated yet. Create the DNS record that ACM shows.`,
    );
  if (Status !== 'ISSUED')
    return problem(`The certificate of ${DomainName} is ${Status}. Request a new one from ACM.`);
  if (!names.some((name) => name === DomainName || name === DomainName.replace(/^[^.]+/, '*')))
    return problem(
      `The certificate is for ${names.join(', ')}, and not for ${DomainName}. Request one for it from ACM.`,
    );
  if (NotAfter && NotAfter.getTime() - now.getTime() < EXPIRING_MS)
    return problem(
      `The certificate of ${DomainName} ends on ${NotAfter.toISOString().slice(0, 10)}. Find out in ACM why it was not renewed automatically.`,
    );
  return ok(`The certificate of ${DomainName} is issued.`);
};

/** Checks of the AWS account before a deployment. */
export const PREFLIGHT: Record<string, Check<Flight>> = {
  account,
  executions: ({ templates }) => lookAtExecutions(templates),
  CloudFront: cloudFront,
  region: regionEnabled,
  runtime,
  'runtime patch': async ({ templates, now }) => lookAtRuntimePatch(templates, now()),
  quotas: ({ templates }) => lookAtQuotas(templates),
  timeout: ({ templates }) => lookAtTimeout(templates),
  'mail sender': mailSender,
  bills,
  certificate: certificates,
  authorities: ({ templates, now }) => lookAtAuthorities(templates, now()),
  'trusted certificates': async ({ now }) => lookAtTrusted(now()),
};
