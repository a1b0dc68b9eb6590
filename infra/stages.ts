import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import * as z from 'zod';
import type { Limits } from '../shared/config.ts';
import type { AuthorityName } from '../shared/errors.ts';
import { type FrontDoor, frontDoorDescription } from './front-door/settings.ts';

/** Address of an authority's portal, with https. The final slash is removed because paths are appended. */
const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));

/** In place of addresses: stand-ins answer within the functions. */
const STAND_INS = 'stand-ins';

/** A stage as `cdk.json` describes it. */
const description = z.strictObject({
  authorities: z.union([
    z.literal(STAND_INS),
    z.strictObject({ tgss: address, sepe: address, aeat: address }).partial(),
  ]),
  strictIdentifiers: z.boolean(),
  switchedOn: z.union([z.literal('all'), z.array(z.string())]),
  keepData: z.boolean(),
  ownKey: z.boolean(),
  unknownHoldsHours: z.int().min(1).max(24),
  giveUpDays: z.int().min(1).max(60),
  limits: z.strictObject({
    clients: z.int().min(1),
    certificates: z.int().min(1),
    derivationsPerHour: z.int().min(1),
  }),
  keepConversations: z.boolean(),
  documentDays: z.int().min(1),
  evidenceYears: z.int().min(1).max(20).optional(),
  logDays: z.literal([7, 30, 90, 180, 400]),
  detailedMetrics: z.boolean(),
  mailSender: z.email().optional(),
  frontDoor: frontDoorDescription.prefault({}),
  reservedConcurrency: z.record(z.string(), z.int().min(1)).default({}),
});

/** All the differences between deployments. */
export interface Stage {
  /** `cdk.json` describes `sandbox` and `production`. Callers can choose scenarios only on `sandbox`. */
  name: string;
  /** The address of each authority; empty where stand-ins answer within the functions. */
  authorities: Record<AuthorityName, string>;
  /** Stand-in authorities answer within the functions: on `sandbox` only, and only if no addresses were given. */
  standIns: boolean;
  /** PEM of the certificate authority that signs the authorities' certificates. Empty for the system's own ones. */
  authorityCa: string;
  /** Refuse identifiers whose check digits are wrong. */
  strictIdentifiers: boolean;
  /** Names of the exchanges to use although they are marked `offUntilSeen`. */
  switchedOn: 'all' | string[];
  /** Hours, 24 at most, for which an unknown outcome keeps an equal submission from being made. */
  unknownHoldsHours: number;
  /**
   * Days, 60 at most, for which an authority is asked again about what is not known yet: an unknown outcome, or an answer
   * that it prepares.
   */
  giveUpDays: number;
  /** How much an account, and a user, may have. */
  limits: Limits;
  /**
   * Keep what is said with the authorities, without personal data, among the documents, so that it can be held against the
   * exchanges (`npm run wire:check`). Each exchange waits for that.
   */
  keepConversations: boolean;
  /** Keep tables, bucket, key and secrets when the stack is deleted, and protect them against deletion by mistake. */
  keepData: boolean;
  /**
   * Encrypt tables, logs and the topic of alarms, too, with the key of the stage, in place of keys that AWS has for all:
   * whoever may not use that key reads nothing, whatever else he may do.
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
  /** API Gateway counts and times each method, which costs dollars a month for each of them (`docs/operations.md`). */
  detailedMetrics: boolean;
  /** Sender of mails; SES must have verified the address. Only a sandbox may lack it: then no mail is sent. */
  mailSender?: string | undefined;
  /** Domain, TLS and limits of what stands between callers and the API. */
  frontDoor: FrontDoor;
  /**
   * Calls that a function may work on at the same time, by its name: of a group (`seg-social`), of its worker
   * (`seg-social-worker`), or `authorizer` and `due-filings`. They are kept for it, and taken from all others of the AWS
   * account, which must have 100 left. Others have no limit of their own.
   */
  reservedConcurrency: Record<string, number>;
  /**
   * Set for an emulator that reads API keys only from the header `x-api-key`. Here they come from the authorizer, so no
   * method requires a key there.
   */
  emulator?: { requireApiKey: false };
}

