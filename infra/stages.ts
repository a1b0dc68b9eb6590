import type { Node } from 'constructs';
import * as z from 'zod';
import type { AuthorityTls } from '../shared/authorities/sites.ts';
import type { Limits } from '../shared/kernel/config.ts';
import { AUTHORITIES, type AuthorityName, byAuthority } from '../shared/kernel/errors.ts';
import { authorityTlsDescription, readAuthorityTls, readPem } from './authorities/tls.ts';
import { completeFrontDoor, type FrontDoor, frontDoorDescription } from './front-door/settings.ts';
import { panelDescription } from './panel/settings.ts';

/** Address of an authority's portal, with https. The final slash is removed because paths are appended. */
const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));

/** In place of addresses: the stand-ins run inside the functions. */
const STAND_INS = 'stand-ins';

/** In place of a sender: the stage sends no mails. */
const NONE = 'none';

/** Names an emulator that cannot create an authorizer. */
const NO_AUTHORIZER = 'no-authorizer';

/**
 * Regions that this project uses and where SES is not offered, by AWS's General Reference. `npm run preflight` asks
 * SES itself, so a region that is missing here is still found before a deployment.
 */
const REGIONS_WITHOUT_SES = ['eu-south-2'];

/** SES region for mails. Paris is the nearest region to Spain that needs no opt-in. */
const mailRegion = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of a region of AWS')
  .refine((region) => !REGIONS_WITHOUT_SES.includes(region), 'SES is not offered in this region')
  .default('eu-west-3');

/** Longest time that API Gateway waits for a function, in seconds, by default and with a raised quota. */
const USUAL_SECONDS = 29;
const MOST_SECONDS = 120;

