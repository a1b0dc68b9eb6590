import type { Form } from '../../form.ts';
import type { ContributionAccount, Person } from '../../state.ts';
import type { Context } from '../context.ts';
import { input } from '../elements.ts';
import { checkDocument, readAccount, readWorker } from '../reading.ts';

/** Name of the scheme's field, which differs. All other names and labels are the same in ATR01, ATR45 and ATR55. */
type Scheme = 'SDFREGAFI_ayuda' | 'SDFREGAFI';

/** The fields of a first screen for worker and account. */
export const workerAndAccountInputs = (scheme: Scheme, posted: Form): string[] => [
  ...input({ id: 'SDFPROAFI', size: 2 }, 'Número de afiliación', posted),
  ...input({ id: 'SDFCODAFI', size: 10 }, 'Número', posted),
  ...input({ id: 'SDFTIPPFI_ayuda', size: 1 }, 'Identificador de persona física: tipo', posted),
  ...input({ id: 'SDFNUMPFI', size: 14 }, 'Identificador de persona física: número', posted),
  ...input({ id: scheme, size: 4 }, 'Régimen', posted),
  ...input({ id: 'SDFTESCTACOT', size: 2 }, 'Cuenta de cotización', posted),
  ...input({ id: 'SDFCTACOT', size: 9 }, 'Número de cuenta', posted),
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
