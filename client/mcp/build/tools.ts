import { codeLists } from '../../../reference/code-lists.ts';
import { type DescribedAt, operationsOf, type reference, takesCertificate } from '../../build/reference.ts';
import type { ToolOfOperation } from '../src/tools.ts';

/**
 * The tools of the MCP server, derived from the reference: readings, what the gateway itself keeps about trámites, obligations
 * and comparisons, and a dry run for each submission that has one. Nothing that files is a tool by itself.
 */

type Document = ReturnType<typeof reference>;
type Schema = Record<string, unknown>;

/** Groups whose own resources an assistant may read; the others are about access, secrets or operating the service. */
const READABLE = new Set([
  'tramites',
  'batches',
  'obligations',
  'events',
  'search',
  'customer',
  'reconciliation',
]);

/** Operations in these groups that are not tools: a worker's whole data, and a calendar's secret address. */
const WITHHELD = new Set(['showWorkerData', 'getCalendarAddress']);

/** Operations that are not GET but file nothing: the service queries authorities. */
const ASKS = new Set(['checkFiling', 'createReconciliation']);

/** Tools that a first day needs; the others are added by the name of their group. */
const FIRST_DAY = new Set([
  ...['registerEmployee', 'deregisterEmployee'],
  ...['listEmployees', 'listEmployeeSituations', 'listTaDocuments', 'getDuplicateTa', 'getContributionData'],
  ...[
    'getLifeReport',
    'getContributionRecord',
    'getNssByIpf',
    'getIpfByNss',
    'getWorkersReport',
    'getUpToDate',
  ],
  ...['listContracts', 'listPendingNotifications'],
  ...['search', 'listClients', 'listFilings', 'getFiling', 'getFilingDocument', 'checkFiling'],
  ...['listObligations', 'listEvents', 'getStatus'],
]);

/** The state of the authorities, in the group `reference`. */
const STATUS = 'getStatus';

const isTool = ({ method, operation }: DescribedAt): boolean => {
  const { operationId: id, 'x-kind': kind } = operation;
  if (operation.deprecated || 'x-planned' in operation || WITHHELD.has(id)) return false;
  if (kind === 'submission') return operation['x-dry-run'] === 'confirmation';
  if (kind === 'reading') return true;
  return ASKS.has(id) || id === STATUS || (method === 'GET' && READABLE.has(tagOf({ operation })));
};

const tagOf = ({ operation }: Pick<DescribedAt, 'operation'>): string =>
  (operation as unknown as { tags: [string] }).tags[0];

/** Prefix of fields with a certificate's secret. The assistant chooses a certificate by name instead. */
const SECRET = 'cert_secret';

/** The module with the list of tools. */
export const toolsFile = (document: Document): string => {
  const described = operationsOf(document).filter(isTool);
  const say = wordsFor(described);
  const tools = described.map((one): ToolOfOperation => {
    const { method, operation } = one;
    const { properties, required } = inputOf(one, document);
    const secrets = Object.keys(properties).filter((name) => name.startsWith(SECRET));
    const changesNothing = operation['x-kind'] !== 'resource' || method === 'GET';
    return {
      id: operation.operationId,
      group: tagOf(one),
      ...(FIRST_DAY.has(operation.operationId) && { isFirst: true as const }),
      kind: operation['x-kind'],
      isReadOnly: changesNothing,
      title: operation.summary,
      description: say(operation.description),
      takesCertificate: takesCertificate(operation),
      certificates: Object.fromEntries(
        secrets.map((name) => [
          name.replace(SECRET, 'certificate'),
          { field: name, about: aboutOf(properties[name]) },
        ]),
      ),
      input: withDescriptions(
        {
          type: 'object',
          properties: Object.fromEntries(
            Object.entries(properties).filter(([name]) => !secrets.includes(name)),
          ),
          required,
          additionalProperties: false,
        },
        say,
      ) as ToolOfOperation['input'],
    };
  });
  return `
import type { ToolOfOperation } from '../tools.ts';

export const TOOLS: ToolOfOperation[] = ${JSON.stringify(tools, null, 1)};
`;
};

const aboutOf = (schema: Schema | undefined): string => String(schema?.description ?? '');

/** The module with the texts of codes, by list. Lists that only stand-ins have are left out: they are not certain elsewhere. */
export const codesFile = (): string => {
  const lists = ['contracts', 'countries', 'municipalities', 'occupations'] as const;
  const texts = lists.map((list) => [list, Object.fromEntries(codeLists[list]())]);
  return `
export const CODES: Record<string, Record<string, string>> = ${JSON.stringify(Object.fromEntries(texts))};
`;
};

