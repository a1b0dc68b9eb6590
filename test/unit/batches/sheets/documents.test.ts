import { describe, expect, test, vi } from 'vitest';
import { checkRow } from '../../../../functions/capabilities/batches/sheets/check-row.ts';
import { rowsOf, submissionOf, submissions } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

describe('a document of Contrat@ in a batch', () => {
  const contract = (document: string, day: string) =>
    `<CONTRATO_100><DATOS_TRABAJADOR><IDENTIFICADORPFISICA>D${document}</IDENTIFICADORPFISICA><NOMBRE>Íñigo</NOMBRE></DATOS_TRABAJADOR><DATOS_GENERALES_CONTRATO><FECHA_INICIO>${day}</FECHA_INICIO></DATOS_GENERALES_CONTRATO></CONTRATO_100>`;
  const one = contract('12345678Z', '20261103');
  const two = contract('87654321X', '20261104');
  const read = (xml: string, encoding: BufferEncoding = 'utf8') =>
    rowsOf(Buffer.from(xml, encoding), { format: 'contrata-xml', operations: submissions });

  test.each(['utf8', 'latin1'] as const)(
    'a document becomes one row for each contract, each with a document of its own, from %s',
    async (encoding) => {
      const declaration = encoding === 'latin1' ? '<?xml version="1.0" encoding="ISO-8859-1"?>' : '';
      const rows = await read(`${declaration}<CONTRATOS>\n ${one}\n ${two}\n</CONTRATOS>`, encoding);
      expect(
        rows.map(({ row, operation, cells }) => [row, operation, cells.trabajador, cells.fecha]),
      ).toEqual([
        [1, 'notifyContractXml', '12345678Z', '2026-11-03'],
        [2, 'notifyContractXml', '87654321X', '2026-11-04'],
      ]);
      for (const [index, row] of rows.entries()) {
        const { value, mistakes } = await checkRow(row, submissionOf('notifyContractXml'));
        expect(mistakes).toEqual([]);
        const { file } = value as { file: { text: string; records: unknown[] } };
        expect(file.records).toHaveLength(1);
        expect(file.text).toContain([one, two][index]);
        expect(file.text).not.toContain([two, one][index]);
      }
    },
  );

  test('the operation of a row is that of the kind of its document: transformation or basic copy', async () => {
    const key = '<DATOS_CONTRATO><CLAVE_CONTRATO>E2820260000123</CLAVE_CONTRATO></DATOS_CONTRATO>';
    for (const [xml, operation] of [
      [
        `<TRANSFORMACIONES><TRANSFORMACION_189>${key}</TRANSFORMACION_189></TRANSFORMACIONES>`,
        'transformContractXml',
      ],
      [`<COPIASBASICAS><COPIABASICA_TIPO>${key}</COPIABASICA_TIPO></COPIASBASICAS>`, 'createBasicCopyXml'],
    ] as const)
      expect(await read(xml)).toMatchObject([{ row: 1, operation, mistakes: [] }]);
  });

  test.each([
    ['no XML', 'hola', 'no es XML bien formado'],
    ['another document', '<PRORROGAS><PRORROGA/></PRORROGAS>', 'La raíz del documento debe ser CONTRATOS'],
    ['a document type', '<!DOCTYPE a><CONTRATOS/>', 'DOCTYPE'],
    [
      'a contract without its worker',
      '<CONTRATOS><CONTRATO_100/></CONTRATOS>',
      'faltan IDENTIFICADORPFISICA',
    ],
    [
      'an unknown transformation',
      '<TRANSFORMACIONES><CONTRATO_100/></TRANSFORMACIONES>',
      'no es un elemento de TRANSFORMACIONES',
    ],
  ])('a document with %s is a mistake of the file', async (_, xml, message) => {
    expect(await read(xml)).toMatchObject([
      { row: 1, mistakes: [{ message: expect.stringContaining(message) }] },
    ]);
  });
});

describe('a JSON list in a batch', () => {
  const group = submissionOf('updateGroup');
  const read = (value: unknown) =>
    rowsOf(typeof value === 'string' || value instanceof Uint8Array ? value : JSON.stringify(value), {
      format: 'json',
      operations: submissions,
      rowColumns: ['certificado'],
    });
  const entry = { operation: 'updateGroup', request: group.example.request };

  test('each entry of the list is a row with its own values', async () => {
    const rows = await read([entry, { ...entry, certificado: 'A' }]);
    expect(rows).toMatchObject([
      { row: 1, operation: 'updateGroup', request: group.example.request, own: {}, mistakes: [] },
      { row: 2, own: { certificado: 'A' }, mistakes: [] },
    ]);
    expect((await checkRow(rows[0]!, group)).mistakes).toEqual([]);
  });

  test.each([
    ['UTF-8 with its mark', (text: string) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16 with its mark', (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    [
      'UTF-16 of the other order with its mark',
      (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ],
  ])('a list is read when it was saved as %s', async (_, encoded) => {
    const rows = await read(encoded(JSON.stringify([{ ...entry, certificado: 'Ñ €' }])));
    expect(rows).toMatchObject([
      { row: 1, operation: 'updateGroup', own: { certificado: 'Ñ €' }, mistakes: [] },
    ]);
  });

  test.each([
    ['no list', '{}', 'Debe|debe ser una lista'],
    ['no JSON', '[', 'no es JSON válido'],
    ['no object', '[1]', 'Debe ser un objeto'],
    ['another operation', [{ ...entry, operation: 'x' }], 'Debe ser uno de: registerEmployee'],
    ['no request', [{ operation: 'updateGroup' }], 'Debe ser un objeto con los campos'],
    ['a dry run of its own', [{ ...entry, request: { test: 1 } }], 'se prueba antes'],
    ['an unknown member', [{ ...entry, mas: 1 }], 'Campo desconocido'],
    ['no text', [{ ...entry, certificado: 1 }], 'Debe ser un texto'],
  ])('a list has a mistake for %s', async (_, value, message) => {
    const [row] = await read(value);
    expect(row?.mistakes[0]?.message).toMatch(new RegExp(message));
  });

  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  test.each([
    ['lists', deep(100_000)],
    ['lists in a request', `[{"operation":"updateGroup","request":{"dni":${deep(100_000)}}}]`],
    [
      'objects in a request',
      `[{"operation":"updateGroup","request":${'{"a":'.repeat(9_999)}1${'}'.repeat(9_999)}}]`,
    ],
    ['lists next to a request', `[{"operation":"updateGroup","request":{},"x":${deep(23)}}]`],
  ])('a list with %s that nest too deeply is a mistake of the file', async (_, text) => {
    const rows = await read(text);
    expect(rows.map(({ mistakes }) => mistakes[0]?.message)).toEqual([
      'El contenido tiene demasiados niveles.',
    ]);
  });

  test('an entry that writes a name twice has a mistake', async () => {
    const rows = await read(
      `[[{"a":{"a":1}}],1,${JSON.stringify(entry)},{"operation":"updateGroup","request":{"nss":"1","nss":"2"}}]`,
    );
    expect(rows.map(({ row, mistakes }) => [row, mistakes.map(({ column }) => column)])).toEqual([
      [1, [undefined]],
      [2, [undefined]],
      [3, []],
      [4, ['nss']],
    ]);
  });
});
