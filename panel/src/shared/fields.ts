import type { AskedRule } from '../../../shared/derive/openapi-rules.ts';
import { type AmountUnit, HUNDREDTHS_TEXT } from '../../../shared/kernel/amounts.ts';
import type { When } from '../../../shared/kernel/asked.ts';
import type { CodeList, Identifier } from '../../../shared/kernel/fields.ts';
import { describeField } from '../../../shared/kernel/labels.ts';
import { inPercent } from '../../../shared/kernel/working-share.ts';
import { usefulHelp } from './help.ts';
import { inPlainWords } from './words.ts';

/** Forms, derived from the schemas of the OpenAPI document. */

/** The parts of a JSON schema that forms need. */
export interface Schema {
  type?: string | string[];
  description?: string;
  pattern?: string;
  enum?: (string | number | null)[];
  format?: string;
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  $ref?: string;
  'x-codes'?: Record<string, string>;
  'x-codeList'?: CodeList;
  'x-hundredthsOf'?: AmountUnit;
  'x-workingShare'?: NonNullable<FormField['share']>;
  'x-identifier'?: Identifier;
}

interface DescribedOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  deprecated?: boolean;
  'x-kind'?: string;
  'x-dry-run'?: string;
  'x-look-up'?: Form['lookUp'];
  'x-asked-when'?: AskedRule[];
  parameters?: { in: string; name: string; required?: boolean; description?: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses?: Record<string, { content?: Record<string, { schema: Schema }> }>;
}

/** The part of the OpenAPI document that forms need. */
export interface OpenApi {
  tags: { name: string; 'x-displayName'?: string }[];
  paths: Record<string, Record<string, DescribedOperation>>;
  components: { schemas: Record<string, Schema> };
}

/** A field of a form, or a group of fields under one title. */
export interface FormField {
  name: string;
  label: string;
  help?: string | undefined;
  required: boolean;
  kind: 'text' | 'date' | 'choice' | 'file' | 'group' | 'list';
  /** The possible codes with their meanings. */
  choices?: Record<string, string> | undefined;
  /** The code list of this field; the gateway accepts other codes, too. */
  list?: CodeList | undefined;
  /** The kind of number, if it has check digits. */
  identifier?: Identifier | undefined;
  /** The field is shown only if, in each of these lists, at least one condition holds. */
  onlyWith?: (readonly When[])[];
  /** The field is required if one of these conditions holds. */
  neededWith?: readonly When[];
  /** The field is optional, but usual if one of these conditions holds. */
  expectedWith?: readonly When[];
  /** The type with which it is sent. SEPE's number of a contract (huella) is sent in its parts. */
  sent: 'string' | 'number' | 'boolean' | 'sepeId';
  /** For an amount, which people write with two decimals: its unit, and the number of digits in which it is sent as hundredths. */
  amount?: { unit: AmountUnit; width: number };
  /** For a part of the full working time, which people write in per cent: whether full time has none, or is 0. */
  share?: 'absent' | 'zero';
  /** The fields of a group, or of each element of a list. */
  fields?: FormField[];
  max?: number | undefined;
}

/** An operation before an authority, with the fields of its request and answer. */
export interface Form {
  kind: string | undefined;
  operation: string;
  /** Method and address, by which trámites name the operation. */
  address: string;
  /** The group, such as `seg-social` or `sepe`. */
  tag: string;
  group: string;
  title: string;
  fields: FormField[];
  /** The fields of its answers. */
  answer: FormField[];
  hasDryRun: boolean;
  /** How an unknown outcome can be found at the authority; a reading has none. */
  lookUp?: 'query' | 'by-reference' | 'none' | undefined;
  /** The type of certificate that its authority asks for. */
  certificateType: number | undefined;
}

/** The interface's types of certificates, by group. */
export const CERTIFICATE_TYPES: Record<string, number> = { 'seg-social': 1, sepe: 2, aeat: 3, dehu: 5 };
/** The field that asks for a dry run. A person does not fill it in, because trying is a separate step. */
const HIDDEN = 'test';
/** The end of the name of a field for a file, compressed; the field without it takes the same as text, which no person types. */
const COMPRESSED = '_gzip';
/** The field for a file that a payroll program made. Such submissions are filed from that program. */
const FILE = 'file';

