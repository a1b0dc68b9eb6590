import { runInNewContext } from 'node:vm';
import type { WorkBook, WorkSheet } from '@e965/xlsx';
import type { Document } from '../../../kernel/document.ts';
import { slashedDate } from '../../../kernel/spanish-time.ts';
import { type Exchange, NothingFound, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { splitNumber } from '../values.ts';
import { askAsOwner, isOthers, openAs, usersOn } from './authorised-users.ts';
import { documentStep, openProsa, type Press, pressProsa } from './dialog.ts';
import { messagesOf, type ProsaPage, readProsa, throwIfErrors } from './page.ts';

/** Filter: workers of a company, a self-employed person, or all of the authorised user. Dates `YYYY-MM-DD`. */
export type FieInput = { from: string; to: string } & (
  | { of: 'company'; regimen: string; ccc: string }
  | { of: 'self-employed'; naf: string }
  | { of: 'authorised-user'; authorised?: string | undefined }
);

/** The spreadsheet, and the portal's message about it. */
export interface Fie {
  /** Absent if the authority has nothing to report. */
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

/** Searches as the authorised user who has the company or the worker; all of a user, as the named one. */
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
      fechaIniEmpresa: slashedDate(input.from),
      fechaFinEmpresa: slashedDate(input.to),
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

/**
 * The spreadsheet of the FIE as rows by column header. It only needs a row of headers, found by a header that has
 * always been there, with the titles of sections in the row above. New columns are read without a change here.
 */

type Xlsx = typeof import('@e965/xlsx');

/** Headers by which the row of headers is found. */
const KNOWN = /^(?:Fecha Registro|N\.?A\.?F\.?|IPF)$/i;
/** Rows in which the headers are searched. */
const MAX_ABOVE = 20;
/** Longest time that the reader has, in milliseconds: on some damaged spreadsheets it would go on for ever. */
const READ_MS = 20_000;
/** Most cells: some 20,000 workers. A larger sheet is an error: rows must not be left out without notice. */
const MAX_CELLS = 2_000_000;

/** One object for each worker, texts by header. @param limit of the reader, in milliseconds @throws Unreadable */
export const readFie = async (bytes: Uint8Array, limit = READ_MS): Promise<Record<string, string>[]> => {
  // Loaded here, so that only this report needs the time to load it.
  const xlsx = await import('@e965/xlsx');
  const sheet = firstSheet(xlsx, bytes, limit);
  const { e: end } = xlsx.utils.decode_range(sheet['!ref'] ?? 'A1');
  if ((end.r + 1) * (end.c + 1) > MAX_CELLS) throw new Unreadable('FIE too large');
  const row = (index: number): string[] =>
    Array.from({ length: end.c + 1 }, (_, column) => textAt(xlsx, sheet, { r: index, c: column }));

  const headerRow = Array.from({ length: Math.min(MAX_ABOVE, end.r + 1) }, (_, index) => index).find(
    (index) => row(index).some((text) => KNOWN.test(text)),
  );
  if (headerRow === undefined) throw new Unreadable('FIE without headers');
  const sections = headerRow === 0 ? [] : sectionsIn(row(headerRow - 1), sheet, headerRow - 1);
  const names = namesOf(row(headerRow), sections);
  const rows: Record<string, string>[] = [];
  for (let index = headerRow + 1; index <= end.r; index++) {
    const texts = row(index);
    if (texts.some(Boolean))
      rows.push(Object.fromEntries(names.map((name, column) => [name, texts[column] ?? ''])));
  }
  return rows;
};

const firstSheet = ({ read }: Xlsx, bytes: Uint8Array, limit: number): WorkSheet => {
  const readBook = (): WorkBook => read(bytes, { type: 'array', cellNF: true });
  try {
    const { Sheets, SheetNames }: WorkBook = runInNewContext('readBook()', { readBook }, { timeout: limit });
    const sheet = Sheets[SheetNames[0] ?? ''];
    if (sheet) return sheet;
  } catch {
    // The reader's error may quote the file, which names persons. Out of time is an error, too.
  }
  throw new Unreadable('FIE is not a spreadsheet');
};

/** Number formats that drop digits, which identifiers need. */
const IS_ROUGH = /^$|general|E[+-]/i;

/** The text of a cell: dates as the report writes them, `YYYYMMDD`; numbers as they are shown, but with all their digits. */
const textAt = ({ utils, SSF }: Xlsx, sheet: WorkSheet, at: { r: number; c: number }): string => {
  const cell = sheet[utils.encode_cell(at)];
  if (cell?.v === undefined || cell.v === null) return '';
  const format = String(cell.z ?? '');
  if (cell.t === 'n' && SSF.is_date(format)) return SSF.format('yyyymmdd', cell.v);
  if (cell.t === 'n' && !IS_ROUGH.test(format)) return inSpanish(SSF.format(format, cell.v));
  return String(cell.v).trim();
};

/** A number with the signs that a program in Spanish shows, `1.234,50`. */
const inSpanish = (shown: string): string =>
  shown.trim().replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));

/** The title of the section of each column: the cell of a title is merged over the section's columns. */
const sectionsIn = (titles: string[], sheet: WorkSheet, row: number): string[] => {
  const sections = [...titles];
  for (const { s, e } of sheet['!merges'] ?? []) {
    if (s.r > row || e.r < row) continue;
    for (let column = s.c; column <= e.c && column < sections.length; column++)
      sections[column] = titles[s.c] ?? '';
  }
  return sections;
};

/**
 * Unique names of the columns. The first column with a header is named after it. Later ones get the code of their
 * section too, `Entidad Responsable (DIP)`, or a number if that name is taken as well.
 */
const namesOf = (headers: string[], sections: string[]): string[] => {
  const taken = new Set<string>();
  return headers.map((header, column) => {
    const plain = header || `Columna ${column + 1}`;
    const code = /\((\w+)\)\s*$/.exec(sections[column] ?? '')?.[1];
    let name = plain;
    if (taken.has(name) && code) name = `${plain} (${code})`;
    for (let number = 2; taken.has(name); number++) name = `${plain} (${number})`;
    taken.add(name);
    return name;
  });
};
