import type { Document } from '../../document.ts';
import { type Answer, Refusal, type Script, type Step, Unreadable } from '../exchange.ts';
import { hasButton } from '../html/form.ts';
import { postOf, readScreen, type Screen, stepFor } from './jacada.ts';
import { heed, messageOf } from './message.ts';

/**
 * Documents of the Jacada dialogs. The last answer of a dialog is a page whose script sends a second form, in a new
 * window, and that form answers the PDF. Programs made for the portal do without the script, as here.
 */

/** Where the second form goes, known from those programs. */
const PRINT_PATH = '/ImprPDF/InSeNaCoder';
/** The second form's fields, each with the ids on the page whose values it joins, and what it joins them with. */
const PRINT_FIELDS: [name: string, ids: string[], between?: string][] = [
  ['param', ['SDFFICHERO']],
  ['trans', ['SDFINFORMEA601', 'SDFINFORMEA602', 'SDFINFORMEA603', 'SDFINFORMEA604']],
  ['aplicacion', ['SDFAPLICACION']],
  ['usuario', ['SDFUSUARIO']],
  ['idioma', ['SDFIDIOMA']],
  ['fecha', ['SDFFECHA', 'SDFHORA'], ' '],
  ['tipo', ['SDFTIPO']],
];

/** A page that brings a document. */
export const isReportPage = (screen: Screen): boolean => screen.text('SDFFICHERO') !== undefined;

/** The answer's bytes when they are a PDF. */
export const pdfOf = (answer: Answer | undefined): Uint8Array | undefined =>
  answer?.status === 200 && Buffer.from(answer.body.subarray(0, 5)).toString('latin1') === '%PDF-'
    ? answer.body
    : undefined;

/** A PDF of the Seguridad Social under a name that says what it is, and not whose. */
export const pdfDocument = (name: string, bytes: Uint8Array): Document => ({
  contentType: 'application/pdf',
  name: `${name}.pdf`,
  bytes,
});

/** The request that a page with a document makes. @throws Unreadable when it lacks a field */
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

/**
 * Goes on from the request that asks for a document to the PDF itself. A page with a button to continue may come in
 * between, once: ATR37 shows one for companies that lost benefits.
 */
export function* fetchReport(request: Step): Script<Uint8Array> {
  let screen = yield* answerOf(request);
  if ('form' in screen && !isReportPage(screen) && hasButton(screen.form, CONTINUE)) {
    screen = yield* answerOf(stepFor(screen, { button: CONTINUE }));
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

const CONTINUE = { label: 'Continuar' };

/** A screen, or at once a PDF. @throws Refusal for the portal's words that the document is too long to be sent */
function* answerOf(request: Step): Script<Screen | Uint8Array> {
  const answer = yield request;
  const pdf = pdfOf(answer);
  if (pdf) return pdf;
  const screen = readScreen(answer, request.path);
  heed(messageOf(screen));
  if (TOO_LONG.test(screen.wholeText())) throw new Refusal([TOO_LONG_TEXT]);
  return screen;
}

const TOO_LONG = /informe requerido excede el l[íi]mite/i;
/** The portal's own words, in full. */
const TOO_LONG_TEXT =
  'El informe requerido excede el límite de información de transmisión permitido. ' +
  'Solicítelo en diferido o en su Administración habitual.';
