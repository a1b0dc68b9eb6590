import type { Node } from 'constructs';
import * as z from 'zod';
import type { AuthorityTls } from '../shared/authorities/sites.ts';
import type { Limits } from '../shared/kernel/config.ts';
import { AUTHORITIES, type AuthorityName } from '../shared/kernel/errors.ts';
import { authorityTlsDescription, readAuthorityTls, readPem } from './authorities/tls.ts';
import { completeFrontDoor, type FrontDoor, frontDoorDescription } from './front-door/settings.ts';
import { panelDescription } from './panel/settings.ts';

/** Address of an authority's portal, with https. The final slash is removed because paths are appended. */
const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));

/** In place of addresses: stand-ins answer within the functions. */
const STAND_INS = 'stand-ins';

/** In place of an address that mails come from: no mails are sent. */
const NONE = 'none';

/** An emulator that cannot make an authorizer for the API. */
const NO_AUTHORIZER = 'no-authorizer';

/**
 * Regions of AWS, otherwise used here, in which SES is not offered: its table of endpoints in AWS's General Reference.
 * `npm run preflight` asks SES itself, so a region that is missing here is found before a deployment all the same.
 */
const REGIONS_WITHOUT_SES = ['eu-south-2'];

/** The region of SES from which mails are sent. Paris is the nearest to Spain that needs no opt-in. */
const mailRegion = z
  .string()
  .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be the name of a region of AWS')
  .refine((region) => !REGIONS_WITHOUT_SES.includes(region), 'SES is not offered in this region')
  .default('eu-west-3');

/** Longest that API Gateway waits for a function, in seconds: without and with a quota that AWS has raised. */
const USUAL_SECONDS = 29;
const MOST_SECONDS = 120;

/** A stage as `cdk.json` describes it. */
const description = z.strictObject({
  authorities: z.union([
    z.literal(STAND_INS),
    z.strictObject({ tgss: address, sepe: address, aeat: address, dehu: address }).partial(),
  ]),
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
  detailedMetrics: z.boolean(),
  tracing: z.boolean().default(false),
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
  fixedAddresses: z.int().min(1).max(3).optional(),
  alarms: z
    .strictObject({
      unknownOutcomes: z.int().min(1).default(5),
      unansweredExchanges: z.int().min(1).default(5),
    })
    .prefault({}),
  apiSeconds: z.int().min(USUAL_SECONDS).max(MOST_SECONDS).default(USUAL_SECONDS),
});

