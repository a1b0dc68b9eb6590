import * as z from 'zod';
import {
  ccc,
  date,
  digits,
  digitsUpTo,
  dni,
  integer,
  notZeros,
  nss,
  regimen,
} from '../../shared/kernel/fields.ts';
import { notBefore } from '../../shared/kernel/rules.ts';
import { answerText, answerTextOrNull } from '../../shared/operation/answer-fields.ts';
import type { WorkforceRow } from './store/workforce-row.ts';
import { believedOn } from './workforce.ts';

/** `{customerID}` of the path. */
export const customerID = integer('Identificador del cliente.');

/** Most workers of a company: all of them fit in one request. */
export const MOST_WORKERS = 5_000;

/** A worker of a company, as it is sent. */
export const workforceWorker = z
  .object({
    regimen,
    ccc,
    dni,
    nss: nss.optional(),
    fecha_alta: date('Fecha de alta.'),
    fecha_baja: date('Fecha de baja, el último día; sin ella, sigue.').optional(),
    tipo_contrato: digits(3, 'Clave del contrato.').meta({ codeList: 'contracts' }).optional(),
    coeficiente: digitsUpTo(
      3,
      'Coeficiente de tiempo parcial, en milésimas; 0 si es a tiempo completo.',
    ).optional(),
    grupo_cotizacion: notZeros(digitsUpTo(2, 'Grupo de cotización.')).meta({ codeList: 'groups' }).optional(),
    cno: notZeros(digitsUpTo(4, 'Ocupación según la CNO.')).meta({ codeList: 'occupations' }).optional(),
  })
  .check(notBefore('fecha_baja', 'fecha_alta', 'No puede ser anterior a fecha_alta.'));
export type WorkforceWorker = z.output<typeof workforceWorker>;

export const exampleWorkforceWorker: z.input<typeof workforceWorker> = {
  ...{ regimen: '0111', ccc: '28000000097', dni: '12345678Z', nss: '280000000097' },
  ...{
    fecha_alta: '2025-11-03',
    tipo_contrato: '200',
    coeficiente: '500',
    grupo_cotizacion: '07',
    cno: '4309',
  },
};

/** A worker as the company has it today. */
export const shownWorker = z
  .object({
    regimen: answerText('Régimen.'),
    ccc: answerText('Cuenta de cotización.'),
    dni: answerText('Documento.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    fecha_alta: answerText('Fecha de alta, AAAA-MM-DD.'),
    fecha_baja: answerTextOrNull('Fecha de baja, AAAA-MM-DD; null si sigue.'),
    tipo_contrato: answerTextOrNull('Clave del contrato; null si no se dijo, y no se compara.'),
    coeficiente: answerTextOrNull(
      'Coeficiente, en milésimas; vacío o 0 a tiempo completo, null si no se dijo.',
    ),
    grupo_cotizacion: answerTextOrNull('Grupo de cotización; null si no se dijo.'),
    cno: answerTextOrNull('CNO; null si no se dijo.'),
  })
  .meta({ id: 'WorkforceWorker' });

/** @param day by the clock of the authorities */
export const toWorker = (row: WorkforceRow, day: string): z.output<typeof shownWorker> => {
  const { document, nss, since, until, contract, coefficient, group, cno } = believedOn(row, day);
  return {
    regimen: row.account.slice(0, 4),
    ccc: row.account.slice(4),
    dni: document,
    nss: nss ?? null,
    fecha_alta: since,
    fecha_baja: until ?? null,
    tipo_contrato: contract ?? null,
    coeficiente: coefficient ?? null,
    grupo_cotizacion: group ?? null,
    cno: cno ?? null,
  };
};

export const exampleShownWorker: z.output<typeof shownWorker> = {
  ...{ regimen: '0111', ccc: '28000000097', dni: '12345678Z', nss: '280000000097' },
  ...{ fecha_alta: '2025-11-03', fecha_baja: null, tipo_contrato: '200', coeficiente: '500' },
  ...{ grupo_cotizacion: '07', cno: '4309' },
};
