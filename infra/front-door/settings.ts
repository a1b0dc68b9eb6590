import { EndpointAccessMode, SecurityPolicy } from 'aws-cdk-lib/aws-apigateway';
import * as z from 'zod';

/** A domain name in lower case with at least one dot. */
export const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

/** The ARN of a certificate of ACM. */
export const CERTIFICATE = /^arn:aws[\w-]*:acm:[\w-]+:\d{12}:certificate\/[\w-]+$/;

/**
 * Default limit of requests a minute from one IP address. It is 100 a second, more than a program sends that waits
 * for each answer, and a 25th of API Gateway's default limit for a region.
 */
export const ADDRESS_REQUESTS_PER_MINUTE = 6_000;

/**
 * The setting `frontDoor` of `cdk.json`: the layer between callers and the API. Without it, the API has API Gateway's default
 * address and no web ACL. `docs/operations.md` says what each setting does and costs.
 */
export const frontDoorDescription = z
  .strictObject({
    /** The lowest TLS version for callers. With 1.2, only cipher suites with forward secrecy are allowed. */
    minimumTls: z.enum(['1.2', '1.3']).default('1.2'),
    /** A custom domain, and the ARN of its ACM certificate in the region of the stage. */
    domain: z
      .strictObject({
        name: z.string().regex(DOMAIN, 'a domain in small letters, such as api.example.com'),
        certificateArn: z.string().regex(CERTIFICATE, 'the ARN of a certificate of ACM'),
      })
      .optional(),
    /** Whether API Gateway's default address works, too. */
    defaultAddress: z.boolean().default(true),
    /**
     * Requests a minute from one IP address above which a web ACL blocks that address; everyone in an office may
     * share one. `false` disables the web ACL. The default is `ADDRESS_REQUESTS_PER_MINUTE`, and `false` on a
     * sandbox.
     */
    addressRequestsPerMinute: z.union([z.literal(false), z.int().min(10).max(2_000_000_000)]).optional(),
  })
  .refine(({ domain, defaultAddress }) => defaultAddress || domain !== undefined, {
    path: ['defaultAddress'],
    message: 'without it the API has no address: give a domain',
  });

export type FrontDoor = Omit<z.output<typeof frontDoorDescription>, 'addressRequestsPerMinute'> & {
  addressRequestsPerMinute: number | false;
};

/**
 * Completes a stage's settings with their defaults.
 * @param limitsAddresses whether the stage has a web ACL by default
 */
export const completeFrontDoor = (
  { addressRequestsPerMinute, ...described }: z.output<typeof frontDoorDescription>,
  { limitsAddresses }: { limitsAddresses: boolean },
): FrontDoor => ({
  ...described,
  addressRequestsPerMinute:
    addressRequestsPerMinute ?? (limitsAddresses ? ADDRESS_REQUESTS_PER_MINUTE : false),
});

/**
 * API Gateway's TLS settings. The strict access mode also rejects requests whose host differs from the TLS server
 * name.
 */
export const tlsOf = ({
  minimumTls,
}: FrontDoor): { securityPolicy: SecurityPolicy; endpointAccessMode: EndpointAccessMode } => ({
  securityPolicy:
    minimumTls === '1.3' ? SecurityPolicy.TLS13_1_3_2025_09 : SecurityPolicy.TLS13_1_2_PFS_PQ_2025_09,
  endpointAccessMode: EndpointAccessMode.STRICT,
});
