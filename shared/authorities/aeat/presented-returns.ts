import type { Document } from '../../kernel/document.ts';
import { type Exchange, Refusal, type Script, type Step, Unreadable } from '../exchange.ts';
import { postOf } from '../html/form.ts';
import { decode } from '../html/latin1.ts';
import { collapse } from '../html/page.ts';
import { isPdf, pdfDocument } from '../pdf.ts';
import { findNode, type Node, readAnswerXml, textAt } from '../sepe/xml-reading.ts';
import { checkStatus } from './portal.ts';

/** The agency's query of declarations that were presented (`ConsultaExt`), and their receipts by code. */

const PATH = '/wlpl/SCEJ-MANT/ConsultaExt';
const RECEIPT = '/wlpl/inwinvoc/es.aeat.dit.adu.eeca.catalogo.VisualizaSc';
/** More than any list of one model and year has. */
const MAX_TAGS = 50_000;

/** What is asked for: the declarations of a tax id for a model and a year, and for one period if it is given. */
export interface ReturnsQuery {
  /** Tax id of who declares. */
  nif: string;
  /** Name of who declares; `''` if it is not known. */
  name: string;
  /** Three digits, such as `111`. */
  modelo: string;
  ejercicio: string;
  periodo?: string | undefined;
}

/** A declaration that was presented. Missing values are `''`. */
export interface PresentedReturn {
  modelo: string;
  ejercicio: string;
  periodo: string;
  nif: string;
  /** 16 characters, by which its receipt is fetched. */
  csv: string;
  expediente: string;
  /** 13 digits. */
  justificante: string;
  /** Receipt of the declaration that it completes. */
  justificanteAnterior: string;
  /** When it was presented, by the clock of Spain: `YYYY-MM-DDTHH:MM:SS`. */
  presentada: string;
}

/** The agency's words for a query that it does not answer with a list. */
export interface NoList {
  says: string;
}

/**
 * Asks for declarations.
 * @param asked marks of the request, where it is part of a filing
 */
export function* askReturns(
  { nif, name, modelo, ejercicio, periodo = '' }: ReturnsQuery,
  asked: Pick<Step, 'onlyToFile'> = {},
): Script<PresentedReturn[] | NoList> {
  const form = postOf(PATH, [
    ['NIF', nif],
    ['ANR', name],
    ['MOD', modelo],
    ['EJF', ejercicio],
    ['PER', periodo],
  ]);
  const { body, contentType } = checkStatus(yield { ...form, ...asked });
  const root = readAnswerXml('presented returns', decode(body, contentType), MAX_TAGS);
  if (root.name !== 'servicioConsultasDirectas') throw new Unreadable('not the list of presented returns');
  const error = findNode(root, 'descripcionError');
  if (error) return { says: collapse(error.text).slice(0, 400) };
  return root.children.filter((child) => child.name === 'respuestaCorrecta').map(returnIn);
}

const returnIn = (node: Node): PresentedReturn => {
  const text = (name: string) => textAt(node, name) ?? '';
  const presentada = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?/.exec(text('fechaYHoraPresentacion'))?.[0] ?? '';
  return {
    modelo: text('modelo'),
    ejercicio: text('ejercicio'),
    periodo: text('periodo'),
    nif: text('nif'),
    csv: text('csv'),
    expediente: text('expediente'),
    justificante: text('justificante'),
    justificanteAnterior: text('just_anterior'),
    presentada: presentada.length === 16 ? `${presentada}:00` : presentada,
  };
};

/** The declarations that were presented. */
export const presentedReturns: Exchange<'reading', ReturnsQuery, PresentedReturn[]> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'ConsultaExt',
  standing: {
    state: 'confirmed',
    note:
      'Its official description and five programs: address, fields, elements of the answer. Assumed: without days and hours, ' +
      'with an empty period for all, and an empty name.',
    ifWrong: 'Nothing: it lists what was presented.',
  },
  *script(query) {
    const list = yield* askReturns(query);
    if ('says' in list) throw new Refusal([list.says]);
    return list;
  },
};

/** Asks for the receipt of a declaration by its code. */
export const receiptStep = (csv: string): Step => ({
  method: 'GET',
  path: `${RECEIPT}?COMPLETA=SI&ORIGEN=C&CSV=${csv}`,
});

/** The address of a receipt that an acceptance names, if it is one of the service of receipts. */
export const receiptPathIn = (address: string): string | undefined => {
  const url = URL.parse(address);
  return url?.pathname === RECEIPT && url.search.length < 400 ? url.pathname + url.search : undefined;
};

/** A receipt as a document. */
export const receiptDocument = (bytes: Uint8Array): Document => pdfDocument('justificante', bytes);

/** The receipt (PDF) of a declaration by its code. */
export const returnReceipt: Exchange<'reading', { csv: string }, Document> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'VisualizaSc receipt',
  standing: {
    state: 'confirmed',
    note: 'Two programs that fetch receipts by the codes of ConsultaExt, with the certificate.',
    ifWrong: 'Nothing: it gives the receipt of what was presented before.',
  },
  *script({ csv }) {
    const { body } = checkStatus(yield receiptStep(csv));
    if (!isPdf(body)) throw new Unreadable('no receipt');
    return receiptDocument(body);
  },
};
