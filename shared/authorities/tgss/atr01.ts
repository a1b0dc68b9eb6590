import type { Document } from '../../document.ts';
import { Refusal, type Script, type Step, Unreadable } from '../exchange.ts';
import { type Button, type Changes, hasControl } from '../html/form.ts';
import { open, press, readScreen, type Screen, stepFor } from './jacada.ts';
import { isAcceptance, messageOf, refusalOf, soundsDone } from './message.ts';
import { isReportPage, pdfDocument, pdfOf, printStep } from './report.ts';
import { padDocument, splitNumber } from './values.ts';

/**
 * ATR01, registrations and terminations. Screen 1 names account and worker, and refuses already what does not fit;
 * screen 2 holds the movement, and sending it files, unless a page of warning asks to confirm first.
 */

/** Whom a movement is about. */
export interface AccountAndWorker {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  /** 12 digits. */
  nss: string;
  /** 1 DNI, 2 passport, 6 NIE. */
  identificacion: '1' | '2' | '6';
  dni: string;
}

/** What an accepted movement leaves. */
export interface Accepted {
  /** The TA; absent when the movement was accepted and the document could not be got. */
  document?: Document;
  /** The portal's own words of acceptance, where it answers with words instead of a document. */
  message?: string;
}

const CONTINUE = { name: 'btn_Sub2207401004' };

/** Files a movement; `changes` are the fields of screen 2. Ends before that screen is sent in a dry run. */
export function* fileMovement(
  kind: 'Alta' | 'Baja',
  worker: AccountAndWorker,
  changes: Changes,
): Script<Accepted> {
  const movement = yield* press(yield* open('ATR01'), {
    button: CONTINUE,
    changes: {
      cbo_ListaAltasBajas: kind,
      ...workerFields(worker),
    },
  });
  if (!hasControl(movement.form, 'txt_SDFSITAFI_ayuda'))
    throw new Unreadable('ATR01 without its second screen');

  return yield* file(
    stepFor(movement, { button: CONTINUE, changes: { ...changes, ...printChoice(worker.regimen) } }),
    WARNINGS,
  );
}

/** Account and worker as the first screens of dialogs on registrations ask for them. */
export const workerFields = ({ regimen, ccc, nss, identificacion, dni }: AccountAndWorker): Changes => {
  const [provinceOfNss, restOfNss] = splitNumber(nss);
  const [provinceOfCcc, restOfCcc] = splitNumber(ccc);
  return {
    txt_SDFPROAFI: provinceOfNss,
    txt_SDFCODAFI: restOfNss,
    txt_SDFTIPPFI_ayuda: identificacion,
    txt_SDFNUMPFI: padDocument(dni),
    txt_SDFREGAFI_ayuda: regimen,
    txt_SDFTESCTACOT: provinceOfCcc,
    txt_SDFCTACOT: restOfCcc,
  };
};

/** Sends what files, confirms what is known to ask for it, and gets the document where there is one. */
export function* file(first: Step, warnings: Warning[]): Script<Accepted> {
  const end = yield* commit(first, warnings);
  if (end instanceof Uint8Array) return { document: pdfDocument('TA', end) };
  if (!isReportPage(end)) return { message: messageOf(end)!.text };
  const print = printOf(end);
  const pdf = print && pdfOf(yield { ...print, optional: true });
  return pdf ? { document: pdfDocument('TA', pdf) } : {};
}

/** The TA is always asked for: it is the proof. */
const printChoice = (regimen: string): Changes => ({
  cbo_ListaSiNo: 'SI',
  [regimen === '0163' ? 'cbo_ListaTipoImpresion' : 'cbo_ListaTipoImpresion001']: 'OnLine',
});

/** A page that asks to confirm between what files and the end. */
export interface Warning {
  /** Of the element that says it. */
  id: string;
  /** Lower case. */
  says: string;
  button: Button;
}

/** A part-time coefficient that the portal finds worth a second look. */
export const COEFFICIENT_WARNING: Warning = {
  id: 'Sub0600401054',
  says: 'revise el contenido del coeficiente a tiempo parcial',
  button: { label: 'Confirmar' },
};

/** In the order in which they are looked for. */
const WARNINGS: Warning[] = [
  {
    id: 'Sub0000201056',
    says: 'la mecanizacion de este tipo de registros puede implicar',
    button: { label: 'Continuar' },
  },
  COEFFICIENT_WARNING,
  { id: 'Frame', says: 'aplicarse beneficios en materia', button: { label: 'Confirmar' } },
];

/**
 * Sends what files, and confirms what warnings come, each kind once: the same warning again would mean that the
 * confirmation was not taken, and confirming it again might file twice.
 *
 * Only what is known to accept counts as accepted, and only a message as a refusal: anything else is unreadable, which
 * after a step that commits means that the outcome is unknown.
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
    const warning = warnings.find(({ id, says }) => screen.text(id)?.toLowerCase().includes(says));
    if (!warning) throw reasonNotToAccept(screen);
    if (!left.delete(warning)) throw new Unreadable('the dialog warns of the same again');
    step = stepFor(screen, { button: warning.button, commits: true });
  }
}

const reasonNotToAccept = (screen: Screen): Error => {
  // A warning that the programs made for the portal refuse to handle: what confirming it means is not known.
  const unknownWarning = screen.text('Sub1001101047') !== undefined && screen.text('Sub1201101047');
  if (unknownWarning) return new Refusal([unknownWarning.slice(0, 300)]);
  const message = messageOf(screen);
  if (message && soundsDone(message))
    return new Unreadable('the dialog ends with an unknown code that may accept');
  // The portal numbers what it refuses. A text without a number may be of anything that stands before the dialog.
  if (message?.code === undefined) return new Unreadable('the dialog ends without a code');
  return refusalOf(message) ?? new Unreadable('the dialog neither accepts nor refuses');
};

/** `undefined` when the page lacks what is needed: the movement is filed all the same. */
const printOf = (screen: Screen): Step | undefined => {
  try {
    return printStep(screen);
  } catch {
    return undefined;
  }
};
