import { read, utils } from '@e965/xlsx';
import { describe, expect, test, vi } from 'vitest';
import { cellsOf, columnsOf } from '../../../functions/capabilities/batches/sheets/columns.ts';
import { templateOf } from '../../../functions/capabilities/batches/sheets/template.ts';
import { partsOf, rowField } from '../../../functions/capabilities/batches/workflows/workflow-row.ts';
import { workflowSheets } from '../../../functions/capabilities/batches/workflows/workflow-sheet.ts';
import {
  WORKFLOWS,
  type Workflow,
  workflowNamed,
} from '../../../functions/capabilities/batches/workflows/workflows.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { filledTemplate, rowsOf, submissionOf, submissions } from '../../support/sheets/files.ts';

/** Rows that file several submissions. */

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

const sheets = workflowSheets(submissions);
const sheetOf = (id: string) => sheets.find((sheet) => sheet.id === id)!;
const exampleOf = (id: string) => structuredClone(sheetOf(id).example.request) as Record<string, object>;

/** The mistakes in the submissions of a row, by step. */
const errorsOf = (workflow: Workflow, row: Record<string, unknown>) =>
  partsOf(workflow, row).steps.map(({ step, body }) => {
    const { request, ignores } = submissionOf(step.operation);
    return readRequest(request, body, { onlyDefined: true, ignores, forAuthority: true }).errors;
  });

test('each workflow has a template', () => {
  expect(sheets.map(({ id }) => id)).toEqual(WORKFLOWS.map(({ id }) => id));
  // There is no sheet if an operation of its steps is missing.
  expect(workflowSheets([submissionOf('registerEmployee')])).toEqual([]);
});

describe.each(['xlsx', 'csv'] as const)('the template of %s', (format) => {
  test.each(sheets.map((sheet) => [sheet.id, sheet] as const))(
    'the template as %s, filled in with its example, is read as the submissions of its steps',
    async (id, sheet) => {
      const template = await templateOf(sheet, format);
      // The same file may have rows of any other kind.
      const options = { format, operations: [...submissions, ...sheets] };
      expect(await rowsOf(template, options)).toEqual([]);
      const [row, ...others] = await rowsOf(filledTemplate[format](template, id), options);
      expect(others).toEqual([]);
      expect(row).toMatchObject({ row: format === 'xlsx' ? 3 : 2, operation: id, mistakes: [], notes: [] });
      expect(cellsOf(row!.request)).toEqual(cellsOf(exampleOf(id)));
      const workflow = workflowNamed(id)!;
      expect(partsOf(workflow, row!.request).mistakes).toEqual([]);
      expect(errorsOf(workflow, row!.request)).toEqual(workflow.steps.map(() => ({})));
    },
  );
});

test.each(sheets)(
  'the sheet of $id has one column for each fact, and each column has an explanation',
  (sheet) => {
    const columns = columnsOf(sheet);
    expect(columns.filter(({ description }) => description === '').map(({ header }) => header)).toEqual([]);
    const headers = columns.map(({ header }) => header);
    for (const { name, shared, omits = [] } of workflowNamed(sheet.id)!.steps)
      for (const path of [...Object.keys(shared), ...omits, 'test'])
        expect(headers.filter((header) => `${header}.`.startsWith(`${name}.${path}.`))).toEqual([]);
    // Each field of a step has a column, except the fields that the step leaves out.
    for (const { name, operation, shared, omits = [] } of workflowNamed(sheet.id)!.steps)
      for (const { header } of columnsOf(submissionOf(operation))) {
        if (omits.some((omitted) => `${header}.`.startsWith(`${omitted}.`))) continue;
        expect(headers).toContain(shared[header]?.of[0] ?? `${name}.${header}`);
      }
  },
);

test('a column is required if a step that is always filed needs it', async () => {
  const book = read(await templateOf(sheetOf('leave'), 'xlsx'), { type: 'buffer' });
  const rows = utils.sheet_to_json<string[]>(book.Sheets.Ayuda!, { header: 1 });
  const isRequired = (header: string) => rows.find(([, name]) => name === header)?.[2];
  for (const header of ['nss', 'baja.situacion', 'fecha_real']) expect(isRequired(header)).toBe('sí');
  for (const header of ['desde', 'cif', 'certificado.Datos_Trabajador.TipoContrato', 'duplicate'])
    expect(isRequired(header), header).toBe('no');
});

