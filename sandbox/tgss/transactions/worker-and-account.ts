import type { Form } from '../../form.ts';
import type { WorkerInAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { type AccountIds, accountInputs, input, type WorkerIds, workerInputs } from '../elements.ts';
import { checkDocument, readAccount, readWorker } from '../reading.ts';

/** Ids of the inputs of a first screen for worker and account. */
interface Ids {
  worker: WorkerIds;
  document: { type: string; number: string };
  account: AccountIds;
}

/** The ids in ATR01, ATR45 and ATR55, which differ only in the field of the scheme. */
export const idsWithScheme = (regimen: 'SDFREGAFI_ayuda' | 'SDFREGAFI'): Ids => ({
  worker: { province: 'SDFPROAFI', number: 'SDFCODAFI' },
  document: { type: 'SDFTIPPFI_ayuda', number: 'SDFNUMPFI' },
  account: { regimen, province: 'SDFTESCTACOT', number: 'SDFCTACOT' },
});

/** The fields of a first screen for worker and account. */
export const workerAndAccountInputs = ({ worker, document, account }: Ids, posted: Form): string[] => [
  ...workerInputs(worker, posted),
  ...input({ id: document.type, size: 1 }, 'Identificador de persona física: tipo', posted),
  ...input({ id: document.number, size: 14 }, 'Identificador de persona física: número', posted),
  ...accountInputs(account, posted),
];

/**
 * Reads worker and account from these fields.
 * @throws Refusal for an account of others, an unknown worker, and a document that is not the worker's
 */
export const readWorkerAndAccount = (form: Form, context: Context, ids: Ids): WorkerInAccount => {
  const account = readAccount(form, context, ids.account);
  const worker = readWorker(form, context, ids.worker);
  checkDocument(form, worker, ids.document);
  return { worker, account };
};
