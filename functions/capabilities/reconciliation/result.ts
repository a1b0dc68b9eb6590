import { collected } from '../../../shared/sheets/sheet-of-texts.ts';
import { KIND_TEXT } from './compare.ts';
import { ABOUT_TEXT } from './fields.ts';
import type { FoundReconciliation } from './ports.ts';

/** Headers of the sheet, in their order. Spanish. */
const HEADERS = [
  'cuenta',
  'documento',
  'nss',
  'nombre',
  'diferencia',
  'dato',
  'plantilla',
  'organismo',
  'desde',
  'tramite',
  'cuerpo',
  'falta',
  'aceptada',
];

/** The result of a comparison as a sheet: a row for each difference, then one for each part that was not compared. */
export const resultSheetOf = async (
  { differences, notCompared }: Pick<FoundReconciliation, 'differences' | 'notCompared'>,
  format: 'xlsx' | 'csv',
): Promise<Uint8Array> => {
  const { sheetOfTexts } = await import('../../../shared/sheets/sheet-of-texts.ts');
  const texts = [
    HEADERS,
    ...differences.map((one) => [
      ...[one.account, one.document, one.nss ?? '', one.name ?? '', KIND_TEXT[one.kind], one.field ?? ''],
      ...[one.believed ?? '', one.found ?? '', one.since ?? ''],
      ...(one.mends ? [one.mends.operation, JSON.stringify(one.mends.body)] : ['', '']),
      ...[one.lacks.join(', '), one.isAccepted ? 'sí' : ''],
    ]),
    ...notCompared.map(({ account, document, name, about, because }) => [
      ...[account, document ?? '', '', name ?? '', `no se ha comparado: ${ABOUT_TEXT[about]}`],
      ...['', '', because, '', '', '', '', ''],
    ]),
  ];
  const rows = async function* () {
    yield* texts;
  };
  return collected(sheetOfTexts(rows(), { columns: HEADERS.length, format }));
};
