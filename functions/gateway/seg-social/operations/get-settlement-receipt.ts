import * as z from 'zod';
import {
  type ListedSettlement,
  RETROACTIVE,
  SETTLEMENT_TYPES,
  settlementReceipt,
} from '../../../../shared/authorities/tgss/prosa/settlement-receipt.ts';
import { invalid } from '../../../../shared/kernel/errors.ts';
import { ccc, code, date, regimen, text } from '../../../../shared/kernel/fields.ts';
import { onlyWith } from '../../../../shared/kernel/rules.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { authorisedNumber, exampleCcc } from '../fields.ts';

export const getSettlementReceipt = reading({
  id: 'getSettlementReceipt',
  method: 'GET',
  path: '/report-rlc',
  summary: 'Recibo de liquidación de cotizaciones (RLC)',
  description:
    'Si no hay recibo de ese tipo en el periodo, se responde 200 con success false y el mensaje de la Seguridad ' +
    'Social. De las fechas solo cuentan el mes y el año. Si en el periodo hay varias liquidaciones de ese tipo, ' +
    'data.file es el recibo de la única que tiene exactamente ese periodo o, si no la hay, el de la primera; data.list ' +
    'las enumera todas como las muestra la Seguridad Social, message dice de cuál es el recibo, y con numLiquidacion ' +
    'se pide el de otra. Mientras el servicio no la tenga activada, se responde 503.',
  authority: 'tgss',
  mayHaveNothing: true,
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      regimen,
      ccc,
      liquidType: code(SETTLEMENT_TYPES, 'Tipo de liquidación.'),
      startDate: date('Primer periodo de liquidación.'),
      endDate: date('Último periodo de liquidación.'),
      controlDate: date('Mes de control, solo con L03; endDate si se omite.').optional(),
      numAutorizado: authorisedNumber(
        'Número de autorizado, si el certificado tiene varios; si se omite se prueba con cada uno.',
      ).optional(),
      numLiquidacion: text(
        20,
        'Número de la liquidación, cuando hay varias en el periodo: el de data.list.',
      ).optional(),
    })
    .check(onlyWith('controlDate', 'liquidType L03', { liquidType: [RETROACTIVE] })),
  response: withFile.extend({
    list: z
      .array(
        z.object({
          numero: z.string().meta({ description: 'Número de la liquidación.' }),
          tipo: z.string().meta({ description: 'Tipo de liquidación.' }),
          desde: z.string().meta({ description: 'Primer mes, AAAA-MM.' }),
          hasta: z.string().meta({ description: 'Último mes, AAAA-MM.' }),
          importe: z.string().meta({ description: 'Importe en euros, con coma decimal.' }),
        }),
      )
      .optional()
      .meta({
        description:
          'Solo si hay varias liquidaciones: todas, en su orden. Los datos que la lista de la Seguridad ' +
          'Social no muestra están vacíos.',
      }),
  }),
  example: {
    request: {
      ...exampleCcc,
      liquidType: 'L00',
      startDate: '2026-10-01',
      endDate: '2026-10-31',
    },
    response: { file: exampleFile('RLC.pdf') },
  },
  // A receipt proves that the settlement was calculated, never that it was paid. A receipt over several months
  // proves nothing.
  emitsOnRead: ({ regimen, ccc, liquidType, startDate, endDate }) =>
    liquidType === 'L00' && monthOf(startDate) === monthOf(endDate)
      ? [{ kind: 'settlement', account: `${regimen}${ccc}`, date: startDate }]
      : [],
  run: async ({ numAutorizado, numLiquidacion, controlDate, ...request }, { tgss, keep }) => {
    const { regimen, ccc, liquidType, endDate } = request;
    const settlement = await tgss.read(settlementReceipt, {
      regimen,
      ccc,
      type: liquidType,
      from: monthOf(request.startDate),
      to: monthOf(endDate),
      ...(liquidType === RETROACTIVE && { control: monthOf(controlDate ?? endDate) }),
      ...(numAutorizado && { authorised: numAutorizado }),
      ...(numLiquidacion && { number: numLiquidacion }),
    });
    if ('wrong' in settlement) throw invalid(NOT_OFFERED[settlement.wrong]);
    if ('none' in settlement) {
      const { none } = settlement;
      return { success: false, message: none, envelope: { errors: { tgss: [none] } } };
    }
    const { document, of, all } = settlement;
    const file = await keep(document);
    if (all.length === 1) return { data: { file } };
    const which = [of.number, periodOf(of)].filter((part) => part !== '').join(', ');
    return {
      message: `Hay ${all.length} liquidaciones de ese tipo en el periodo: el recibo es de una (${which}), y data.list las enumera todas.`,
      data: { file, list: all.map(listed) },
    };
  },
});

const NOT_OFFERED = {
  type: { liquidType: ['La Seguridad Social no ofrece recibos de ese tipo de liquidación.'] },
  from: { startDate: ['La Seguridad Social no ofrece liquidaciones de ese año.'] },
  to: { endDate: ['La Seguridad Social no ofrece liquidaciones de ese año.'] },
  number: { numLiquidacion: ['En ese periodo no hay ninguna liquidación con ese número.'] },
};

const listed = ({ number, type, from, to, amount }: ListedSettlement) => ({
  numero: number,
  tipo: type,
  desde: from,
  hasta: to,
  importe: amount,
});

const periodOf = ({ from, to }: ListedSettlement): string => (from === to ? from : `${from} a ${to}`);

const monthOf = (date: string) => date.slice(0, 7);
