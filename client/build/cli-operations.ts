import type { Described, Field, Group } from '../cli/src/described.ts';
import { certificateTypes, operationsOf, type reference, takesCertificate } from './reference.ts';

/** Describes the operations for the command line, from the reference and the types of certificate. */

type Document = ReturnType<typeof reference>;
type Schema = Record<string, unknown>;

/** The source of `client/cli/src/generated/operations.ts`. */
export const cliOperationsFile = (document: Document): string => {
  const { states, rowStates } = {
    states: codesOf(document, 'Filing'),
    rowStates: codesOf(document, 'BatchRow'),
  };
  return `
import type { Described, Group } from '../described.ts';

/** Groups of operations, in the order of the reference. */
export const GROUPS: Group[] = ${JSON.stringify(groupsOf(document))};

/** States of a trámite, in words. */
export const FILING_STATES: Record<string, string> = ${JSON.stringify(states)};

/** States of a row of a batch, in words. */
export const ROW_STATES: Record<string, string> = ${JSON.stringify(rowStates)};

/** All operations that answer with data. */
export const OPERATIONS: Described[] = ${JSON.stringify(describedOf(document), null, 1)};
`;
};

const groupsOf = (document: Document): Group[] =>
  (document as unknown as { tags: { name: string; description: string }[] }).tags.map(
    ({ name, description: title }) => ({ name, title }),
  );

/** The meanings of `state` in a schema. */
const codesOf = ({ components }: Document, name: string): unknown =>
  (components.schemas[name]!.properties as Record<string, Schema>).state!['x-codes'];

/** The operations with their fields. */
const describedOf = (document: Document): Described[] => {
  const types = certificateTypes();
  return operationsOf(document).map(({ method, address, operation }) => {
    const { operationId: name, summary, description } = operation;
    const parameters = operation.parameters ?? [];
    const dryRun = operation['x-dry-run'];
    const list = operation['x-list'];
    const ofAuthority = types.get(name);
    return {
      name,
      group: (operation as unknown as { tags: string[] }).tags[0]!,
      summary,
      about: description,
      kind: operation['x-kind'],
      ...(dryRun && { dryRun }),
      method,
      path: address,
      ...(list && { isList: true }),
      takesCertificate: takesCertificate(operation),
      ...(ofAuthority && { certificateTypes: ofAuthority }),
      answersLater: operation['x-kind'] !== 'resource',
      scenarios: (parameters.find((one) => one.name === 'X-Sandbox-Scenario')?.schema.enum as string[]) ?? [],
      fields: [
        ...parameters
          .filter((one) => one.in !== 'header')
          .map((one) => fieldOf(document, one.name, { schema: one.schema, required: one.required === true })),
        ...Object.values(operation.requestBody?.content ?? {}).flatMap(({ schema }) =>
          membersOf(document, schema),
        ),
      ].filter((field) => field.name !== 'test'),
    };
  });
};

const membersOf = (document: Document, schema: Schema): Field[] => {
  const required = (schema.required ?? []) as string[];
  return Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, member]) =>
    fieldOf(document, name, { schema: member, required: required.includes(name) }),
  );
};

const fieldOf = (
  document: Document,
  name: string,
  { schema: written, required }: { schema: Schema; required: boolean },
): Field => {
  const schema = resolved(document, written);
  const parts = [schema, ...((schema.anyOf ?? []) as Schema[]).map((one) => resolved(document, one))];
  const types = [...new Set(parts.flatMap(({ type }) => type ?? []))] as string[];
  const choices = [...new Set(parts.flatMap((part) => (part.enum as unknown[]) ?? []))]
    .filter((choice) => choice !== null)
    .map(String);
  const codes = schema['x-codes'] as Record<string, string> | undefined;
  const items = schema.items as Schema | undefined;
  const fields = types.includes('object') ? membersOf(document, schema) : [];
  const content = fields.some((field) => field.name === 'content') && contentOf(schema);
  return {
    name,
    about: String(schema.description ?? ''),
    types,
    required,
    ...(choices.length > 0 && { choices: [...new Set(choices)] }),
    ...(codes && { codes }),
    ...(items && { items: [resolved(document, items).type ?? []].flat() as string[] }),
    ...(fields.length > 0 && !content && { fields }),
    ...(content && { file: content }),
    ...(schema.format === 'binary' && { file: 'form' as const }),
    ...(schema.format === 'password' && { isSecret: true }),
    ...(schema.const !== undefined && { constant: schema.const as string | number }),
  };
};

/** The form of a file in JSON: the members of its object, and the text before its Base64. */
const contentOf = (schema: Schema): Exclude<Field['file'], 'form' | undefined> => {
  const properties = schema.properties as Record<string, Schema>;
  const type = properties.contentType?.const as string | undefined;
  const isDataUrl = String(properties.content!.pattern ?? '').startsWith('^data:');
  return {
    members: Object.keys(properties),
    ...(type !== undefined && { contentType: type }),
    before: isDataUrl ? `data:${type};base64,` : '',
  };
};

const resolved = ({ components }: Document, schema: Schema): Schema => {
  const name = (schema.$ref as string | undefined)?.split('/').at(-1);
  return name === undefined ? schema : components.schemas[name]!;
};
