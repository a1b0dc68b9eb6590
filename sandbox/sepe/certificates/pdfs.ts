import { makePdf } from '../../pdf.ts';
import type { Context } from '../context.ts';
import { AUTHORITY, sections } from '../pdfs.ts';
import type { CompanyCertificate } from '../records.ts';
import { amount, certificateBlocks, closingBlocks } from './blocks.ts';

/** The PDF of a certificate. */
export const certificatePdf = (context: Context, certificate: CompanyCertificate): Promise<Uint8Array> =>
  makePdf({
    authority: AUTHORITY,
    title: 'CERTIFICADO DE EMPRESA',
    sections: [
      ...sections(certificateBlocks(context, certificate)),
      {
        heading: 'COTIZACIONES',
        table: {
          headers: ['AÑO', 'MES', 'DÍAS', 'BASE C.C.', 'BASE DESEMPLEO', 'OBSERVACIONES'],
          rows: certificate.contributions.map((each) => [
            each.year,
            each.month,
            String(each.days),
            amount(each.baseCommon),
            amount(each.baseUnemployment),
            each.remarks,
          ]),
          widths: [50, 40, 50, 100, 100, 130],
        },
      },
      ...sections(closingBlocks(certificate)),
    ],
    code: certificate.file,
    made: `${certificate.entered}T09:00:00`,
  });

/** The PDF of an attachment. The stand-in has only its name. */
export const attachmentPdf = (certificate: CompanyCertificate, name: string, date: string) =>
  makePdf({
    authority: AUTHORITY,
    title: name,
    sections: [{ heading: 'DOCUMENTO ANEXO', lines: [['Número de expediente', certificate.file]] }],
    made: `${date}T09:00:00`,
  });
