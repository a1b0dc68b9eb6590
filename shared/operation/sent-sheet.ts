import * as z from 'zod';
import { text } from '../kernel/fields.ts';

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

/** Which column each header of a sheet is, as a record; `null` for a header that is not read. */
export const sentMapping = z
  .array(
    z.object({
      header: text(300, 'La cabecera, como está escrita; columna C si no tiene.'),
      column: text(200, 'La columna, como en la plantilla; sin ella, la cabecera no se lee.').optional(),
    }),
    { error: 'Debe ser una lista.' },
  )
  .max(300, { error: 'Debe tener como máximo 300 cabeceras.' })
  .transform((all) => Object.fromEntries(all.map(({ header, column = null }) => [header, column])))
  .optional();
