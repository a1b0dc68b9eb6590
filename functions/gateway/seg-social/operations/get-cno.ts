import * as z from 'zod';
import { ccc, dni, nss, regimen } from '../../../../shared/kernel/fields.ts';
import { plainDocument } from '../../../../shared/kernel/text.ts';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { NO_FIELD_FOR_CNO, shownOccupation } from '../facts.ts';
import { exampleWorkerWithoutKind } from '../fields.ts';
import { latestOf, ofRegistration } from '../latest-situation.ts';

export const getCno = reading({
  id: 'getCno',
  method: 'GET',
  path: '/cno',
  summary: 'Ocupación (CNO) de un trabajador en una cuenta',
  description: 'La del alta más reciente en la cuenta. Sin altas en ella, data es una lista vacía.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ regimen, ccc, dni, nss }),
  response: ofRegistration.extend({ cno: answerText('CNO; vacía si no consta.') }),
  example: {
    request: exampleWorkerWithoutKind,
    response: { ...exampleWorkerWithoutKind, fecha_alta: '2025-11-03', fecha_baja: '', cno: '4122' },
  },
  emitsOnRead: ({ regimen, ccc, dni, nss }, data, { message }) =>
    'cno' in data
      ? shownOccupation({ account: `${regimen}${ccc}`, document: plainDocument(dni), nss }, data, message)
      : [],
  run: async (request, { tgss }) => {
    const latest = await latestOf(request, { getDatos: true }, tgss);
    if (!latest) return {};
    const { of, situation, lacksCno } = latest;
    return { data: { ...of, cno: situation.cno }, ...(lacksCno && { message: NO_FIELD_FOR_CNO }) };
  },
});