describe('a row of a workflow', () => {
  const hire = workflowNamed('hire')!;
  const names = (row: object) =>
    partsOf(hire, row as Record<string, unknown>).steps.map(({ step }) => step.name);

  test('the row writes a field once, with the names that each step has for it', () => {
    const [alta, contrata, copia] = partsOf(hire, { ...exampleOf('hire'), identificacion: 6 }).steps;
    expect(alta!.body).toMatchObject({ identificacion: 6, fecha_real: '2026-12-01', cno: '0011' });
    expect(contrata!.body).toMatchObject({ docType: 'E', startDate: '2026-12-01', occupation: '0011' });
    expect(copia!.body).toMatchObject({ docType: 'E', startDate: '2026-12-01' });
    expect(Object.keys(copia!.body)).not.toContain('cno');
  });

  test('the row files an optional step only if its block has a value', () => {
    const { copia: _, ...without } = exampleOf('hire');
    expect(names(exampleOf('hire'))).toEqual(['alta', 'contrata', 'copia']);
    for (const copia of [undefined, {}, { TIPO_FIRMA: '' }, { TIPO_FIRMA: null }])
      expect(names({ ...without, copia })).toEqual(['alta', 'contrata']);
    const { contrata: __, ...noContract } = without;
    expect(names(noContract)).toEqual(['alta', 'contrata']);
  });

  test('the row asks for the contribution data, unless it says otherwise', () => {
    const row = exampleOf('hire');
    const asked = (obtener_idc: unknown) =>
      partsOf(hire, { ...row, alta: { ...row.alta, obtener_idc } } as Record<string, unknown>);
    expect(asked(undefined)).toMatchObject({ defaults: [{ column: 'alta.obtener_idc', value: '1' }] });
    expect(asked(0)).toMatchObject({ defaults: [], steps: [{ body: { obtener_idc: 0 } }, {}, {}] });
  });

  test('the row begins with the step that it names', () => {
    const row = exampleOf('hire');
    expect(names({ ...row, desde: 'contrata' })).toEqual(['contrata', 'copia']);
    expect(names({ ...row, desde: 'copia' })).toEqual(['copia']);
    for (const desde of ['fin', 'compruebe contrata', 'nada', 1])
      expect(partsOf(hire, { ...row, desde } as Record<string, unknown>)).toMatchObject({
        steps: [],
        mistakes: [{ column: 'desde' }],
      });
    expect(partsOf(hire, { ...row, copia: {}, desde: 'copia' } as Record<string, unknown>).mistakes).toEqual([
      { column: 'desde', message: 'No hay datos de copia.' },
    ]);
  });

  test.each([
    [{ fecha: '2026-12-01' }, 'fecha'],
    [{ contrata: { ...exampleOf('hire').contrata, startDate: '2026-12-01' } }, 'contrata.startDate'],
    [{ contrata: { ...exampleOf('hire').contrata, copyBasic: { TIPO_FIRMA: '2' } } }, 'contrata.copyBasic'],
    [{ copia: { ...exampleOf('hire').copia, sepeId: 'E-28-2026-0000123' } }, 'copia.sepeId'],
    [{ alta: { ...exampleOf('hire').alta, test: 1 } }, 'alta.test'],
    [{ alta: 'sí' }, 'alta'],
  ])('the row has each field where it belongs: %j', (changed, column) => {
    const { mistakes } = partsOf(hire, { ...exampleOf('hire'), ...changed } as Record<string, unknown>);
    expect(mistakes.map((one) => one.column)).toEqual([column]);
  });

  test('the row joins scheme and account for someone who leaves, and its mistakes have the names of its own fields', () => {
    const leave = workflowNamed('leave')!;
    const [, certificate] = partsOf(leave, exampleOf('leave')).steps;
    expect(certificate!.body).toMatchObject({
      Datos_Empresa: { CIF_NIF: 'B12345674', CCC: '011128000000097' },
      Datos_Trabajador: { DNI_NIE: '12345678Z', FechaSuspensionExtincion: '2026-12-31' },
    });
    const [, wrong] = errorsOf(leave, { ...exampleOf('leave'), ccc: undefined, cif: 'x' });
    const fields = Object.keys(wrong!).map((path) => rowField(leave.steps[1]!, path));
    expect(fields.toSorted()).toEqual(['ccc', 'cif']);
  });
});
