import * as z from 'zod';
import { birthCertificates } from '../../../../shared/authorities/tgss/prosa/birth-certificates.ts';
import { bool, ccc, date, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { mandatory, notBefore } from '../../../../shared/kernel/rules.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc, exampleWorker } from '../fields.ts';

const record = z
  .object({
    nss: answerText('Número de la Seguridad Social.'),
    fecha_inicio: answerText('Inicio del descanso, AAAA-MM-DD.'),
    fecha_fin: answerText('Fin del descanso, AAAA-MM-DD; vacío si no consta.'),
    solicitante: answerText('Quién descansa, como lo escribe la Seguridad Social.'),
    fecha_recepcion: answerText('Fecha de recepción, AAAA-MM-DD.'),
    estado: answerText('Estado, como lo escribe la Seguridad Social.'),
    datos: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description: 'Datos de su página: rótulo y valor, como los escribe la Seguridad Social.',
        askedBy: ['getDatos'],
      }),
  })
  .meta({ id: 'BirthCertificate' });

export const listBirthCertificates = reading({
  id: 'listBirthCertificates',
  method: 'GET',
  path: '/nacimiento',
  summary: 'Consultar los certificados de empresa por nacimiento y cuidado de menor',
  description:
    'Los de una cuenta entre dos días; con nss, los de un trabajador. Con getDatos, también los datos de su página, si solo hay uno.',
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
      fecha_inicio: date('Inicio del descanso.').optional(),
      getDatos: bool('Incluye los datos de la página del certificado; solo con nss.').optional(),
    })
    .check(
      mandatory('nss', 'getDatos', { getDatos: true }),
      notBefore('endDate', 'startDate', 'No puede ser anterior a startDate.'),
    ),
  response: z.array(record),
  example: {
    request: { ...exampleCcc, nss: exampleWorker.nss, startDate: '2026-11-01', endDate: '2026-11-28' },
    response: [
      {
        nss: exampleWorker.nss,
        fecha_inicio: '2026-11-16',
        fecha_fin: '2027-03-07',
        solicitante: 'Madre biológica',
        fecha_recepcion: '2026-11-18',
        estado: '',
      },
    ],
  },
  run: async ({ startDate, endDate, getDatos = false, ...request }, { tgss }) => {
    const certificates = await tgss.read(birthCertificates, {
      ...request,
      from: startDate,
      to: endDate,
      withData: getDatos,
    });
    return { data: certificates.map(({ data, ...one }) => ({ ...one, ...(data && { datos: data }) })) };
  },
});
