import {
  type Described,
  type DescribedAt,
  operationsOf,
  type reference,
  scenariosOf,
  takesCertificate,
} from './reference.ts';

/** Generates the parts of the Python client that follow from the list of operations. */

type Document = ReturnType<typeof reference>;
type Schema = Record<string, unknown>;

const pascal = (id: string): string => id[0]!.toUpperCase() + id.slice(1);
const snake = (id: string): string => id.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const text = (value: string | undefined): string => (value === undefined ? 'None' : JSON.stringify(value));

/** Schema keywords that define a type. Limits are left out: the service checks them, and reports all in Spanish. */
const KEPT = ['type', 'description', 'enum', 'const', '$ref', 'required', 'format', 'customTypePath'];

/** Formats that have a type in Python. */
const FORMATS = ['date', 'date-time', 'binary', 'decimal'];

interface Members {
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  additionalProperties?: boolean | Schema;
  [name: string]: unknown;
}

/** Adapts a schema to the amounts of answers or of requests. */
type Purpose = (schema: Schema) => Schema;

/** Numbers in answers are exact: euros, days, percentages. A code may be a number or text; it is not an amount. */
const answered: Purpose = (schema) => {
  const types = [schema.type].flat();
  return types.includes('number') && !types.includes('string') ? { ...schema, format: 'decimal' } : schema;
};

const DECIMAL = { type: 'number', format: 'decimal' };
/** A request may give an amount in hundredths, or as a decimal number of its unit. */
const requested: Purpose = ({ 'x-hundredthsOf': unit, ...schema }) => {
  const { type: _, ...untyped } = schema;
  if (unit) return { ...untyped, anyOf: [DECIMAL, { type: 'string' }, { type: 'integer' }] };
  // An instant is sent as its text.
  if (schema.format === 'date-time') return { ...schema, format: undefined };
  // In a TypedDict the generator makes text of a date.
  return schema.format === 'date' ? { ...untyped, customTypePath: 'datetime.date' } : schema;
};

const isNothing = ({ type, maxItems }: Schema): boolean => type === 'array' && maxItems === 0;

/** The schemas of one generated document, by their names in Python. */
type Made = Record<string, Schema>;

/**
 * Adds a schema, reduced to its type. Objects inside it are added too, named after the schema and the property: the generator
 * would name them by their property alone, and rename others that have this name.
 */
const addSchema = (name: string, schema: Schema, purpose: Purpose, made: Made): void => {
  if (name in made) throw new Error(`Two schemas would be ${name} in Python.`);
  made[name] = {};
  made[name] = reducedToType(schema, purpose, { name, made });
};

const reducedToType = (
  schema: Schema,
  purpose: Purpose,
  { name, made }: { name: string; made: Made },
): Schema => {
  if (isNothing(schema)) return { type: 'array', items: {} };
  const { properties, items, anyOf, additionalProperties, ...own } = purpose(schema) as Members;
  const kept = Object.fromEntries(Object.entries(own).filter(([keyword]) => KEPT.includes(keyword)));
  if (!FORMATS.includes(String(kept.format))) delete kept.format;
  const inner = (value: Schema, of = name): Schema => {
    if (!value.properties) return reducedToType(value, purpose, { name: of, made });
    addSchema(of, value, purpose, made);
    return { $ref: `#/components/schemas/${of}` };
  };
  const ofMembers = Object.entries(properties ?? {}).map(([member, value]) => [
    member,
    inner(
      value,
      name +
        member
          .split(/[^A-Za-z0-9]+/)
          .map(pascal)
          .join(''),
    ),
  ]);
  return {
    ...kept,
    ...(properties && { properties: Object.fromEntries(ofMembers) }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map((one) => inner(one)) }),
    // An object with members has no unknown ones.
    ...(!properties &&
      additionalProperties !== undefined && {
        additionalProperties: typeof additionalProperties === 'object' ? inner(additionalProperties) : true,
      }),
  };
};

const documentOf = (schemas: Record<string, Schema>) => ({
  openapi: '3.1.0',
  info: { title: 'pasarela', version: '4' },
  paths: {},
  components: { schemas },
});

/** Names of the schemas to which these refer, directly or through others. */
const referencedNames = (
  from: unknown,
  schemas: Record<string, Schema>,
  found = new Set<string>(),
): Set<string> => {
  for (const [, name = ''] of JSON.stringify(from).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g))
    if (name in schemas && !found.has(name)) referencedNames(schemas[name], schemas, found.add(name));
  return found;
};

const READ_BY_CLIENT = ['Filing', 'Event', 'Batch', 'File'];

