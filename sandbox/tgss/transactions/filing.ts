/** What the transactions that file have in common: who it is about, and how acceptance is told. */

import { Form } from '../../form.ts';
import { type ContributionAccount, listName, type Person } from '../../state.ts';
import type { Context } from '../context.ts';
import { input, titled } from '../elements.ts';
import { DIL, type Message } from '../messages.ts';
import type { Page } from '../page.ts';
import { reportPage } from '../report-page.ts';
import type { Report } from '../report-store.ts';

/** Worker and account, as second screens repeat them. */
export const identity = (worker: Person, account: ContributionAccount): string[] => [
  ...titled('SDFNOMBRE', 'Apellidos y nombre', listName(worker)),
  ...titled('SDFNAFCOMPLETO', 'Número de afiliación', worker.nss),
  ...titled('SDFCTACOMPLETA', 'Cuenta de cotización', `${account.regimen} ${account.ccc}`),
];

/**
 * The answer to what was filed: the page of its document where one was asked for, and else the same screen with a
 * message. In the scenarios without duplicate the document is withheld.
 */
export function accepted(
  context: Context,
  screen: Page,
  back: Page,
  message: Message,
  document: Report | false,
): Page {
  const withheld = context.scenario === 'no-duplicate' || context.scenario === 'no-duplicate-no-ta';
  if (withheld) return { ...screen, dil: DIL.done };
  return document ? reportPage(context, document, back) : { ...screen, dil: message };
}

/** What is left to say once a movement was taken out: programs wait for this input. */
export const removed = (
  formname: string,
  worker: Person,
  account: ContributionAccount,
  back: Page,
): Page => ({
  formname,
  dil: DIL.done,
  body: () => [...identity(worker, account), ...input('SDFSITALT_ayuda', 'Situación', 2, Form.empty)],
  answer: () => back,
});
