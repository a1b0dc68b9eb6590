import type { Document } from '../../kernel/document.ts';
import type { Answer } from '../channel/channel.ts';
import type { Credential } from '../channel/connections.ts';
import { type Exchange, NothingFound, Refusal, type Script, type Step, Unreadable } from '../exchange.ts';
import { decode } from '../html/latin1.ts';
import { collapse } from '../html/page.ts';
import { pdfOf } from '../pdf.ts';
import { type Declarant190, MOST_FAULTS } from './modelo-190-record.ts';
import { checkStatus } from './portal.ts';
import { receiptDocument, receiptStep } from './presented-returns.ts';
import { signerOf } from './signer.ts';

/**
 * The agency's service for returns of many records (TGVI Online), by which modelo 190 is filed. Parameters and answers travel in
 * headers, and records as text. Records are first left at the agency as an envío, which files nothing; one request then presents it.
 */

const SERVICE = '/wlpl/OVPT-NTGV/';
const MODEL = '190';
/** The period of a yearly return. */
const YEARLY = '0A';
/** The service takes 40,000 records a block. Smaller ones need less memory, and less time each. */
const BLOCK = 5_000;
const RIGHT = '0';
/** After a block: another one is awaited. */
const NEXT_BLOCK = '2004';
/** The declarant's record is right, but cannot be presented, usually because one was presented before. */
const NOT_PRESENTABLE = '8888';
const MAX_MESSAGE = 400;

/** A file that was checked: its records, without line breaks, the declarant's first. */
export interface Modelo190 extends Pick<Declarant190, 'nif' | 'year' | 'kind'> {
  records: readonly string[];
}

/** What the agency has of a declarant and a year. Missing values are `''`. */
export interface Shipment {
  /** The agency's number of the envío. */
  id: string;
  /** `CREADO`, `FINALIZADO` (all records are there) or `PRESENTADO`. */
  state: string;
  /** 16 characters, by which the receipt is fetched. */
  csv: string;
  expediente: string;
}

/** The agency's receipt. */
export interface Receipt190 extends Shipment {
  /** Number of perceptions that it registered, where it says so. */
  registered: number | undefined;
  /** The agency has warnings about some records. */
  warns: boolean;
  document?: Document;
}

interface TgviAnswer extends Shipment {
  code: string;
  message: string;
  next: string;
  right: number | undefined;
  wrong: number | undefined;
  warns: boolean;
  registered: number | undefined;
}

/** @throws AccessDenied, OutOfService or Unreadable for an answer that is not of this service */
const answerIn = (answer: Answer | undefined): TgviAnswer => {
  const { headers } = checkStatus(answer);
  const text = (name: string): string => collapse([headers[name]].flat()[0] ?? '');
  const count = (name: string): number | undefined =>
    /^\d{1,9}$/.test(text(name)) ? Number(text(name)) : undefined;
  const code = text('codigo');
  if (!/^\d{1,6}$/.test(code)) throw new Unreadable('not an answer of the service of many records');
  return {
    code,
    message: text('mensaje').slice(0, MAX_MESSAGE),
    id: text('idenvio'),
    state: text('estado'),
    csv: /^[A-Z0-9]{16}$/.test(text('csv')) ? text('csv') : '',
    expediente: text('expediente').slice(0, 100),
    next: text('sigbloque'),
    right: count('totalt2ok'),
    wrong: count('totalt2ko'),
    warns: text('avisos') === 'S',
    registered: count('numeroregistros'),
  };
};

const step = (operation: string, headers: Record<string, string>, body = ''): Step => ({
  method: 'POST',
  path: SERVICE + operation,
  headers: { ...headers, 'content-type': 'text/plain;charset=UTF-8' },
  body,
});
const CHARSET = { codificacion: 'UTF-8' };

