import * as z from 'zod';
import type { Situation } from '../../../shared/authorities/tgss/jacada/situations/record.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { taDocuments } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';
import { ccc, date, nss, regimen } from '../../../shared/fields.ts';
import { reading } from '../../../shared/operation.ts';
import { exampleWorker, field } from '../fields.ts';

/** Most registrations that are read for their details; each needs several requests to the authority. */
const LIMIT = 20;
/** Situation of a normal registration. A record that has ended only has the situation of its end. */
const REGISTERED = '01';

export const listTaDocuments = reading({
  method: 'GET',
  path: '/ta-info-for-nss',
  summary: 'Altas y bajas de un trabajador en una cuenta',
  authority: 'tgss',
  rate: 'heavy',
  standing: 'chosen',
  request: z.object({
    regimen,
    ccc,
    nss,
    startDate: date('Fecha de alta: solo los movimientos de ese periodo de alta.').optional(),
  }),
  response: z.array(
    z.object({
      movType: field('ALTA o BAJA.'),
      fecha_real: field('Fecha real, AAAA-MM-DD.'),
      fecha_comunicacion: field('Fecha de comunicación, AAAA-MM-DD.'),
      situacion: field('Clave de situación.'),
      tipo_contrato: field('Clave del contrato.'),
      grupo_cotizacion: field('Grupo de cotización.'),
      coef: field('Coeficiente de tiempo parcial.'),
    }),
  ),
  example: {
    request: { regimen: exampleWorker.regimen, ccc: exampleWorker.ccc, nss: exampleWorker.nss },
    response: [
      {
        movType: 'ALTA',
        fecha_real: '2025-11-03',
        fecha_comunicacion: '2025-10-30',
        situacion: '01',
        tipo_contrato: '100',
        grupo_cotizacion: '03',
        coef: '',
      },
    ],
  },
  run: async ({ startDate, ...worker }, { tgss }) => {
    const movements = await tgss.read(taDocuments, worker);
    const { records, more } = await tgss.read(situations, {
      ...worker,
      ...(startDate && { startDate }),
      offset: 0,
      limit: LIMIT,
    });
    const data = movements.flatMap(({ movement, fecha_real, fecha_comunicacion }) => {
      const movType = (['ALTA', 'BAJA'] as const).find((kind) => movement.startsWith(kind));
      const record = movType && records.find((one) => one[DATE_OF[movType]] === fecha_real);
      if (!movType || (startDate && !record)) return [];
      return [{ movType, fecha_real, fecha_comunicacion, ...detailsOf(movType, record) }];
    });
    return {
      data,
      ...(more && { message: `Detalle limitado a los ${LIMIT} periodos de alta más recientes.` }),
    };
  },
});

const DATE_OF = { ALTA: 'fecha_alta', BAJA: 'fecha_baja' } as const;

const detailsOf = (movType: 'ALTA' | 'BAJA', record: Situation | undefined) => {
  const hasEnded = record !== undefined && record.fecha_baja !== '';
  return {
    situacion: movType === 'ALTA' && hasEnded ? REGISTERED : (record?.situacion ?? ''),
    tipo_contrato: record?.tipo_contrato ?? '',
    grupo_cotizacion: record?.grupo_cotizacion ?? '',
    coef: record?.coef ?? '',
  };
};