/** All the differences between deployments. */
export interface Stage {
  /** `cdk.json` describes `sandbox` and `production`. Callers can choose scenarios only on `sandbox`. */
  name: string;
  /** The address of each authority; empty where stand-ins answer within the functions. */
  authorities: Record<AuthorityName, string>;
  /** Stand-in authorities answer within the functions: on `sandbox` only, and only if no addresses were given. */
  standIns: boolean;
  /** PEM that is trusted for all authorities in addition to the roots that Node has. Empty for none. */
  authorityCa: string;
  /** How TLS is with each authority, where it is not the usual: 1.2 or later, the host of its address, and these roots. */
  authorityTls: AuthorityTls;
  /** Refuse identifiers whose check digits are wrong. */
  strictIdentifiers: boolean;
  /** Names of the exchanges to use although they are marked `offUntilSeen`. */
  switchedOn: 'all' | string[];
  /**
   * Days, 60 at most, for which an authority is asked again about what is not known yet: an unknown outcome, or an answer
   * that it prepares.
   */
  giveUpDays: number;
  /** How much an account, and a user, may have. */
  limits: Limits;
  /**
   * Keep conversations with the authorities, without personal data, among the documents, so that it can be held against the
   * exchanges (`npm run wire:check`). Each exchange waits for that.
   */
  keepConversations: boolean;
  /** Keep tables, buckets, key, secrets and logs when the stack is deleted, but for one that was never complete. */
  keepData: boolean;
  /**
   * Refuse the deletion of stack and tables. Where data is kept, after the first deployment: one that fails could otherwise
   * not be undone.
   */
  isProtected: boolean;
  /**
   * Encrypt tables, logs and the topic of alarms, too, with the key of the stage, in place of keys that AWS has for all:
   * without the right to use that key no one reads anything.
   */
  ownKey: boolean;
  /** Days for which documents of the authorities are kept. */
  documentDays: number;
  /**
   * Years for which the evidence of filings is kept and cannot be deleted, 20 at most. Without it, it is not locked and
   * is kept as long as documents.
   */
  evidenceYears?: number | undefined;
  /** Days for which logs are kept. */
  logDays: number;
  /** API Gateway counts and times each path, which costs dollars a month for each of them (`docs/operations.md`). */
  detailedMetrics: boolean;
  /** Functions write traces for X-Ray, which nothing here reads; AWS bills each (`docs/operations.md`). */
  tracing: boolean;
  /** A function calls the stage every five minutes as an integrator does. Its user is made by a command. */
  canary: boolean;
  /**
   * Sender of mails; SES must have verified the address. A sandbox that lacks it sends no mails; for any other stage the
   * deployment, and nothing before it, asks for it.
   */
  mailSender?: string | undefined;
  /** Region of SES from which mails are sent, which need not be the region of the stage: not every region has SES. */
  mailRegion: string;
  /**
   * Address of an authority that time-stamps the evidence of filings (RFC 3161); none without it. Many have no TLS: what is
   * sent there is a hash, and what comes back is signed.
   */
  timeStampAuthority?: string | undefined;
  /** Domain, TLS and limits of what stands between callers and the API. */
  frontDoor: FrontDoor;
  /** The panel for people, a stack of its own; `false` for none. */
  panel: z.output<typeof panelDescription>;
  /** Where the panel is, to which the page of a new password leads; that of its domain, if it has one. None: it leads nowhere. */
  panelUrl?: string | undefined;
  /**
   * ARNs of the streams of tables that were restored: AWS gives such a table another stream, and what read the one before
   * goes on reading nothing (`docs/operations.md`).
   */
  streams: Partial<Record<'accounts' | 'filings' | 'obligations' | 'events', string>>;
  /**
   * Calls that a function may work on at the same time, by its name: of a group (`seg-social`), of its consumer
   * (`seg-social-consumer`), or `authorizer`, `due-filings` and `deliveries`. They are kept for it, and taken from all others of the AWS
   * account, which must have 100 left. Others have no limit of their own.
   */
  reservedConcurrency: Record<string, number>;
  /**
   * By how many addresses that stay the same functions reach the authorities, each in an availability zone of its own.
   * Without it, by any address of AWS. Each costs dollars an hour (`docs/operations.md`).
   */
  fixedAddresses?: number | undefined;
  /**
   * Of one authority, in 15 minutes: filings whose outcome became unknown, and exchanges without an answer while none had one,
   * from which on an alarm tells a person.
   */
  alarms: { unknownOutcomes: number; unansweredExchanges: number };
  /**
   * Seconds for which API Gateway waits for a function, 29 to 120. An authority has four seconds less. More than 29 need a
   * quota of the AWS account that was raised.
   */
  apiSeconds: number;
  /**
   * New versions of functions get all calls at once, and no alarm takes them back: for a deployment that is to end an alarm,
   * or whose alarms are not there yet.
   */
  deployAtOnce: boolean;
  /**
   * Set for an emulator that reads API keys only from the header `x-api-key`, so that no method requires one there: here
   * they come from the authorizer. One that cannot make an authorizer has none.
   */
  emulator?: { requireApiKey: false; authorizer: boolean };
}

/**
 * Reads the stage from the context on the command line:
 *
 *     cdk deploy '**' -c stage=sandbox
 *     cdk deploy '**' -c stage=sandbox -c tgssUrl=… -c sepeUrl=… -c aeatUrl=… -c dehuUrl=… -c authorityCaFile=ca.pem
 *
 * `tgssUrl`, `sepeUrl`, `aeatUrl`, `dehuUrl`, `strictIdentifiers`, `keepConversations`, `canary`, `mailSender`, `mailRegion`, `panelUrl` and `timeStampAuthority` override the
 * stage's description in `cdk.json`;
 * with the addresses, others than the stand-ins in the functions are the authorities of a sandbox, such as those of
 * `npm run sandbox`. `authorityCaFile` is a path to a PEM. `firstDeployment=true` leaves out protection against deletion;
 * the next deployment, without it, switches that on. `mailSender=none` leaves the sender of a sandbox out.
 * `deployAtOnce=true` gives new versions of functions all calls at once, whatever alarms are raised.
 * `emulator=true` deploys to an emulator that knows no API keys of authorizers, and has neither domains nor a web ACL:
 * there the API has its default address, whatever the stage says. `emulator=no-authorizer` leaves the authorizer out, too.
 * @throws Error that names what is missing or wrong
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
  // Callers choose there what goes wrong, and everybody can get a certificate.
  if (standIns && name !== 'sandbox') throw new Error(`stage "${name}" must not have stand-in authorities`);

  if (stage.data.canary && stage.data.frontDoor.mutualTls)
    throw new Error(
      `stage "${name}": a canary has no certificate to show: canary and mutualTls exclude each other`,
    );

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
      fixedAddresses: undefined,
    }),
  };
};

/** @throws Error if one is missing */
const addressesOf = (
  name: string,
  authorities: z.output<typeof description>['authorities'],
): Record<AuthorityName, string> => {
  if (authorities === STAND_INS) return { tgss: '', sepe: '', aeat: '', dehu: '' };
  const { tgss, sepe, aeat, dehu } = authorities;
  if (!tgss || !sepe || !aeat || !dehu) {
    throw new Error(
      `stage "${name}" has no address for each authority: give all of them ` +
        'with -c tgssUrl=https://… -c sepeUrl=https://… -c aeatUrl=https://… -c dehuUrl=https://…',
    );
  }
  return { tgss, sepe, aeat, dehu };
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
