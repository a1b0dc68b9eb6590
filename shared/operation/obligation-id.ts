import * as z from 'zod';

/** Id of an obligation. */
export const obligationId = z
  .string()
  .regex(/^[0-9a-f]{32}$/, { error: 'Debe ser el identificador de una obligación.' })
  .meta({ description: 'Identificador de la obligación.' });
