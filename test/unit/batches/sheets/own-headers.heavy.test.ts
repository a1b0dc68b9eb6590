import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { columnsOf } from '../../../../functions/capabilities/batches/sheets/columns.ts';
import { meaningFinder, templateLabel } from '../../../../functions/capabilities/batches/sheets/headers.ts';
import { rowsOf, submissions, workbook } from '../../../support/sheets/files.ts';

vi.stubEnv('STRICT_IDENTIFIERS', 'false');

/** Ways in which an office may write a header. */
const WAYS: ((header: string) => string)[] = [
  (header) => header,
  (header) => header.toUpperCase(),
  (header) => header.normalize('NFKD').replace(/\p{M}/gu, ''),
  (header) => ` ${header.replaceAll(' ', '  ')} `,
  (header) => `${header}.`,
  (header) => header.replaceAll(' de ', ' '),
];
const titles = fc.array(
  fc.constantFrom<string[]>([], ['ALTAS DEL LUNES'], ['Talleres Ruiz, S.L.', 'noviembre']),
  {
    maxLength: 4,
  },
);
const OPERATIONS = submissions.filter(({ id }) => !/Xml$/.test(id));

test('a sheet with headers as people write them, below titles, is read like one with the names of the interface', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...OPERATIONS),
      titles,
      fc.infiniteStream(fc.constantFrom(...WAYS)),
      async (operation, above, ways) => {
        const columns = columnsOf(operation).filter(({ example }) => example !== undefined);
        // At least two columns, because a single header cannot be distinguished from a title.
        fc.pre(columns.length > 1);
        const meaning = meaningFinder(columnsOf(operation));
        const headers = columns.map((column) => {
          const [way] = ways.take(1);
          const written = way!(templateLabel(column));
          // If the meaning is not certain, the original name stays.
          return column.unit || meaning(written).certain !== column.header ? column.header : written;
        });
        const values = columns.map(({ example }) => example);
        const options = { format: 'xlsx' as const, operations: [operation] };
        const [expected, ...none] = await rowsOf(
          workbook([columns.map(({ header }) => header), values]),
          options,
        );
        expect(none).toEqual([]);
        const rows = await rowsOf(workbook([...above, headers, values]), options);
        expect(rows).toMatchObject([{ request: expected!.request, mistakes: expected!.mistakes }]);
      },
    ),
  );
});
