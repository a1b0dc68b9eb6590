import type { Document } from '../../kernel/document.ts';
import type { Script } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, type Node, textAt } from '../sepe/xml-reading.ts';
import { answered } from './answers.ts';
import { documentIn, keyOf } from './content.ts';
import type { NoticeKey } from './notices.ts';
import { callStep } from './services.ts';

/** An annex of a notice that is opened. What DEHú does not say of it is `''`. */
export interface Annex {
  /** As DEHú names it. */
  name: string;
  /** By which DEHú gives its content, for a day; base64. */
  reference: string;
  /** Where it is, if it is not at DEHú. */
  url: string;
  /** Absent where it was not asked for, or DEHú does not give it. */
  document?: Document;
}

/** The annexes that an answer names: only one about what is opened does. */
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
 * Asks for the contents of annexes. It never fails: what DEHú does not give, as what is older than a day, stays without its
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
    const said = answered(answer, 'RespuestaConsultaAnexos');
    return documentIn(at(said.node, 'documento'), said, name);
  } catch {
    return undefined;
  }
};
