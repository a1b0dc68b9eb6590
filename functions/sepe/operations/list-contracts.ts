import * as z from 'zod';
import { contractList } from '../../../shared/authorities/sepe/contrata/contract-list.ts';
import { ccc, code, date, regimen } from '../../../shared/fields.ts';
import { reading } from '../../../shared/operation.ts';
import { rule } from '../../../shared/rules.ts';
import { companyId, exampleCompany, exampleFootprint, exampleWorker } from '../fields.ts';

const field = (description: string) => z.string().meta({ description });

export const listContracts = reading({
  method: 'GET',
  path: '/contrata/data/list',
  summary: 'Listar las comunicaciones de una cuenta de cotización',
  authority: 'sepe',
  rate: 'read',
  standing: 'document',
  request: z
    .object({
      cif: companyId,
      regimen,
      ccc,
      startDate: date('Desde.'),
      endDate: date('Hasta.'),
      communications_by: code(
        { '1': 'por fecha de inicio del contrato', '2': 'por fecha de comunicación' },
        'Fechas: 1 de inicio del contrato, 2 de comunicación.',
      ),
    })
    .check(
      rule(
        'endDate',
        'No puede ser anterior a startDate.',
        ({ startDate, endDate }) => String(endDate) < String(startDate),
      ),
    ),
  response: z.array(
    z
      .object({
        tipo: field('Tipo de comunicación.'),
        id: field('Huella.'),
        nif_nie_trabajador: field('Documento del trabajador.'),
        codigo_cuenta_cotizacion: field('Régimen y cuenta.'),
        codigo_contrato: field('Código del contrato.'),
        fecha_inicio: field('AAAA-MM-DD.'),
        fecha_fin: field('AAAA-MM-DD; puede estar vacía.'),
        fecha_comunicacion: field('AAAA-MM-DD.'),
      })
      .meta({ id: 'SepeContractRecord' }),
  ),
  example: {
    request: { ...exampleCompany, startDate: '2026-11-01', endDate: '2026-11-30', communications_by: '1' },
    response: [
      {
        tipo: 'CONTRATO',
        id: exampleFootprint,
        nif_nie_trabajador: exampleWorker.dni,
        codigo_cuenta_cotizacion: '011128000000097',
        codigo_contrato: '200',
        fecha_inicio: exampleWorker.startDate,
        fecha_fin: '',
        fecha_comunicacion: '2026-11-04',
      },
    ],
  },
  run: async ({ cif, regimen, ccc, startDate, endDate, communications_by }, { sepe }) => ({
    data: await sepe.read(contractList, {
      cif,
      regimen,
      ccc,
      from: startDate,
      to: endDate,
      by: communications_by === '1' ? 'start' : 'notification',
    }),
  }),
});
