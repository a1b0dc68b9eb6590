import { type Purpose, serviceKey } from './service-keys.ts';

/** Secrets in rows: encrypted under a key of the stage, and bound to what they belong to. */

// Loaded at first use: few functions have secrets in rows.
const loadEncryption = () => import('./identity/encrypted-tokens.ts');

/** For what the key is, and whose secret it is: another one's cannot be put in its place. */
interface Belonging {
  purpose: Purpose;
  subject: string;
}

/** A secret as a row has it. */
export const sealed = async (secret: string, { purpose, subject }: Belonging): Promise<string> => {
  const { EncryptJWT } = await loadEncryption();
  return new EncryptJWT({ secret })
    .setSubject(subject)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(await serviceKey(purpose));
};

/** A secret as it was. @throws Error if it was sealed for another purpose or subject */
export const unsealed = async (secret: string, { purpose, subject }: Belonging): Promise<string> => {
  const { jwtDecrypt } = await loadEncryption();
  const { payload } = await jwtDecrypt(secret, await serviceKey(purpose), {
    subject,
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return String(payload.secret);
};
