import * as z from 'zod';
import { resource } from '../../../shared/operation/operation.ts';
import { NOTICE } from '../due.ts';
import { exampleObligation } from '../examples.ts';
import { id, notice, obligationResource } from '../fields.ts';
import { ownObligation, toResource } from '../resource.ts';

export const getObligation = resource({
  id: 'getObligation',
  method: 'GET',
  path: '/obligations/{id}',
  summary: 'Consultar una obligación',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ id }),
  response: obligationResource.extend({ notice }),
  example: { request: { id: exampleObligation.id }, response: { ...exampleObligation, notice: NOTICE } },
  run: async ({ id }, ports) => ({
    data: { ...(await toResource(await ownObligation(ports, id), ports)), notice: NOTICE },
  }),
});
