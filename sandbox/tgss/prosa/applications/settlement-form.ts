/** The form of the settlement applications, with account, period and type. */

import type { Form } from '../../../form.ts';
import { input, select } from '../elements.ts';
import { digits, required } from '../reading.ts';
import { ProsaRefusal, TEXTS } from '../refusal.ts';

const SCHEMES = [
  ...['0111', '0112', '0132', '0135', '0136', '0137', '0163'],
  ...['0811', '0812', '0813', '0814', '0821', '0822', '0823'],
];

/** Name and id of a control. */
interface NameAndId {
  name: string;
  id: string;
}

const month = ({ name, id }: NameAndId, text: string, posted: Form) =>
  select(
    {
      name,
      id,
      options: ['', ...Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0'))].map(
        (value) => [value, value],
      ),
    },
    text,
    posted,
  );

/** Years that the lists offer. */
const YEARS = Array.from({ length: 20 }, (_, index) => String(2017 + index));

const year = ({ name, id }: NameAndId, text: string, posted: Form) =>
  select({ name, id, options: ['', ...YEARS].map((value) => [value, value]) }, text, posted);

/** Controls for an account. */
const accountControls = (posted: Form): string[] => [
  ...select(
    { name: 'REGIMEN', id: 'idRegimen', options: SCHEMES.map((value) => [value, value]) },
    'Régimen',
    posted,
  ),
  ...input({ name: 'CCC', id: 'idCCC', size: 11 }, 'Código de cuenta de cotización', posted),
];

/** Controls of the form. */
export const settlementControls = (posted: Form, types: string[]): string[] => [
  '<input type="hidden" name="MODO_BUSQUEDA" value="CCC"/>',
  ...accountControls(posted),
  ...month({ name: 'MES_DESDE', id: 'idMesDesde' }, 'Periodo desde: mes', posted),
  ...year({ name: 'ANNIO_DESDE', id: 'idAnioDesde' }, 'Periodo desde: año', posted),
  ...month({ name: 'MES_HASTA', id: 'idMesHasta' }, 'Periodo hasta: mes', posted),
  ...year({ name: 'ANNIO_HASTA', id: 'idAnioHasta' }, 'Periodo hasta: año', posted),
  ...select(
    { name: 'TIPO_LIQUIDACION', id: 'idTipoLiquidacion', options: types.map((value) => [value, value]) },
    'Tipo de liquidación',
    posted,
  ),
];

/** The control date of the types that have one. */
export const controlDate = (posted: Form): string[] => [
  ...month({ name: 'MES_CONTROL', id: 'idMesControl' }, 'Fecha de control: mes', posted),
  ...year({ name: 'ANNIO_CONTROL', id: 'idAnioControl' }, 'Fecha de control: año', posted),
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
