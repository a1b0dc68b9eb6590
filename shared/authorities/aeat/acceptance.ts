import type { Document } from '../../kernel/document.ts';
import type { Answer } from '../channel/channel.ts';
import { type Exchange, type Script, Unreadable } from '../exchange.ts';
import { postOf } from '../html/form.ts';
import { type Opened, openedOnly, pendingOnly } from '../notices.ts';
import { pdfDocument, pdfOf } from '../pdf.ts';
import { csvOf, documentStep } from './certificate.ts';
import { dayIn, findNotice, type Notice, type NoticeKey } from './notices.ts';
import { pageError, readPortalPage } from './portal.ts';
import { signatureOn } from './request.ts';

/** The address at which a notification is shown, signed for and given. */
const DETAIL_PATH = '/wlpl/GNNO-JDIT/DetalleSede';

/**
 * Opens a notification, which counts as served from then on. It first looks for it among the pending ones. A dry run
 * ends there, because only one known program shows that the page to sign opens nothing yet.
 */
export const acceptance: Exchange<'submission', NoticeKey, Opened<Notice>> = {
  kind: 'submission',
  authority: 'aeat',
  name: 'GNNO DetalleSede firma',
  standing: {
    state: 'confirmed',
    note:
      'InteliFactu/ventanilla-unica opened one in 2026: page to sign, its fields, date and CSV of the receipt, document, ' +
      'acknowledgement. Assumed: without Referer.',
    ifWrong:
      'The POST with accion=firma, which opens the notification: it commits. The page to sign before it is not asked for in a ' +
      'dry run, nor by a reading.',
  },
  *script(key) {
    const notice = pendingOnly(yield* findNotice(key), NOT_PENDING);
    const path = `${DETAIL_PATH}?ncc=${key.code}`;
    const page = readPortalPage(yield { method: 'GET', path, onlyToFile: true }, path);
    const signature = signatureOn(page);
    if (!signature) throw pageError(page);
    const sign = postOf(path, [['accion', 'firma'], ...Object.entries(signature)]);
    const { at, csv } = receiptIn(yield { ...sign, commits: true });
    const document = yield* documentOf(key.code);
    const receipt = fileIn(yield { ...documentStep(csv), optional: true }, 'acuse');
    return { notice, at, ...(document && { document }), ...(receipt && { receipt }) };
  },
};

/** A notification that was opened, with its document; `undefined` where it is not. */
export const opened: Exchange<'reading', NoticeKey, Opened<Notice> | undefined> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'GNNO DetalleSede vernotif',
  standing: {
    state: 'confirmed',
    note: 'InteliFactu/ventanilla-unica and nevenincs/cadrumo, with the real portal in 2026: only of what is read.',
    ifWrong: 'Nothing: it is asked only of what the list shows as read.',
  },
  *script(key) {
    const notice = openedOnly(yield* findNotice(key));
    if (!notice) return undefined;
    const document = yield* documentOf(key.code);
    return { notice, at: notice.notified, ...(document && { document }) };
  },
};

const NOT_PENDING =
  'La Agencia Tributaria no la tiene entre las pendientes de este certificado: puede estar ya abierta o haber expirado.';

/** The document of an opened notification. For a pending one, this request would open it. */
function* documentOf(code: string): Script<Document | undefined> {
  const step = postOf(DETAIL_PATH, [
    ['accion', 'vernotif'],
    ['ncc', code],
  ]);
  return fileIn(yield { ...step, optional: true }, 'notificacion');
}

const fileIn = (answer: Answer | undefined, name: string): Document | undefined => {
  const bytes = pdfOf(answer);
  return bytes && pdfDocument(name, bytes);
};

/** The page that answers the signature: the day of the notification, and the code of its acknowledgement. */
const receiptIn = (answer: Answer | undefined): { at: string; csv: string } => {
  const page = readPortalPage(answer, DETAIL_PATH);
  const [, day = ''] = /fecha (?:de )?notificaci[oó]n:? (\S{10})/i.exec(page.wholeText()) ?? [];
  const csv = csvOf(page.source);
  // The agency's own page of refusal is not known: no other page is taken for one.
  if (!day || !csv) throw new Unreadable('no receipt of the signature');
  return { at: dayIn(day), csv };
};
