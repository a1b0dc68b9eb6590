import type { Account, Person } from '../../state.ts';
import type { Desk } from '../desk.ts';
import { input } from '../elements.ts';
import { checkDocument, readAccount, readWorker } from '../reading.ts';

/** Names and labels are those of ATR01, ATR45 and ATR55; only the scheme's name differs between them. */
type Scheme = 'SDFREGAFI_ayuda' | 'SDFREGAFI';

/** The fields by which a first screen asks for a worker and an account. */
export const askWorkerAndAccount = (scheme: Scheme, typed: Parameters<typeof input>[3]): string[] => [
  ...input('SDFPROAFI', 'Número de afiliación', 2, typed),
  ...input('SDFCODAFI', 'Número', 10, typed),
  ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, typed),
  ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, typed),
  ...input(scheme, 'Régimen', 4, typed),
  ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, typed),
  ...input('SDFCTACOT', 'Número de cuenta', 9, typed),
];

/**
 * Whom and which account they name.
 * @throws Refusal for an account out of reach, an unknown worker and a document that is not the worker's
 */
export const readWorkerAndAccount = (
  form: Parameters<typeof readAccount>[0],
  desk: Desk,
  scheme: Scheme,
): { worker: Person; account: Account } => {
  const account = readAccount(form, desk, {
    regimen: scheme,
    province: 'SDFTESCTACOT',
    number: 'SDFCTACOT',
  });
  const worker = readWorker(form, desk, { province: 'SDFPROAFI', number: 'SDFCODAFI' });
  checkDocument(form, worker, { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' });
  return { worker, account };
};
