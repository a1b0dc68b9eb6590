import { isXmlTooDeep } from '../../../kernel/xml-depth.ts';
import { type Exchange, Unreadable } from '../../exchange.ts';
import { bytesInBase64, ifReadable, type Opened, openedOnly, pendingOnly } from '../../notices.ts';
import { pdfDocument } from '../../pdf.ts';
import { at, type Node, textAt } from '../../sepe/xml-reading.ts';
import { signedDocument } from '../../soap/security.ts';
import { actorOf, findNotice, instantIn, type Notice, type NoticeKey } from './notices.ts';
import { answered, callStep } from './service.ts';

/** The signed element of the acknowledgement, and the element that takes the signature. */
const SIGNED = { id: 'ProsaData', within: 'ELEMENTOAFIRMAR' };

/**
 * Opens a notification, which counts as served from then on. It first looks for it among the pending ones and asks
 * for the text of its acknowledgement, so that a dry run tells whether it could be opened.
 */
export const acceptance: Exchange<'submission', NoticeKey, Opened<Notice>> = {
  kind: 'submission',
  authority: 'tgss',
  name: 'WSCN enviarAcuseNotificacion',
  standing: {
    state: 'assumed',
    note:
      'gestoresmadrid/oegam: both steps, XML signature over ProsaData in ELEMENTOAFIRMAR, error 0, PDF. Assumed: SHA-256, the ' +
      'certificate in it, the message signed as for the list. Settled by one.',
    ifWrong:
      'The call of enviarAcuseNotificacion, which opens the notification: it commits. Before it, only the list, and the ' +
      'unsigned text of the acknowledgement.',
  },
  *script(key) {
    const notice = pendingOnly(yield* findNotice(key), NOT_PENDING);
    const asked = answered(
      yield callStep('solicitarAcuseNotificacion', () => [
        ...actorOf(key),
        ['codigoNotificacion', key.code],
        ['esDeAceptacion', 'true'],
      ]),
      'solicitarAcuseNotificacion',
    );
    const acknowledgement = acknowledgementIn(asked);
    const send = callStep('enviarAcuseNotificacion', (credential) => [
      ...actorOf(key),
      [
        'xmlAcuseFirmado',
        Buffer.from(signedDocument(acknowledgement, SIGNED, credential)).toString('base64'),
      ],
    ]);
    const reply = answered(yield { ...send, commits: true }, 'enviarAcuseNotificacion');
    return { notice, ...contentOf(reply, key) };
  },
};

/** A notification that was opened, with its document; `undefined` where it is not. */
export const opened: Exchange<'reading', NoticeKey, Opened<Notice> | undefined> = {
  kind: 'reading',
  authority: 'tgss',
  name: 'WSCN verNotificacionAceptada',
  standing: {
    state: 'assumed',
    note: 'gestoresmadrid/oegam: only of what is accepted, state 2. Assumed: the signature of the message.',
    ifWrong: 'Nothing: it is asked only of what the list shows as accepted.',
  },
  *script(key) {
    const notice = openedOnly(yield* findNotice(key));
    if (!notice) return undefined;
    const reply = answered(
      yield callStep('verNotificacionAceptada', () => [...actorOf(key), ['codigoNotificacion', key.code]]),
      'verNotificacionAceptada',
    );
    return { notice, ...contentOf(reply, key) };
  },
};

const NOT_PENDING =
  'La Seguridad Social no la tiene entre las pendientes de este certificado: puede estar ya abierta, rechazada o expirada.';

/** @throws Unreadable where there is nothing to sign */
const acknowledgementIn = (node: Node): string => {
  const bytes = bytesAt(node, 'XML') ?? bytesAt(node, 'xml');
  const text = bytes && new TextDecoder().decode(bytes);
  if (
    !text ||
    /<!DOCTYPE/i.test(text) ||
    isXmlTooDeep(text) ||
    !Object.values(SIGNED).every((id) => text.includes(`"${id}"`))
  )
    throw new Unreadable('acknowledgement that cannot be signed');
  return text;
};

/** @throws Unreadable where the answer is about another notification */
const contentOf = (node: Node, { code }: NoticeKey): Omit<Opened<Notice>, 'notice'> => {
  if (textAt(node, 'codigoNotificacion') !== code) throw new Unreadable('answer about another notification');
  const bytes = ifReadable(() => bytesAt(node, 'pdfNotificacion'));
  return {
    at: ifReadable(() => instantIn(textAt(node, 'selladoTiempo') ?? '')) ?? '',
    ...(bytes && { document: pdfDocument('notificacion', bytes) }),
  };
};

const bytesAt = (node: Node, name: string) => bytesInBase64(at(node, name)?.text ?? '');
