import * as z from 'zod';
import { accountUpToDate } from '../../../../shared/authorities/tgss/jacada/reports/of-account.ts';
import { upToDateIn } from '../../../../shared/authorities/tgss/up-to-date.ts';
import { ccc, regimen } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleCcc } from '../fields.ts';

export const getUpToDate = reading({
  id: 'getUpToDate',
  method: 'GET',
  path: '/certificate-corriente',
  summary: 'Certificado de estar al corriente con la Seguridad Social de una cuenta',
  description:
    'Con todos los apartados del certificado y, si hay deuda, su detalle. Un certificado negativo también se devuelve con success ' +
    'true: el mensaje dice si es POSITIVO o NEGATIVO o, si no se lee en el documento, que hay que mirarlo.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc }),
  response: withFile,
  example: {
    request: exampleCcc,
    response: { file: exampleFile('situacion-cotizacion.pdf') },
  },
  run: async (request, { tgss, keep }) => {
    const document = await tgss.read(accountUpToDate, request);
    const result = upToDateIn(document.bytes);
    return {
      data: { file: await keep(document) },
      message: result ? `Certificado ${result}.` : UNREAD,
    };
  },
});

const UNREAD = 'No se lee en el documento si el certificado es positivo o negativo: mírelo antes de usarlo.';
