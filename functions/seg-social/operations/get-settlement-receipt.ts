import * as z from 'zod';
import { settlementReceipt } from '../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { ccc, code, date, regimen } from '../../../shared/kernel/fields.ts';
import { onlyWith } from '../../../shared/kernel/rules.ts';
import { reading } from '../../../shared/operation/operation.ts';
import { authorisedNumber, exampleFile, exampleWorker, withFile } from '../fields.ts';

const LIQUID_TYPES = {
  L00: 'normal',
  L02: 'complementaria por salarios de tramitación',
  L03: 'complementaria por abono de salarios con carácter retroactivo',
  L13: 'vacaciones retribuidas y no disfrutadas',
  L90: 'complementaria por incremento de bases',
  L91: 'complementaria por nuevos trabajadores o tramos',
  L92: 'complementaria por salarios de tramitación, de oficio',
  L93: 'complementaria por vacaciones no disfrutadas, de oficio',
  C00: 'normal, salarios sin acuerdo',
  C02: 'como L02, salarios sin acuerdo',
  C03: 'como L03, salarios sin acuerdo',
  C13: 'como L13, salarios sin acuerdo',
  C90: 'como L90, salarios sin acuerdo',
  C91: 'como L91, salarios sin acuerdo',
  V03: 'complementaria por abono retroactivo de L13',
  V90: 'complementaria por incremento de bases de L13',
} as const;

/** The type that asks for a control month. */
const RETROACTIVE = 'L03';

export const getSettlementReceipt = reading({
  id: 'getSettlementReceipt',
  method: 'GET',
  path: '/report-rlc',
  summary: 'Recibo de liquidación de cotizaciones (RLC)',
  description:
    'Si no hay recibo de ese tipo en el periodo, se responde 200 con success false y el mensaje de la Seguridad ' +
    'Social. De las fechas solo cuentan el mes y el año; si en el periodo hay varias liquidaciones, debe ser el de ' +
    'una. Mientras el servicio no la tenga activada, se responde 503.',
  authority: 'tgss',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      regimen,
      ccc,
      liquidType: code(LIQUID_TYPES, 'Tipo de liquidación.'),
      startDate: date('Primer periodo de liquidación.'),
      endDate: date('Último periodo de liquidación.'),
      controlDate: date('Mes de control, solo con L03; endDate si se omite.').optional(),
      numAutorizado: authorisedNumber(
        'Número de autorizado, si el certificado tiene varios; si se omite se prueba con cada uno.',
      ).optional(),
    })
    .check(onlyWith('controlDate', 'liquidType L03', ({ liquidType }) => liquidType === RETROACTIVE)),
  response: withFile,
  example: {
    request: {
      regimen: exampleWorker.regimen,
      ccc: exampleWorker.ccc,
      liquidType: 'L00',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
    },
    response: { file: exampleFile('RLC.pdf') },
  },
  run: async ({ numAutorizado, controlDate, ...request }, { tgss, keep }) => {
    const { regimen, ccc, liquidType, endDate } = request;
    const settlement = await tgss.read(settlementReceipt, {
      regimen,
      ccc,
      type: liquidType,
      from: monthOf(request.startDate),
      to: monthOf(endDate),
      ...(liquidType === RETROACTIVE && { control: monthOf(controlDate ?? endDate) }),
      ...(numAutorizado && { authorised: numAutorizado }),
    });
    if ('document' in settlement) return { data: { file: await keep(settlement.document) } };
    const { none } = settlement;
    return { success: false, message: none, beside: { errors: { tgss: [none] } } };
  },
});

const monthOf = (date: string) => date.slice(0, 7);
