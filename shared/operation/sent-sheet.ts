import * as z from 'zod';
import { asText, code, integer, text } from '../kernel/fields.ts';
import { rule } from '../kernel/rules.ts';
import { CELL_READINGS, READINGS } from '../sheets/cells/readings.ts';
import { MOST_ROWS } from '../sheets/limits.ts';

/** Fields of requests that have a file with rows. */

/** A file with rows, and where a person says that its rows are. */
export interface SheetFile {
  /** Its final part is the format, such as `.xlsx`. */
  name: string;
  bytes: Uint8Array;
  /** The sheet of a workbook that is read. Without it, the first shown one that is a table. */
  tab?: string | undefined;
  /** The row of the headers, as the program that opens the file numbers it. Without it, they are looked for. */
  headerRow?: number | undefined;
}

/** The name of a sheet of a workbook. It is not trimmed, because another sheet may have the same name without the blanks. */
const tabName = (description: string) =>
  asText(
    z
      .string({ error: 'Debe ser un texto.' })
      .min(1, { error: 'No puede estar vacío.' })
      .max(100, { error: 'Debe tener como máximo 100 caracteres.' })
      .meta({ description }),
  );

/**
 * A file in base64 with its name, as a `SheetFile`.
 * @param name description of its name, which says which formats there may be
 */
export const sentFile = (name: string) =>
  z
    .object({
      name: text(255, name),
      content: z
        .string({ error: 'Debe ser un texto.' })
        .regex(/^[A-Za-z0-9+/]*={0,2}$/, { error: 'Debe estar en base64.' })
        .meta({ description: 'Contenido en base64; 3 MiB como máximo.', textKind: 'lines' }),
      tab: tabName(
        'De un .xlsx, la hoja que se lee, por su nombre. Sin ella, la primera visible con datos.',
      ).optional(),
      header_row: integer(
        'De un .xlsx o .csv, la fila de las cabeceras, desde 1; lo que hay encima no se lee. Sin ella, se busca entre las primeras.',
        MOST_ROWS,
      )
        .refine((row) => row > 0, { error: 'Debe ser un número de fila.' })
        .optional(),
    })
    .transform(
      ({ name, content, tab, header_row: headerRow }): SheetFile => ({
        name,
        bytes: Buffer.from(content, 'base64'),
        ...(tab !== undefined && { tab }),
        ...(headerRow !== undefined && { headerRow }),
      }),
    );

/** Which column each header of a sheet is, and the values that all its rows have in columns that the sheet lacks. */
export const sentMapping = z
  .array(
    z
      .object({
        header: text(300, 'La cabecera, como está escrita; columna C si no tiene.').optional(),
        column: text(200, 'La columna, como en la plantilla; sin ella, la cabecera no se lee.').optional(),
        reading: code(READINGS, 'En qué código están sus celdas, si ellas no lo muestran.').optional(),
        value: text(
          1000,
          'En vez de header: el valor que todas las filas tienen en esa columna, que la hoja no tiene. Se lee como sus celdas.',
        ).optional(),
      })
      .check(
        rule(
          'header',
          'Envíe header o value, uno de los dos.',
          ({ header, value }) => (header === undefined) === (value === undefined),
        ),
        rule(
          'column',
          'Con value, diga de qué columna es.',
          ({ column, value }) => value !== undefined && column === undefined,
        ),
      ),
    { error: 'Debe ser una lista.' },
  )
  .max(300, { error: 'Debe tener como máximo 300 cabeceras.' })
  .optional();

/**
 * A part of a mapping: the column of a header, `undefined` for a header that is not read, and the code of its cells if a person
 * chose one; or a column with the value of all rows.
 */
export type MappedColumn = NonNullable<z.output<typeof sentMapping>>[number];
export type SheetMapping = MappedColumn[];

/** A mapping that was checked when it was sent. */
export const keptMapping = () =>
  z.array(
    z.object({
      header: z.string().optional(),
      column: z.string().optional(),
      reading: z.enum(CELL_READINGS).optional(),
      value: z.string().optional(),
    }),
  );
