import type { FileObject } from './document.ts';
import { ServiceError } from './errors.ts';

/** What was to be obtained after something was filed, or why it is not there. */
export interface Obtained {
  value?: FileObject;
  /** Spanish, with article; completes "no se ha podido obtener …". */
  missing?: string;
}

/**
 * Obtains a document after a submission was accepted. It is filed whatever happens now, so that a failure is told in
 * the message and is no error, which would invite to submit again.
 * @param what Spanish, with article: what is being obtained
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

/** Spanish: that something could not be obtained; `undefined` where nothing is missing. */
export const notObtained = (...obtained: Obtained[]): string | undefined => {
  const missing = obtained.flatMap((one) => one.missing ?? []);
  return missing.length > 0 ? `no se ha podido obtener ${missing.join(' ni ')}` : undefined;
};
