import * as z from 'zod';
import { YEARS } from '../../../shared/kernel/working-days.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { NOTICE } from '../due.ts';
import { exampleRule } from '../examples.ts';
import { notice, ruleResource, standing } from '../fields.ts';
import { toRule } from '../resource.ts';
import { CAUSES, type Cause } from '../rules/causes.ts';
import { RULES } from '../rules/index.ts';

const toCause = ([cause, { text, isUnemployment, source, standing: known }]: [string, Cause]) => ({
  ...{ cause, text, certificate: isUnemployment, source, standing: known },
});

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
          provisional: z
            .boolean()
            .meta({ description: 'Si falta la resolución: los plazos pueden cambiar.' }),
        }),
      )
      .meta({ description: 'Calendarios oficiales que se conocen; de otros años no se calcula nada.' }),
    causes: z
      .array(
        z.object({
          cause: z.string().meta({ description: 'Clave (situacion), dos cifras.' }),
          text: z.string().meta({ description: 'Qué es.' }),
          certificate: z.boolean().meta({ description: 'Si se debe el certificado de empresa.' }),
          source: z.string().meta({ description: 'Norma y artículo.' }),
          standing,
        }),
      )
      .meta({
        description:
          'Causas de baja, y si pueden ser situación legal de desempleo; de otras claves se supone que sí.',
      }),
    notice,
  }),
  example: {
    request: {},
    response: {
      rules: [exampleRule],
      causes: [toCause(['51', CAUSES['51']!])],
      years: [
        { year: '2026', holidays: ['01-01'], source: 'Resolución (BOE-A-2025-21667)', provisional: false },
      ],
      notice: NOTICE,
    },
  },
  run: async () => ({
    data: {
      rules: RULES.map(toRule),
      years: Object.entries(YEARS).map(([year, { holidays, source, isProvisional = false }]) => ({
        year,
        holidays: [...holidays],
        source,
        provisional: isProvisional,
      })),
      causes: Object.entries(CAUSES).map(toCause),
      notice: NOTICE,
    },
  }),
});
