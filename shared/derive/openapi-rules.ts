import * as z from 'zod';
import type { Asked, When } from '../kernel/asked.ts';
import { layersOf } from '../kernel/request-value.ts';
import { sizeText } from '../kernel/text.ts';
import { askedMembers } from '../operation/not-asked.ts';
import { certificateTypesOf, isStrict, type Operation } from '../operation/operation.ts';
import { missingFor } from '../operation/planned.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';

/** The description of an operation beyond its fields, as Markdown in Spanish, for the reference. */
export const descriptionOf = (operation: Operation): string =>
  [
    operation.description ?? `${operation.summary}.`,
    [
      ...plannedOf(operation),
      ...certificateOf(operation),
      ...dryRunOf(operation),
      ...namesOf(operation),
      ...askedOf(operation),
      limitOf(operation),
      ...sizeOf(operation),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    ...rulesBetweenFields(operation.request),
  ].join('\n\n');

const plannedOf = (operation: Operation): string[] => {
  const missing = missingFor(operation);
  return missing === undefined
    ? []
    : [
        `**Prevista, aún no se ofrece:** ${missing}. Se comprueba la petición y se responde 501, sin consultar ni presentar nada.`,
      ];
};

const certificateOf = (operation: Operation): string[] => {
  if (operation.kind === 'resource') return [];
  const types = certificateTypesOf(operation).toSorted().join(' o ');
  return [`**Certificado:** de tipo ${types}, o sin tipo.`];
};

const DRY_RUN_ENDS = {
  confirmation: 'llega hasta donde el organismo pide confirmación',
  removal: 'llega hasta donde el organismo ofrece anular la comunicación',
  form: 'termina antes de enviar el formulario',
  document: 'termina antes de enviar el documento',
  notification: 'comprueba que la notificación está pendiente, y no la abre',
};

const dryRunOf = (operation: Operation): string[] => {
  if (operation.kind !== 'submission') return [];
  return operation.dryRun === 'not-offered'
    ? ['**Simulacro:** no se admite; `test` solo puede ser 0.']
    : [`**Simulacro:** con \`test\` 1, ${DRY_RUN_ENDS[operation.dryRunEnds ?? 'confirmation']}.`];
};

const askedOf = (operation: Operation): string[] => {
  const members = askedMembers(operation).map(
    ([name, fields]) => `\`${name}\` con ${fields.map((field) => `\`${field}\``).join(' o ')}`,
  );
  return members.length === 0
    ? []
    : [`**Solo si se pide:** ${members.join(', ')}. Lo que no se pidió está en \`X-Not-Asked\`.`];
};

const namesOf = (operation: Operation): string[] => {
  if (!isStrict(operation)) return [];
  const ignored =
    operation.kind === 'submission' && operation.ignores?.map((name) => `\`${name}\``).join(', ');
  return [
    `**Campos:** otro nombre que los de esta página es un 422${ignored ? `, salvo ${ignored}, que se ignoran` : ''}.`,
  ];
};

const LIMIT_OF = {
  read: '',
  write: '',
  heavy: ', entre todas las consultas pesadas',
  anonymous: ', entre todas las que no llevan token, por dirección IP',
};

const limitOf = (operation: Operation): string => {
  const rate = rateOf(operation);
  return `**Límite:** ${LIMITS[rate]} peticiones por minuto${LIMIT_OF[rate]}.`;
};

const sizeOf = ({ maxBody, maxFile = maxBody }: Operation): string[] =>
  maxFile ? [`**Tamaño:** ${sizeText(maxFile)} como máximo.`] : [];

/** The rules of `shared/kernel/rules.ts`, each as its field and its message. */
const rulesBetweenFields = (request: z.ZodObject): string[] => {
  const rules = (request.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    const { path, error } = def as { path?: string[]; error?: (issue: object) => unknown };
    const text = error?.({});
    return path && typeof text === 'string' ? [`- \`${path.join('.')}\`: ${text}`] : [];
  });
  return rules.length > 0 ? [`**Reglas entre campos**\n\n${[...new Set(rules)].join('\n')}`] : [];
};

/** A rule between fields as the reference shows it for programs: its field, by its dotted path, and when it is asked for. */
export interface AskedRule extends Asked {
  field: string;
  /** Spanish message of the refusal. */
  text: string;
}

interface Def {
  shape?: Record<string, z.core.$ZodType>;
  checks?: z.core.$ZodCheck[];
  element?: z.core.$ZodType;
}

/** The members of a rule of `shared/kernel/rules.ts`. */
interface Marked {
  path?: string[];
  asked?: Asked;
  error(issue: object): string;
}

/**
 * The rules of a request that say when a field is asked for. Paths begin at the request; of elements of lists they have no
 * number, and name fields of the same element.
 */
export const askedIn = (schema: z.core.$ZodType, before = ''): AskedRule[] =>
  [...layersOf(schema)].flatMap((layer) => {
    const { shape = {}, checks = [], element } = layer._zod.def as Def;
    return [
      ...checks.flatMap(({ _zod: { def } }) => {
        const { path = [], asked, error } = def as unknown as Marked;
        return asked ? [{ field: before + path.join('.'), text: error({}), ...within(asked, before) }] : [];
      }),
      ...Object.entries(shape).flatMap(([name, part]) => askedIn(part, `${before}${name}.`)),
      ...(element ? askedIn(element, before) : []),
    ];
  });

const within = (asked: Asked, before: string): Asked =>
  Object.fromEntries(
    Object.entries(asked).map(([name, whens]: [string, readonly When[]]) => [
      name,
      whens.map((when) =>
        Object.fromEntries(Object.entries(when).map(([field, wanted]) => [before + field, wanted])),
      ),
    ]),
  );

/** The extension `x-list` of the reference: how programs read a list that comes in several answers. */
interface ListInAnswers {
  /**
   * Values for the next request: the number of a `page`; the `token` in `data.continueToken`; or, for a `part`, the
   * `continueToken` next to `data`.
   */
  next: 'page' | 'token' | 'part';
  /** The member of `data` that holds the elements; without it `data` is the list. */
  items?: string;
}

/** How a list is continued; `undefined` for an operation with complete answers. */
export const listOf = ({ kind, path, request, response }: Operation): ListInAnswers | undefined => {
  const next =
    // In a path it names a page of the reference.
    'page' in request.shape && !path.includes('{page}')
      ? 'page'
      : 'continueToken' in request.shape && (kind === 'resource' ? 'token' : 'part');
  return next ? { next, ...itemsOf(response) } : undefined;
};

/** @throws Error if it is not clear where the elements are */
const itemsOf = (response: z.ZodType): Pick<ListInAnswers, 'items'> => {
  if (response instanceof z.ZodArray) return {};
  const lists = response instanceof z.ZodObject ? Object.entries(response.shape) : [];
  const [only, ...others] = lists.filter(([, member]) => member instanceof z.ZodArray);
  if (!only || others.length > 0) throw new Error('a list in several answers must have one list in its data');
  return { items: only[0] };
};
