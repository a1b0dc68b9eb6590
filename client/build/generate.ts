import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';
import ts from 'typescript';
import { codesFile, toolsFile } from '../mcp/build/tools.ts';
import { cliOperationsFile } from './cli-operations.ts';
import {
  type Described,
  type DescribedAt,
  operationsOf,
  reference,
  scenariosOf,
  takesCertificate,
  withFieldsOnly,
} from './reference.ts';

/**
 * Generates `src/generated` from the OpenAPI document: types of requests and answers, scenarios, and the list of
 * operations; and `generated` of the command line and of the MCP server. The files are not committed, so they cannot be
 * outdated; generating them takes a second if nothing has changed.
 */

const FOLDER = join(import.meta.dirname, '..', 'src', 'generated');
/** Folders of the generated files of the command line and of the MCP server. */
const CLI_FOLDER = join(import.meta.dirname, '..', 'cli', 'src', 'generated');
const TOOLS_FOLDER = join(import.meta.dirname, '..', 'mcp', 'src', 'generated');

/** Writes the generated files that changed. */
export const generate = async (): Promise<void> => {
  for (const folder of [FOLDER, CLI_FOLDER, TOOLS_FOLDER]) mkdirSync(folder, { recursive: true });
  const document = reference();
  writeIfOther('operations.ts', cliOperationsFile(document), CLI_FOLDER);
  writeIfOther('operations.ts', operationsFile(operationsOf(document)));
  writeIfOther('scenarios.ts', scenariosFile(operationsOf(document)));
  writeIfOther('codes.ts', codesFile(), TOOLS_FOLDER);
  writeIfOther('tools.ts', toolsFile(document), TOOLS_FOLDER);
  const fields = withFieldsOnly(document);
  const mark = `// ${createHash('sha256').update(JSON.stringify(fields)).digest('hex')}\n`;
  if (!contentOf('schema.ts').startsWith(mark)) {
    const nodes = await openapiTS(fields as never, { transform: bytesAsBlob });
    writeIfOther('schema.ts', mark + astToString(nodes.filter(isUsed)));
  }
};

const contentOf = (name: string, folder = FOLDER): string => {
  const file = join(folder, name);
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
};

/** Replaces a file at once, because another process may be reading it, or writing the same content. */
const writeIfOther = (name: string, text: string, folder = FOLDER): void => {
  if (contentOf(name, folder) === text) return;
  const file = join(folder, name);
  writeFileSync(`${file}.${process.pid}`, text);
  renameSync(`${file}.${process.pid}`, file);
};

const isUsed = (node: ts.Node): boolean =>
  ts.isInterfaceDeclaration(node) && ['components', 'operations'].includes(node.name.text);

/** The type of a file in a form. */
const bytesAsBlob = ({ format }: { format?: string }) =>
  format === 'binary' ? ts.factory.createTypeReferenceNode('Blob') : undefined;

/** The list of operations: as methods with their types, and as the data that the client needs at run time. */
const operationsFile = (operations: DescribedAt[]): string => `
import type { DryRunSubmission, List, Reading, Resource, Submission } from '../types.ts';

export interface Operations {
${operations.map(methodOf).join('\n')}
}

/** By name: method, path, kind, and for a list its kind of pagination and the member of data with its elements. */
export const OPERATIONS: Record<string, [method: string, path: string, kind?: string, next?: string, items?: string]> = {
${operations.map(rowOf).join('\n')}
};
`;

const scenariosFile = (operations: DescribedAt[]): string => `
/** What can go wrong at the authorities of a sandbox stage, as \`X-Sandbox-Scenario\` names it. */
export type Scenario = ${scenariosOf(operations).map(quoted).join(' | ')};
`;

const methodOf = ({ method, address, operation }: DescribedAt): string => {
  const { operationId: id, summary, description } = operation;
  const more = description.startsWith(summary) ? '' : ` ${description}`;
  const comment = `${summary}.${more} (${method} ${address})`.replaceAll('*/', '* /');
  return `  /** ${comment}${operation.deprecated ? ' @deprecated' : ''} */\n  ${id}: ${typeOf(operation)};`;
};

const typeOf = ({ operationId, ...operation }: Described): string => {
  const list = operation['x-list'];
  const kind = {
    submission: operation['x-dry-run'] === 'confirmation' ? 'DryRunSubmission' : 'Submission',
    reading: 'Reading',
    resource: 'Resource',
  }[operation['x-kind']];
  const method = `${kind}<'${operationId}'>`;
  return list ? `${method} & List<'${operationId}', ${quoted(list.items)}>` : method;
};

const rowOf = ({ method, address, operation }: DescribedAt): string => {
  const { next, items } = operation['x-list'] ?? {};
  // The client acts with its own certificate where one may be needed.
  const isPlain = operation['x-kind'] === 'resource' && !takesCertificate(operation);
  const kind = isPlain ? undefined : operation['x-kind'];
  const row = [method, address, kind, next, items].map(quoted);
  while (row.at(-1) === 'undefined') row.pop();
  return `  ${operation.operationId}: [${row.join(', ')}],`;
};

const quoted = (text: string | undefined): string => (text === undefined ? 'undefined' : `'${text}'`);

if (import.meta.main) await generate();
