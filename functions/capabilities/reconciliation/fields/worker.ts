import * as z from 'zod';
import {
  ccc,
  date,
  digits,
  digitsUpTo,
  dni,
  notZeros,
  nss,
  regimen,
  text,
} from '../../../../shared/kernel/fields.ts';
import { notBefore } from '../../../../shared/kernel/rules.ts';
import { answerText, answerTextOrNull } from '../../../../shared/operation/answer-fields.ts';
import type { Believed } from '../facts.ts';
import type { WorkforceRow } from '../store/workforce-row.ts';
import { believedOn } from '../workforce.ts';

/** A worker of a workforce, as sent and as answered. */

/** The most workers of a company: they fit in one request. */
export const MOST_WORKERS = 5_000;

/** Schema of a sent worker. */
export const workforceWorker = z
  .object({
    regimen,
    ccc,
    dni,
    nss: nss.optional(),
    nombre: text(200, 'Nombre y apellidos, para mostrarlos y compararlos con los del organismo.').optional(),
    fecha_alta: date('Fecha de alta.'),
    fecha_baja: date('Fecha de baja, el último día; sin ella, sigue.').optional(),
    tipo_contrato: digits(3, 'Clave del contrato.').meta({ codeList: 'contracts' }).optional(),
    coeficiente: digitsUpTo(3, 'Coeficiente de tiempo parcial, en milésimas; 0 si es a tiempo completo.')
      .meta({ workingShare: 'zero' })
      .optional(),
    grupo_cotizacion: notZeros(digitsUpTo(2, 'Grupo de cotización.')).meta({ codeList: 'groups' }).optional(),
    cno: notZeros(digitsUpTo(4, 'Ocupación según la CNO.')).meta({ codeList: 'occupations' }).optional(),
  })
  .check(notBefore('fecha_baja', 'fecha_alta', 'No puede ser anterior a fecha_alta.'));
export type WorkforceWorker = z.output<typeof workforceWorker>;

export const exampleWorkforceWorker: z.input<typeof workforceWorker> = {
  regimen: '0111',
  ccc: '28000000097',
  dni: '12345678Z',
  nss: '280000000097',
  fecha_alta: '2025-11-03',
  tipo_contrato: '200',
  coeficiente: '500',
  grupo_cotizacion: '07',
  cno: '4309',
};

/** Schema of an answered worker, as of today. */
export const shownWorker = z
  .object({
    regimen: answerText('Régimen.'),
    ccc: answerText('Cuenta de cotización.'),
    dni: answerText('Documento.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    nombre: answerTextOrNull('Nombre y apellidos, si se conocen.'),
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

/** @param day today by the authorities' clock */
export const toWorker = (row: WorkforceRow, day: string): z.output<typeof shownWorker> =>
  toShown(row.account, believedOn(row, day));

/** A worker of an account, as answered. */
export const toShown = (
  account: string,
  { document, nss, name, since, until, contract, coefficient, group, cno }: Believed,
): z.output<typeof shownWorker> => {
  return {
    regimen: account.slice(0, 4),
    ccc: account.slice(4),
    dni: document,
    nss: nss ?? null,
    nombre: name ?? null,
    fecha_alta: since,
    fecha_baja: until ?? null,
    tipo_contrato: contract ?? null,
    coeficiente: coefficient ?? null,
    grupo_cotizacion: group ?? null,
    cno: cno ?? null,
  };
};

export const exampleShownWorker: z.output<typeof shownWorker> = {
  regimen: '0111',
  ccc: '28000000097',
  dni: '12345678Z',
  nss: '280000000097',
  nombre: 'ANA GARCIA LOPEZ',
  fecha_alta: '2025-11-03',
  fecha_baja: null,
  tipo_contrato: '200',
  coeficiente: '500',
  grupo_cotizacion: '07',
  cno: '4309',
};