/** Whether a person can fill it in: a submission that has fields and takes no file. */
export const isForm = ({ kind, fields }: Form): boolean =>
  kind === 'submission' && fields.length > 0 && !fields.some(({ name }) => name === FILE);

/** All submissions that a person can fill in. */
export const formsOf = (document: OpenApi): Form[] => describedIn(document).filter(isForm);

/** All submissions and readings, in the order of the document. */
export const describedIn = (document: OpenApi): Form[] => {
  const groups = new Map(document.tags.map((tag) => [tag.name, tag['x-displayName'] ?? tag.name]));
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { 'x-kind': kind, deprecated }]) => kind !== 'resource' && !deprecated)
      .map(([method, operation]): Form => {
        const tag = operation.tags[0]!;
        return {
          kind: operation['x-kind'],
          operation: operation.operationId,
          address: `${method.toUpperCase()} ${path}`,
          tag,
          group: groups.get(tag) ?? tag,
          title: operation.summary,
          fields: withLabels(
            fieldsOf(schemaOf(operation), {
              document,
              rules: rulesIn(operation.description),
              asked: operation['x-asked-when'] ?? [],
              before: '',
            }),
          ),
          answer: fieldsOf(answerOf(operation), { document, rules: new Map(), asked: [], before: '' }),
          hasDryRun: operation['x-dry-run'] !== 'not-offered',
          lookUp: operation['x-look-up'],
          certificateType: CERTIFICATE_TYPES[tag],
        };
      }),
  );
};

/**
 * A text for people: without addresses of the interface, and with labels in place of field names. A field name that is also a
 * Spanish word stays, unless the text begins with it, as messages about a field do.
 */
export const inLabels = (fields: readonly FormField[], text: string): string => {
  const labels = labelsIn(fields);
  const said = (path: string, otherwise: string) => {
    const label = labels.get(path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '');
    return label ? `«${label}»` : otherwise;
  };
  return inPlainWords(
    text
      .replace(/^([\w.]+): /, (beginning, path: string) => `${said(path, beginning.slice(0, -2))}: `)
      .replace(/\b(?:\w+\.)*\w*(?:[a-z][A-Z]|_)\w*(?:\.\w+)*\b/g, (path) => said(path, path)),
  );
};

const labelsIn = (fields: readonly FormField[]): Map<string, string> =>
  new Map(
    fields.flatMap(({ name, label, fields: inner = [] }) => [[name, label] as const, ...labelsIn(inner)]),
  );

/** Fields whose help texts refer to other fields by their labels. */
const withLabels = (fields: FormField[], all = fields): FormField[] =>
  fields.map((field) => ({
    ...field,
    help: (field.help && inLabels(all, field.help)) || undefined,
    ...(field.fields && { fields: withLabels(field.fields, all) }),
  }));

/** The schema of `data` in an answer. */
const answerOf = ({ responses }: DescribedOperation): Schema => {
  const parts = responses?.['200']?.content?.['application/json']?.schema.allOf ?? [];
  const data = parts.map(({ properties }) => properties?.data).find((schema) => schema !== undefined);
  return (data && [data, ...(data.anyOf ?? [])].find(({ properties }) => properties)) ?? {};
};