/** @param types Python types that refer to schemas; the client's own code refers to `READ_BY_CLIENT` */
const documentWithReferences = (made: Made, document: Document, purpose: Purpose, types?: string) => {
  const { schemas } = document.components;
  const named = types === undefined ? [] : [...types.matchAll(/\bm\.(\w+)/g)].map(([, name = '']) => name);
  const from = [...named, ...(types === undefined ? [] : READ_BY_CLIENT)].filter((name) => name in schemas);
  const all = new Set([...from, ...referencedNames([made, from.map((name) => schemas[name])], schemas)]);
  for (const name of all) addSchema(name, schemas[name]!, purpose, made);
  return documentOf(made);
};

/** The fields of a request, wherever they are sent, except `test`: a dry run is a method of its own. */
const fieldsOf = ({ parameters = [], requestBody }: Described): Schema => {
  const sent = parameters.filter((parameter) => parameter.in !== 'header');
  const body = (Object.values(requestBody?.content ?? {})[0]?.schema ?? {}) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  const properties: Record<string, Schema> = Object.fromEntries(
    sent.map(({ name, schema, ...rest }) => [
      name,
      { description: Reflect.get(rest, 'description'), ...schema },
    ]),
  );
  Object.assign(properties, body.properties);
  delete properties.test;
  const required = [...sent.filter((one) => one.required).map(({ name }) => name), ...(body.required ?? [])];
  return { type: 'object', properties, required: required.filter((name) => name !== 'test') };
};

/** Python types of an operation. Adds the schemas that they need to `made`. */
const answerOf = ({ operation }: DescribedAt, made: Made) => {
  const name = pascal(operation.operationId);
  const data = structuredClone(
    operation.responses[200]!.content!['application/json']!.schema.allOf!.at(-1)!.properties!.data!,
  );
  const add = (part: string, schema: Schema): string => {
    addSchema(`${name}${part}`, schema, answered, made);
    return `m.${name}${part}`;
  };
  const typeOf = (schema: Schema, part: string): string => {
    if (typeof schema.$ref === 'string') return `m.${schema.$ref.split('/').at(-1)}`;
    if (isNothing(schema)) return 'list[object]';
    if (schema.type === 'array') return `list[${typeOf(schema.items as Schema, 'Item')}]`;
    if (schema.type === 'object') return add(part, schema);
    throw new Error(`${name}: no type in Python for ${JSON.stringify(schema)}`);
  };
  const list = operation['x-list'];
  if (!list) return { data: typeOf(data, 'Data'), item: undefined };
  const elements = list.items ? (data.properties as Record<string, Schema>)[list.items]! : data;
  const item = typeOf(elements.items as Schema, 'Item');
  elements.items = { $ref: `#/components/schemas/${item.slice('m.'.length)}` };
  return { data: typeOf(data, 'Data'), item };
};

/** The input of `buildPython`: documents with the schemas of answers and of fields, and the module of the operations. */
export const writePython = (document: Document) => {
  const described = operationsOf(document);
  const answers: Made = {};
  const fields: Made = {};
  const all = described.map((one) => {
    const name = pascal(one.operation.operationId);
    const schema = fieldsOf(one.operation);
    const has = Object.keys(schema.properties as object).length > 0;
    if (has) addSchema(`${name}Fields`, schema, requested, fields);
    const needs = (schema.required as string[]).length > 0;
    return { ...one, ...answerOf(one, answers), fields: has ? `f.${name}Fields` : undefined, needs };
  });
  const amounts = new Set<string>();
  collectAmounts([document.paths, document.components], amounts);
  return {
    answers: documentWithReferences(
      answers,
      document,
      answered,
      all.map(({ data, item }) => `${data} ${item}`).join(' '),
    ),
    fields: documentWithReferences(fields, document, requested),
    operations: moduleOf(all, amounts, scenariosOf(described)),
  };
};

/** Adds the names of fields that are amounts in hundredths. */
const collectAmounts = (value: unknown, found: Set<string>): void => {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null && 'x-hundredthsOf' in inner) found.add(name);
    collectAmounts(inner, found);
  }
};

interface InPython extends DescribedAt {
  data: string;
  item: string | undefined;
  fields: string | undefined;
  needs: boolean;
}

const OPTIONS = {
  submission: 'SubmissionOptions',
  reading: 'ReadingOptions',
  resource: 'CallOptions',
} as const;

/** A class of methods: its operations, the parameters and the return type of each, and the base method that it calls. */
interface Kind {
  name: string;
  about: string;
  has: (made: InPython) => boolean;
  options: (made: InPython) => string;
  answer: (made: InPython, isAsync: boolean) => string;
  calls: string;
  isIteration?: boolean;
}

