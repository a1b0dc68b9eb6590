import * as z from 'zod';
import { YEARS } from '../../../shared/obligations/calendar.ts';
import { NOTICE } from '../../../shared/obligations/obligations.ts';
import { RULES } from '../../../shared/obligations/rules/index.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { exampleRule } from '../examples.ts';
import { notice, ruleResource } from '../fields.ts';
import { toRule } from '../resource.ts';

export const listRules = resource({
  id: 'listObligationRules',
  method: 'GET',
  path: '/obligations/rules',
  summary: 'Listar las reglas de los plazos, con su fuente',
  description: 'Primero las que más cuestan si se incumplen.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({
    rules: z.array(ruleResource).meta({ description: 'Reglas.' }),
    years: z
      .array(
        z.object({
          year: z.string().meta({ description: 'Año.' }),
          holidays: z.array(z.string()).meta({ description: 'Festivos en toda España, MM-DD.' }),
          source: z.string().meta({ description: 'Resolución que los publica, o norma de la que salen.' }),
        }),
      )
      .meta({ description: 'Calendarios oficiales que se conocen; de otros años no se calcula nada.' }),
    notice,
  }),
  example: {
    request: {},
    response: {
      rules: [exampleRule],
      years: [{ year: '2026', holidays: ['01-01'], source: 'Resolución (BOE-A-2025-21667)' }],
      notice: NOTICE,
    },
  },
  run: async () => ({
    data: {
      rules: RULES.map(toRule),
      years: Object.entries(YEARS).map(([year, { holidays, source }]) => ({
        year,
        holidays: [...holidays],
        source,
      })),
      notice: NOTICE,
    },
  }),
});
