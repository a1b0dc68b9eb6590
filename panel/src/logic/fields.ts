import { type CalledContract, showCalledContract } from '../../../shared/authorities/sepe/identifiers.ts';

/** Forms, as they follow from the schemas of the OpenAPI document. */

/** The part of a JSON schema that forms need. */
export interface Schema {
  type?: string | string[];
  description?: string;
  pattern?: string;
  enum?: (string | number | null)[];
  format?: string;
  anyOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
  'x-codes'?: Record<string, string>;
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  'x-kind'?: string;
  'x-dry-run'?: string;
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** The part of the OpenAPI document that forms need. */
export interface OpenApi {
  tags: { name: string; 'x-displayName'?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A field of a form, or several under one title. */
export interface FormField {
  name: string;
  label: string;
  help?: string | undefined;
  required: boolean;
  kind: 'text' | 'date' | 'choice' | 'group' | 'list';
  /** Codes with their meaning. */
  choices?: Record<string, string> | undefined;
  /** As what it is sent. SEPE's number of a contract (huella) is kept in its parts. */
  sent: 'string' | 'number' | 'boolean' | 'sepeId';
  /** Of a group, or of each element of a list. */
  fields?: FormField[];
  max?: number | undefined;
}

/** A submission that a person can make. */
export interface Form {
  operation: string;
  /** Method and address, as trámites name it. */
  address: string;
  /** The group: `seg-social`, `sepe`. */
  tag: string;
  group: string;
  title: string;
  fields: FormField[];
  hasDryRun: boolean;
  /** The type of certificate that its authority asks for. */
  certificateType: number | undefined;
}

/** Types of certificates of the interface, by group. */
const CERTIFICATE_TYPES: Record<string, number> = { 'seg-social': 1, sepe: 2, aeat: 3, dehu: 5 };
/** What a person does not fill in: the dry run is a step of its own. */
const HIDDEN = 'test';
/** Documents that programs make: they are filed from there. */
const FILE = 'file';

/** All submissions with fields to fill in, in the order of the document. */
export const formsOf = (document: OpenApi): Form[] => {
  const groups = new Map(document.tags.map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { 'x-kind': kind, deprecated }]) => kind === 'submission' && !deprecated)
      .map(([method, operation]): Form => {
        const tag = operation.tags[0]!;
        return {
          operation: operation.operationId,
          address: `${method.toUpperCase()} ${path}`,
          tag,
          group: groups.get(tag) ?? tag,
          title: operation.summary,
          fields: fieldsOf(schemaOf(operation), document, rulesIn(operation.description)),
          hasDryRun: operation['x-dry-run'] !== 'not-offered',
          certificateType: CERTIFICATE_TYPES[tag],
        };
      })
      .filter(({ fields }) => fields.length > 0 && !fields.some(({ name }) => name === FILE)),
  );
};

const schemaOf = ({ requestBody, parameters = [] }: DescribedOperation): Schema => {
  const body = requestBody?.content['application/json']?.schema;
  if (body) return body;
  const asked = parameters.filter((one) => one.in === 'query' || one.in === 'path');
  return {
    properties: Object.fromEntries(
      asked.map(({ name, schema, description }) => [
        name,
        { ...(description && { description }), ...schema },
      ]),
    ),
    required: asked.filter(({ required }) => required).map(({ name }) => name),
  };
};

/** Rules between fields, as the description of an operation lists them. */
const rulesIn = (description: string): Map<string, string[]> => {
  const rules = new Map<string, string[]>();
  for (const [, name = '', rule = ''] of description.matchAll(/^- `([\w.]+)`: (.+)$/gm))
    rules.set(name, [...(rules.get(name) ?? []), rule]);
  return rules;
};

const resolved = (schema: Schema, { components }: OpenApi): Schema =>
  schema.$ref ? { ...components.schemas[schema.$ref.split('/').at(-1)!], ...schema } : schema;

const fieldsOf = (schema: Schema, document: OpenApi, rules: Map<string, string[]>): FormField[] => {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== HIDDEN)
    .map(([name, property]) => ({
      ...fieldOf(name, resolved(property, document), { document, rules }),
      required: required.has(name),
    }));
};

const fieldOf = (
  name: string,
  schema: Schema,
  { document, rules }: { document: OpenApi; rules: Map<string, string[]> },
): Omit<FormField, 'required'> => {
  const about = { name, ...describe(name, schema.description, rules.get(name)) };
  const element = schema.items && resolved(schema.items, document);
  if (element)
    return {
      ...about,
      kind: 'list',
      sent: 'string',
      max: schema.maxItems,
      fields: fieldsOf(element, document, rules),
    };
  if (schema.properties)
    return { ...about, kind: 'group', sent: 'string', fields: fieldsOf(schema, document, rules) };
  const choices = choicesOf(schema);
  const sent = sentAs(schema);
  if (choices) return { ...about, kind: 'choice', choices, sent };
  return { ...about, kind: schema.format === 'date' ? 'date' : 'text', sent };
};

const alternatives = (schema: Schema): Schema[] => schema.anyOf ?? [schema];

const sentAs = (schema: Schema): FormField['sent'] => {
  const types = alternatives(schema).flatMap(({ type }) => type ?? []);
  if (schema.pattern?.startsWith('^E-')) return 'sepeId';
  if (types.includes('string')) return 'string';
  return types.includes('boolean') ? 'boolean' : 'number';
};

