import type { Document } from '../../kernel/document.ts';
import { type Exchange, NothingFound } from '../exchange.ts';
import { ifReadable, type Opened } from '../notices.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, textAt } from '../sepe/xml-reading.ts';
import {
  type Annex,
  annexesIn,
  conceptOf,
  contentOf,
  isOf,
  receiptOf,
  receiptStep,
  withContents,
} from './documents.ts';
import { findPending } from './listing.ts';
import { instantAt, type Notice, type NoticeKey } from './notices.ts';
import { type Answered, answered, callStep, keyOf } from './services.ts';

/** The opened notification. */
export interface Accepted extends Opened<Notice> {
  annexes: Annex[];
}

/** The event that accepts, in the service's table. */
const ACCEPT = '1';

/**
 * Opens a notification, which counts as served from then on (Ley 39/2015, article 43.2). A communication is marked
 * as read. It first looks for it among the pending ones, so that a dry run tells whether it is there.
 */
export const acceptance: Exchange<'submission', NoticeKey, Accepted> = {
  kind: 'submission',
  authority: 'dehu',
  name: 'LEMA PeticionAcceso',
  standing: {
    state: 'confirmed',
    note:
      'Classes made from its WSDL, two programs with the real service: evento 1, the concept of the list, documents, ' +
      'annexes. Assumed: identificador and codigoOrigen come back as sent.',
    ifWrong:
      'PeticionAcceso, which opens the notification: it commits. Before it, only the list of what is pending.',
  },
  *script(key) {
    const notice = yield* findPending(key);
    if (!notice) throw new NothingFound(NOT_PENDING, 'id');
    const call = callStep(
      'PeticionAcceso',
      ({ nif, name }) =>
        keyOf(notice) +
        element('nifReceptor', nif) +
        element('nombreReceptor', name) +
        element('evento', ACCEPT) +
        conceptOf(notice),
    );
    const reply = answered(yield { ...call, commits: true }, 'RespuestaPeticionAcceso');
    isOf(reply.node, notice);
    const asked = receiptStep(notice, receiptIn(reply));
    const receipt = asked && receiptOrNone(yield { ...asked, optional: true });
    const { annexes, ...content } = contentOrNone(reply);
    return {
      notice,
      at: instantAt(reply.node, 'fechaEvento'),
      ...content,
      ...(receipt && { receipt }),
      annexes: yield* withContents(notice, annexes),
    };
  },
};

/** Why it cannot be opened. */
const NOT_PENDING =
  'DEHú no la tiene entre las pendientes de este certificado: puede estar ya abierta, rechazada o expirada.';

const receiptIn = ({ node }: Answered) => {
  const document = at(node, 'documento');
  return {
    reference: textAt(document, 'referenciaPdfAcuse') ?? '',
    csv: textAt(document, 'csvResguardo') ?? '',
  };
};

/** It was opened, whatever its document is: that can be asked for again. */
const contentOrNone = (reply: Answered): Pick<Accepted, 'document' | 'annexes'> =>
  ifReadable(() => contentOf(reply)) ?? { annexes: annexesIn(reply.node) };

const receiptOrNone = (answer: Parameters<typeof answered>[0]): Document | undefined => {
  try {
    return answer && receiptOf(answered(answer, 'RespuestaConsultaAcusePdf'));
  } catch {
    // It was opened: that its receipt cannot be had changes nothing.
    return undefined;
  }
};
