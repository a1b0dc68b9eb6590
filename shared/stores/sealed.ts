import type { Variable } from '../kernel/config.ts';
import { FIRST, type Purpose, serviceKeys } from './service-keys.ts';

/** Secrets in rows: encrypted under a key of the stage, and bound to their subject. */

// Loaded at first use: few functions have secrets in rows.
const loadEncryption = () => import('./identity/encrypted-tokens.ts');

/** Purpose of the key and owner of the secret. A secret copied to another owner's row cannot be decrypted. */
interface Belonging {
  purpose: Purpose;
  subject: string;
}

type Row = Record<string, unknown>;

/** A kind of rows with sealed secrets, so that they can be sealed again with another key. */
export interface SealedRows {
  table: Variable;
  /** The partition key, and how it begins. */
  key: string;
  begins: string;
  /**
   * Attribute with the sealed secrets. `secretsOf` reads them, and `valueWith` returns its value with others in their
   * place.
   */
  attribute: string;
  secretsOf(row: Row): string[];
  valueWith(row: Row, secrets: string[]): unknown;
  belongingOf(row: Row): Belonging;
  keyOf(row: Row): Row;
}

/** A secret as a row has it. */
export const sealed = async (secret: string, { purpose, subject }: Belonging): Promise<string> => {
  const [{ EncryptJWT }, [{ id, key }]] = await Promise.all([loadEncryption(), serviceKeys(purpose)]);
  return new EncryptJWT({ secret })
    .setSubject(subject)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', ...(id !== FIRST && { kid: id }) })
    .encrypt(key);
};

/** The generation of keys that sealed a secret, whether or not it can be opened. */
export const sealedWith = async (secret: string): Promise<string> => {
  const { decodeProtectedHeader } = await loadEncryption();
  return decodeProtectedHeader(secret).kid ?? FIRST;
};

/** A secret as it was. @throws Error if it was sealed for another purpose or subject, or with a key that is not accepted */
export const unsealed = async (secret: string, { purpose, subject }: Belonging): Promise<string> => {
  const [{ jwtDecrypt }, keys, id] = await Promise.all([
    loadEncryption(),
    serviceKeys(purpose),
    sealedWith(secret),
  ]);
  const found = keys.find((one) => one.id === id);
  if (!found) throw new Error('a secret was sealed with a key that is not accepted');
  const { payload } = await jwtDecrypt(secret, found.key, {
    subject,
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return String(payload.secret);
};
