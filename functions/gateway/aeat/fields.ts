import * as z from 'zod';
import type { Certificate } from '../../../shared/authorities/aeat/certificate.ts';
import { fileObject } from '../../../shared/kernel/document.ts';
import type { Reply } from '../../../shared/kernel/reply.ts';
import { exampleFile } from '../../../shared/operation/answer-fields.ts';
import type { Ports } from '../../../shared/operation/ports.ts';

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
