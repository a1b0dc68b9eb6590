import { Refusal, type Script, type Step, Unreadable } from '../../exchange.ts';
import type { Button } from '../../html/form.ts';
import { pdfDocument, pdfOf } from '../../pdf.ts';
import type { Accepted } from '../values.ts';
import {
  isAcceptance,
  mayBeAcceptance,
  messageOf,
  readScreen,
  refusalOf,
  type Screen,
  stepFor,
} from './dialog.ts';
import { isReportPage, printStep } from './report.ts';

/** Filing in any Jacada dialog: the step that files, the pages that ask to confirm, and the document. */

/** A page that asks to confirm after the step that files. */
export interface Warning {
  /** Id of the element with the text. */
  id: string;
  /** Part of the text, in lower case. */
  text: string;
  button: Button;
}

/** The portal asks to check the part-time coefficient. */
export const COEFFICIENT_WARNING: Warning = {
  id: 'Sub0600401054',
  text: 'revise el contenido del coeficiente a tiempo parcial',
  button: { label: 'Confirmar' },
};

/** Sends the step that files, confirms known warnings, and fetches the document if there is one. */
export function* file(first: Step, warnings: Warning[]): Script<Accepted> {
  const end = yield* commit(first, warnings);
  if (end instanceof Uint8Array) return { document: pdfDocument('TA', end) };
  if (!isReportPage(end)) return { message: messageOf(end)!.text };
  const print = tryPrintStep(end);
  const pdf = print && pdfOf(yield { ...print, optional: true });
  return pdf ? { document: pdfDocument('TA', pdf) } : {};
}

/**
 * Sends the step that files and confirms each known warning once. If the same warning comes again, the portal did not
 * accept the confirmation; another confirmation might file twice.
 *
 * Only a known acceptance counts as accepted, and only a message with a code as a refusal. Anything else is unreadable;
 * after a step that commits this means that the outcome is unknown.
 */
function* commit(first: Step, warnings: Warning[]): Script<Screen | Uint8Array> {
  const left = new Set(warnings);
  let step: Step = { ...first, commits: true };
  for (;;) {
    const answer = yield step;
    const pdf = pdfOf(answer);
    if (pdf) return pdf;
    const screen = readScreen(answer, step.path);
    if (isReportPage(screen) || isAcceptance(messageOf(screen))) return screen;
    const warning = warnings.find(({ id, text }) => screen.text(id)?.toLowerCase().includes(text));
    if (!warning) throw notAcceptedError(screen);
    if (!left.delete(warning)) throw new Unreadable('the dialog repeats a warning');
    step = stepFor(screen, { button: warning.button, commits: true });
  }
}

const notAcceptedError = (screen: Screen): Error => {
  // Public programs for the portal do not confirm this warning, and the meaning of a confirmation is unknown.
  const unknownWarning = screen.text('Sub1001101047') !== undefined && screen.text('Sub1201101047');
  if (unknownWarning) return new Refusal([unknownWarning.slice(0, 300)]);
  const message = messageOf(screen);
  if (message && mayBeAcceptance(message))
    return new Unreadable('the dialog ends with an unknown code that may accept');
  // The portal's refusals have a code. A text without a code may come from another system in front of the dialog.
  if (message?.code === undefined) return new Unreadable('the dialog ends without a code');
  return refusalOf(message) ?? new Unreadable('the dialog neither accepts nor refuses');
};

/** The request for the document; `undefined` if the page lacks a field of it: the movement is filed in any case. */
const tryPrintStep = (screen: Screen): Step | undefined => {
  try {
    return printStep(screen);
  } catch {
    return undefined;
  }
};
