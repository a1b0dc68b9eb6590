import type { Document } from '../../kernel/document.ts';
import type { Answer } from '../channel/channel.ts';
import type { Credential } from '../channel/connections.ts';
import { type Exchange, NothingFound, Refusal, Unreadable } from '../exchange.ts';
import { collapse } from '../html/page.ts';
import { pdfOf } from '../pdf.ts';
import { type Declared111, record111 } from './modelo-111-record.ts';
import { checkStatus } from './portal.ts';
import {
  askReturns,
  type NoList,
  type PresentedReturn,
  receiptDocument,
  receiptPathIn,
  receiptStep,
} from './presented-returns.ts';
import { signerOf } from './signer.ts';

/** Direct presentation (`PresBasicaDos`): one request in JSON, which files at once. */
const PATH = '/wlpl/PFTW-PICW/PresBasicaDos';

/** A declaration, with the number of its payment where it was paid at a bank. */
export interface Modelo111 extends Declared111 {
  /** 22 characters, of a declaration of type `I` alone. */
  nrc?: string | undefined;
}

/** The agency's receipt. Missing values are `''`. */
export interface Receipt {
  /** 13 digits. */
  justificante: string;
  /** 16 characters, by which the document is fetched. */
  csv: string;
  expediente: string;
  /** When it was presented, by the clock of Spain: `YYYY-MM-DDTHH:MM` or with seconds. */
  presentada: string;
  /** Warnings of the agency, in its words. */
  notices: string[];
  document?: Document;
}

/**
 * Files modelo 111. Before, it looks whether the period was declared already, because a second declaration must say that it
 * completes the first. A dry run asks for nothing: no step of the agency's service ends before it files.
 */
export const modelo111: Exchange<'submission', Modelo111, Receipt> = {
  kind: 'submission',
  authority: 'aeat',
  name: 'PresBasicaDos 111',
  standing: {
    state: 'confirmed',
    note:
      'Its official description (v29.1), the record design DR111, programs that follow both. Assumed: 22 characters of an NRC; who ' +
      'signs, by surnames and given name. Settled by one acceptance.',
    ifWrong:
      'The POST to PresBasicaDos, which commits. Before it, only the query of what was presented, which no dry run sends.',
  },
  *script(input) {
    const { cif: nif, razon_social, nombre = '', ejercicio, periodo, complementaria } = input;
    const name = `${razon_social} ${nombre}`.trim();
    const list = yield* askReturns({ nif, name, modelo: MODEL, ejercicio, periodo }, { onlyToFile: true });
    // If the agency gives no list, nothing is known to be presented, and it checks that itself. A look-up then proves nothing.
    const before = 'says' in list ? undefined : list.find((one) => isOfPeriod(one, input));
    if (before && !complementaria) throw new NothingFound(alreadyPresented(before), 'complementaria');
    const receipt = receiptIn(
      yield {
        method: 'POST',
        path: PATH,
        headers: { 'content-type': 'application/json;charset=UTF-8' },
        sealed: (credential) => JSON.stringify(requestOf(input, credential)),
        commits: true,
        ...(numbersIn(list) && { listedBefore: numbersIn(list) }),
      },
      input,
    );
    const { path, ...known } = receipt;
    const pdf = pdfOf(yield { ...receiptStep(receipt.csv), ...(path && { path }), optional: true });
    return { ...known, ...(pdf && { document: receiptDocument(pdf) }) };
  },
};

const MODEL = '111';

/** Receipts of the declarations of a list. Nothing if there is no list, or one of them has no number to know it by again. */
const numbersIn = (list: PresentedReturn[] | NoList): string[] | undefined =>
  'says' in list || list.some(({ justificante }) => justificante === '')
    ? undefined
    : list.map(({ justificante }) => justificante);

/** Whether a declaration that was presented is of the same tax id and period. */
export const isOfPeriod = (
  presented: PresentedReturn,
  { cif, ejercicio, periodo }: Pick<Declared111, 'cif' | 'ejercicio' | 'periodo'>,
): boolean =>
  presented.modelo === MODEL &&
  presented.nif === cif &&
  presented.ejercicio === ejercicio &&
  presented.periodo === periodo;

const alreadyPresented = ({ justificante, presentada }: PresentedReturn): string =>
  'La Agencia Tributaria ya tiene una declaración de este periodo' +
  `${presentada && `, presentada el ${presentada.slice(0, 10).split('-').toReversed().join('/')}`}` +
  `${justificante && ` con el justificante ${justificante}`}. Otra del mismo periodo debe ser complementaria de esa.`;

/** The request, signed by naming the holder of the certificate, which the connection proves. */
const requestOf = (input: Modelo111, credential: Credential): Record<string, string> => ({
  MODELO: MODEL,
  EJERCICIO: input.ejercicio,
  PERIODO: input.periodo,
  NRC: input.nrc ?? '',
  IDI: 'ES',
  F01: record111(input),
  FIR: 'FirmaBasica',
  ...signerOf(credential),
});

/** Most messages of an answer, as the service's description says, and the longest of them in characters. */
const MOST_MESSAGES = 100;
const MAX_MESSAGE = 400;

/**
 * The receipt in the answer, and the path of its document.
 * @throws Refusal where the agency lists errors; AccessDenied, OutOfService or Unreadable for any other answer
 */
const receiptIn = (
  answer: Answer | undefined,
  { cif, ejercicio, periodo }: Modelo111,
): Receipt & { path: string | undefined } => {
  const response = member(jsonIn(checkStatus(answer)), 'respuesta');
  const done = member(response, 'correcta');
  const errors = texts(member(response, 'errores'));
  if (done === undefined && errors.length > 0) throw new Refusal(errors);
  const text = (name: string): string => {
    const value = member(done, name);
    return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  };
  const [csv, justificante] = [text('CodigoSeguroVerificacion'), text('Justificante')];
  const isOurs =
    text('Modelo') === MODEL &&
    text('Ejercicio') === ejercicio &&
    text('Periodo') === periodo &&
    text('NIFDeclarante') === cif;
  if (errors.length > 0 || !isOurs || !/^[A-Z0-9]{16}$/.test(csv) || !/^\d{13}$/.test(justificante))
    throw new Unreadable('not the receipt of this declaration');
  const [day, time] = [text('Fecha'), text('Hora')];
  return {
    justificante,
    csv,
    expediente: text('Expediente').slice(0, 100),
    presentada: /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d/.test(time) ? `${day}T${time.slice(0, 8)}` : '',
    notices: [...texts(member(done, 'avisos')), ...texts(member(done, 'advertencias'))],
    path: receiptPathIn(text('urlPdf')),
  };
};

/** @throws Unreadable for anything but JSON */
const jsonIn = ({ body }: Answer): unknown => {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    throw new Unreadable('no JSON');
  }
};

/** A member of an object. The service writes some names with a blank at their end. */
const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([key]) => key.trim() === name)?.[1]
    : undefined;

const texts = (value: unknown): string[] =>
  [value]
    .flat()
    .filter((text): text is string => typeof text === 'string' && text.trim() !== '')
    .slice(0, MOST_MESSAGES)
    .map((text) => collapse(text).slice(0, MAX_MESSAGE));
