import * as z from 'zod';
import { exampleFile } from '../../../../shared/operation/answer-fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { movementAct } from '../acts.ts';
import { exampleWorker, withOptionalFile } from '../fields.ts';
import {
  bajaReply,
  fileBaja,
  holidaysNeedIndicator,
  lookUpBaja,
  terminationFact,
  terminationFields,
} from '../termination.ts';

export const dismissEmployee = submission({
  id: 'dismissEmployee',
  method: 'POST',
  path: '/despido',
  summary: 'Comunicar el despido de un trabajador',
  description: 'Es una baja con la clave de situación del despido, y se responde como ella.',
  authority: 'tgss',
  filesAs: 'deregisterEmployee',
  acts: (request) => [movementAct('baja', request)],
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'chosen',
  request: z.object(terminationFields).check(holidaysNeedIndicator),
  response: withOptionalFile,
  example: {
    request: { ...exampleWorker, situacion: '54', fecha_real: '2026-12-31', duplicate: 1 },
    response: { file: exampleFile('TA.pdf') },
  },
  run: fileBaja,
  replyAgain: (request, _, ports) => bajaReply({}, request, ports),
  emits: terminationFact,
  lookUp: { find: lookUpBaja },
});
