import * as z from 'zod';
import { duplicateTa } from '../../../../shared/authorities/tgss/jacada/duplicate-ta.ts';
import { notWhatWasAsked } from '../../../../shared/kernel/authority-errors.ts';
import { ccc, code, date, nss, regimen, test } from '../../../../shared/kernel/fields.ts';
import { exampleFile, withFile } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { exampleInAccount } from '../fields.ts';

export const getDuplicateTa = reading({
  id: 'getDuplicateTa',
  method: 'GET',
  path: '/duplicate-ta',
  summary: 'Duplicado del documento de alta o baja (TA)',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({
    test,
    regimen,
    ccc,
    nss,
    startDate: date('Fecha real del alta o de la baja.'),
    movType: code({ ALTA: 'alta', BAJA: 'baja' }, 'Movimiento: ALTA o BAJA.'),
  }),
  response: withFile,
  example: {
    request: {
      ...exampleInAccount,
      startDate: '2025-11-03',
      movType: 'ALTA',
    },
    response: { file: exampleFile('ta-alta.pdf') },
  },
  run: async (request, { tgss, keep }) => {
    const document = await tgss.read(duplicateTa, { ...request, date: request.startDate });
    if (!document)
      throw notWhatWasAsked('La Seguridad Social no tiene ningún documento de ese movimiento en esa fecha.');
    return { data: { file: await keep(document) } };
  },
});
