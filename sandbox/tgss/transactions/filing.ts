/** Parts of the transactions that file: the worker and account, a warning, and the pages after a filing. */

import { Form } from '../../form.ts';
import { withholdsDocument } from '../../scenario.ts';
import { type ContributionAccount, listName, type Person, type WorkerInAccount } from '../../state.ts';
import type { Context } from '../context.ts';
import { button, input, output, titled } from '../elements.ts';
import { DIL, type Message } from '../messages.ts';
import type { Page } from '../page.ts';
import { pressed, readPrintType } from '../reading.ts';
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
  if (withholdsDocument(context.scenario)) return { ...screen, dil: DIL.done };
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

const CONFIRM = 'Sub2205301005';
const USUAL = { from: '050', to: '950' };

/**
 * The portal asks for confirmation of some part-time coefficients, with this text in this element. It is not known which; here,
 * below five and above ninety-five hundredths.
 */
export function coefficientWarning(
  coeficiente: string,
  proceed: (context: Context) => Page,
  back: Page,
): Page | undefined {
  if (coeficiente === '' || (coeficiente >= USUAL.from && coeficiente <= USUAL.to)) return undefined;
  const warning: Page = {
    formname: 'ATRM0109',
    body: () => [
      output('Sub0600401054', 'Revise el contenido del coeficiente a tiempo parcial'),
      button(CONFIRM, 'Confirmar'),
      button('Sub2205801004', 'Pág. Ant.'),
    ],
    answer(form, context) {
      if (pressed(form, CONFIRM)) return proceed(context);
      return pressed(form, 'Sub2205801004') ? back : warning;
    },
  };
  return warning;
}
