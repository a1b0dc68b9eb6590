import * as z from 'zod';
import { answerText } from '../../../../shared/operation/answer-fields.ts';
import { reading } from '../../../../shared/operation/operation.ts';
import { cccAndWorker, exampleWorker, exampleWorkerWithoutKind } from '../fields.ts';
import { latestOf, ofRegistration } from '../latest-situation.ts';

export const getWorkerAgreement = reading({
  id: 'getWorkerAgreement',
  method: 'GET',
  path: '/convenios-colectivos-por-trabajador',
  summary: 'Convenio colectivo de un trabajador en una cuenta',
  description: 'El del alta más reciente en la cuenta. Sin altas en ella, data es una lista vacía.',
  authority: 'tgss',
  rate: 'read',
  standing: 'chosen',
  request: z.object(cccAndWorker),
  response: ofRegistration.extend({ convenio: answerText('Convenio colectivo; vacío si no consta.') }),
  example: {
    request: exampleWorker,
    response: {
      ...exampleWorkerWithoutKind,
      fecha_alta: '2025-11-03',
      fecha_baja: '',
      convenio: '28000785011982',
    },
  },
  run: async (request, { tgss }) => {
    const latest = await latestOf(request, { getConvenio: true }, tgss);
    return latest ? { data: { ...latest.of, convenio: latest.situation.convenio ?? '' } } : {};
  },
});
