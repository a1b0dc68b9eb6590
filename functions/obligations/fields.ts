import * as z from 'zod';
import { AUTHORITIES } from '../../shared/kernel/errors.ts';
import { date, integer } from '../../shared/kernel/fields.ts';
import {
  answerText,
  answerTextOrNull,
  answerUser,
  answerWorker,
  meaningsOf,
} from '../../shared/operation/answer-fields.ts';
import { CERTAINTIES } from '../../shared/operation/fact.ts';
import { SHOWN, type Shown } from './due.ts';

export const notice = z.string().meta({ description: 'Qué vale y qué no vale esta información.' });

/** Id of an obligation, as a path parameter. */
export const id = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'Debe ser el identificador de una obligación.' })
  .meta({ description: 'Identificador de la obligación.' });

const STATE_TEXT: Record<Shown, string> = {
  planned: 'prevista: aún no ha ocurrido lo que la hace exigible, o aún no puede presentarse',
  open: 'abierta',
  near: 'abierta, y su plazo acaba pronto',
  late: 'abierta, con el plazo vencido',
  closed: 'cerrada; closedBy dice por qué',
  withdrawn: 'retirada: se anuló el trámite que la causó, o se supo que no se debía',
};

export const state = z.enum(SHOWN).meta({
  description: `Estado: ${meaningsOf(STATE_TEXT)}.`,
  codes: STATE_TEXT,
});

/** How well something is known. */
export const standing = z.enum(['confirmed', 'toCheck', 'inferred']).meta({
  description:
    'Cómo se conoce: confirmed (norma leída), toCheck (por comprobar en el BOE), inferred (se deduce de otras).',
});

/** A rule, with its source and how well it is known. */
export const ruleResource = z
  .object({
    id: answerText('Identificador de la regla.'),
    title: answerText('Qué hay que hacer.'),
    authority: z
      .enum([...AUTHORITIES, 'inss', 'issuer'])
      .meta({ description: 'Ante quién; issuer: quien expidió el certificado digital.' }),
    source: answerText('Norma y artículo.'),
    standing,
    doubt: answerTextOrNull('Qué no es seguro.'),
    term: answerText('Plazo, y cómo se cuenta.'),
    closedBy: answerText('Qué la cierra.'),
    exceptions: answerTextOrNull('Cuándo no se debe.'),
    late: answerText('Qué supone el retraso.'),
    validFrom: answerText(
      'Se aplica a los plazos que se cuentan desde este día, cuando sea que ocurrió lo que los causa.',
    ),
    validUntil: answerTextOrNull('Y hasta este.'),
  })
  .meta({ id: 'ObligationRule' });

const certainty = z.enum(CERTAINTIES).meta({
  description:
    'Cómo se sabe: proved (consta en una consulta posterior), accepted (lo aceptó el organismo), declared (lo dijo una persona).',
});

/** An obligation, as it is listed. */
export const obligationResource = z
  .object({
    id: answerText('Identificador.'),
    state,
    rule: ruleResource.meta({ description: 'La regla.' }),
    company: z.int().nullable().meta({ description: 'Cliente de quien es.' }),
    companyName: answerTextOrNull('Su nombre.'),
    account: answerTextOrNull('Régimen y cuenta de cotización, 15 dígitos.'),
    worker: answerWorker.meta({ description: 'Trabajador; null si no es de uno.' }),
    holder: z
      .object({
        document: answerTextOrNull('Documento de identidad.'),
        name: answerTextOrNull('Nombre; null si el certificado se guardó antes de que constara aquí.'),
      })
      .nullable()
      .meta({ description: 'Titular de los certificados digitales; null si no es de ellos.' }),
    reference: answerTextOrNull(
      'Huella del contrato, NIF de la entidad que paga o identificador del certificado (del primero, si son varios del mismo ' +
        'titular que caducan el mismo día), según la regla.',
    ),
    of: answerText(
      'Día, AAAA-MM-DD, o mes, AAAA-MM, a que se refiere; de una notificación, su id en las listas.',
    ),
    since: z
      .object({
        at: answerText('Cuándo se supo, ISO 8601.'),
        how: certainty,
        tramite: answerTextOrNull('Trámite que la causó.'),
      })
      .meta({ description: 'Qué la causó.' }),
    opens: answerText('Desde este día es exigible.'),
    due: answerTextOrNull(
      'Último día, que acaba a las 23:59:59 de Madrid; null si no hay calendario oficial de su año.',
    ),
    calendarNote: answerTextOrNull(
      'Qué no es seguro del calendario con que se cuentan los días hábiles: falta el de un año, y por eso due es null, o es ' +
        'provisional; null si no hay duda. Muéstrelo con el plazo.',
    ),
    daysLeft: z
      .int()
      .nullable()
      .meta({ description: 'Días que quedan; 0 el último, negativo si ha vencido.' }),
    shownDue: answerTextOrNull(
      'El día que resultaría si no contaran los festivos de GET /calendar; el plazo legal sigue siendo due.',
    ),
    blockedBy: z.array(z.string()).meta({ description: 'Obligaciones que hay que cerrar antes.' }),
    closedBy: z
      .object({
        at: answerText('Cuándo, ISO 8601.'),
        how: certainty,
        tramite: answerTextOrNull('Trámite que la cerró.'),
        reason: answerTextOrNull('Motivo que dio una persona.'),
        user: answerUser.nullable().meta({ description: 'Esa persona.' }),
      })
      .nullable()
      .meta({ description: 'Qué la cerró.' }),
    withdrawnBy: z
      .object({ at: answerText('Cuándo, ISO 8601.'), tramite: answerTextOrNull('Trámite.') })
      .nullable()
      .meta({
        description: 'Qué anuló el trámite que la causó; sin trámite, cuándo se supo que no se debía.',
      }),
  })
  .meta({ id: 'Obligation' });

/** A local holiday, as it is sent and answered. */
export const holiday = z.object({
  date: date('Día festivo en un municipio o una comunidad.'),
  company: integer('Cliente al que afecta; todos, si falta.').optional(),
});

/** The secret address of the calendar of the user who calls. */
export const calendarAddress = z.object({
  active: z.boolean().meta({ description: 'Si hay una que vale.' }),
  names: z.boolean().meta({ description: 'Si nombra a empresas y trabajadores.' }),
  created_at: answerTextOrNull('Cuándo se creó, ISO 8601.'),
});
