import * as z from 'zod';
import { ACT_KINDS, type ActKind } from '../../../shared/kernel/act-kinds.ts';
import { answerInstant, answerText, answerTextOrNull } from '../../../shared/operation/answer-fields.ts';
import type { ResourcePorts } from '../../../shared/operation/ports.ts';
import { type Act, REASONS } from './store/act-row.ts';

const KINDS = Object.keys(ACT_KINDS) as [ActKind, ...ActKind[]];

/** The kind of an act. */
export const kind = z
  .enum(KINDS, { error: `Debe ser uno de: ${KINDS.join(', ')}.` })
  .meta({ description: 'Qué clase de acto es.', codes: ACT_KINDS });

const OUTCOMES = {
  done: 'hecho',
  refused: 'rechazado, así que no cambió nada',
  unknown: 'no consta si llegó a hacerse: aún está en curso, o se interrumpió',
};

const REASON_TEXTS: Record<(typeof REASONS)[number], string> = {
  password: 'la contraseña no era correcta, o estaba bloqueada',
  noCode: 'contraseña correcta, sin el código del segundo factor',
  code: 'contraseña correcta, con un código que no lo era',
  inactive: 'contraseña correcta de una empresa cliente inactiva',
};

const OBJECTS = ['user', 'company', 'certificate', 'webhook', 'token'] as const;

/** An act as answers have it. */
export const activityResource = z
  .object({
    id: answerText('Identificador; los avisos activity.* lo nombran.'),
    at: answerInstant('Cuándo se pidió, ISO 8601.'),
    kind,
    operation: answerText('Nombre de la operación.'),
    outcome: z.enum(['done', 'refused', 'unknown']).meta({ description: 'Cómo acabó.', codes: OUTCOMES }),
    status: z.int().nullable().meta({ description: 'Estado HTTP de la respuesta que lo rechazó.' }),
    reason: z
      .enum(REASONS)
      .nullable()
      .meta({ description: 'Por qué se rechazó un inicio de sesión.', codes: REASON_TEXTS }),
    user: z
      .object({ id: answerText('Identificador.'), name: answerTextOrNull('Nombre, como es ahora.') })
      .meta({ description: 'Quién: el usuario, o el acceso de la empresa cliente.' }),
    token: z
      .object({ id: answerText('Identificador.'), name: answerText('Nombre, como era entonces.') })
      .nullable()
      .meta({ description: 'Token de programa con el que se hizo.' }),
    clientId: z.int().nullable().meta({ description: 'Empresa cliente que tenía la sesión.' }),
    object: z
      .object({
        kind: z.enum(OBJECTS).meta({ description: 'Qué es.' }),
        id: answerText('Identificador.'),
        name: answerTextOrNull('Nombre de un usuario o una empresa, como es ahora.'),
      })
      .nullable()
      .meta({ description: 'De qué trata.' }),
    fields: z.array(z.string()).meta({ description: 'Campos que se enviaron, sin su valor.' }),
    values: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
      .meta({ description: 'Valor de los que son una opción o un número, como role.' }),
  })
  .meta({ id: 'Activity', description: 'Algo que la cuenta hizo consigo misma.' });

type Resource = z.output<typeof activityResource>;

export const activityExample: Resource = {
  id: '01K9Z3V5Q8R2T4W6X8Y0A2C4E6',
  at: '2026-11-23T09:15:31.204Z',
  kind: 'user',
  operation: 'changeUser',
  outcome: 'done',
  status: null,
  reason: null,
  user: { id: '2f0c4f0e-6b0e-4d7e-9d53-0a4e5c1f7b21', name: 'Nóminas de Ejemplo' },
  token: null,
  clientId: null,
  object: { kind: 'user', id: '7d9f3c52-6a0e-4a55-9a44-0c3b8f1e2d60', name: 'Lucía Martín' },
  fields: ['role'],
  values: { role: 'files' },
};

/** What the ids of an act's object name. A number is a client company, whatever the act is. */
const objectKind = ({ kind, object }: Act): (typeof OBJECTS)[number] => {
  if (typeof object === 'number') return 'company';
  return OBJECTS.find((objectOfAct) => objectOfAct === kind) ?? 'user';
};

/** Acts with the interface's names, with users and companies as they are called now. */
export const toActivity = async (
  acts: Act[],
  { caller: { accountId }, stores }: Pick<ResourcePorts, 'caller' | 'stores'>,
): Promise<Resource[]> => {
  const objects = acts.flatMap((act) => (act.object === undefined ? [] : [{ act, kind: objectKind(act) }]));
  const companies = objects.flatMap(({ act, kind }) => (kind === 'company' ? Number(act.object) : []));
  const users = objects.flatMap(({ act, kind }) => (kind === 'user' ? String(act.object) : []));
  const [userNames, companyNames] = await Promise.all([
    stores.users.namesOf(accountId, [...acts.map(({ userId }) => userId), ...users]),
    stores.clients.companyNames(accountId, companies),
  ]);
  return acts.map((act) => {
    const { id, at, kind, operation, outcome, userId, object } = act;
    const ofKind = objectKind(act);
    const name =
      ofKind === 'company' ? companyNames.get(Number(object)) : userNames.get(String(object))?.name;
    return {
      id,
      at,
      kind,
      operation,
      outcome: outcome === 'begun' ? 'unknown' : outcome,
      status: act.status ?? null,
      reason: act.reason ?? null,
      user: { id: userId, name: userNames.get(userId)?.name ?? null },
      token: act.token ?? null,
      clientId: act.clientId ?? null,
      object: object === undefined ? null : { kind: ofKind, id: String(object), name: name ?? null },
      fields: act.fields ?? [],
      values: act.values ?? {},
    };
  });
};
