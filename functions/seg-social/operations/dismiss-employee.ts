import * as z from 'zod';
import { submission } from '../../../shared/operation.ts';
import { exampleFile, exampleWorker, withOptionalFile } from '../fields.ts';
import { acceptedReply } from '../replies.ts';
import { holidaysNeedIndicator, terminate, terminationFields } from '../termination.ts';

export const dismissEmployee = submission({
  method: 'POST',
  path: '/despido',
  summary: 'Comunicar el despido de un trabajador',
  description: 'Es una baja con la clave de situación del despido, y se responde como ella.',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object(terminationFields).check(holidaysNeedIndicator),
  response: withOptionalFile,
  example: {
    request: { ...exampleWorker, situacion: '54', fecha_real: '2026-12-31', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: async (request, ports) => {
    const done = await terminate(request, ports);
    if (!done) return {};
    return acceptedReply('La baja', request.duplicate || done.lookedUp ? { value: done.file } : {}, {});
  },
});
