/** Parts of the transactions that file: the worker and account, and the pages after a filing. */

import { Form } from '../../form.ts';
import { type ContributionAccount, listName, type Person, type WorkerInAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { input, titled } from '../elements.ts';
import { DIL, type Message } from '../messages.ts';
import type { Page } from '../page.ts';
import { readPrintType } from '../reading.ts';
import { reportPage } from '../report-page.ts';
import type { Report } from '../report-store.ts';

/** Worker and account, as second screens show them. */
export const identityLines = (worker: Person, account: ContributionAccount): string[] => [
  ...titled('SDFNOMBRE', 'Apellidos y nombre', listName(worker)),
  ...titled('SDFNAFCOMPLETO', 'Número de afiliación', worker.nss),
  ...titled('SDFCTACOMPLETA', 'Cuenta de cotización', `${account.regimen} ${account.ccc}`),
];

/**
 * The page after a filing: the report page if a document was requested, else the same screen with a message. In the
 * scenarios without duplicate there is no document.
 */
export function filedPage(
  context: Context,
  { screen, back }: { screen: Page; back: Page },
  { message, document }: { message: Message; document: Report | false },
): Page {
  const withheld = context.scenario === 'no-duplicate' || context.scenario === 'no-duplicate-no-ta';
  if (withheld) return { ...screen, dil: DIL.done };
  return document ? reportPage(context, document, back) : { ...screen, dil: message };
}

/** The page after the removal of a movement: clients wait for this input. */
export const removedPage = (formname: string, { worker, account }: WorkerInAccount, back: Page): Page => ({
  formname,
  dil: DIL.done,
  body: () => [
    ...identityLines(worker, account),
    ...input({ id: 'SDFSITALT_ayuda', size: 2 }, 'Situación', Form.empty),
  ],
  answer: () => back,
});

/** Delivers a report at once, or confirms that it will be sent later; `screen` is the screen of the request. */
export const deliver = (
  form: Form,
  context: Context,
  { report, screen }: { report: Report; screen: Page },
): Page =>
  readPrintType(form) === 'online' ? reportPage(context, report, screen) : { ...screen, dil: DIL.done };
