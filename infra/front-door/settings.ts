import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import * as z from 'zod';

/** What the name of a bucket, and the key of an object in it, may be. */
const TRUST_STORE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/(.+)$/;

/** Web addresses are written in small letters, and have a dot within. */
export const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The ARN of a certificate of ACM. */
export const CERTIFICATE = /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/;

/**
 * Requests a minute of one address that a stage takes which does not say it: 100 a second, more than one program sends that
 * waits for each answer, and a twenty-fifth of what the region takes by default.
 */
export const ADDRESS_REQUESTS_PER_MINUTE = 6_000;

/**
 * What stands between callers and the API, as `cdk.json` describes it. Without a description the API has the address that
 * API Gateway gives it, and no web ACL. Each setting, what it costs and when to use it: `docs/operations.md`.
 */
export const frontDoorDescription = z
  .strictObject({
    /** The lowest version of TLS that callers may use. With 1.2 only cipher suites with forward secrecy. */
    minimumTls: z.enum(['1.2', '1.3']).default('1.2'),
    /** An address of one's own, and the ARN of its certificate, which ACM has in the region of the stage. */
    domain: z
      .strictObject({
        name: z.string().regex(DOMAIN, 'a domain in small letters, such as api.example.com'),
        certificateArn: z.string().regex(CERTIFICATE, 'the ARN of a certificate of ACM'),
      })
      .optional(),
    /** Whether the address that API Gateway gives is in use, too. */
    defaultAddress: z.boolean().default(true),
    /**
     * Only callers that show a certificate reach the API. `trustStore` is the address in S3 of a PEM with the certificates of
     * those who may issue them, such as `s3://bucket/trust.pem`; `version` is the version of that object.
     */
    mutualTls: z
      .strictObject({
        trustStore: z.string().regex(TRUST_STORE, 'the address of an object, such as s3://bucket/trust.pem'),
        version: z.string().min(1).optional(),
      })
      .optional(),
    /**
     * Requests a minute, of one address, above which a web ACL refuses those of that address. Everybody in an office may
     * have the same one. `false` switches it off. A stage that does not say it has `ADDRESS_REQUESTS_PER_MINUTE`; a sandbox
     * has none.
     */
    addressRequestsPerMinute: z.union([z.literal(false), z.int().min(10).max(2_000_000_000)]).optional(),
  })
  .superRefine(({ domain, defaultAddress, mutualTls, minimumTls }, context) => {
    const refuse = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    if (!defaultAddress && !domain)
      refuse('defaultAddress', 'without it the API has no address: give a domain');
    if (!mutualTls) return;
    if (!domain) refuse('mutualTls', 'API Gateway asks for certificates on a domain only: give a domain');
    else if (defaultAddress)
      refuse(
        'mutualTls',
        'callers without a certificate would use the default address: set defaultAddress to false',
      );
    if (minimumTls === '1.3')
      refuse('minimumTls', 'API Gateway asks for certificates with the policy TLS_1_2 only: leave 1.3 out');
  });

export type FrontDoor = Omit<z.output<typeof frontDoorDescription>, 'addressRequestsPerMinute'> & {
  addressRequestsPerMinute: number | false;
};

/**
 * The settings of a stage, with what it does not say itself.
 * @param limitsAddresses whether a stage that says nothing limits each address
 */
export const completeFrontDoor = (
  { addressRequestsPerMinute, ...described }: z.output<typeof frontDoorDescription>,
  { limitsAddresses }: { limitsAddresses: boolean },
): FrontDoor => ({
  ...described,
  addressRequestsPerMinute:
    addressRequestsPerMinute ?? (limitsAddresses ? ADDRESS_REQUESTS_PER_MINUTE : false),
});

/** The bucket and the key of a trust store. */
export const placeOfTrustStore = (trustStore: string): { bucket: string; key: string } => {
  const [, bucket, key] = TRUST_STORE.exec(trustStore)!;
  return { bucket: bucket!, key: key! };
};

/** The settings of API Gateway for TLS. A strict access mode also takes no request that names another host than its TLS did. */
export const tlsOf = ({
  minimumTls,
  mutualTls,
}: FrontDoor): { securityPolicy: SecurityPolicy; endpointAccessMode?: EndpointAccessMode } => {
  // API Gateway has no mutual TLS with its newer policies. This one has suites without forward secrecy, too.
  if (mutualTls) return { securityPolicy: SecurityPolicy.TLS_1_2 };
  return {
    securityPolicy:
      minimumTls === '1.3' ? SecurityPolicy.TLS13_1_3_2025_09 : SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
    endpointAccessMode: EndpointAccessMode.STRICT,
  };
};
