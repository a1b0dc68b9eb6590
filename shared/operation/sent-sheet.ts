import * as z from 'zod';
import { code, text } from '../kernel/fields.ts';
import { rule } from '../kernel/rules.ts';
import { CELL_READINGS, READINGS } from '../sheets/cells/readings.ts';

/** Fields of requests that have a file with rows. */

/**
 * A file in base64 with its name, as `{ name, bytes }`.
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
    })
    .transform(({ name, content }) => ({ name, bytes: Buffer.from(content, 'base64') }));

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
