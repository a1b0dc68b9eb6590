import type { Examples } from '../functions/gateway/reference/document.ts';
import { XML_FILE } from '../functions/gateway/reference/relative-dates.ts';
import { openApiDocument } from '../shared/derive/openapi.ts';
import type { Group } from '../shared/operation/operation.ts';
import type { CodeTable } from './code-table.ts';
import { examplesOf } from './examples.ts';
import { factsOf, type GuideStage } from './facts.ts';
import { readGuide, withFacts } from './guide.ts';
import { DOCS } from './layout.ts';

/**
 * The pages of the reference as Markdown, for AI assistants and for terminals: `llms.txt`, which lists them
 * (https://llmstxt.org), and each page at its address with `.md`. The operations also have a page for each group, because all
 * together are more than an assistant reads at once.
 */

interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  'x-enum'?: unknown[];
  'x-codeList'?: string;
  description?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  description?: string;
  schema: Schema;
}

interface Described {
  operationId: string;
  summary: string;
  description: string;
  deprecated?: boolean;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema: Schema; example?: unknown }> }>;
}

interface Document {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Record<string, Schema> };
}

interface At {
  method: string;
  address: string;
  operation: Described;
}

/** Name of the Markdown page of a group. */
const pageOf = (group: string): string => `operaciones-${group}.md`;

/** All Markdown pages by their name, and `llms.txt`. Marks of days are filled in when a page is served. */
export const markdownPages = (
  groups: Group[],
  stage: GuideStage,
  { tables, municipalities }: { tables: CodeTable[]; municipalities: CodeTable[] },
): Record<string, string> => {
  const stageOfDocument = { scenarios: stage.name === 'sandbox' };
  const document: Document = JSON.parse(JSON.stringify(openApiDocument(groups, stageOfDocument)));
  const all = Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): At => ({ method: method.toUpperCase(), address, operation }),
    ),
  );
  const examples = examplesOf(groups, stage);
  const byGroup = document.tags.map((tag) => ({
    ...tag,
    operations: all.filter(({ operation }) => operation.tags[0] === tag.name),
  }));
  return {
    'guia.md': withFacts(readGuide(), factsOf(stage)),
    'operaciones.md': [
      '# Operaciones',
      document.info.description,
      'Los campos y las respuestas de cada operación están en la página de su grupo.',
      '## Cabeceras de las peticiones',
      headersOf(all),
      ...byGroup.map(({ name, description, operations }) =>
        [
          `## ${description}`,
          `[Campos y respuestas](${DOCS}/${pageOf(name)})`,
          operations
            .map(({ method, address, operation }) => `- \`${method} ${address}\`: ${operation.summary}`)
            .join('\n'),
        ].join('\n\n'),
      ),
    ].join('\n\n'),
    ...Object.fromEntries(
      byGroup.map(({ name, description, operations }) => [
        pageOf(name),
        [`# ${description}`, ...operations.map((each) => operationOf(each, document, examples))].join('\n\n'),
      ]),
    ),
    'codigos.md': tablesOf('Códigos', tables),
    'municipios.md': tablesOf('Municipios', municipalities),
    'llms.txt': [
      '# pasarela',
      `> ${document.info.description}`,
      'Presentar tiene efectos legales: pruebe siempre antes con `test` 1, que no presenta nada, y no repita lo que quede con resultado desconocido.',
      '## Guía',
      `- [Guía para integradores](${DOCS}/guia.md): primera llamada, certificados, simulacros, errores y avisos\n- [OpenAPI](/api/v4/openapi.json): todas las operaciones, para programas`,
      '## Operaciones',
      [
        `- [Todas](${DOCS}/operaciones.md): cada operación en una línea`,
        ...byGroup.map(
          ({ name, description, operations }) =>
            `- [${description}](${DOCS}/${pageOf(name)}): ${operations.length} ${operations.length === 1 ? 'operación' : 'operaciones'}, con sus campos y respuestas`,
        ),
      ].join('\n'),
      '## Optional',
      `- [Códigos](${DOCS}/codigos.md): tablas de códigos de los campos y mensajes del SEPE\n- [Municipios](${DOCS}/municipios.md): códigos del INE`,
    ].join('\n\n'),
  };
};

/** Each header of requests once, with its description. */
const headersOf = (all: At[]): string => {
  const headers = new Map<string, string>();
  for (const { operation } of all)
    for (const { in: place, name, description = '' } of operation.parameters ?? [])
      if (place === 'header' && description && !headers.has(name)) headers.set(name, description);
  return [
    '- `Authorization`: `Bearer` y el token de `POST /auth/login` o de `POST /auth/tokens`.',
    ...[...headers].map(([name, description]) => `- \`${name}\`: ${inLine(description)}`),
  ].join('\n');
};