const choicesOf = (schema: Schema): Record<string, string> | undefined => {
  if (schema['x-codes'])
    return Object.fromEntries(
      Object.entries(schema['x-codes']).map(([code, text]) => [code, `${code} · ${text}`]),
    );
  if (alternatives(schema).some(({ type }) => type === 'boolean')) return { true: 'Sí', false: 'No' };
  const found = alternatives(schema)
    .find((one) => one.enum)
    ?.enum?.filter((value) => value !== null);
  if (!found) return undefined;
  const isFlag = found.length === 2 && found.includes(0) && found.includes(1);
  return isFlag
    ? { '1': 'Sí', '0': 'No' }
    : Object.fromEntries(found.map((value) => [String(value), String(value)]));
};

/** The beginning of a description is the label, and what comes after it is help. How days are written, the field shows. */
const describe = (name: string, description = name, rules: string[] = []) => {
  const text = description
    .replace(/^Con valor 1, /, '')
    .replace(/ ?Formato AAAA-MM-DD\.$/, '')
    .trim();
  const label = text.match(/^[^,:;.(]{3,80}(?=[,:;.(]|$)/)?.[0].trim() ?? name;
  const rest = text.startsWith(label) ? text.slice(label.length).replace(/^[\s,:;.]+/, '') : text;
  const help = [capital(rest), ...rules].filter(Boolean).join(' ');
  return { label: capital(label), help: help || undefined };
};

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** What is in a form: the text of each field by its dotted path, such as `employees.0.nss`. */
export type Filled = Record<string, string>;

/** How many elements of a list there are to fill in: one at least. */
export const countOf = (path: string, filled: Filled): number => {
  const indexes = Object.keys(filled)
    .filter((each) => each.startsWith(`${path}.`))
    .map((each) => Number(each.slice(path.length + 1).split('.')[0]));
  return Math.max(0, ...indexes) + 1;
};

/** The request of what is filled in. What is empty is not sent, nor are groups with nothing in them. */
export const requestOf = (
  fields: readonly FormField[],
  filled: Filled,
  before = '',
): Record<string, unknown> => {
  const entries = fields.flatMap((field): [string, unknown][] => {
    const path = before + field.name;
    const value = filledIn(field, path, filled);
    return value === undefined ? [] : [[field.name, value]];
  });
  return Object.fromEntries(entries);
};

const filledIn = (field: FormField, path: string, filled: Filled): unknown => {
  if (field.kind === 'group') return unlessEmpty(requestOf(field.fields ?? [], filled, `${path}.`));
  if (field.kind === 'list') {
    const elements = Array.from({ length: countOf(path, filled) }, (_, index) =>
      unlessEmpty(requestOf(field.fields ?? [], filled, `${path}.${index}.`)),
    ).filter((element) => element !== undefined);
    return elements.length > 0 ? elements : undefined;
  }
  const text = filled[path]?.trim();
  if (!text) return undefined;
  if (field.sent === 'boolean') return text === 'true';
  // What is no number is sent as it is: the gateway says what is wrong with it.
  return field.sent === 'number' && !Number.isNaN(Number(text)) ? Number(text) : text;
};

const unlessEmpty = (request: Record<string, unknown>) =>
  Object.keys(request).length > 0 ? request : undefined;

/**
 * The form of a request that was made before, as its trámite keeps it: after it was read, so that 1 and 0 are true and false.
 * What the form does not ask for is left out.
 */
export const filledOf = (fields: readonly FormField[], request: unknown, before = ''): Filled => {
  const values = (request ?? {}) as Record<string, unknown>;
  return Object.assign(
    {},
    ...fields.map((field) => {
      const path = before + field.name;
      const value = values[field.name];
      if (value === null || value === undefined) return {};
      if (field.kind === 'group') return filledOf(field.fields ?? [], value, `${path}.`);
      if (field.kind === 'list')
        return Object.assign(
          {},
          ...(value as unknown[]).map((each, index) =>
            filledOf(field.fields ?? [], each, `${path}.${index}.`),
          ),
        );
      return { [path]: textOf(field, value) };
    }),
  );
};

const textOf = ({ sent }: FormField, value: unknown): string => {
  if (typeof value === 'boolean' && sent !== 'boolean') return value ? '1' : '0';
  if (sent === 'sepeId')
    return showCalledContract({
      transformation: '',
      ...(value as Partial<CalledContract>),
    } as CalledContract);
  return String(value);
};

/** Each field that is filled in, by its label, for the last look before it is filed. */
export const summaryOf = (
  fields: readonly FormField[],
  filled: Filled,
  before = '',
): [label: string, value: string][] =>
  fields.flatMap((field): [string, string][] => {
    const path = before + field.name;
    if (field.kind === 'group')
      return summaryOf(field.fields ?? [], filled, `${path}.`).map(([label, value]) => [
        `${field.label} · ${label}`,
        value,
      ]);
    if (field.kind === 'list')
      return Array.from({ length: countOf(path, filled) }, (_, index) =>
        summaryOf(field.fields ?? [], filled, `${path}.${index}.`).map(([label, value]): [string, string] => [
          `${index + 1} · ${label}`,
          value,
        ]),
      ).flat();
    const value = filled[path]?.trim();
    return value ? [[field.label, field.choices?.[value] ?? value]] : [];
  });
