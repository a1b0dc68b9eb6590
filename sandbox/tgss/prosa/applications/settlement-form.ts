/** The form of the settlement applications, with account, period and type. */

import type { Form } from '../../../form.ts';
import { input, select } from '../elements.ts';
import { digits, required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const SCHEMES = [
  ...['0111', '0112', '0132', '0135', '0136', '0137', '0163'],
  ...['0811', '0812', '0813', '0814', '0821', '0822', '0823'],
];

const month = (name: string, id: string, text: string, posted: Form) =>
  select(
    name,
    text,
    ['', ...Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))].map((value) => [
      value,
      value,
    ]),
    posted,
    id,
  );

/** Years that the lists offer. */
const YEARS = Array.from({ length: 20 }, (_, index) => String(2017 + index));

const year = (name: string, id: string, text: string, posted: Form) =>
  select(
    name,
    text,
    ['', ...YEARS].map((value) => [value, value]),
    posted,
    id,
  );

/** Controls for an account. */
export const accountControls = (posted: Form): string[] => [
  ...select(
    'REGIMEN',
    'Régimen',
    SCHEMES.map((value) => [value, value]),
    posted,
    'idRegimen',
  ),
  ...input('CCC', 'Código de cuenta de cotización', 11, posted, 'idCCC'),
];

/** Controls of the form. */
export const settlementControls = (posted: Form, types: string[]): string[] => [
  '<input type="hidden" name="MODO_BUSQUEDA" value="CCC"/>',
  ...accountControls(posted),
  ...month('MES_DESDE', 'idMesDesde', 'Periodo desde: mes', posted),
  ...year('ANNIO_DESDE', 'idAnioDesde', 'Periodo desde: año', posted),
  ...month('MES_HASTA', 'idMesHasta', 'Periodo hasta: mes', posted),
  ...year('ANNIO_HASTA', 'idAnioHasta', 'Periodo hasta: año', posted),
  ...select(
    'TIPO_LIQUIDACION',
    'Tipo de liquidación',
    types.map((value) => [value, value]),
    posted,
    'idTipoLiquidacion',
  ),
];

/** The control date of the types that have one. */
export const controlDate = (posted: Form): string[] => [
  ...month('MES_CONTROL', 'idMesControl', 'Fecha de control: mes', posted),
  ...year('ANNIO_CONTROL', 'idAnioControl', 'Fecha de control: año', posted),
];

/** The `YYYY-MM` of two controls. */
export function readMonth(form: Form, which: 'DESDE' | 'HASTA' | 'CONTROL'): string {
  const written = digits(form, `MES_${which}`, 2);
  const year = required(form, `ANNIO_${which}`);
  if (!/^\d{4}$/.test(year) || Number(written) < 1 || Number(written) > 12) {
    throw new ProsaRefusal(TEXTS.wrongDate);
  }
  return `${year}-${written}`;
}

/** Reads account, type and period. */
export function readSettlementForm(form: Form, types: string[]) {
  const ccc = required(form, 'CCC');
  if (!/^\d{9,11}$/.test(ccc)) throw new ProsaRefusal(TEXTS.wrongAccount);
  const type = required(form, 'TIPO_LIQUIDACION').toUpperCase();
  if (!types.includes(type)) throw new ProsaRefusal(TEXTS.wrong('TIPO_LIQUIDACION'));
  const [from, to] = [readMonth(form, 'DESDE'), readMonth(form, 'HASTA')];
  if (to < from) throw new ProsaRefusal(TEXTS.wrongDate);
  return { regimen: digits(form, 'REGIMEN', 4), ccc: ccc.padStart(11, '0'), type, from, to };
}
