import type { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import type { Context } from '../context.ts';
import { input } from '../elements.ts';
import { checkDocument, readAccount, readWorker } from '../reading.ts';

/** Name of the scheme's field, which differs. All other names and labels are the same in ATR01, ATR45 and ATR55. */
type Scheme = 'SDFREGAFI_ayuda' | 'SDFREGAFI';

/** The fields of a first screen for worker and account. */
export const workerAndAccountInputs = (scheme: Scheme, posted: Form): string[] => [
  ...input('SDFPROAFI', 'Número de afiliación', 2, posted),
  ...input('SDFCODAFI', 'Número', 10, posted),
  ...input('SDFTIPPFI_ayuda', 'Identificador de persona física: tipo', 1, posted),
  ...input('SDFNUMPFI', 'Identificador de persona física: número', 14, posted),
  ...input(scheme, 'Régimen', 4, posted),
  ...input('SDFTESCTACOT', 'Cuenta de cotización', 2, posted),
  ...input('SDFCTACOT', 'Número de cuenta', 9, posted),
];

/**
 * Reads worker and account from these fields.
 * @throws Refusal for an account of others, an unknown worker, and a document that is not the worker's
 */
export const readWorkerAndAccount = (
  form: Form,
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
