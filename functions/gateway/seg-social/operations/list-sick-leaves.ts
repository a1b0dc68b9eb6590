import * as z from 'zod';
import { sickLeaves } from '../../../../shared/authorities/tgss/prosa/sick-leaves.ts';
import { bool, ccc, date, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { mandatory, notBefore } from '../../../../shared/kernel/rules.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc, exampleWorker } from '../fields.ts';

const record = z
  .object({
    nss: answerText('Número de la Seguridad Social.'),
    ccc: answerText('Cuenta de cotización.'),
    fecha_baja: answerText('Fecha de la baja médica, AAAA-MM-DD.'),
    fecha_recepcion: answerText('Fecha de recepción, AAAA-MM-DD.'),
    fecha_alta: answerText('Fecha del alta médica, AAAA-MM-DD; vacía si no consta.'),
    tipo: answerText('Tipo de parte, como lo llama la Seguridad Social.'),
    anulado: z.boolean().meta({ description: 'Si el parte está anulado.' }),
    datos: z
      .object({
        dni: answerText('Documento, como lo escribe la Seguridad Social.'),
        contingencia: answerText('Contingencia.'),
        clase_contrato: answerText('Tipo de contrato, como lo escribe la Seguridad Social.'),
        base: answerText('Base de cotización, con coma decimal.'),
        suma_base: answerText('Suma de bases de los tres meses anteriores, con coma decimal.'),
        dias: answerText('Días cotizados.'),
      })
      .optional()
      .meta({ description: 'Datos de la empresa.', askedBy: ['getDatos'] }),
  })
  .meta({ id: 'SickLeaveNotice' });

export const listSickLeaves = reading({
  id: 'listSickLeaves',
  method: 'GET',
  path: '/it',
  summary: 'Consultar los partes de baja médica y los datos enviados por la empresa',
  description:
    'Los partes de una cuenta entre dos días; con nss, los de un trabajador, y con getDatos también los datos de la empresa ' +
    'que tiene la Seguridad Social de cada uno.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z
    .object({
      regimen,
      ccc,
      nss: nss.optional(),
      startDate: date('Desde.'),
      endDate: date('Hasta.'),
      getDatos: bool('Incluye los datos de la empresa de cada parte; solo con nss.').optional(),
    })
    .check(
      mandatory('nss', 'getDatos', { getDatos: true }),
      notBefore('endDate', 'startDate', 'No puede ser anterior a startDate.'),
    ),
  response: z.array(record),
  example: {
    request: {
      ...exampleCcc,
      nss: exampleWorker.nss,
      startDate: '2026-11-01',
      endDate: '2026-11-28',
      getDatos: true,
    },
    response: [
      {
        nss: exampleWorker.nss,
        ccc: exampleWorker.ccc,
        fecha_baja: '2026-11-24',
        fecha_recepcion: '2026-11-26',
        fecha_alta: '',
        tipo: 'BAJA',
        anulado: false,
        datos: {
          dni: exampleWorker.dni,
          contingencia: 'ENFERMEDAD COMUN',
          clase_contrato: '2',
          base: '1850,00',
          suma_base: '',
          dias: '31',
        },
      },
    ],
  },
  run: async ({ startDate, endDate, getDatos = false, ...request }, { tgss }) => {
    const notices = await tgss.read(sickLeaves, {
      ...request,
      from: startDate,
      to: endDate,
      withData: getDatos && request.nss !== undefined,
    });
    return {
      data: notices.map(({ isAnnulled, data, ...notice }) => ({
        ...notice,
        anulado: isAnnulled,
        ...(data && {
          datos: {
            dni: data.ipf,
            contingencia: data.contingencia,
            clase_contrato: data.tipoContrato,
            base: data.baseCotizacion,
            suma_base: data.sumaBaseCotizacion,
            dias: data.diasCotizados,
          },
        }),
      })),
    };
  },
});
