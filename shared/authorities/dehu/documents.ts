import type { Document } from '../../kernel/document.ts';
import { type Exchange, NothingFound, type Script, Unreadable } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, type Node, textAt } from '../sepe/xml-reading.ts';
import { findRealised, type Which } from './listing.ts';
import { instantAt, type Notice, type NoticeKey } from './notices.ts';
import { type Answered, answered, callStep, documentIn, keyOf } from './services.ts';

/** An annex of a notice that is opened. What DEHú does not say of it is `''`. */
export interface Annex {
  /** As DEHú names it. */
  name: string;
  /** Reference with which DEHú gives the content, for a day; base64. */
  reference: string;
  /** Address of the content, if DEHú does not have it. */
  url: string;
  /** Absent where it was not asked for, or DEHú does not give it. */
  document?: Document;
}

/** The annexes that an answer names. Only answers about opened notices name any. */
export const annexesIn = (node: Node): Annex[] =>
  (at(node, 'anexos')?.children ?? [])
    .flatMap(({ children }) => children)
    .map((annex) => ({
      name: textAt(annex, 'nombre') ?? '',
      reference: (textAt(annex, 'referenciaDocumento') ?? '').replace(/\s+/g, ''),
      url: textAt(annex, 'enlaceDocumento') ?? '',
    }))
    .filter(({ name, reference, url }) => name !== '' || reference !== '' || url !== '');

/**
 * Downloads annexes. It never fails: an annex that DEHú does not give, such as one older than a day, has no
 * document.
 */
export function* withContents(notice: NoticeKey, annexes: Annex[]): Script<Annex[]> {
  const all: Annex[] = [];
  for (const annex of annexes) {
    if (annex.reference === '') {
      all.push(annex);
      continue;
    }
    const asked = callStep(
      'ConsultaAnexos',
      ({ nif }) => element('nifReceptor', nif) + keyOf(notice) + element('referencia', annex.reference),
    );
    const document = documentOrNone(yield { ...asked, optional: true }, `anexo-${all.length + 1}`);
    all.push({ ...annex, ...(document && { document }) });
  }
  return all;
}

/** The notice is opened, whatever becomes of its annexes. */
const documentOrNone = (answer: Parameters<typeof answered>[0], name: string): Document | undefined => {
  try {
    const reply = answered(answer, 'RespuestaConsultaAnexos');
    return documentIn(at(reply.node, 'documento'), reply, name);
  } catch {
    return undefined;
  }
};

/** A notice that is no longer pending, and the wanted documents. */
export interface Detail {
  notice: Notice;
  /** Time of its present state, ISO 8601; `''` if the service does not tell. */
  ended: string;
  /** Absent where the service gives none, such as only a link to it. */
  document?: Document;
  annexes: Annex[];
}

/** The notice, and whether the contents of its annexes are wanted. */
export interface DetailOf extends Which {
  annexes?: boolean;
}

/** A notice that is no longer pending, with its document. A pending one is not asked for: that would open it. */
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
    const reply = answered(answer, 'RespuestaConsultaRealizadas');
    isOf(reply.node, notice);
    const { annexes, ...content } = contentOf(reply);
    return {
      notice,
      ended: instantAt(reply.node, 'fechaUltimoEstado'),
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
    const step = receiptStep(notice, notice.ended!.receipt);
    const document = step && receiptOf(answered(yield step, 'RespuestaConsultaAcusePdf'));
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

/** The receipt in an answer; `undefined` where there is none. @throws Unreadable for a broken one */
export const receiptOf = (reply: Answered): Document | undefined =>
  documentIn(at(reply.node, 'acusePdf'), reply, 'resguardo');

/** It must be as in the list, letter by letter. */
export const conceptOf = ({ concept }: Pick<Notice, 'concept'>): string => element('concepto', concept);

/** @throws Unreadable where the answer is about another notice */
export const isOf = (node: Node, { identifier, origin }: NoticeKey): void => {
  if (textAt(node, 'identificador') !== identifier || textAt(node, 'codigoOrigen') !== origin)
    throw new Unreadable('answer about another notice');
};

/** Document and annexes. @throws Unreadable for a document that is broken */
export const contentOf = (reply: Answered): Pick<Detail, 'document' | 'annexes'> => {
  const document = documentIn(at(reply.node, 'documento'), reply, 'notificacion');
  return { ...(document && { document }), annexes: annexesIn(reply.node) };
};
