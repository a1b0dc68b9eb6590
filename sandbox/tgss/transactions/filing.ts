/** What the transactions that file have in common: who it is about, and how acceptance is told. */

import { Form } from '../../form.ts';
import { type Account, listName, type Person } from '../../state.ts';
import type { Report } from '../archive.ts';
import type { Desk } from '../desk.ts';
import { input, titled } from '../elements.ts';
import { DIL, type Message } from '../messages.ts';
import type { Page } from '../page.ts';
import { reportPage } from '../report-page.ts';

/** Worker and account, as second screens repeat them. */
export const identity = (worker: Person, account: Account): string[] => [
  ...titled('SDFNOMBRE', 'Apellidos y nombre', listName(worker)),
  ...titled('SDFNAFCOMPLETO', 'Número de afiliación', worker.nss),
  ...titled('SDFCTACOMPLETA', 'Cuenta de cotización', `${account.regimen} ${account.ccc}`),
];

/**
 * The answer to what was filed: the page of its document where one was asked for, and else the same screen with a
 * message. In the scenarios without duplicate the document is withheld.
 */
export function accepted(
  desk: Desk,
  screen: Page,
  back: Page,
  message: Message,
  document: Report | false,
): Page {
  const withheld = desk.scenario === 'no-duplicate' || desk.scenario === 'no-duplicate-no-ta';
  if (withheld) return { ...screen, dil: DIL.done };
  return document ? reportPage(desk, document, back) : { ...screen, dil: message };
}

/** What is left to say once a movement was taken out: programs wait for this input. */
export const removed = (formname: string, worker: Person, account: Account, back: Page): Page => ({
  formname,
  dil: DIL.done,
  body: () => [...identity(worker, account), ...input('SDFSITALT_ayuda', 'Situación', 2, Form.empty)],
  answer: () => back,
});
