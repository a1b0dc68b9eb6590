import * as z from 'zod';
import { AUTHORITIES, notFound } from '../../../shared/kernel/errors.ts';
import { date, integer } from '../../../shared/kernel/fields.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import {
  answerDay,
  answerDayOrNull,
  answerInstant,
  answerInstantOrNull,
  answerText,
  answerTextOrNull,
  answerUser,
  answerWorker,
  exampleWorker,
  meaningsOf,
} from '../../../shared/operation/answer-fields.ts';
import { CERTAINTIES } from '../../../shared/operation/fact.ts';
import type { Ports, ResourcePorts } from '../../../shared/operation/ports.ts';
import {
  blockedBy,
  calendarNote,
  daysLeft,
  doubtOf,
  isLateForCertain,
  isOfWorker,
  SHOWN,
  type Shown,
  shownDue,
  shownOn,
  versionOf,
} from './due.ts';
import { contract } from './rules/contracts.ts';
import { ruleOf } from './rules/index.ts';
import type { Rule, Version } from './rules/rule.ts';
import type { KeptObligation, LocalHoliday } from './store/obligation-row.ts';

/** Id of an obligation, as a path parameter. */
export { obligationId as id } from '../../../shared/operation/obligation-id.ts';

export const notice = z.string().meta({ description: 'Qué vale y qué no vale esta información.' });

