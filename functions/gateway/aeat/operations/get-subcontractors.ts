import * as z from 'zod';
import type { ComplianceResult } from '../../../../shared/authorities/aeat/certificate.ts';
import { sinceOf, subcontractors } from '../../../../shared/authorities/aeat/subcontractors.ts';
import { date, text } from '../../../../shared/kernel/fields.ts';
import { madridDay } from '../../../../shared/kernel/spanish-time.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { certificateReply, exampleCertificate, taxId, withFile } from '../fields.ts';

export const getSubcontractors = reading({
  id: 'getSubcontractors',
  method: 'GET',
  path: '/report-subcontractors',
  summary: 'Certificado de contratistas y subcontratistas',
  description:
    'Del titular del certificado digital, como contratista o subcontratista de la entidad indicada. ' +
    'La Agencia Tributaria puede tardar hasta cinco días hábiles en expedirlo. Mientras lo prepara, ' +
    'se responde 200 con success false y sin documento. Este servicio lo recoge en cuanto está y lo ' +
    'deja en el trámite de X-Tramite-Id. Si entretanto se repite la petición, la respuesta dice cómo ' +
    'va y no se solicita otro. Dos peticiones para la misma entidad en siete días son la misma ' +
    'solicitud; startDate acorta ese plazo.',
  authority: 'aeat',
  mayBePrepared: true,
  rate: 'read',
  standing: 'document',
  request: z.object({
    nif_entidad: taxId('NIF de la entidad con la que se contrata.'),
    entidad: text(125, 'Nombre o razón social de la entidad.').optional(),
    startDate: date(
      'No se recoge un certificado solicitado antes de esta fecha, sino que se solicita otro.',
    ).optional(),
  }),
  response: withFile,
  example: {
    request: { nif_entidad: 'B12345674', entidad: 'CONSTRUCCIONES EJEMPLO SL' },
    response: exampleCertificate('certificado-contratistas.pdf'),
  },
  // Whoever pays needs a positive one. It may be the answer to a request of some days ago.
  emitsOnRead: ({ nif_entidad, startDate }, _, { today, message }) =>
    message?.includes('NEGATIVO' satisfies ComplianceResult)
      ? []
      : [
          {
            kind: 'contractorCertificate',
            reference: nif_entidad,
            date: sinceOf({ today, ...(startDate && { since: startDate }) }),
          },
        ],
  run: async ({ nif_entidad, entidad = '', startDate }, { aeat, keep, askedAt }) => {
    const certificate = await aeat.read(subcontractors, {
      nif: nif_entidad,
      name: entidad,
      ...(startDate && { since: startDate }),
      // A repeated request is still the request of that day.
      today: madridDay(askedAt),
    });
    return certificate
      ? certificateReply(certificate, keep)
      : { success: false, preparing: true, message: BEING_PREPARED };
  },
});

const BEING_PREPARED =
  'La Agencia Tributaria aún está preparando el certificado. Este servicio lo recogerá cuando esté; no se solicitará ' +
  'otro.';
