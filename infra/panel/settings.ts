import * as z from 'zod';
import { CERTIFICATE, DOMAIN } from '../front-door/settings.ts';

/**
 * The panel of a stage, as `cdk.json` describes it: `false` for none. `domain` is the panel's own address with the ARN of its
 * certificate, which ACM must have in us-east-1 for CloudFront; without `domain` CloudFront assigns an address.
 */
export const panelDescription = z.union([
  z.literal(false),
  z.strictObject({
    domain: z
      .strictObject({
        name: z.string().regex(DOMAIN, 'a domain in small letters, such as panel.example.com'),
        certificateArn: z
          .string()
          .regex(CERTIFICATE, 'the ARN of a certificate of ACM')
          .regex(/:acm:us-east-1:/, 'CloudFront takes certificates of us-east-1 only'),
      })
      .optional(),
  }),
]);
