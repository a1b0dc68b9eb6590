import type * as z from 'zod';
import { sizeText } from '../kernel/text.ts';
import { askedMembers } from '../operation/not-asked.ts';
import { CERTIFICATE_TYPES, type Operation } from '../operation/operation.ts';
import { missingFor } from '../operation/planned.ts';
import { LIMITS, rateOf } from '../operation/rates.ts';

/** What an integrator must know of an operation beyond its fields, as Markdown in Spanish, for the reference. */
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
  const { authority, alsoCertificateTypes = [] } = operation;
  const types = [CERTIFICATE_TYPES[authority], ...alsoCertificateTypes].toSorted().join(' o ');
  return [`**Certificado:** de tipo ${types}, o sin tipo.`];
};

const DRY_RUN_ENDS = {
  confirmation: 'llega hasta donde el organismo pide confirmación',
  form: 'termina antes de enviar el formulario',
  document: 'termina antes de enviar el documento',
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
  if (operation.kind !== 'submission') return [];
  const ignored = operation.ignores?.map((name) => `\`${name}\``).join(', ');
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

/** The rules of `shared/kernel/rules.ts`, each as its field and the text with which it is refused. */
const rulesBetweenFields = (request: z.ZodObject): string[] => {
  const rules = (request.def.checks ?? []).flatMap(({ _zod: { def } }) => {
    const { path, error } = def as { path?: string[]; error?: (issue: object) => unknown };
    const text = error?.({});
    return path && typeof text === 'string' ? [`- \`${path.join('.')}\`: ${text}`] : [];
  });
  return rules.length > 0 ? [`**Reglas entre campos**\n\n${[...new Set(rules)].join('\n')}`] : [];
};