const STATE_TEXT: Record<Shown, string> = {
  planned: 'prevista: aún no ha ocurrido el hecho que la hace exigible, o aún no puede presentarse',
  open: 'abierta',
  near: 'abierta, y su plazo acaba pronto',
  late: 'abierta, con el plazo vencido; si certain es false, puede no haber vencido, no deberse o estar hecha',
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

/** Schema of a rule in an answer. */
export const ruleResource = z
  .object({
    id: answerText('Identificador de la regla.'),
    title: answerText('Qué hay que hacer.'),
    authority: z.enum([...AUTHORITIES, 'inss', 'issuer', 'labour']).meta({
      description:
        'Organismo ante el que se hace; issuer: quien expidió el certificado digital; labour: el Ministerio de Trabajo (Delt@).',
    }),
    operation: answerTextOrNull(
      'Operación con la que se cumple, por su nombre en la referencia; null si ninguna.',
    ),
    source: answerText('Norma y artículo.'),
    standing,
    readIn: answerText('Dónde se leyó la norma.'),
    checkedOn: answerDay('Cuándo se comprobó.'),
    doubt: answerTextOrNull('Qué no es seguro.'),
    term: answerText('Plazo, y cómo se cuenta.'),
    closedBy: answerText('Qué la cierra.'),
    exceptions: answerTextOrNull('Cuándo no se debe.'),
    late: answerText('Qué supone el retraso.'),
    validFrom: answerDay(
      'Se aplica a los plazos que empiezan desde este día, aunque el hecho que los causa sea anterior.',
    ),
    validUntil: answerDayOrNull('Y hasta este.'),
  })
  .meta({ id: 'ObligationRule' });

const certainty = z.enum(CERTAINTIES).meta({
  description:
    'Cómo se sabe: proved (consta en una consulta posterior), accepted (lo aceptó el organismo), declared (lo dijo una persona).',
});

/** Schema of an obligation in an answer. */
export const obligationResource = z
  .object({
    id: answerText('Identificador.'),
    state,
    rule: ruleResource.meta({ description: 'La regla.' }),
    company: z.int().nullable().meta({ description: 'Cliente al que corresponde.' }),
    companyName: answerTextOrNull('Su nombre.'),
    account: answerTextOrNull('Régimen y cuenta de cotización, 15 dígitos.'),
    cif: answerTextOrNull('NIF de la empresa, si consta.'),
    worker: answerWorker.meta({ description: 'Trabajador; null si no es de uno.' }),
    holder: z
      .object({
        document: answerTextOrNull('Documento de identidad.'),
        name: answerTextOrNull('Nombre; null si el certificado se guardó antes de que constara aquí.'),
      })
      .nullable()
      .meta({ description: 'Titular de los certificados digitales; null si no es de ellos.' }),
    notification: z
      .object({
        concept: answerTextOrNull('Asunto.'),
        sender: answerTextOrNull('Quién la envía; null si la lista solo es de ese organismo.'),
        document: answerTextOrNull('NIF del titular.'),
        name: answerTextOrNull('Nombre del titular.'),
      })
      .nullable()
      .meta({
        description:
          'De una notificación, lo que decía su lista; null lo que no decía. Leerlo no la abre. Null si es otra obligación.',
      }),
    reference: answerTextOrNull(
      'Huella del contrato, NIF de la entidad que paga, justificante de la declaración anterior o identificador del certificado (del primero, si son varios del mismo ' +
        'titular que caducan el mismo día), según la regla.',
    ),
    of: answerText(
      'Día, AAAA-MM-DD, mes, AAAA-MM, o trimestre, AAAA-1T a AAAA-4T, a que se refiere; de una notificación, su id en las listas.',
    ),
    since: z
      .object({
        at: answerInstant('Cuándo se supo, ISO 8601.'),
        how: certainty,
        tramite: answerTextOrNull('Trámite que la causó.'),
      })
      .meta({ description: 'Qué la causó.' }),
    opens: answerDay('Desde este día es exigible.'),
    due: answerDayOrNull(
      'Último día, que acaba a las 23:59:59 de Madrid; null si no hay calendario oficial de su año.',
    ),
    calendarNote: answerTextOrNull(
      'Qué no es seguro del calendario con que se cuentan los días hábiles: falta el de un año, y por eso due es null, o es ' +
        'provisional; null si no hay duda. Muéstrelo con el plazo.',
    ),
    doubt: answerTextOrNull(
      'Qué no es seguro de esta obligación: si se debe, o hasta cuándo; null si no hay duda. Muéstrelo con el plazo.',
    ),
    certain: z.boolean().meta({
      description:
        'Si es seguro que, pasado due, está fuera de plazo. Si es false, no lo afirme: doubt dice por qué.',
    }),
    daysLeft: z
      .int()
      .nullable()
      .meta({ description: 'Días que quedan; 0 el último, negativo si ha vencido.' }),
    shownDue: answerDayOrNull(
      'El día que resultaría si no contaran los festivos de GET /calendar; el plazo legal sigue siendo due.',
    ),
    batch: z
      .object({ id: answerText('Identificador del lote.'), name: answerText('Nombre del lote.') })
      .nullable()
      .meta({
        description:
          'Lote sin terminar que la cumple (rows[].obligation de POST /batches); null si ninguno. No se presenta por otro lado.',
      }),
    blockedBy: z.array(z.string()).meta({ description: 'Obligaciones que hay que cerrar antes.' }),
    closedBy: z
      .object({
        at: answerInstant('Cuándo, ISO 8601.'),
        how: certainty,
        tramite: answerTextOrNull('Trámite que la cerró.'),
        reason: answerTextOrNull('Motivo que dio una persona.'),
        user: answerUser.nullable().meta({ description: 'Esa persona.' }),
      })
      .nullable()
      .meta({ description: 'Qué la cerró.' }),
    withdrawnBy: z
      .object({ at: answerInstant('Cuándo, ISO 8601.'), tramite: answerTextOrNull('Trámite.') })
      .nullable()
      .meta({
        description: 'Qué anuló el trámite que la causó; sin trámite, cuándo se supo que no se debía.',
      }),
  })
  .meta({ id: 'Obligation' });

/** Schema of a local holiday, in requests and answers. */
export const holiday = z.object({
  date: date('Día festivo en un municipio o una comunidad.'),
  company: integer('Cliente al que afecta; todos, si falta.').optional(),
});

/** Schema of the calling user's secret calendar address. */
export const calendarAddress = z.object({
  active: z.boolean().meta({ description: 'Si hay una que vale.' }),
  names: z.boolean().meta({ description: 'Si nombra a empresas y trabajadores.' }),
  created_at: answerInstantOrNull('Cuándo se creó, ISO 8601.'),
});

/** A rule with the interface's names. */
export const toRule = (
  rule: Rule,
  version: Version = rule.versions.at(-1)!,
): z.output<typeof ruleResource> => ({
  id: rule.id,
  title: rule.title,
  authority: rule.authority,
  operation: rule.doneBy ?? null,
  source: version.source,
  standing: version.standing,
  readIn: version.read,
  checkedOn: version.checked,
  doubt: version.doubt ?? null,
  term: version.term,
  closedBy: rule.closedBy,
  exceptions: rule.exceptions ?? null,
  late: rule.late,
  validFrom: version.valid.from,
  validUntil: version.valid.until ?? null,
});

/** Obligations with the interface's names, for a caller. A client company does not see who the other users are. */
export const toResources = async (
  obligations: KeptObligation[],
  {
    caller,
    stores,
    authorityNow,
    now,
    openBatchesOf,
  }: Pick<ResourcePorts, 'caller' | 'stores' | 'authorityNow' | 'now' | 'openBatchesOf'>,
): Promise<z.output<typeof obligationResource>[]> => {
  if (obligations.length === 0) return [];
  const { accountId, clientId } = caller;
  const users = obligations.flatMap(({ closedBy }) => closedBy?.userId ?? []);
  const seen = clientId === undefined ? users : users.filter((one) => one === caller.userId);
  const doable = obligations.filter(
    ({ rule, state }) => state === 'open' && ruleOf(rule).doneBy !== undefined,
  );
  const [names, holidays, companies, batches] = await Promise.all([
    seen.length > 0 ? stores.users.namesOf(accountId, seen) : new Map(),
    obligations.some(({ counted }) => counted) ? stores.obligations.getHolidays(accountId) : [],
    stores.clients.companyNames(
      accountId,
      obligations.flatMap(({ companyId }) => companyId ?? []),
    ),
    openBatchesOf(
      accountId,
      doable.map(({ id }) => id),
      now,
    ),
  ]);
  // The name of a batch may name other companies.
  const isNamed = (of: number) => clientId === undefined || of === clientId;
  const inBatch = new Map(
    [...batches].map(([due, { id, name, clientId: of }]) => [due, { id, name: isNamed(of) ? name : OTHERS }]),
  );
  const userOf = (id: string) => ({ id, name: null, email: null, ...names.get(id) });
  const today = madridDay(authorityNow);
  return obligations.map((one) =>
    resourceOf(one, { today, userOf, obligations, holidays, companies, batches: inBatch }),
  );
};

/** The name that a client company sees of a batch that is not its own. */
const OTHERS = 'Lote de quien lleva su cuenta';

/** One obligation, read with the other ones of the same worker, which may have to be fulfilled first. */
export const toResource = async (obligation: KeptObligation, ports: ResourcePorts) => {
  const [first] = await toResources([obligation, ...(await besides(obligation, ports))], ports);
  return first!;
};

/** Other open obligations of the same worker with the same company. */
const besides = async (
  { id, accountId, companyId, subject, rule }: KeptObligation,
  { stores }: Pick<Ports, 'stores'>,
): Promise<KeptObligation[]> => {
  if (!ruleOf(rule).after || subject.kind !== 'worker') return [];
  const { obligations } = await stores.obligations.listObligations({
    accountId,
    worker: subject.mac,
    state: 'open',
    limit: 100,
    fits: (one) => one.id !== id && one.companyId === companyId,
  });
  return obligations;
};

const resourceOf = (
  one: KeptObligation,
  {
    today,
    userOf,
    obligations,
    holidays,
    companies,
    batches,
  }: {
    today: string;
    userOf: (id: string) => { id: string; name: string | null; email: string | null };
    obligations: KeptObligation[];
    holidays: LocalHoliday[];
    companies: Map<number, string>;
    batches: Map<string, { id: string; name: string }>;
  },
): z.output<typeof obligationResource> => {
  const { id, by, of, opens, due, closedBy, withdrawnBy, companyId, subject } = one;
  const local = holidays.filter(({ company }) => company === undefined || company === companyId);
  const rule = ruleOf(one.rule);
  const batch = batches.get(id);
  const sameWorker = obligations.filter(
    (other) => other.subject.mac === subject.mac && other.companyId === companyId,
  );
  return {
    id,
    state: shownOn(one, today),
    rule: toRule(rule, versionOf(one)),
    company: companyId ?? null,
    companyName: companies.get(companyId ?? 0) ?? null,
    account: by.account ?? null,
    cif: rule.subject === 'notification' ? null : (by.cif ?? null),
    worker: isOfWorker(rule)
      ? { document: by.document ?? null, nss: by.nss ?? null, name: by.name ?? null }
      : null,
    holder: rule.eachHolder ? { document: by.document ?? null, name: by.holder ?? null } : null,
    notification:
      rule.subject === 'notification'
        ? {
            concept: by.concept ?? null,
            sender: by.sender ?? null,
            document: by.cif ?? null,
            name: by.holder ?? null,
          }
        : null,
    reference: by.reference ?? null,
    of,
    since: { at: by.at, how: by.how, tramite: by.tramite ?? null },
    opens,
    due: due ?? null,
    calendarNote: calendarNote(one) ?? null,
    doubt: (one.state === 'open' && doubtOf(one)) || null,
    certain: isLateForCertain(one),
    daysLeft: daysLeft(one, today) ?? null,
    shownDue: shownDue(one, new Set(local.map(({ date }) => date))) ?? null,
    batch: batch ? { id: batch.id, name: batch.name } : null,
    blockedBy: one.state === 'open' ? blockedBy(one, sameWorker) : [],
    closedBy: closedBy
      ? {
          at: closedBy.at,
          how: closedBy.how,
          tramite: closedBy.tramite ?? null,
          reason: closedBy.reason ?? null,
          user: closedBy.userId ? userOf(closedBy.userId) : null,
        }
      : null,
    withdrawnBy: withdrawnBy ? { at: withdrawnBy.at, tramite: withdrawnBy.tramite ?? null } : null,
  };
};

/**
 * The obligation with this id, if the caller may see it: it must belong to the caller's account and, if the caller is a client
 * company, to that company.
 * @throws ServiceError 404 for any other, exactly as if it did not exist
 */
export const ownObligation = async ({ stores, caller }: Ports, id: string): Promise<KeptObligation> => {
  const [obligation] = await stores.obligations.getObligations(caller.accountId, [id]);
  const isOwn = caller.clientId === undefined || obligation?.companyId === caller.clientId;
  if (!obligation || !isOwn) throw notFound('La obligación no existe.');
  return obligation;
};

export const exampleRule = toRule(contract);

export const exampleObligation: z.output<typeof obligationResource> = {
  id: '5d0b9a6c1f2e4d3b8a7c6e5f4d3c2b1a',
  state: 'near',
  rule: exampleRule,
  company: 12,
  companyName: 'PANADERIA NUÑEZ S.L.',
  account: '011128000000097',
  cif: 'B12345674',
  worker: exampleWorker,
  holder: null,
  notification: null,
  reference: null,
  of: '2026-11-10',
  since: { at: '2026-11-09T09:30:00.000Z', how: 'accepted', tramite: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D' },
  opens: '2026-11-09',
  due: '2026-11-23',
  calendarNote: null,
  doubt: exampleRule.doubt,
  certain: true,
  daysLeft: 2,
  shownDue: null,
  batch: null,
  blockedBy: [],
  closedBy: null,
  withdrawnBy: null,
};
