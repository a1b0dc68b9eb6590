import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { resource } from '../../../shared/operation.ts';

/** Generated from the list of operations when the function is built, in the same folder. */
const document = new URL('./openapi.json', import.meta.url);

export const getOpenApi = resource({
  id: 'getOpenApiDocument',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Descripción OpenAPI 3.1 del servicio',
  access: 'anonymous',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  page: 'application/json',
  response: z.looseObject({}).meta({ description: 'Documento OpenAPI, sin envoltorio.' }),
  example: { request: {}, response: { openapi: '3.1.0' } },
  run: async () => ({
    page: { contentType: 'application/json; charset=utf-8', body: await readFile(document, 'utf8') },
  }),
});
