import { Refusal, type Script, type Step, Unreadable } from '../../exchange.ts';
import { hasButton, postOf } from '../../html/form.ts';
import { pdfOf } from '../../pdf.ts';
import { messageOf, type Press, readScreen, type Screen, stepFor, throwIfRefused } from './dialog.ts';
import { asEachUser, isRefusedAsUnauthorised } from './enter.ts';

/**
 * Documents of the Jacada dialogs. The last answer of a dialog is a page whose script sends a second form in a new
 * window. The answer to that form is the PDF. Here, as in public programs for the portal, the form is built without the
 * script.
 */

/** Address of the second form, known from those programs. */
const PRINT_PATH = '/ImprPDF/InSeNaCoder';
/** Fields of the second form: each joins the values of these ids on the page, with this text between them. */
const PRINT_FIELDS: [name: string, ids: string[], between?: string][] = [
  ['param', ['SDFFICHERO']],
  ['trans', ['SDFINFORMEA601', 'SDFINFORMEA602', 'SDFINFORMEA603', 'SDFINFORMEA604']],
  ['aplicacion', ['SDFAPLICACION']],
  ['usuario', ['SDFUSUARIO']],
  ['idioma', ['SDFIDIOMA']],
  ['fecha', ['SDFFECHA', 'SDFHORA'], ' '],
  ['tipo', ['SDFTIPO']],
];

/** The page leads to a document. */
export const isReportPage = (screen: Screen): boolean => screen.text('SDFFICHERO') !== undefined;

/** The request that a page with a document makes. @throws Unreadable if it lacks a field */
export const printStep = (screen: Screen): Step =>
  postOf(
    PRINT_PATH,
    PRINT_FIELDS.map(([name, ids, between = '']) => [
      name,
      ids.map((id) => textIn(screen, id)).join(between),
    ]),
  );

const textIn = (screen: Screen, id: string): string => {
  const value = screen.text(id);
  if (value === undefined) throw new Unreadable(`document page without ${id}`);
  return value;
};

/** Gives the request that leads on from a page in between. */
type Between = (screen: Screen) => Script<Step | undefined>;

/**
 * Sends the request for a document and fetches the PDF. One page may come in between; `between` gives the request that
 * leads on from it, by default by a button to continue: ATR37 shows such a page for companies that lost benefits.
 */
export function* fetchReport(request: Step, between: Between = pressContinue): Script<Uint8Array> {
  let screen = yield* answerOf(request);
  if ('form' in screen && !isReportPage(screen)) {
    const next = yield* between(screen);
    if (next) screen = yield* answerOf(next);
  }
  if (!('form' in screen)) return screen;
  if (!isReportPage(screen)) throw new Unreadable('no document');
  const print = printStep(screen);
  const answer = yield print;
  const pdf = pdfOf(answer);
  if (pdf) return pdf;
  readScreen(answer, print.path);
  throw new Unreadable('no document');
}

/**
 * The report that a press on the first screen of a dialog makes, perhaps after a screen in between, as `fetchReport`. It is
 * asked for as each authorised user: only the portal's answer shows whose the contribution account is.
 */
export function* reportOf(transaction: string, press: Press, between?: Between): Script<Uint8Array> {
  const outcome = yield* asEachUser<Uint8Array | Refusal>(transaction, {
    send: function* (first) {
      try {
        return yield* fetchReport(stepFor(first, press), between);
      } catch (error) {
        if (error instanceof Refusal && isRefusedAsUnauthorised(error)) return error;
        throw error;
      }
    },
    isOthers: (one) => one instanceof Refusal,
  });
  if (outcome instanceof Refusal) throw outcome;
  return outcome;
}

const CONTINUE = { label: 'Continuar' };

// biome-ignore lint/correctness/useYield: it needs no other answer
function* pressContinue(screen: Screen): Script<Step | undefined> {
  return hasButton(screen.form, CONTINUE) ? stepFor(screen, { button: CONTINUE }) : undefined;
}

/** A screen, or the PDF already. @throws Refusal if the portal says that the document is too long to be sent */
function* answerOf(request: Step): Script<Screen | Uint8Array> {
  const answer = yield request;
  const pdf = pdfOf(answer);
  if (pdf) return pdf;
  const screen = readScreen(answer, request.path);
  throwIfRefused(messageOf(screen));
  if (TOO_LONG.test(screen.wholeText())) throw new TooLong([TOO_LONG_TEXT]);
  return screen;
}

/** The portal refuses a report because it is too long to be sent at once. */
export class TooLong extends Refusal {}

const TOO_LONG = /informe requerido excede el l[íi]mite/i;
/** The portal's own message, in full. */
const TOO_LONG_TEXT =
  'El informe requerido excede el límite de información de transmisión permitido. ' +
  'Solicítelo en diferido o en su Administración habitual.';
