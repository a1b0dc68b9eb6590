import * as z from 'zod';
import { assignment } from '../../../shared/authorities/tgss/assignment.ts';
import { noData } from '../../../shared/fields.ts';
import { submission } from '../../../shared/operation.ts';
import { cesionFields, exampleCesion, isAssigned } from '../cesion.ts';

export const removeCesion = submission({
  method: 'DELETE',
  path: '/etts/cesion',
  summary: 'Eliminar la cesión de un trabajador',
  authority: 'tgss',
  dryRun: 'confirmation',
  rate: 'write',
  standing: 'document',
  request: z.object(cesionFields),
  response: noData,
  example: { request: exampleCesion, response: [] },
  run: async (request, { tgss }) => {
    // The authority went as far as to ask for confirmation, so there was such an assignment; is it gone?
    await tgss.submit(assignment, { ...request, option: 'remove' }, async () =>
      (await isAssigned(tgss, request)) === false ? {} : undefined,
    );
    return {};
  },
});
