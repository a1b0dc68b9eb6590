import type * as z from 'zod';
import { readRequest } from '../../../../shared/kernel/validation.ts';
import type { SentRow } from './row.ts';

/**
 * Reads a row of a file that is no submission, such as a worker of a list.
 * @param identifiers if given, wrong check digits are mistakes
 * @returns its value, or what is wrong with it in Spanish
 */
export const readPlainRow = <Schema extends z.ZodObject>(
  schema: Schema,
  { body, ofFile, leftOut, mistakes = [] }: SentRow,
  identifiers?: typeof import('../../../../shared/kernel/identifiers.ts'),
): { value: z.output<Schema> | undefined; mistakes: string[] } => {
  const { value, errors } = ofFile
    ? { value: undefined, errors: {} }
    : readRequest(schema, body, { onlyDefined: true, ...(identifiers && { identifiers }) });
  const columns = new Set(mistakes.map(({ column }) => column));
  const messages = [
    // With such a row or without it, the list might be wrong.
    ...(leftOut ? ['Está oculta o tachada en el libro: muéstrela y quite el tachado, o bórrela.'] : []),
    ...mistakes.map(({ column, message }) => (column ? `${column}: ${message}` : message)),
    ...Object.entries(errors).flatMap(([field, texts]) =>
      columns.has(field) ? [] : texts.map((text) => `${field}: ${text}`),
    ),
  ];
  return {
    value: messages.length === 0 ? (value as z.output<Schema> | undefined) : undefined,
    mistakes: messages,
  };
};
