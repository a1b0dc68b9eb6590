import * as z from 'zod';
import { assignment } from '../../../shared/authorities/tgss/prosa/assignment.ts';
import { noData } from '../../../shared/kernel/fields.ts';
import { submission } from '../../../shared/operation/operation.ts';
import { cesionFields, endDate, endsAfterStart, exampleCesion } from '../cesion.ts';
import { DRY_RUN_BEFORE_FORM } from '../fields.ts';

export const addCesion = submission({
  id: 'addCesion',
  method: 'POST',
  path: '/etts/cesion',
  summary: 'Comunicar la cesión de un trabajador',
  description: DRY_RUN_BEFORE_FORM,
  authority: 'tgss',
  dryRun: 'confirmation',
  dryRunEnds: 'form',
  rate: 'write',
  standing: 'document',
  request: z.object({ ...cesionFields, endDate }).check(endsAfterStart),
  response: noData,
  example: { request: { ...exampleCesion, endDate: '2026-12-31' }, response: [] },
  run: async (request, { tgss }) => {
    await tgss.submit(assignment, { ...request, option: 'add' });
    return {};
  },
  lookUp: { none: 'The authority’s query does not show the end of an assignment.' },
});
