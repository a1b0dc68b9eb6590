import * as z from 'zod';
import { baja } from '../../../shared/authorities/tgss/jacada/baja.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { exampleFile, exampleWorker, withOptionalFile } from '../fields.ts';
import { findBaja } from '../look-ups.ts';
import { bajaReply, holidaysNeedIndicator, terminationFields } from '../termination.ts';

export const dismissEmployee = submission({
  id: 'dismissEmployee',
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
    const done = await ports.tgss.submit(baja, request);
    return done ? bajaReply(done, request, ports) : {};
  },
  lookUp: {
    find: async (request, { since }, ports) => {
      const done = await findBaja(ports.tgss, request, since);
      return done && bajaReply(done, request, ports);
    },
  },
});