/** A stage as `cdk.json` describes it. */
const description = z.strictObject({
  authorities: z.union([z.literal(STAND_INS), z.strictObject(byAuthority(() => address)).partial()]),
  authorityTls: authorityTlsDescription.default({}),
  strictIdentifiers: z.boolean(),
  switchedOn: z.union([z.literal('all'), z.array(z.string())]),
  keepData: z.boolean(),
  ownKey: z.boolean(),
  giveUpDays: z.int().min(1).max(60),
  limits: z.strictObject({
    clients: z.int().min(1),
    certificates: z.int().min(1),
    derivationsPerHour: z.int().min(1),
    queued: z.int().min(1),
  }),
  keepConversations: z.boolean(),
  documentDays: z.int().min(1),
  evidenceYears: z.int().min(1).max(20).optional(),
  logDays: z.literal([7, 30, 90, 180, 400]),
  runtimePatched: z.iso.date().optional(),
  detailedMetrics: z.boolean(),
  canary: z.boolean().default(false),
  mailSender: z.email().optional(),
  mailRegion,
  timeStampAuthority: z.url({ protocol: /^https?$/ }).optional(),
  frontDoor: frontDoorDescription.prefault({}),
  panel: panelDescription.default({}),
  panelUrl: z.url({ protocol: /^https?$/ }).optional(),
  streams: z
    .partialRecord(
      z.literal(['accounts', 'filings', 'obligations', 'events']),
      z.string().regex(/^arn:[\w-]+:dynamodb:.+:table\/[^/]+\/stream\//),
    )
    .default({}),
  reservedConcurrency: z.record(z.string(), z.int().min(1)).default({}),
  alarms: z
    .strictObject({
      unknownOutcomes: z.int().min(1).default(5),
      unansweredExchanges: z.int().min(1).default(5),
    })
    .prefault({}),
  apiSeconds: z.int().min(USUAL_SECONDS).max(MOST_SECONDS).default(USUAL_SECONDS),
});

/** Settings of a stage: everything in which deployments differ. */
export interface Stage {
  /** `sandbox` or `production` in `cdk.json`. Only on `sandbox` can callers choose scenarios. */
  name: string;
  /** Address of each authority; empty if the stand-ins run inside the functions. */
  authorities: Record<AuthorityName, string>;
  /** Whether the stand-ins run inside the functions: only on `sandbox`, and only if no addresses are given. */
  standIns: boolean;
  /** PEM that is trusted for all authorities besides Node's roots; may be empty. */
  authorityCa: string;
  /** TLS settings of authorities that need other ones than the default: TLS 1.2 or later, the address's host, Node's roots. */
  authorityTls: AuthorityTls;
  /** Whether identifiers with wrong check digits are refused. */
  strictIdentifiers: boolean;
  /** Names of exchanges that are enabled although they are marked `offUntilSeen`. */
  switchedOn: 'all' | string[];
  /**
   * Days, 60 at most, for which the schedule asks an authority again about an unknown outcome or an answer that it
   * prepares.
   */
  giveUpDays: number;
  /** Limits of an account and of a user. */
  limits: Limits;
  /**
   * Whether conversations with the authorities are stored with the documents, without personal data, for `npm run
   * wire:check`. Each exchange waits for that write.
   */
  keepConversations: boolean;
  /**
   * Whether tables, buckets, key, secrets and logs survive the deletion of the stack, unless its creation failed.
   */
  keepData: boolean;
  /**
   * Whether stack and tables are protected from deletion. On stages that keep data this applies from the second deployment on,
   * because a first deployment that fails could otherwise not be undone.
   */
  isProtected: boolean;
  /**
   * Whether the stage's own KMS key also encrypts tables, logs and the alarm topic, in place of AWS's keys. Then they can only
   * be read with the right to use that key.
   */
  ownKey: boolean;
  /** Retention of authorities' documents, in days. */
  documentDays: number;
  /**
   * Years, 20 at most, for which the evidence of filings is kept and locked. Without it, evidence is not locked and
   * is kept as long as documents.
   */
  evidenceYears?: number | undefined;
  /** Retention of logs, in days. */
  logDays: number;
  /**
   * Day, such as `2026-11-29`, on which all functions last got the newest version of their runtime. With it the version
   * changes with deployments only; without it AWS changes it by itself.
   */
  runtimePatched?: string | undefined;
  /** Whether API Gateway publishes metrics for each path, which AWS bills by path (`docs/operations.md`). */
  detailedMetrics: boolean;
  /** Whether a canary calls the stage every five minutes. A command creates its user. */
  canary: boolean;
  /**
   * Sender of mails, verified by SES. A sandbox without one sends no mails; any other stage needs it when it is
   * deployed, and not before.
   */
  mailSender?: string | undefined;
  /** SES region for mails. It may differ from the stage's region, since not every region has SES. */
  mailRegion: string;
  /**
   * Address of a time-stamp authority (RFC 3161) for the evidence of filings. It may lack TLS: only a hash is sent,
   * and the answer is signed.
   */
  timeStampAuthority?: string | undefined;
  /** Domain, TLS and limits between callers and the API. */
  frontDoor: FrontDoor;
  /** Settings of the panel, which is a stack of its own; `false` for none. */
  panel: z.output<typeof panelDescription>;
  /**
   * Address of the panel, by default its custom domain. The page that sets a password links there, if it is known.
   */
  panelUrl?: string | undefined;
  /**
   * Stream ARNs of restored tables. AWS gives a restored table a new stream, while the event source still reads the
   * old one (`docs/operations.md`).
   */
  streams: Partial<Record<'accounts' | 'filings' | 'obligations' | 'events', string>>;
  /**
   * Reserved concurrency by function: a group (`seg-social`), its consumer (`seg-social-consumer`), `authorizer`,
   * `due-filings` or `changes`. AWS subtracts it from the concurrency of all other functions of the AWS account,
   * of which 100 must remain. Functions without an entry have no limit of their own.
   */
  reservedConcurrency: Record<string, number>;
  /**
   * Thresholds of alarms for one authority, in 15 minutes: filings whose outcome became unknown, and exchanges
   * without an answer while none had one.
   */
  alarms: { unknownOutcomes: number; unansweredExchanges: number };
  /**
   * Seconds for which API Gateway waits for a function, 29 to 120. An authority has four seconds less. More than 29 need a
   * quota of the AWS account that was raised.
   */
  apiSeconds: number;
  /**
   * Shifts all calls to new versions at once, without a rollback by alarms: for a deployment that ends an alarm, or
   * whose alarms do not exist yet.
   */
  deployAtOnce: boolean;
  /**
   * Set for an emulator. Emulators read API keys only from the header `x-api-key`, while here the authorizer supplies
   * them, so no method requires one. `authorizer` is false where the emulator cannot create one.
   */
  emulator?: { requireApiKey: false; authorizer: boolean };
}

/**
 * Reads the stage from the CDK context on the command line:
 *
 *     cdk deploy '**' -c stage=sandbox
 *     cdk deploy '**' -c stage=sandbox -c tgssUrl=… -c sepeUrl=… [and so on] -c authorityCaFile=ca.pem
 *
 * - `tgssUrl` and the like: the addresses of all authorities, in place of the stand-ins in the functions.
 * - `strictIdentifiers`, `keepConversations`, `canary`, `mailSender`, `mailRegion`, `panelUrl` and `timeStampAuthority`
 *   override the stage's settings in `cdk.json`. `mailSender=none` lets a sandbox send no mails.
 * - `authorityCaFile`: path of a PEM that is trusted for all authorities.
 * - `firstDeployment=true`: no deletion protection; the next deployment, without it, switches that on.
 * - `deployAtOnce=true`: new versions get all calls at once, whatever alarms fire.
 * - `emulator=true`: deploys to an emulator, which has no API keys of authorizers, no domains and no web ACL.
 *   `emulator=no-authorizer` also leaves out the authorizer.
 * @throws Error that names a missing or wrong setting
 */
export const readStage = (context: Node): Stage => {
  const given = (key: string): string | undefined => context.tryGetContext(key)?.toString();

  const name = given('stage') ?? 'sandbox';
  const described = context.tryGetContext('stages')?.[name];
  if (!described) throw new Error(`cdk.json describes no stage "${name}"`);

  const urls = withoutUndefined(
    Object.fromEntries(AUTHORITIES.map((authority) => [authority, given(`${authority}Url`)])),
  );
  const isGiven = Object.keys(urls).length > 0;
  const stage = description.safeParse({
    ...described,
    ...(isGiven && {
      authorities: { ...(described.authorities !== STAND_INS && described.authorities), ...urls },
    }),
    ...withoutUndefined({
      strictIdentifiers: flag(given('strictIdentifiers'), 'strictIdentifiers'),
      keepConversations: flag(given('keepConversations'), 'keepConversations'),
      canary: flag(given('canary'), 'canary'),
      mailSender: given('mailSender'),
      mailRegion: given('mailRegion'),
      panelUrl: given('panelUrl'),
      timeStampAuthority: given('timeStampAuthority'),
    }),
    ...(given('mailSender') === NONE && { mailSender: undefined }),
  });
  if (!stage.success) throw new Error(`stage "${name}": ${z.prettifyError(stage.error)}`);

  const standIns = stage.data.authorities === STAND_INS;
  const authorityCa = standIns ? '' : readPem(given('authorityCaFile'));
  if (name !== 'sandbox' && given('mailSender') === NONE)
    throw new Error(
      `stage "${name}" has no sender of mails: give an address that SES has verified, -c mailSender=…`,
    );
  const hasNoAuthorizer = given('emulator') === NO_AUTHORIZER;
  if (hasNoAuthorizer && name !== 'sandbox')
    throw new Error(`stage "${name}" must have an authorizer: -c emulator=${NO_AUTHORIZER} is for a sandbox`);
  // Callers of a sandbox choose scenarios, and anybody can get a test certificate.
  if (standIns && name !== 'sandbox') throw new Error(`stage "${name}" must not have stand-in authorities`);

  const { domain } = stage.data.panel || {};
  return {
    ...stage.data,
    name,
    panelUrl: stage.data.panelUrl ?? (domain && `https://${domain.name}/`),
    frontDoor: completeFrontDoor(stage.data.frontDoor, { limitsAddresses: name !== 'sandbox' }),
    authorities: addressesOf(name, stage.data.authorities),
    standIns,
    deployAtOnce: flag(given('deployAtOnce'), 'deployAtOnce') ?? false,
    isProtected: stage.data.keepData && !flag(given('firstDeployment'), 'firstDeployment'),
    authorityCa,
    authorityTls: standIns ? {} : readAuthorityTls(stage.data.authorityTls, authorityCa),
    ...((hasNoAuthorizer || flag(given('emulator'), 'emulator')) && {
      emulator: { requireApiKey: false, authorizer: !hasNoAuthorizer },
      frontDoor: completeFrontDoor(frontDoorDescription.parse({}), { limitsAddresses: false }),
      reservedConcurrency: {},
    }),
  };
};

/** @throws Error if an address is missing */
const addressesOf = (
  name: string,
  authorities: z.output<typeof description>['authorities'],
): Record<AuthorityName, string> => {
  if (authorities === STAND_INS) return byAuthority(() => '');
  return byAuthority((authority) => {
    const given = authorities[authority];
    if (given) return given;
    const options = AUTHORITIES.map((authority) => `-c ${authority}Url=https://…`).join(' ');
    throw new Error(`stage "${name}" has no address for each authority: give all of them with ${options}`);
  });
};

const flag = (value: string | undefined, key: string): boolean | undefined => {
  if (value === undefined) return undefined;
  if (value !== 'true' && value !== 'false') throw new Error(`-c ${key}= takes true or false`);
  return value === 'true';
};

const withoutUndefined = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