const isDry = ({ operation }: InPython) => operation['x-dry-run'] === 'confirmation';
const KINDS: Kind[] = [
  {
    name: 'Operations',
    about: 'A method for each operation of the reference.',
    has: () => true,
    options: ({ operation }) => OPTIONS[operation['x-kind']],
    answer: ({ data }) => `Answer[${data}]`,
    calls: '_call',
  },
  {
    name: 'DryRuns',
    about: 'Dry runs of submissions: they stop at the last page before the one that files.',
    has: isDry,
    options: () => 'ReadingOptions',
    answer: () => 'DryRun',
    calls: '_dry_run',
  },
  {
    name: 'Later',
    about: 'Asynchronous requests: the authority has minutes instead of seconds.',
    has: ({ operation }) => operation['x-kind'] !== 'resource',
    options: ({ operation }) => OPTIONS[operation['x-kind']],
    answer: ({ data }, isAsync) => `${isAsync ? 'AsyncPending' : 'Pending'}[${data}]`,
    calls: '_later',
  },
  {
    name: 'Each',
    about: 'The elements of paginated lists; each page is requested when it is needed.',
    has: ({ item }) => item !== undefined,
    options: () => 'CallOptions',
    answer: ({ item }, isAsync) => `${isAsync ? 'AsyncIterator' : 'Iterator'}[${item}]`,
    calls: '_each',
    isIteration: true,
  },
];

const moduleOf = (all: InPython[], amounts: Set<string>, scenarios: string[]): string => `
# Generated from the reference.
from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from typing import Literal

from typing_extensions import TypedDict, Unpack

from .._answers import Answer, AsyncPending, DryRun, Operation, Pending
from .._bases import AsyncBase, SyncBase
from . import fields as f
from . import models as m

Scenario = Literal[${scenarios.map(text).join(', ')}]
"""What can go wrong at the authorities of a sandbox stage."""

HUNDREDTHS = frozenset({${[...amounts].map(text).join(', ')}})
"""Fields that are amounts in hundredths."""


class CallOptions(TypedDict, total=False):
    certificate: str
    """\`\`cert_secret\`\` of the certificate to act with, in place of the client's."""
    headers: dict[str, str]
    """Further headers."""


class ReadingOptions(CallOptions, total=False):
    scenario: Scenario
    """On a sandbox stage: what goes wrong at the authority. No other stage takes notice of it."""


class SubmissionOptions(ReadingOptions, total=False):
    idempotency_key: str
    """1 to 100 ASCII characters without blanks; a random one by default."""
    preview_token: str
    """\`\`preview_token\`\` of a dry run: just what was tried is filed."""
    repeats: str
    """The accepted trámite that this repeats on purpose. Without it, an equal act that was just accepted is not sent again."""


OPERATIONS = {
${all.map(rowOf).join('\n')}
}
${KINDS.flatMap((kind) => [false, true].map((isAsync) => classOf(kind, all, isAsync))).join('')}`;

const rowOf = ({ method, address, operation, data, item }: InPython): string => {
  const kind = operation['x-kind'];
  const { next, items } = operation['x-list'] ?? {};
  const certificate = takesCertificate(operation) ? 'True' : 'False';
  const parts = [
    text(method),
    text(address),
    text(kind),
    certificate,
    data,
    text(next),
    text(items),
    item ?? 'None',
  ];
  return `    ${text(operation.operationId)}: Operation(${parts.join(', ')}),`;
};

const classOf = (kind: Kind, all: InPython[], isAsync: boolean): string => `

class ${isAsync ? 'Async' : ''}${kind.name}(${isAsync ? 'AsyncBase' : 'SyncBase'}):
    """${kind.about}"""
${all
  .filter(kind.has)
  .map((made) => methodOf(kind, made, isAsync))
  .join('')}`;

const methodOf = (kind: Kind, made: InPython, isAsync: boolean): string => {
  const { method, address, operation, fields, needs } = made;
  const { operationId: id, summary, description } = operation;
  const more = description.startsWith(summary) ? '' : ` ${description}`;
  const about = `${summary}.${more} (${method} ${address})`.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const waits = isAsync && !kind.isIteration;
  const takes =
    fields === undefined ? '' : needs ? ` fields: ${fields}, /,` : ` fields: ${fields} | None = None, /,`;
  const options = `**options: Unpack[${kind.options(made)}]`;
  return `
    ${waits ? 'async def' : 'def'} ${snake(id)}(self,${takes} ${options}) -> ${kind.answer(made, isAsync)}:
        """${about}"""
        return ${waits ? 'await ' : ''}self.${kind.calls}(OPERATIONS[${text(id)}], ${fields ? 'fields' : 'None'}, options)
`;
};