/** Asks which envío of a declarant and a year there is, if any. @throws NothingFound if the agency does not say it */
function* askShipment(
  { nif, year }: Pick<Modelo190, 'nif' | 'year'>,
  asked: Pick<Step, 'onlyToFile'> = {},
): Script<Shipment | undefined> {
  const headers = { modelo: MODEL, ejercicio: year, periodo: YEARLY, ndc: nif };
  const answer = answerIn(yield { ...step('RecuperarEnvio', headers), ...asked });
  const { code, id, state, csv, expediente } = answer;
  // No public source has a code that says that there is none, so that any other code says nothing.
  if (code !== RIGHT)
    throw new NothingFound(
      `La Agencia Tributaria no dice qué envío hay del modelo 190 de este ejercicio. Dice: ${wordsOf(answer)}`,
    );
  if (id !== '') return { id, state, csv, expediente };
  if (state !== '' || csv !== '') throw new Unreadable('no number of the envío');
  return undefined;
}

/** Whether an envío was presented. */
export const isPresented = ({ state }: Pick<Shipment, 'state'>): boolean => state === 'PRESENTADO';

/** Whether all records of an envío are at the agency, and none of it is presented. */
export const isComplete = ({ state }: Pick<Shipment, 'state'>): boolean => state === 'FINALIZADO';

/** The agency's own words for a refusal, with their number. */
const wordsOf = ({ code, message }: TgviAnswer): string => [code, message].filter(Boolean).join(' - ');
const refusedWith = (answer: TgviAnswer): Refusal => new Refusal([wordsOf(answer)]);

/** The return of a year: the envío that the agency has of it. */
export const shipmentOfYear: Exchange<'reading', Pick<Modelo190, 'nif' | 'year'>, Shipment | undefined> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'TGVI RecuperarEnvio',
  standing: {
    state: 'confirmed',
    note: 'Programs of one house. Assumed: code 0 without an envío where there is none; the latest envío is named. Any other code says nothing, and stops a filing. It has no code of a receipt (CSV).',
    ifWrong: 'Nothing: it says which envío of a year there is.',
  },
  *script(query) {
    return yield* askShipment(query);
  },
};

/**
 * Files modelo 190. Before, it looks whether the year was presented already. A dry run asks for nothing, because the agency keeps
 * each envío that is begun.
 */
