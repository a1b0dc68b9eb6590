import * as z from 'zod';
import { code, text } from '../kernel/fields.ts';

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

/** The codes in which the cells of a column may be, if they do not show which one it is. Spanish. */
export const READINGS = {
  HM: 'M es mujer, y hombre es H o V',
  MF: 'M es hombre, y mujer es F',
  percent: 'en porcentaje: 50 es el 50 % de la jornada',
  thousandths: 'en milésimas: 50 es el 5 % de la jornada',
  fraction: 'en tanto por uno: 1 es la jornada completa',
};
/** Name of one of them. */
export type CellReading = keyof typeof READINGS;
export const CELL_READINGS = Object.keys(READINGS) as CellReading[];

/**
 * Which column each header of a sheet is, as a record; `null` for a header that is not read. The code of its cells follows a
 * colon, as in `sexo:HM`.
 */
export const sentMapping = z
  .array(
    z.object({
      header: text(300, 'La cabecera, como está escrita; columna C si no tiene.'),
      column: text(200, 'La columna, como en la plantilla; sin ella, la cabecera no se lee.').optional(),
      reading: code(READINGS, 'En qué código están sus celdas, si ellas no lo muestran.').optional(),
    }),
    { error: 'Debe ser una lista.' },
  )
  .max(300, { error: 'Debe tener como máximo 300 cabeceras.' })
  .transform((all) =>
    Object.fromEntries(
      all.map(({ header, column = null, reading }) => [
        header,
        column !== null && reading !== undefined ? `${column}:${reading}` : column,
      ]),
    ),
  )
  .optional();