const schemaOf = ({ requestBody, parameters = [] }: DescribedOperation): Schema => {
  const body = requestBody?.content['application/json']?.schema;
  if (body) return body;
  const asked = parameters.filter((parameter) => parameter.in === 'query' || parameter.in === 'path');
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

/** The rules between fields, which the description of an operation lists, by field. */
const rulesIn = (description: string): Map<string, string[]> => {
  const rules = new Map<string, string[]>();
  for (const [, name = '', rule = ''] of description.matchAll(/^- `([\w.]+)`: (.+)$/gm))
    rules.set(name, [...(rules.get(name) ?? []), rule]);
  return rules;
};

const resolved = (schema: Schema, { components }: OpenApi): Schema =>
  schema.$ref ? { ...components.schemas[schema.$ref.split('/').at(-1)!], ...schema } : schema;

/** Everything from which a field is made besides its own schema. */
interface Source {
  document: OpenApi;
  rules: Map<string, string[]>;
  asked: readonly AskedRule[];
  /** The path of the group or list around it, with a dot at the end. */
  before: string;
}

const fieldsOf = (schema: Schema, source: Source): FormField[] => {
  const { before } = source;
  const required = new Set(schema.required);
  const fields = Object.entries(schema.properties ?? {})
    .filter(([name]) => name !== HIDDEN && !schema.properties?.[name + COMPRESSED])
    .map(([name, property]) => ({
      ...fieldOf(name, resolved(property, source.document), source),
      required: required.has(name) || name.endsWith(COMPRESSED),
      ...askedFor(source.asked.filter(({ field }) => field === before + name)),
    }));
  return inOrder(fields, before);
};

const askedFor = (
  rules: readonly AskedRule[],
): Pick<FormField, 'onlyWith' | 'neededWith' | 'expectedWith'> => {
  const onlyWith = rules.flatMap((rule) => (rule.onlyWith ? [rule.onlyWith] : []));
  const neededWith = rules.flatMap((rule) => rule.mandatoryWith ?? []);
  const expectedWith = rules.flatMap((rule) => rule.expectedWith ?? []);
  return {
    ...(onlyWith.length > 0 && { onlyWith }),
    ...(neededWith.length > 0 && { neededWith }),
    ...(expectedWith.length > 0 && { expectedWith }),
  };
};

/** The fields in the order of the document, but a field that decides whether another one is shown comes before it. */
const inOrder = (fields: readonly FormField[], before: string): FormField[] => {
  const placed = new Set<FormField>();
  const place = (field: FormField): void => {
    if (placed.has(field)) return;
    const deciding = new Set((field.onlyWith ?? []).flat().flatMap((when) => Object.keys(when)));
    for (const other of fields)
      if (other !== field && deciding.has(before + other.name) && !other.onlyWith) place(other);
    placed.add(field);
  };
  fields.forEach(place);
  return [...placed];
};

const fieldOf = (name: string, schema: Schema, source: Source): Omit<FormField, 'required'> => {
  const { document, rules, asked, before } = source;
  // The form needs no text about when a field is asked for, because it shows the field exactly then.
  const shown = new Set(asked.map(({ text }) => text));
  const others = rules.get(name)?.filter((text) => !shown.has(text));
  const unit = schema['x-hundredthsOf'];
  // Only programs need to know how hundredths are written.
  const share = schema['x-workingShare'];
  const written = share && schema.description ? inPercent(schema.description) : schema.description;
  const text = unit ? written?.replace(HUNDREDTHS_TEXT, '.') : written;
  const identifier = schema['x-identifier'];
  const element = schema.items && resolved(schema.items, document);
  const { label, help } = describeField(name, text, others);
  const choices = element ? undefined : choicesOf(schema);
  const about = { name, label, help: usefulHelp(help, choices), ...(identifier && { identifier }) };
  const within = { ...source, before: `${before}${name}.` };
  if (element)
    return {
      ...about,
      kind: 'list',
      sent: 'string',
      max: schema.maxItems,
      fields: fieldsOf(element, within),
    };
  if (schema.properties) return { ...about, kind: 'group', sent: 'string', fields: fieldsOf(schema, within) };
  if (name.endsWith(COMPRESSED)) return { name, label: 'Fichero', kind: 'file', sent: 'string' };
  const sent = sentAs(schema);
  if (choices) return { ...about, kind: 'choice', choices, sent };
  if (unit)
    return {
      ...about,
      kind: 'text',
      sent,
      amount: { unit, width: Number(/\d+/.exec(schema.pattern ?? '')) },
    };
  if (share) return { ...about, kind: 'text', sent, share };
  const list = schema['x-codeList'];
  return { ...about, kind: schema.format === 'date' ? 'date' : 'text', sent, ...(list && { list }) };
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
  const values = alternatives(schema)
    .find((one) => one.enum)
    ?.enum?.filter((value) => value !== null);
  if (!values) return undefined;
  const isFlag = values.length === 2 && values.includes(0) && values.includes(1);
  return isFlag
    ? { '1': 'Sí', '0': 'No' }
    : Object.fromEntries(values.map((value) => [String(value), String(value)]));
};
