import { headerOf } from '../../derive/sheets/columns.ts';
import type { ServiceError } from '../../kernel/errors.ts';
import type { Remark } from './content.ts';

/** What is wrong with a row, by its columns. */

/** Columns of a row with the secrets of its certificates. */
export const CERT_SECRET = 'cert_secret';
export const CERT_SECRET_SEPE = 'cert_secret_sepe';

/** A mistake with the header of its column. */
export const inColumns = ({ column, message }: Remark): Remark => ({
  message,
  ...(column !== undefined && {
    column: headerOf(column.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
  }),
});

const CERTIFICATE_HEADER = 'X-Cert-Secret';

/** All that is wrong with a request, by field. */
export const remarksOf = ({ errors, message }: ServiceError): Remark[] => {
  const named = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => ({
      column: field === CERTIFICATE_HEADER ? CERT_SECRET : field,
      // Each text names its field, which is the column here.
      message: text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text,
    })),
  );
  return named.length > 0 ? named : [{ message }];
};