const operationOf = (
  { method, address, operation }: At,
  { components }: Document,
  examples: Examples,
): string => {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const [[media = '', body] = []] = Object.entries(requestBody?.content ?? {});
  const fields = [
    ...parameters
      .filter((parameter) => parameter.in !== 'header')
      .flatMap(({ name, required, description: about, schema }) =>
        lineOf(
          { ...schema, ...(about && { description: about }) },
          { path: name, isRequired: required === true, components },
        ),
      ),
    ...(body ? membersOf(body.schema, { path: '', components }) : []),
  ];
  const headers = parameters.filter((parameter) => parameter.in === 'header');
  const { before = [], request } = examples[`${method} ${address}`] ?? {};
  const [[type = '', answer] = []] = Object.entries(responses[200]?.content ?? {});
  const data = type === 'application/json' ? answer?.schema.allOf?.at(-1)?.properties?.data : undefined;
  const answered = data ? membersOf(data, { path: '', components }) : [];
  return [
    `## ${summary}`,
    `\`${method} ${address}\` (\`${operation.operationId}\`)${operation.deprecated ? ', obsoleta' : ''}`,
    ...(description === `${summary}.` ? [] : [description.replace(`${summary}.\n\n`, '')]),
    ...(headers.length > 0
      ? [
          `**Cabeceras:** ${headers.map(({ name, required }) => `\`${name}\`${required ? ' (obligatoria)' : ''}`).join(', ')}.`,
        ]
      : []),
    ...(fields.length > 0
      ? [`### Campos${body && media !== 'application/json' ? ` (\`${media}\`)` : ''}`, fields.join('\n')]
      : []),
    ...before.map(({ title, request: sent }) => `Antes del ejemplo: ${title}, con\n\n${json(sent)}`),
    ...(request && Object.keys(request).length > 0 ? ['Ejemplo:', json(request)] : []),
    ...(answered.length > 0 ? ['### Respuesta, en `data`', answered.join('\n')] : []),
    ...(type !== '' && type !== 'application/json' ? [`Responde con \`${type}\`.`] : []),
    `**Estados:** ${Object.keys(responses).join(', ')}.`,
  ].join('\n\n');
};

interface Place {
  /** Path of the field, with dots; `[]` is each element of a list. */
  path: string;
  components: Document['components'];
  /** References that lead here: a schema within itself is named once. */
  within?: string[];
}

/** The schema to which a reference points, with the properties next to the reference. */
const resolved = (schema: Schema, { components }: Place): Schema => {
  const { $ref, ...rest } = schema;
  return $ref === undefined ? schema : { ...components.schemas[$ref.split('/').at(-1)!], ...rest };
};

/** Lines of the members of an object, or of the elements of a list. */
const membersOf = (schema: Schema, place: Place): string[] => {
  const { path, within = [] } = place;
  if (schema.$ref && within.includes(schema.$ref)) return [];
  const inside = { ...place, within: schema.$ref ? [...within, schema.$ref] : within };
  const {
    properties = {},
    required = [],
    items,
    allOf = [],
    anyOf = [],
    oneOf = [],
  } = resolved(schema, place);
  const own = Object.entries(properties).flatMap(([name, member]) =>
    lineOf(member, { ...inside, path: path ? `${path}.${name}` : name, isRequired: required.includes(name) }),
  );
  const parts = [...allOf, ...anyOf, ...oneOf].flatMap((part) => membersOf(part, inside));
  const elements = items ? membersOf(items, { ...inside, path: `${path}[]` }) : [];
  return [...new Set([...own, ...parts, ...elements])];
};

const lineOf = (schema: Schema, { isRequired, ...place }: Place & { isRequired: boolean }): string[] => {
  const whole = resolved(schema, place);
  const about = [
    [typeOf(whole, place), ...(isRequired ? ['obligatorio'] : [])].filter(Boolean).join(', '),
    inLine(whole.description ?? ''),
    choicesOf(whole),
  ];
  const [type, ...texts] = about;
  const line = `- \`${place.path}\`${type && ` (${type})`}: ${texts.filter(Boolean).join(' ')}`;
  return [line.replace(/: $/, ''), ...membersOf(schema, place)];
};

const TYPES: Record<string, string> = {
  string: 'texto',
  integer: 'entero',
  number: 'número',
  boolean: 'booleano',
  array: 'lista',
  object: 'objeto',
  null: 'null',
};

const FORMATS: Record<string, string> = { date: 'fecha', 'date-time': 'instante', binary: 'fichero' };

const typeOf = (
  { type = [], format = '', allOf = [], anyOf = [], oneOf = [] }: Schema,
  place: Place,
): string => {
  const own = [type].flat().map((one) => (one === 'string' && FORMATS[format]) || TYPES[one] || one);
  const others = [...allOf, ...anyOf, ...oneOf].flatMap((part) =>
    typeOf(resolved(part, place), place).split(' o '),
  );
  return [...new Set([...own, ...others])].filter(Boolean).join(' o ');
};

/** The most values in a line; longer lists are on the page of codes. */
const MOST_CHOICES = 40;

const choicesOf = ({
  'x-codeList': list,
  'x-enum': other,
  enum: values = other ?? [],
  anyOf = [],
}: Schema): string => {
  const all = [...new Set([...values, ...anyOf.flatMap((part) => part.enum ?? [])].map(String))];
  if (list !== undefined || all.length > MOST_CHOICES) return `Códigos en ${DOCS}/codigos.md.`;
  return all.length > 1 ? `Uno de: ${all.map((value) => `\`${value}\``).join(', ')}.` : '';
};

const inLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** JSON in which the mark of a year is a number, and XML files are left out. */
const json = (value: unknown): string => {
  const text = JSON.stringify(
    value,
    (_, each) =>
      typeof each === 'string' && each.startsWith(XML_FILE) ? 'data:application/xml;base64,…' : each,
    2,
  );
  return `\`\`\`json\n${text.replace(/"(\{\{year[+-]\d+\}\})"/g, '$1')}\n\`\`\``;
};

const tablesOf = (title: string, tables: CodeTable[]): string =>
  [`# ${title}`, ...tables.map(tableOf)].join('\n\n');

const tableOf = ({ title, about, extent, columns, rows }: CodeTable): string => {
  const row = (cells: string[]) =>
    `| ${cells.map((cell) => inLine(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  const head = [row(columns), `|${columns.map(() => ' --- |').join('')}`];
  return [`## ${title}`, ...(about ? [about] : []), extent, [...head, ...rows.map(row)].join('\n')].join(
    '\n\n',
  );
};
