import { isValid } from 'ulid';
import type { ServiceError } from '../../../../shared/kernel/errors.ts';
import type { Remark } from './row.ts';

/** Columns that belong to a row and not to its request, and the columns of mistakes. */

/** Columns of a row for the secrets of its certificates. */
export const CERT_SECRET = 'cert_secret';
export const CERT_SECRET_SEPE = 'cert_secret_sepe';
/** Column of a row for the accepted trámite that it repeats on purpose. */
export const REPEATS_COLUMN = 'repeats';

/** The trámite that a row repeats on purpose, from its cell; or the mistake in the cell. */
export const repeatsIn = (cell: string | undefined): { repeats?: string; mistakes: Remark[] } => {
  const id = cell?.trim().toUpperCase() ?? '';
  if (id === '') return { mistakes: [] };
  if (isValid(id)) return { repeats: id, mistakes: [] };
  return { mistakes: [{ column: REPEATS_COLUMN, message: 'Debe ser el identificador de un trámite.' }] };
};

const CERTIFICATE_HEADER = 'X-Cert-Secret';

/** All mistakes of a request, by field. */
export const remarksOf = ({ errors, message }: ServiceError): Remark[] => {
  const ofFields = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => ({
      column: field === CERTIFICATE_HEADER ? CERT_SECRET : field,
      // Each text begins with its field, which is the column here.
      message: text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text,
    })),
  );
  return ofFields.length > 0 ? ofFields : [{ message }];
};
