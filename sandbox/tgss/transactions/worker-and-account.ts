import type { ContributionAccount, Person } from '../../state.ts';
import type { Context } from '../context.ts';
import { input } from '../elements.ts';
import { checkDocument, readAccount, readWorker } from '../reading.ts';

/** Names and labels are those of ATR01, ATR45 and ATR55; only the scheme's name differs between them. */
type Scheme = 'SDFREGAFI_ayuda' | 'SDFREGAFI';

/** The fields by which a first screen asks for a worker and an account. */
export const askWorkerAndAccount = (scheme: Scheme, posted: Parameters<typeof input>[3]): string[] => [
  ...input('SDFPROAFI', 'Número de afiliación', 2, posted),
  ...input('SDFCODAFI', 'Número', 10, posted),
  ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, posted),
  ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, posted),
  ...input(scheme, 'Régimen', 4, posted),
  ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, posted),
  ...input('SDFCTACOT', 'Número de cuenta', 9, posted),
];

/**
 * Whom and which account they name.
 * @throws Refusal for an account out of reach, an unknown worker and a document that is not the worker's
 */
export const readWorkerAndAccount = (
  form: Parameters<typeof readAccount>[0],
  context: Context,
  scheme: Scheme,
): { worker: Person; account: ContributionAccount } => {
  const account = readAccount(form, context, {
    regimen: scheme,
    province: 'SDFTESCTACOT',
    number: 'SDFCTACOT',
  });
  const worker = readWorker(form, context, { province: 'SDFPROAFI', number: 'SDFCODAFI' });
  checkDocument(form, worker, { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' });
  return { worker, account };
};