/**
 * Reads the stage from the context on the command line:
 *
 *     cdk deploy -c stage=sandbox
 *     cdk deploy -c stage=sandbox -c tgssUrl=… -c sepeUrl=… -c aeatUrl=… -c authorityCaFile=ca.pem
 *
 * `tgssUrl`, `sepeUrl`, `aeatUrl`, `strictIdentifiers`, `keepConversations` and `mailSender` override the stage's description in `cdk.json`;
 * with the addresses, others than the stand-ins in the functions are the authorities of a sandbox, such as those of
 * `npm run sandbox`. `authorityCaFile` is a path to a PEM. `emulator=true` deploys to an emulator that knows no API keys of
 * authorizers, and has neither domains nor a web ACL: there the API has its default address, whatever the stage says.
 * @throws Error that names what is missing or wrong
 */
export const readStage = (context: Node): Stage => {
  const given = (key: string): string | undefined => context.tryGetContext(key)?.toString();

  const name = given('stage') ?? 'sandbox';
  const described = context.tryGetContext('stages')?.[name];
  if (!described) throw new Error(`cdk.json describes no stage "${name}"`);

  const urls = withoutUndefined({ tgss: given('tgssUrl'), sepe: given('sepeUrl'), aeat: given('aeatUrl') });
  const isGiven = Object.keys(urls).length > 0;
  const stage = description.safeParse({
    ...described,
    ...(isGiven && {
      authorities: { ...(described.authorities !== STAND_INS && described.authorities), ...urls },
    }),
    ...withoutUndefined({
      strictIdentifiers: flag(given('strictIdentifiers'), 'strictIdentifiers'),
      keepConversations: flag(given('keepConversations'), 'keepConversations'),
      mailSender: given('mailSender'),
    }),
  });
  if (!stage.success) throw new Error(`stage "${name}": ${z.prettifyError(stage.error)}`);

  const standIns = stage.data.authorities === STAND_INS;
  if (name !== 'sandbox' && !stage.data.mailSender)
    throw new Error(
      `stage "${name}" has no sender of mails: give an address that SES has verified, -c mailSender=…`,
    );
  // Callers choose there what goes wrong, and everybody can get a certificate.
  if (standIns && name !== 'sandbox') throw new Error(`stage "${name}" must not have stand-in authorities`);

  return {
    ...stage.data,
    name,
    authorities: addressesOf(name, stage.data.authorities),
    standIns,
    authorityCa: standIns ? '' : readCa(given('authorityCaFile')),
    ...(flag(given('emulator'), 'emulator') && {
      emulator: { requireApiKey: false },
      frontDoor: frontDoorDescription.parse({}),
      reservedConcurrency: {},
    }),
  };
};

/** @throws Error if one is missing */
const addressesOf = (
  name: string,
  authorities: z.output<typeof description>['authorities'],
): Record<AuthorityName, string> => {
  if (authorities === STAND_INS) return { tgss: '', sepe: '', aeat: '' };
  const { tgss, sepe, aeat } = authorities;
  if (!tgss || !sepe || !aeat) {
    throw new Error(
      `stage "${name}" has no address for each authority: give all of them ` +
        'with -c tgssUrl=https://… -c sepeUrl=https://… -c aeatUrl=https://…',
    );
  }
  return { tgss, sepe, aeat };
};

/** Largest certificate authority. A function has 4 KB for all its variables and their names; others need the rest. */
const CA_BYTES = 2560;

const readCa = (file: string | undefined): string => {
  if (!file) return '';
  const pem = readFileSync(file, 'utf8').trim();
  if (!pem.startsWith('-----BEGIN CERTIFICATE-----')) throw new Error(`${file} is not a certificate in PEM`);
  if (pem.length > CA_BYTES) throw new Error(`${file} is larger than ${CA_BYTES} bytes`);
  return pem;
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
