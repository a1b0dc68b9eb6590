import * as z from 'zod';
import { pdfText } from '../../../../shared/authorities/pdf.ts';
import { contributionData } from '../../../../shared/authorities/tgss/jacada/contribution-data.ts';
import { isoDate } from '../../../../shared/authorities/tgss/values.ts';
import { fileObject } from '../../../../shared/kernel/document.ts';
import { ccc, date, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleInAccount } from '../fields.ts';

export const getContributionData = reading({
  id: 'getContributionData',
  method: 'GET',
  path: '/idc',
  summary: 'Informe de datos para la cotización (IDC)',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc, nss, startDate: date('Fecha a la que se refiere el informe.') }),
  response: z.object({
    date: z.string().meta({
      description:
        'Fecha que el propio informe imprime como suya, AAAA-MM-DD; la de hoy si no se puede leer.',
    }),
    file: fileObject,
  }),
  example: {
    request: {
      ...exampleInAccount,
      startDate: '2026-11-01',
    },
    response: { date: '2026-11-22', file: exampleFile('idc.pdf') },
  },
  run: async (request, { tgss, keep, authorityNow }) => {
    const { document } = await tgss.read(contributionData, { ...request, date: request.startDate });
    return {
      data: { date: printedDate(document.bytes) ?? madridDay(authorityNow), file: await keep(document) },
    };
  },
});

/** The date that a report prints as its own, `YYYY-MM-DD`; `undefined` if none can be read. */
const printedDate = (pdf: Uint8Array): string | undefined => {
  const [, printed = ''] =
    /\bFECHA(?:\s+DEL\s+INFORME)?\s*:?\s*(\d{1,2}[-/.]\d{1,2}[-/.]\d{4})\b/i.exec(pdfText(pdf)) ?? [];
  return z.iso.date().safeParse(isoDate(printed.replaceAll('.', '-'))).data;
};
