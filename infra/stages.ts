import { readFileSync } from 'node:fs';
import type { Node } from 'constructs';
import * as z from 'zod';
import type { AuthorityName } from '../shared/errors.ts';

/** Address of an authority's portal: https, without a closing slash, since paths are appended. */
const address = z.url({ protocol: /^https$/ }).transform((url) => url.replace(/\/$/, ''));

/** A stage as `cdk.json` describes it. */
const description = z.strictObject({
  authorities: z.strictObject({ tgss: address, sepe: address, aeat: address }).partial(),
  strictIdentifiers: z.boolean(),
  switchedOn: z.union([z.literal('all'), z.array(z.string())]),
  keepData: z.boolean(),
  documentDays: z.int().min(1),
  logDays: z.literal([7, 30, 90, 180, 400]),
  mailSender: z.email().optional(),
});

/** Everything in which one deployment differs from another. */
export interface Stage {
  /** `sandbox` and `production` are described in `cdk.json`; functions let scenarios be chosen on `sandbox`. */
  name: string;
  /** Where each authority answers. */
  authorities: Record<AuthorityName, string>;
  /** PEM of who signs the authorities' certificates; empty for those the system trusts. */
  authorityCa: string;
  /** Refuse identifiers whose check digits are wrong. */
  strictIdentifiers: boolean;
  /** Names of the exchanges to use of those that are off until somebody with a certificate has seen them. */
  switchedOn: 'all' | string[];
  /** Tables, bucket, key and secrets outlive the stack, and cannot be deleted by mistake. */
  keepData: boolean;
  /** Days that an authority's document is kept. */
  documentDays: number;
  /** Days that logs are kept. */
  logDays: number;
  /** Address that mails come from, verified at SES; without one no mail is sent. */
  mailSender?: string | undefined;
  /** Set when the stack is for the local emulator. */
  emulator?: EmulatorDifferences;
}

/**
 * All that differs on the local emulator. It looks for API keys in the header `x-api-key` only, while our keys come
 * from the authorizer, so no method may require one there.
 */
interface EmulatorDifferences {
  requireApiKey: false;
  /** Tags of the API; the emulator takes the API's id from one of them, so that its address stays the same. */
  apiTags: Record<string, string>;
}

/**
 * The stage that the command line asks for:
 *
 *     cdk deploy -c stage=sandbox -c tgssUrl=… -c sepeUrl=… -c aeatUrl=… -c authorityCaFile=ca.pem
 *
 * `tgssUrl`, `sepeUrl`, `aeatUrl`, `strictIdentifiers` and `mailSender` override the stage's description in `cdk.json`;
 * `authorityCaFile` is a path to a PEM. `emulator=true` deploys to the local emulator, with `apiId` (8 hexadecimal
 * digits) as the API's id.
 * @throws Error naming what is missing or wrong
 */
export const readStage = (context: Node): Stage => {
  const given = (key: string): string | undefined => context.tryGetContext(key)?.toString();

  const name = given('stage') ?? 'sandbox';
  const described = context.tryGetContext('stages')?.[name];
  if (!described) throw new Error(`cdk.json describes no stage "${name}"`);

  const urls = { tgss: given('tgssUrl'), sepe: given('sepeUrl'), aeat: given('aeatUrl') };
  const stage = description.safeParse({
    ...described,
    authorities: { ...described.authorities, ...present(urls) },
    ...present({
      strictIdentifiers: flag(given('strictIdentifiers'), 'strictIdentifiers'),
      mailSender: given('mailSender'),
    }),
  });
  if (!stage.success) throw new Error(`stage "${name}": ${z.prettifyError(stage.error)}`);

  const { tgss, sepe, aeat } = stage.data.authorities;
  if (!tgss || !sepe || !aeat) {
    throw new Error(
      `stage "${name}" has no address for each authority: give the sandbox authorities' ` +
        'with -c tgssUrl=https://… -c sepeUrl=https://… -c aeatUrl=https://…',
    );
  }

  return {
    ...stage.data,
    name,
    authorities: { tgss, sepe, aeat },
    authorityCa: readCa(given('authorityCaFile')),
    ...(flag(given('emulator'), 'emulator') && {
      emulator: { requireApiKey: false, apiTags: present({ 'ms-custom-id': given('apiId') }) },
    }),
  };
};

/** A function's variables hold 4 KB in all, names included; a certificate authority must leave room for the others. */
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

const present = <T extends Record<string, unknown>>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: NonNullable<T[K]>;
  };
