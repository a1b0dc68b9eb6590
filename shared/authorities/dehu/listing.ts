import { type Exchange, NothingFound, type Script, Unreadable } from '../exchange.ts';
import { element } from '../sepe/documents/xml.ts';
import { at, type Node, textAt } from '../sepe/xml-reading.ts';
import { isSame, KINDS, type Notice, type NoticeKey, readNotice } from './notices.ts';
import { answered, callStep } from './services.ts';

/** The notices to list. Dates are ISO 8601 without milliseconds, with the offset of Madrid. */
export interface Wanted {
  kind?: Notice['kind'];
  /** Tax id of the holder (titular); of all for whom the certificate acts without it. */
  holder?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** In the order of the schema. */
const filter = ({ kind, holder, from, to }: Wanted): string =>
  [
    ['nifTitular', holder],
    ['fechaDesde', from],
    ['fechaHasta', to],
    ['tipoEnvio', kind && KINDS[kind]],
  ]
    .map(([name, value]) => (value === undefined ? '' : element(name!, value)))
    .join('');

const NOT_ALONE = 'Nothing: it lists; no content of a notice is in its answer.';

/** Lists pending notices: unopened notifications and unread communications. */
export const pending: Exchange<'reading', Wanted, Notice[]> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA Localiza',
  standing: {
    state: 'confirmed',
    note:
      'Classes made from its WSDL and two programs with the real service: elements, pages as options, WS-Security. ' +
      'Assumed: without nifTitular it lists all for whom the certificate acts.',
    ifWrong: NOT_ALONE,
  },
  script: (wanted) => allPages((page) => pageOfPending(wanted, page)),
};

/** Lists notices that are no longer pending: opened by any way, refused, expired, read. Not older than 30 days. */
export const realised: Exchange<'reading', Wanted, Notice[]> = {
  kind: 'reading',
  authority: 'dehu',
  name: 'LEMA LocalizaRealizadas',
  standing: {
    state: 'confirmed',
    note:
      'Classes made from its WSDL and two programs with the real service: pages by number, nothing from before 30 days. ' +
      'Assumed: its dates are those on which notices were made available.',
    ifWrong: NOT_ALONE,
  },
  script: (wanted) => allPages((page) => pageOfRealised(wanted, page)),
};

/** A page of a list. */
interface ListPage {
  notices: Notice[];
  isLast: boolean;
}

/**
 * The notices of all pages, which are counted from 1.
 * @throws Unreadable if a page repeats an earlier notice, because the list might never end
 */
function* allPages(pageOf: (page: number) => Script<ListPage>): Script<Notice[]> {
  const all: Notice[] = [];
  for (let page = 1; ; page++) {
    const { notices, isLast } = yield* pageOf(page);
    if (notices.some((notice) => all.some((known) => isSame(known, notice))))
      throw new Unreadable('pages of a list repeat');
    all.push(...notices);
    if (isLast) return all;
  }
}

/** One page of pending notices. */
function* pageOfPending(wanted: Wanted, page: number): Script<ListPage> {
  const options = `<opcionesLocaliza><opcion tipo="dehu.paginador.pagina">${page}</opcion></opcionesLocaliza>`;
  const { node } = answered(yield callStep('Localiza', () => filter(wanted) + options), 'RespuestaLocaliza');
  const notices = noticesIn(node);
  const option = at(node, 'opcionesRespuestaLocaliza')?.children.find(
    ({ attributes }) => attributes.tipo === 'dehu.paginador.totalPag',
  );
  const pages = Number(option?.text ?? 1);
  const hasMore = textAt(node, 'hayMasResultados') === 'true';
  return { notices, isLast: notices.length === 0 || (!hasMore && !(pages > page)) };
}

/** One page of notices that are no longer pending. */
function* pageOfRealised(wanted: Wanted, page: number): Script<ListPage> {
  const { node } = answered(
    yield callStep('LocalizaRealizadas', () => filter(wanted) + element('pagina', String(page))),
    'RespuestaLocalizaRealizadas',
  );
  const notices = noticesIn(node);
  return { notices, isLast: notices.length === 0 || !(Number(textAt(node, 'totalPaginas') ?? 1) > page) };
}

const noticesIn = (node: Node): Notice[] =>
  (at(node, 'envios')?.children ?? []).filter(({ name }) => name === 'item').map(readNotice);

/** Finds a notice among the pending ones; `undefined` where it is not there. */
export function* findPending(key: NoticeKey): Script<Notice | undefined> {
  const all = yield* pending.script({});
  return all.find((notice) => isSame(notice, key));
}

/** The notice, and the first instant of the list in which it is looked for, at most 30 days ago. */
export interface Which extends NoticeKey {
  from: string;
}

/**
 * Finds a notice that is no longer pending.
 * @throws NothingFound where it is pending, or in no list
 */
export function* findRealised({ from, ...key }: Which): Script<Notice> {
  const all = yield* realised.script({ from });
  const found = all.find((notice) => isSame(notice, key));
  if (found) return found;
  throw new NothingFound((yield* findPending(key)) ? STILL_PENDING : NOT_LISTED, 'id');
}

/** Why a pending notice is not shown. */
const STILL_PENDING =
  'Está pendiente: descargarla sería abrirla, con efectos jurídicos, y esta consulta no abre nada. Acéptela antes con ' +
  'POST /dehu/notification-accept.';

/** The error for a notice that is in no list. */
const NOT_LISTED =
  'DEHú no la tiene entre las pendientes de este certificado ni entre las realizadas de los últimos 30 días.';
