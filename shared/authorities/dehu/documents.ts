import type { Document } from '../../kernel/document.ts';
import { type Exchange, NothingFound, Unreadable } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, type Node, textAt } from '../sepe/xml-reading.ts';
import { type Annex, annexesIn, withContents } from './annexes.ts';
import { type Answered, answered } from './answers.ts';
import { documentIn, keyOf } from './content.ts';
import { findRealised, type Which } from './listing.ts';
import type { Notice, NoticeKey } from './notices.ts';
import { callStep } from './services.ts';

/** A notice that is no longer pending, and what was asked of it. */
export interface Detail {
  notice: Notice;
  /** When it came to its state, ISO 8601; `''` where the service does not say. */
  ended: string;
  /** Absent where the service gives none, such as only a link to it. */
  document?: Document;
  annexes: Annex[];
}

/** Which notice, and whether its annexes are wanted with their contents. */
export interface DetailOf extends Which {
  annexes?: boolean;
}

/** A notice that is no longer pending, with its document. What is pending is not asked for: that would open it. */
export const realisedDetail: Exchange<'reading', DetailOf, Detail> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA ConsultaRealizadas',
  standing: {
    state: 'confirmed',
    note:
      'Classes made from its WSDL and a program with the real service: the document by MTOM, its date; annexes by ' +
      'ConsultaAnexos. Assumed: their references are sent as they come.',
    ifWrong:
      'Nothing: it is asked only of what the list of realised ones shows, whose state does not change any more.',
  },
  *script({ annexes: wantsAnnexes = false, ...which }) {
    const notice = yield* findRealised(which);
    const answer = yield callStep(
      'ConsultaRealizadas',
      ({ nif, name }) =>
        keyOf(notice) + element('nifPeticion', nif) + element('nombrePeticion', name) + conceptOf(notice),
    );
    const said = answered(answer, 'RespuestaConsultaRealizadas');
    isOf(said.node, notice);
    const { annexes, ...content } = contentOf(said);
    return {
      notice,
      ended: textAt(said.node, 'fechaUltimoEstado') ?? '',
      ...content,
      annexes: wantsAnnexes ? yield* withContents(notice, annexes) : annexes,
    };
  },
};

/** The receipt (acuse) of a notice that is no longer pending, which DEHú gives for a day. */
export const receipt: Exchange<'reading', Which, Document> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA ConsultaAcusePdf',
  standing: {
    state: 'confirmed',
    note: 'Classes made from its WSDL; documents of a project with it: nothing older than a day.',
    ifWrong: 'Nothing: it gives the receipt of what was opened before.',
  },
  *script(which) {
    const notice = yield* findRealised(which);
    const found = receiptStep(notice, notice.ended!.receipt);
    if (!found) throw new NothingFound(NO_RECEIPT, 'id');
    const document = receiptOf(answered(yield found, 'RespuestaConsultaAcusePdf'));
    if (!document) throw new NothingFound(NO_RECEIPT, 'id');
    return document;
  },
};

const NO_RECEIPT =
  'DEHú no da su resguardo: solo lo hace durante un día desde que se abre. El de las que acepta este servicio está en su ' +
  'trámite.';

/** Asks for a receipt; `undefined` where nothing names it. */
export const receiptStep = (notice: NoticeKey, { reference, csv }: { reference: string; csv: string }) => {
  const name = reference ? element('referencia', reference) : csv && element('csvResguardo', csv);
  if (!name) return undefined;
  return callStep(
    'ConsultaAcusePdf',
    ({ nif }) =>
      `${element('nifReceptor', nif)}${keyOf(notice)}<identificadorAcusePdf>${name}</identificadorAcusePdf>`,
  );
};

/** The receipt in an answer; `undefined` where there is none. @throws Unreadable for one that is broken */
export const receiptOf = (said: Answered): Document | undefined =>
  documentIn(at(said.node, 'acusePdf'), said, 'resguardo');

/** It must be that of the list, letter by letter. */
export const conceptOf = ({ concept }: Pick<Notice, 'concept'>): string => element('concepto', concept);

/** @throws Unreadable where the answer is about another notice */
export const isOf = (node: Node, { identifier, origin }: NoticeKey): void => {
  if (textAt(node, 'identificador') !== identifier || textAt(node, 'codigoOrigen') !== origin)
    throw new Unreadable('answer about another notice');
};

/** Document and annexes. @throws Unreadable for a document that is broken */
export const contentOf = (said: Answered): Pick<Detail, 'document' | 'annexes'> => {
  const document = documentIn(at(said.node, 'documento'), said, 'notificacion');
  return { ...(document && { document }), annexes: annexesIn(said.node) };
};
