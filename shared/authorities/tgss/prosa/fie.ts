import type { Document } from '../../../kernel/document.ts';
import { type Exchange, NothingFound, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { slashDate, splitNumber } from '../values.ts';
import { askAsOwner, isOthers, openAs, usersOn } from './authorised-users.ts';
import { openProsa, type Press, pressProsa } from './dialog.ts';
import { documentStep } from './document.ts';
import { messagesOf, throwIfErrors } from './message.ts';
import { type ProsaPage, readProsa } from './page.ts';

/** Which workers: of a company, a self-employed person, or all of the authorised user. Dates `YYYY-MM-DD`. */
export type FieInput = { from: string; to: string } & (
  | { of: 'company'; regimen: string; ccc: string }
  | { of: 'self-employed'; naf: string }
  | { of: 'authorised-user'; authorised?: string | undefined }
);

/** The spreadsheet, and the portal's message about it. */
export interface Fie {
  /** Absent where the authority says that there is nothing to report. */
  document?: Document;
  message: string | undefined;
}

/** Report of sick leaves and benefits (fichero INSS empresas). */
export const fie: Exchange<'reading', FieInput, Fie> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'XV26L100 FIE',
  standing: {
    state: 'assumed',
    note:
      'aonsolutions/aon-application, 2022: ids for companies; before: names, actions. Assumed: names and ' +
      'actions now, other choices. Settled by its first page and one without data.',
    ifWrong: 'Nothing: in public programs it only searches and makes a report.',
  },
  script,
};

const CHOICES: Record<FieInput['of'], string> = {
  company: '0',
  'self-employed': '1',
  'authorised-user': '2',
};

const NO_ROWS = /NO (?:EXISTEN|HAY|CONSTAN|SE HAN ENCONTRADO) (?:DATOS|REGISTROS)/i;

function* script(input: FieInput): Script<Fie> {
  try {
    return yield* report(input);
  } catch (error) {
    if (error instanceof Refusal && error.messages.every((text) => NO_ROWS.test(text)))
      return { message: error.messages[0] };
    throw error;
  }
}

function* report(input: FieInput): Script<Fie> {
  const found = yield* search(input);
  const page = yield* pressProsa(found, { button: downloadOn(found), action: 'DESCARGAR' });
  const step = documentStep(page, 'INFORME');
  if (!step) throw new Unreadable('page without document');
  const answer = yield step;
  if (answer?.status !== 200 || !isSpreadsheet(answer.body)) {
    throwIfErrors(readProsa(answer, step.path));
    throw new Unreadable('no spreadsheet');
  }
  return {
    document: { contentType: 'application/vnd.ms-excel', name: 'FIE.xls', bytes: answer.body },
    message: messagesOf(page)[0]?.text,
  };
}

const FIE = 'XV26L100';

/** Searches as the authorised user who has the company or the worker; all of a user, as the one that was named. */
function* search(input: FieInput): Script<ProsaPage> {
  if (input.of !== 'authorised-user') {
    const none = (next: ProsaPage) => messagesOf(next).some(({ text }) => NO_ROWS.test(text));
    return yield* askAsOwner(
      FIE,
      (page) => searchPress(page, input),
      input.of === 'company' ? isOthers : (next) => isOthers(next) || none(next),
    );
  }
  const { authorised } = input;
  const page = yield* authorised ? openAs(FIE, authorised, 'numAutorizado') : openProsa(FIE);
  if (!authorised && usersOn(page).length > 1)
    throw new NothingFound(
      'El certificado tiene varios autorizados: indique numAutorizado.',
      'numAutorizado',
    );
  return yield* pressProsa(page, searchPress(page, input));
}

const searchPress = (page: ProsaPage, input: FieInput): Press => {
  const has = (id: string) => page.$(`[id="${id}"]`).length > 0;
  // The page that was there before has other buttons and another number for the choice of a company.
  const [button, company] = has('ENVIO_5') && !has('ENVIO_10') ? OLD_PAGE : PAGE;
  return {
    button,
    action: 'Accion_Buscar',
    changes: {
      ...choiceOn(page, input, company),
      ...subjectFields(page, input),
      fechaIniEmpresa: slashDate(input.from),
      fechaFinEmpresa: slashDate(input.to),
    },
  };
};

/** The button to search, and the choice of a company, by their ids. */
const PAGE = ['ENVIO_10', 'OPCIONES_BUSQUEDA_4'] as const;
const OLD_PAGE = ['ENVIO_5', 'OPCIONES_BUSQUEDA_3'] as const;

/** The button that makes the report: by its id, or by its action where it has another id. */
const downloadOn = ({ $ }: ProsaPage): string =>
  $('[id="ENVIO_15"], [name="SPM.ACC.DESCARGAR"]').first().attr('id') ?? 'ENVIO_15';

/** Public programs choose a company by the id of the radio button. Some pages have no choice: they are for companies. */
const choiceOn = ({ $, isXml }: ProsaPage, { of }: FieInput, company: string): Record<string, string> => {
  if (of !== 'company' || isXml) return { OPCIONES_BUSQUEDA: CHOICES[of] };
  const radio = $(`[id="${company}"]`);
  const offered = $('[name="OPCIONES_BUSQUEDA"]').length > 0;
  return offered ? { OPCIONES_BUSQUEDA: radio.attr('value') ?? CHOICES[of] } : {};
};

/** The fields of a company are found by id: their names have changed. */
const subjectFields = ({ $ }: ProsaPage, input: FieInput): Record<string, string> => {
  if (input.of === 'self-employed') return { NAF: input.naf };
  if (input.of === 'authorised-user') return {};
  const nameOf = (id: string, name: string) => $(`[id="${id}"]`).attr('name') ?? name;
  const [province, number] = splitNumber(input.ccc);
  return {
    [nameOf('REG', 'regimen')]: input.regimen,
    [nameOf('PROV', 'provincia')]: province,
    [nameOf('NUM', 'cccnum')]: number,
  };
};

/** Excel up to 2003: an OLE file. */
const isSpreadsheet = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(0, 8)).toString('hex') === 'd0cf11e0a1b11ae1';
