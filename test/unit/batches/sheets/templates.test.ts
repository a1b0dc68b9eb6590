import { read, utils } from '@e965/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { cellsOf, columnsOf } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import { templateOf } from '../../../../functions/capabilities/batches/sheets/template.ts';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import type { Submission } from '../../../../shared/operation/operation.ts';
import { filledTemplate, rowsOf, submissionOf, submissions } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const parsed = (operation: Submission, request: unknown) =>
  readRequest(operation.request, request as Record<string, unknown>, {
    onlyDefined: true,
    forAuthority: true,
  });

describe.each(['xlsx', 'csv'] as const)('the template of %s', (format) => {
  test.each(submissions.map((operation) => [operation.id, operation] as const))(
    'the template as %s, filled in with its example, is read as the request of the example',
    async (id, operation) => {
      const template = await templateOf(operation, format);
      const options = { format, operations: [operation] };
      expect(await rowsOf(template, options)).toEqual([]);
      const [row, ...others] = await rowsOf(filledTemplate[format](template, id), options);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ row: format === 'xlsx' ? 3 : 2, operation: id, mistakes: [], notes: [] });
      const { value } = await checkRow(row!, operation);
      expect(value).toEqual(parsed(operation, operation.example.request).value);
      expect(cellsOf(row!.request)).toEqual(cellsOf(operation.example.request as Record<string, unknown>));
    },
  );
});

test('every column has an explanation, and only a column that has no field of dry runs is offered', () => {
  for (const operation of submissions) {
    const columns = columnsOf(operation);
    expect(columns.filter(({ description }) => description === '').map(({ header }) => header)).toEqual([]);
    expect(columns.map(({ header }) => header)).not.toContain('test');
    const headers = columns.map(({ header }) => header.toLowerCase());
    expect(new Set(headers).size, operation.id).toBe(headers.length);
  }
});

test('a column is required if the example is refused without it', () => {
  const contract = submissionOf('notifyContract');
  for (const { header, isRequired, path } of columnsOf(contract)) {
    if (path.length > 1) continue;
    const { [header]: _, ...without } = contract.example.request as Record<string, unknown>;
    const isMissing =
      parsed(contract, without).errors[header]?.includes('Este campo es obligatorio.') ?? false;
    if (isRequired) expect(isMissing, header).toBe(true);
  }
});

test('the help in a workbook lists each column with its codes', async () => {
  const book = read(await templateOf(submissionOf('registerEmployee'), 'xlsx'), { type: 'buffer' });
  const rows = utils.sheet_to_json<string[]>(book.Sheets.Ayuda!, { header: 1 });
  expect(rows).toContainEqual([
    'Tipo de documento',
    'identificacion',
    'sí',
    'Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE.',
    '1: DNI; 2: Pasaporte; 6: NIE',
    '1',
  ]);
  const [header, names] = utils.sheet_to_json<string[]>(book.Sheets.Datos!, { header: 1 });
  expect(header![0]).toMatch(/^Trámite\n/);
  expect(header![1]).toMatch(/^Régimen de la Seguridad Social\nObligatorio\. Régimen de la Seguridad Social/);
  expect(names!.slice(0, 2)).toEqual(['tramite', 'regimen']);
});
