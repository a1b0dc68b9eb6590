import { endOfMonth, type IsoDate, slashed } from '../../calendar.ts';
import { CONVENIOS, situacionText } from '../codes.ts';
import type { Context } from '../context.ts';
import { button, titled } from '../elements.ts';
import type { Page } from '../page.ts';
import { pressed } from '../reading.ts';
import { latestTerms, type Peculiarity, type Registration } from '../registration.ts';
import { rowTable } from '../row-list.ts';

const BACK = 'Sub2205801004';

/** Situation and end of a registration, shown on the data page and on the page of further data. */
export const situationLines = (registration: Registration): string[] => [
  ...titled(
    'SDFTSITUACAFI',
    'Situación',
    situacionText(registration.baja?.situacion ?? registration.alta.situacion),
  ),
  ...titled('SDFFRBAFI', 'Fecha real de baja', slashed(registration.baja?.date)),
  ...titled('SDFFEBAFI', 'Fecha de efectos de baja', slashed(registration.baja?.effective)),
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

/** Choices on the data page. */
interface Wanted {
  tickedBoxes: Set<string>;
  month: IsoDate | undefined;
}

/** Data for the ticked boxes. Peculiarities are limited to the month, if one is given. */
export function extraPage(
  registration: Registration,
  context: Context,
  { back, ...wanted }: Wanted & { back: Page },
): Page {
  const lines = [...situationLines(registration), ...extraLines(registration, context, wanted)];
  const page: Page = {
    formname: 'ATRM6104',
    body: () => [...lines, button(BACK, 'Pág. Ant.')],
    answer: (form) => (pressed(form, BACK) ? back : page),
  };
  return page;
}

function extraLines(registration: Registration, context: Context, { tickedBoxes, month }: Wanted): string[] {
  const terms = latestTerms(registration);
  const account = context.account(registration.ccc);
  const lines: string[] = [];
  if (tickedBoxes.has('SDFDATOSCONTAFI')) {
    lines.push(
      ...titled('SDFCNOCUP', 'Código nacional de ocupación', terms.cno),
      ...titled('SDFTIPOAFI', 'Tipo de contrato', terms.contrato),
    );
  }
  if (tickedBoxes.has('SDFCONVCOL')) {
    const own = terms.convenio === account.convenio ? account.convenioText : CONVENIOS[terms.convenio];
    lines.push(
      ...titled('SDFCONVCOL', 'Convenio colectivo', terms.convenio),
      ...titled('SDFTCONVCOL', 'Texto del convenio', own ?? ''),
    );
  }
  if (tickedBoxes.has('SDFPECLIQAFI')) {
    const items = registration.peculiarities.filter(
      ({ from, to }) => month === undefined || (from <= endOfMonth(month) && (to === '' || to >= month)),
    );
    lines.push(...rowTable('Sub0900112063', PECULIARITY_HEADERS, items.map(peculiarityCells)));
  }
  if (tickedBoxes.has('SDFCES')) lines.push(...assignmentTable(registration, context));
  return lines;
}

const assignmentTable = (registration: Registration, context: Context): string[] =>
  rowTable(
    'Sub0900112064',
    ['Razón social', 'Tipo', 'Régimen', 'Cuenta', 'Desde'],
    registration.assignments.map(({ regimen, ccc, tipo, from }) => {
      const known = context.state.accounts.some((account) => account.ccc === ccc);
      return [known ? context.company(ccc).name : '', tipo, regimen, ccc, slashed(from)];
    }),
  );
