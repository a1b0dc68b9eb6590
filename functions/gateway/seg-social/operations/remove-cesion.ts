import * as z from 'zod';
import { assignment } from '../../../../shared/authorities/tgss/prosa/assignment.ts';
import { noData } from '../../../../shared/kernel/fields.ts';
import { submission } from '../../../../shared/operation/operation.ts';
import { cesionAct, cesionFields, exampleCesion } from '../cesion.ts';
import { removedFact } from '../facts.ts';
import { DRY_RUN_BEFORE_FORM } from '../fields.ts';

export const removeCesion = submission({
  id: 'removeCesion',
  method: 'DELETE',
  path: '/etts/cesion',
  summary: 'Eliminar la cesión de un trabajador',
  description: DRY_RUN_BEFORE_FORM,
  authority: 'tgss',
  dryRun: 'confirmation',
  dryRunEnds: 'form',
  acts: (request) => [cesionAct('remove', request)],
  rate: 'write',
  standing: 'document',
  request: z.object(cesionFields),
  response: noData,
  example: { request: exampleCesion, response: [] },
  run: async (request, { tgss }) => {
    await tgss.submit(assignment, { ...request, option: 'remove' });
    return {};
  },
  emits: (request) => [removedFact('cesion', request, request.startDate)],
  lookUp: { none: 'That an assignment is not found does not prove that it was removed.' },
});
