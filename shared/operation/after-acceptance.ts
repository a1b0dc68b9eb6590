import type { FileObject } from '../kernel/document.ts';
import { ServiceError } from '../kernel/errors.ts';

/** A document after a filing, or the reason why it is missing. */
export interface Obtained {
  value?: FileObject;
  /** Spanish, with article; completes "no se ha podido obtener …". */
  missing?: string;
}

/**
 * Obtains a document after a submission was accepted. A failure now does not undo the filing. So it only appears in the
 * message of the answer: an error would invite the caller to submit again.
 * @param what Spanish, with article: the document
 */
export const afterAcceptance = async (
  what: string,
  get: () => Promise<FileObject | undefined>,
): Promise<Obtained> => {
  try {
    const value = await get();
    return value ? { value } : { missing: what };
  } catch (error) {
    if (error instanceof ServiceError) return { missing: `${what} (${error.message})` };
    throw error;
  }
};

/** Spanish: what could not be obtained; `undefined` if nothing is missing. */
export const notObtained = (...obtained: Obtained[]): string | undefined => {
  const missing = obtained.flatMap((one) => one.missing ?? []);
  return missing.length > 0 ? `no se ha podido obtener ${missing.join(' ni ')}` : undefined;
};
