import * as z from 'zod';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { documentOn } from '../document.ts';

export const getOpenApi = resource({
  id: 'getOpenApiDocument',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Descripción OpenAPI 3.1 del servicio',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  kept: true,
  request: z.object({}),
  page: 'application/json',
  response: z.looseObject({}).meta({ description: 'Documento OpenAPI, sin envoltorio.' }),
  example: { request: {}, response: { openapi: '3.1.0' } },
  run: async (_, { now }) => {
    const { body, tag } = await documentOn(madridDay(now));
    return { page: { contentType: 'application/json; charset=utf-8', body, kept: { tag } } };
  },
});
