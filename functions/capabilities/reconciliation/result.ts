import { collected } from '../../../shared/sheets/sheet-of-texts.ts';
import { KIND_TEXT } from './difference.ts';
import { ABOUT_TEXT } from './fields/difference.ts';
import type { ShownReconciliation } from './shown.ts';

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
  { differences, notCompared }: Pick<ShownReconciliation, 'differences' | 'notCompared'>,
  format: 'xlsx' | 'csv',
): Promise<Uint8Array> => {
  const { sheetOfTexts } = await import('../../../shared/sheets/sheet-of-texts.ts');
  const texts = [
    HEADERS,
    ...differences.map(
      ({ account, document, nss, name, kind, field, believed, found, since, mends, lacks, isAccepted }) => [
        ...[account, document, nss ?? '', name ?? '', KIND_TEXT[kind], field ?? ''],
        ...[believed ?? '', found ?? '', since ?? ''],
        ...(mends ? [mends.operation, JSON.stringify(mends.body)] : ['', '']),
        ...[lacks.join(', '), isAccepted ? 'sí' : ''],
      ],
    ),
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
