import * as z from 'zod';
import { authorisedUsers } from '../../../shared/authorities/tgss/authorised-users.ts';
import {
  SETTLEMENTS,
  type Settlement,
  type SettlementInput,
  settlementReceipt,
} from '../../../shared/authorities/tgss/settlement-receipt.ts';
import { refused } from '../../../shared/errors.ts';
import { ccc, code, date, regimen } from '../../../shared/fields.ts';
import { reading } from '../../../shared/operation.ts';
import type { ReadingPort } from '../../../shared/ports.ts';
import { onlyWith } from '../../../shared/rules.ts';
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
  method: 'GET',
  path: '/report-rlc',
  summary: 'Recibo de liquidación de cotizaciones (RLC)',
  description:
    'Si no hay recibo de ese tipo en el periodo, se responde 200 con success false y el mensaje de la Seguridad ' +
    'Social. De las fechas solo cuentan el mes y el año.',
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
    const settlement = await findSettlement(tgss, numAutorizado, {
      regimen,
      ccc,
      type: liquidType,
      from: monthOf(request.startDate),
      to: monthOf(endDate),
      ...(liquidType === RETROACTIVE && { control: monthOf(controlDate ?? endDate) }),
    });
    if ('document' in settlement) return { data: { file: await keep(settlement.document) } };
    const { none } = settlement;
    return { success: false, message: none, beside: { errors: { tgss: [none] }, maintenance: false } };
  },
});

const monthOf = (date: string) => date.slice(0, 7);

/** Asks as the authorised user given, else as each one in turn until the account is theirs. */
const findSettlement = async (
  tgss: ReadingPort,
  numAutorizado: string | undefined,
  input: SettlementInput,
): Promise<Exclude<Settlement, { notOwner: string }>> => {
  const users = numAutorizado
    ? [numAutorizado]
    : (await tgss.read(authorisedUsers, { application: SETTLEMENTS })).map(({ numero }) => numero);
  let refusal = '';
  for (const user of users.length > 0 ? users : [undefined]) {
    const settlement = await tgss.read(settlementReceipt, { ...input, ...(user && { authorised: user }) });
    if (!('notOwner' in settlement)) return settlement;
    refusal = settlement.notOwner;
  }
  throw refused('tgss', [refusal]);
};
