import * as z from 'zod';
import type { Certificate } from '../../../shared/authorities/aeat/certificate.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import { asText, capitals } from '../../../shared/kernel/fields.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { withoutPadding } from '../../../shared/kernel/text.ts';
import { exampleFile } from '../../../shared/operation/answer-fields.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

/** A tax id of a company or a person, 9 characters. */
export const taxId = (description: string) =>
  asText(
    capitals()
      .overwrite(withoutPadding)
      .regex(/^[0-9A-Z]{9}$/, { error: 'Debe tener 9 letras y cifras.' })
      .meta({ description, identifier: 'cif' }),
  );

/** `data` of all operations of the group. */
export const withFile = z.object({ file: fileObject.meta({ description: 'El certificado.' }) });

/** A certificate for the examples. */
export const exampleCertificate = (name: string) => ({ file: exampleFile(name) });

/**
 * The reply with a certificate. A negative certificate is a result, too: the message says which it is, if the document
 * does.
 */
export const certificateReply = async (
  { document, complianceResult }: Certificate,
  keep: Ports['keep'],
): Promise<Reply<z.output<typeof withFile>>> => ({
  data: { file: await keep(document) },
  ...(complianceResult && { message: `Certificado ${complianceResult}.` }),
});
