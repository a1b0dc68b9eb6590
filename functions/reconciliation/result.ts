import { collected } from '../batches/sheets/template.ts';
import { KIND_TEXT } from './compare.ts';
import { ABOUT_TEXT } from './fields.ts';
import type { ReconciliationResult } from './store/reconciliation-row.ts';

/** Headers of the sheet, in their order. Spanish. */
const HEADERS = [
  'cuenta',
  'documento',
  'nss',
  'diferencia',
  'dato',
  'plantilla',
  'organismo',
  'desde',
  'tramite',
  'cuerpo',
  'falta',
];

/** The result of a comparison as a sheet: a row for each difference, then one for each part that was not compared. */
export const resultSheetOf = async (
  { differences, notCompared }: ReconciliationResult,
  format: 'xlsx' | 'csv',
): Promise<Uint8Array> => {
  const { sheetOfTexts } = await import('../batches/sheets/result-sheet.ts');
  const texts = [
    HEADERS,
    ...differences.map(({ account, document, nss, kind, field, believed, found, since, mends, lacks }) => [
      ...[
        account,
        document,
        nss ?? '',
        KIND_TEXT[kind],
        field ?? '',
        believed ?? '',
        found ?? '',
        since ?? '',
      ],
      ...[mends.operation, JSON.stringify(mends.body), lacks.join(', ')],
    ]),
    ...notCompared.map(({ account, document, about, because }) => [
      ...[account, document ?? '', '', `no se ha comparado: ${ABOUT_TEXT[about]}`, '', '', because],
      ...['', '', '', ''],
    ]),
  ];
  const rows = async function* () {
    yield* texts;
  };
  return collected(sheetOfTexts(rows(), { columns: HEADERS.length, format }));
};