export const modelo190: Exchange<'submission', Modelo190, Receipt190> = {
  kind: 'submission',
  authority: 'aeat',
  name: 'TGVI 190',
  standing: {
    state: 'confirmed',
    note:
      'Three houses’ programs, kept answers. Assumed: line feeds; a new envío beside an open one; no page of representation; what the ' +
      'totals sum; design of 2025 (one program). Open: the design of 2026.',
    ifWrong:
      'The POST to PresentarEnvio, which commits. InicializarEnvio and EnviarDatos leave an envío that is not presented, and no dry ' +
      'run sends them.',
  },
  *script(input) {
    const { nif, year, kind, records } = input;
    const before = yield* askShipment(input, { onlyToFile: true });
    if (before && isPresented(before) && kind === 'normal')
      throw new NothingFound(ALREADY_PRESENTED, 'complementaria');
    const [head = '', ...perceptions] = records;
    const blocks = Array.from({ length: Math.ceil(perceptions.length / BLOCK) }, (_, index) =>
      perceptions.slice(index * BLOCK, (index + 1) * BLOCK),
    );
    const opened = {
      ...{ modelo: MODEL, ejercicio: year, periodo: YEARLY, ndc: nif, idioma: 'ES' },
      numbloques: String(blocks.length),
      ...CHARSET,
    };
    const begun = answerIn(yield { ...step('InicializarEnvio', opened, head), onlyToFile: true });
    if (begun.code === NOT_PRESENTABLE)
      throw new NothingFound(
        `${ALREADY_PRESENTED} Dice: ${begun.message || NOT_PRESENTABLE}`,
        'complementaria',
      );
    if (begun.code !== RIGHT) throw refusedWith(begun);
    const { id } = begun;
    if (!/^[A-Z0-9]{10,60}$/.test(id)) throw new Unreadable('no number of the envío');
    let last: TgviAnswer | undefined;
    let warns = false;
    for (const [index, block] of blocks.entries()) {
      const sent = { idenvio: id, numbloque: String(index + 1), ...CHARSET };
      last = answerIn(yield { ...step('EnviarDatos', sent, block.join('\n')), onlyToFile: true });
      if (last.code !== RIGHT && last.code !== NEXT_BLOCK) throw refusedWith(last);
      warns ||= last.warns;
    }
    if (last?.wrong) {
      const errors = yield* wrongRecords(id, records);
      if (errors.length > 0) throw new Refusal(errors);
      throw new NothingFound(
        `La Agencia Tributaria rechaza registros (${last.wrong}) y no dice por qué. No se ha presentado nada.`,
      );
    }
    // Fewer records would be registered than were sent, and the agency would change the totals of the declarant.
    const isWhole = last?.code === RIGHT && last.id === id && isComplete(last) && last.wrong === 0;
    if (!isWhole || last?.right !== perceptions.length) throw new Unreadable('not all records are there');
    const done = answerIn(
      yield {
        ...step('PresentarEnvio', { idenvio: id }, 'aceptoCondicionesFirma=SI'),
        signer: signedBy,
        commits: true,
        reference: id,
      },
    );
    // What any other code of this request means is not public, so that it is no refusal: the envío is looked up by its number.
    if (done.code !== RIGHT || !isPresented(done) || done.id !== id || done.csv === '')
      throw new Unreadable('not the receipt of this envío');
    const pdf = pdfOf(yield { ...receiptStep(done.csv), optional: true });
    const { state, csv, expediente, registered } = done;
    warns ||= done.warns;
    return { id, state, csv, expediente, registered, warns, ...(pdf && { document: receiptDocument(pdf) }) };
  },
};

const ALREADY_PRESENTED =
  'La Agencia Tributaria ya tiene presentado un modelo 190 de este ejercicio. Otro debe ser complementario o sustitutivo. No se ha ' +
  'presentado nada.';

/** Who signs, in characters that a header can carry. */
const signedBy = (credential: Credential): Record<string, string> => {
  const { FIRNIF, FIRNOMBRE } = signerOf(credential);
  return { firnif: FIRNIF, firnombre: FIRNOMBRE.replace(/[^\x20-\x7e\xa1-\xff]/g, ' '), fir: 'FirmaBasica' };
};

/**
 * What is wrong with records at the agency, by line of the file. The report quotes each record, which is left out here: its line says
 * which it is. Of equal records it is the line that the report names, or else the next one.
 */
function* wrongRecords(id: string, records: readonly string[]): Script<string[]> {
  const answer = yield {
    ...step('RecuperarErrores', { idenvio: id, ...CHARSET }),
    onlyToFile: true,
    optional: true,
  };
  const report = answer?.status === 200 ? decode(answer.body, answer.contentType) : '';
  const linesOf = Map.groupBy(
    records.map((_, index) => index + 1),
    (line) => records[line - 1]!.trimEnd(),
  );
  const messages: string[] = [];
  let line: number | undefined;
  for (const written of report.split(/\r?\n/)) {
    const quoted = /^[12]190\d{4}.{100,}?(?=;|$)/.exec(written)?.[0] ?? '';
    const text = collapse(written.slice(quoted.length).replace(/^;/, '')).slice(0, MAX_MESSAGE);
    if (quoted) {
      const lines = linesOf.get(quoted.trimEnd()) ?? [];
      const named = Number(/^\((\d+)\)/.exec(text)?.[1]);
      line = lines.includes(named) ? named : lines.length > 1 ? lines.shift() : lines[0];
    }
    if (text && !text.startsWith('<')) messages.push(line === undefined ? text : `Línea ${line}: ${text}`);
  }
  return messages.slice(0, MOST_FAULTS);
}
