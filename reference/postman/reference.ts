import { openApiDocument } from '../../shared/derive/openapi.ts';
import { addressOf } from '../../shared/derive/routes.ts';
import type { Group, Operation } from '../../shared/operation/operation.ts';

/** The parts of the reference that a collection is made from. */
export interface Described {
  summary: string;
  tags: string[];
  parameters?: { in: string; name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown; example?: unknown }> };
  responses: Record<string, unknown>;
}

type Fields = Record<string, unknown>;

/** An operation with its address, and the fields that its request in the collection has. */
export interface Wanted {
  group: Group;
  operation: Operation;
  /** Method and address. */
  name: string;
  fields: Fields;
}

/** The environment's variables for fields, by group and by operation. */
const OF_GROUP: Record<string, Record<string, string>> = {
  'seg-social': { regimen: 'regimen', ccc: 'ccc', nss: 'nss', dni: 'dni', fecha_real: 'today' },
  auth: { email: 'email', password: 'password' },
  password: { email: 'email' },
};
const OF_OPERATION: Record<string, Record<string, string | undefined>> = {
  registerEmployee: { nss: 'newWorkerNss', dni: 'newWorkerDni' },
  // Only the scheme of its sample has categories.
  updateCategory: { regimen: undefined },
  getDuplicateTa: { startDate: 'registeredOn' },
  getContributionData: { startDate: 'registeredOn' },
};

/**
 * All operations, with the sample of the reference as their request. What differs from one account to another is a
 * variable. Where a dry run is offered it is one: who sends a request to see what happens must not file.
 */
export const wantedOf = (groups: Group[]): Wanted[] =>
  groups.flatMap((group) =>
    group.operations.map((operation) => {
      const isDry = operation.kind === 'submission' && operation.dryRun === 'confirmation';
      const variables = { ...OF_GROUP[group.name], ...OF_OPERATION[operation.id] };
      const sample = Object.entries(operation.example.request as Fields).map(([field, value]) => [
        field,
        variables[field] ? `{{${variables[field]}}}` : value,
      ]);
      return {
        group,
        operation,
        name: `${operation.method} ${addressOf(group, operation)}`,
        fields: { ...Object.fromEntries(sample), ...(isDry && { test: 1 }) },
      };
    }),
  );

/**
 * The reference with these fields as the examples of its parameters and bodies, and without its failures, which would be
 * the most of the collection.
 */
export const withExamples = (groups: Group[]) => {
  const document = JSON.parse(JSON.stringify(openApiDocument(groups)));
  for (const { group, operation, fields } of wantedOf(groups)) {
    const described: Described = document.paths[addressOf(group, operation)][operation.method.toLowerCase()];
    described.responses = { 200: described.responses[200] };
    const parameters = described.parameters ?? [];
    for (const parameter of parameters)
      if (parameter.in !== 'header' && fields[parameter.name] !== undefined)
        parameter.example = fields[parameter.name];
    const inPath = new Set(parameters.map(({ name }) => name));
    const json = described.requestBody?.content['application/json'];
    if (json) json.example = Object.fromEntries(Object.entries(fields).filter(([name]) => !inPath.has(name)));
  }
  return document;
};