/** Replaces terms of HTTP in the reference's descriptions by terms of the tools. */
const wordsFor = (described: DescribedAt[]) => {
  const names = new Map(
    described
      .filter(({ operation }) => operation['x-kind'] !== 'submission')
      .map(({ method, address, operation }) => [
        `${method} ${address.replace(/^\/api\/v\d+/, '')}`,
        operation.operationId,
      ]),
  );
  return (text: string): string =>
    text
      // The schema says which fields there are; limits and kinds of certificates are the service's matter.
      .replace(/\n- \*\*(?:Límite|Certificado|Campos):\*\*.*/g, '')
      .replace(/(\*\*Simulacro:\*\*) con `test` 1,/, '$1')
      .replace(/ el método y la dirección, o| o método y dirección, por ejemplo [A-Z]+ \/[\w/-]+/g, '')
      .replace(/\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w/{}-]+/g, (address) => names.get(address) ?? address)
      .replace(/\b([Cc])on test=1/g, (_, first) => `${first === 'C' ? 'E' : 'e'}n el simulacro`)
      .replaceAll(' Lo que no se pidió está en `X-Not-Asked`.', '')
      .replace(/(?:la cabecera )?X-Tramite-Id/g, 'filingId')
      .replaceAll('X-Request-Id', 'requestId')
      .replace(/se responde 502 y/g, 'el resultado es desconocido y')
      .replace('GET /idc', 'getContributionData')
      .replace(/: 422\./g, ': se rechaza.')
      .replace(/se responde 503\b/g, 'no funciona')
      .replace(/se responde (?:200|4\d\d|500) con/g, 'se responde con')
      .replace(/, salvo que se pidan con POST|, Retry-After dice cuándo volver a preguntar/g, '')
      .replace(/(?:certificado|el) de (?:la cabecera )?X-Cert-Secret/g, (found) =>
        found.replace(/ de .*/, ' que se elija aquí'),
      );
};

/** A schema with its descriptions passed through `say`. */
const withDescriptions = (value: unknown, say: (text: string) => string): unknown => {
  if (Array.isArray(value)) return value.map((each) => withDescriptions(each, say));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [
      key,
      key === 'description' && typeof each === 'string' ? say(each) : withDescriptions(each, say),
    ]),
  );
};

/** The fields of an operation, without those that this server sets itself. */
const inputOf = ({ operation }: DescribedAt, document: Document) => {
  const properties: Record<string, Schema> = {};
  const required: string[] = [];
  for (const parameter of operation.parameters ?? []) {
    if (parameter.in === 'header') continue;
    const { description } = parameter as { description?: string };
    properties[parameter.name] = plain(
      { ...parameter.schema, ...(description && { description }) },
      document,
    );
    if (parameter.required) required.push(parameter.name);
  }
  for (const { schema } of Object.values(operation.requestBody?.content ?? {})) {
    const { type, properties: fields = {}, required: needed = [], ...rest } = plain(schema, document);
    const other = Object.keys(rest).filter((key) => key !== 'additionalProperties' && key !== 'description');
    if (type !== 'object' || other.length > 0)
      throw new Error(`${operation.operationId} has a body that is more than fields: ${other}`);
    Object.assign(properties, fields);
    required.push(...(needed as string[]));
  }
  delete properties.test;
  for (const own of ['certificate', 'show_identifiers'])
    if (own in properties)
      throw new Error(`${operation.operationId} has a field ${own}, as the server itself.`);
  return { properties, required };
};

/** Our own keywords that the server reads: for the words of its question, and for the type that is sent. Models do not see them. */
const OF_SERVER = new Set(['x-workingShare', 'x-hundredthsOf', 'x-codes', 'x-codeList', 'x-number']);

/**
 * A schema with one type, because models and their programs mistake alternatives: numbers that may be text are text, and so are
 * choices. `x-number` marks a choice that is sent as a number.
 */
const withOneType = ({ anyOf, ...schema }: Schema): Schema => {
  const alternatives = (anyOf as Schema[] | undefined) ?? [schema];
  const types = alternatives.flatMap(({ type }) => type ?? []).filter((type) => type !== 'null');
  const choices = alternatives
    .flatMap((each) => (each.enum as unknown[]) ?? [])
    .filter((choice) => choice !== null);
  if (types.includes('boolean')) return { ...schema, type: 'boolean' };
  if (choices.length > 0) {
    const texts = alternatives.find(({ type }) => type === 'string')?.enum as string[] | undefined;
    const { enum: _, ...rest } = schema;
    return {
      ...rest,
      type: 'string',
      enum: texts ?? choices.map(String),
      ...(!texts && { 'x-number': true }),
    };
  }
  if (anyOf !== undefined)
    throw new Error(`A schema has alternatives that are no choices: ${JSON.stringify(anyOf)}`);
  return types.length === 0 ? schema : { ...schema, type: types.includes('string') ? 'string' : types[0] };
};

/** A schema without references, and with no other keywords of our own. */
const plain = (value: unknown, document: Document): Schema => {
  if (Array.isArray(value)) return value.map((each) => plain(each, document)) as unknown as Schema;
  if (typeof value !== 'object' || value === null) return value as unknown as Schema;
  const { $ref, ...rest } = value as Schema;
  const found = typeof $ref === 'string' ? document.components.schemas[$ref.split('/').at(-1)!] : {};
  const all = { ...found, ...rest };
  // A field may be called `type`, and then its schema is there.
  const isSchema = typeof all.type === 'string' || [all.type, all.anyOf, all.enum].some(Array.isArray);
  const filtered = isSchema ? withOneType(all) : all;
  return Object.fromEntries(
    Object.entries(filtered)
      .filter(([key]) => (!key.startsWith('x-') || OF_SERVER.has(key)) && key !== 'askedBy')
      .map(([key, each]) => [key, plain(each, document)]),
  );
};
