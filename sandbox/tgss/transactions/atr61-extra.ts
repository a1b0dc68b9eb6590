import { endOfMonth, type IsoDate, slashed } from '../../calendar.ts';
import { CONVENIOS, situacionText } from '../codes.ts';
import type { Desk } from '../desk.ts';
import { button, titled } from '../elements.ts';
import type { Page } from '../page.ts';
import { pressed } from '../reading.ts';
import { latestTerms, type Peculiarity, type Registration } from '../registration.ts';
import { rowTable } from '../row-list.ts';

const BACK = 'Sub2205801004';

/** Situation and end of a stay, on the page of its data and again on that of extra data. */
export const situationLines = (stay: Registration): string[] => [
  ...titled('SDFTSITUACAFI', 'Situación', situacionText(stay.baja?.situacion ?? stay.alta.situacion)),
  ...titled('SDFFRBAFI', 'Fecha real de baja', slashed(stay.baja?.date)),
  ...titled('SDFFEBAFI', 'Fecha de efectos de baja', slashed(stay.baja?.effective)),
];

const PECULIARITY_HEADERS = [
  'Tramo',
  'Título',
  'Tipo',
  'Descripción',
  'Colectivo',
  'Descripción',
  'Porcentaje',
  'Desde',
  'Hasta',
  'Fracción',
  'Descripción',
  'Legislación',
  'Descripción',
  'Cuantía',
];

const peculiarityCells = (item: Peculiarity): string[] => [
  item.tramo,
  item.titulo,
  item.tipo,
  item.tipoText,
  item.colectivo,
  item.colectivoText,
  item.porcentaje,
  slashed(item.from),
  slashed(item.to || undefined),
  item.fraccion,
  item.fraccionText,
  item.legislacion,
  item.legislacionText,
  item.cuantia,
];

/** What the ticked boxes asked for. The peculiarities are those of the month, or all where none was given. */
export function extraPage(
  stay: Registration,
  desk: Desk,
  asked: Set<string>,
  month: IsoDate | undefined,
  back: Page,
): Page {
  const lines = [...situationLines(stay), ...extraLines(stay, desk, asked, month)];
  const page: Page = {
    formname: 'ATRM6104',
    body: () => [...lines, button(BACK, 'Pág. Ant.')],
    answer: (form) => (pressed(form, BACK) ? back : page),
  };
  return page;
}

function extraLines(
  stay: Registration,
  desk: Desk,
  asked: Set<string>,
  month: IsoDate | undefined,
): string[] {
  const terms = latestTerms(stay);
  const account = desk.account(stay.ccc);
  const lines: string[] = [];
  if (asked.has('SDFDATOSCONTAFI')) {
    lines.push(
      ...titled('SDFCNOCUP', 'Código nacional de ocupación', terms.cno),
      ...titled('SDFTIPOAFI', 'Tipo de contrato', terms.contrato),
    );
  }
  if (asked.has('SDFCONVCOL')) {
    const own = terms.convenio === account.convenio ? account.convenioText : CONVENIOS[terms.convenio];
    lines.push(
      ...titled('SDFCONVCOL', 'Convenio colectivo', terms.convenio),
      ...titled('SDFTCONVCOL', 'Texto del convenio', own ?? ''),
    );
  }
  if (asked.has('SDFPECLIQAFI')) {
    const items = stay.peculiarities.filter(
      ({ from, to }) => month === undefined || (from <= endOfMonth(month) && (to === '' || to >= month)),
    );
    lines.push(...rowTable('Sub0900112063', PECULIARITY_HEADERS, items.map(peculiarityCells)));
  }
  if (asked.has('SDFCES')) lines.push(...assignmentTable(stay, desk));
  return lines;
}

const assignmentTable = (stay: Registration, desk: Desk): string[] =>
  rowTable(
    'Sub0900112064',
    ['Razón social', 'Tipo', 'Régimen', 'Cuenta', 'Desde'],
    stay.assignments.map(({ regimen, ccc, tipo, from }) => {
      const known = desk.state.accounts.some((account) => account.ccc === ccc);
      return [known ? desk.company(ccc).name : '', tipo, regimen, ccc, slashed(from)];
    }),
  );
