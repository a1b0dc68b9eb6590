import * as z from 'zod';
import { answerText } from '../../../shared/operation/answer-fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import { FOR_OPERATORS } from '../fields.ts';
import { RUNBOOK } from '../runbook.ts';

const STATES = { OK: 'ok', ALARM: 'alarm', INSUFFICIENT_DATA: 'noData' } as const;

const alarm = z
  .object({
    alarm: answerText('Nombre: su título en docs/operations.md.'),
    of: z.string().nullable().meta({ description: 'De qué organismo, cola o función, si hay una de cada.' }),
    state: z.enum(['alarm', 'ok', 'noData', 'unavailable']).meta({
      description: 'alarm (avisa), ok, noData (sin datos) o unavailable (no disponible aquí).',
    }),
    since: z.string().nullable().meta({ description: 'Desde cuándo, ISO 8601.' }),
    runbook: answerText('Qué significa y qué hacer primero.'),
  })
  .meta({ id: 'Alarm' });

const ORDER = ['alarm', 'noData', 'ok', 'unavailable'];

export const listAlarms = resource({
  id: 'listAlarms',
  method: 'GET',
  path: '/alarms',
  summary: 'Alarmas del servicio y qué hacer con cada una',
  description: `Según CloudWatch, las que avisan primero; donde no las hay, su estado es unavailable. ${FOR_OPERATORS}`,
  access: 'reads',
  isForOperators: true,
  rate: 'read',
  standing: 'chosen',
  request: z.object({}),
  response: z.object({ alarms: z.array(alarm) }),
  example: {
    request: {},
    response: {
      alarms: [
        {
          alarm: 'OldestUnknown',
          of: null,
          state: 'alarm',
          since: '2026-11-24T07:40:00.000Z',
          runbook: RUNBOOK.OldestUnknown!,
        },
      ],
    },
  },
  run: async (_, { stores: { operator } }) => {
    const kept = await operator.alarmsNow();
    const of = (name: string): z.output<typeof alarm>[] => {
      const runbook = RUNBOOK[name]!;
      const found = kept.filter(({ kind }) => kind === name);
      if (found.length === 0) return [{ alarm: name, of: null, state: 'unavailable', since: null, runbook }];
      return found.map((one) => ({
        ...{ alarm: name, of: one.of ?? null, state: STATES[one.state] },
        ...{ since: one.since?.toISOString() ?? null, runbook },
      }));
    };
    const alarms = Object.keys(RUNBOOK).flatMap(of);
    return {
      data: { alarms: alarms.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state)) },
    };
  },
});
