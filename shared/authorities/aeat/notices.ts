import { dayAfter } from '../../kernel/spanish-time.ts';
import { type Exchange, type Script, Unreadable } from '../exchange.ts';
import { textOf } from '../html/page.ts';
import { enter, type PortalPage, pageError, post } from './portal.ts';

/** A notification by its number; and today in Spain, `YYYY-MM-DD`. */
export interface NoticeKey {
  code: string;
  today: string;
}

/** A notification or communication in the agency's list. Days are `YYYY-MM-DD`; missing values are `''`. */
export interface Notice {
  /** Its number (número de certificado), 13 digits. */
  code: string;
  kind: 'NOTIFICACION' | 'COMUNICACION';
  /** The agency lists a pending one without its details. */
  concept: string;
  /** About whom it is, and to whom it is sent: tax id and name. */
  holder: Party;
  recipient: Party;
  issued: string;
  /** When it counted as served, and how, in the words of the agency. */
  notified: string;
  manner: string;
  /** `NO_LEIDA`: a notification that was served without being opened, or a communication that no one opened. */
  state: 'PENDIENTE' | 'ACEPTADA' | 'NO_LEIDA';
}
interface Party {
  nif: string;
  name: string;
}

const LIST_PATH = '/wlpl/GNNO-JDIT/SvInteresadosQuery';
/**
 * Most entries on a page. How the list continues is unknown, so a full page is asked for again in two shorter
 * periods.
 */
const PAGE = 20;
/** Natural days for which notifications are listed, until today. */
const LISTED_DAYS = 365;

/** Lists the notifications of the last year, opened or not. Listing opens none. @param today in Spain, `YYYY-MM-DD` */
export const listing: Exchange<'reading', { today: string }, Notice[]> = {
  kind: 'reading',
  authority: 'aeat',
  name: 'GNNO SvInteresadosQuery',
  standing: {
    state: 'confirmed',
    note:
      'InteliFactu/ventanilla-unica and nevenincs/cadrumo, with the real portal in 2026: fields, columns, a captured page, ' +
      'NUM_RESULTADOS_RS. Assumed: by day of issue, both days included.',
    ifWrong: 'Nothing: it searches; no content of a notification is in its answer.',
  },
  *script({ today }) {
    return yield* enteredList(today);
  },
};

/** Enters the portal, and lists. */
function* enteredList(today: string): Script<Notice[]> {
  yield* enter();
  return yield* listOf(dayAfter(today, { days: -LISTED_DAYS }), today);
}

/** Finds a notification in the list; `undefined` where it is not there. */
export function* findNotice({ code, today }: NoticeKey): Script<Notice | undefined> {
  return (yield* enteredList(today)).find((notice) => notice.code === code);
}

/** All that was issued from one day to another. */
function* listOf(from: string, to: string): Script<Notice[]> {
  const { notices, total } = readList(
    yield* post(LIST_PATH, [
      ['F_FECHA_DESDE', dashed(from)],
      ['F_FECHA_HASTA', dashed(to)],
      ['F_TIPO_CONSULTA', ''],
      ['F_LEIDA', ''],
      ['VEZ', 'BUSCAR1'],
      ['QUE_MODO', 'NORMAL'],
      ['NOM_QUERY', 'es.aeat.gnno.jdit.web.punSede.interesados.query.SvInteresadosQuery'],
      ['CLASGTE', `${PAGE}/0/`],
    ]),
  );
  if (total === undefined ? notices.length < PAGE : notices.length >= total) return notices;
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000;
  if (days < 1) throw new Unreadable('more notifications of a day than on a page');
  const middle = dayAfter(from, { days: Math.floor((days - 1) / 2) });
  const both = [...(yield* listOf(from, middle)), ...(yield* listOf(dayAfter(middle, { days: 1 }), to))];
  if (both.length < (total ?? PAGE)) throw new Unreadable('parts of a list that are less than the whole');
  return both;
}

/** Columns by their titles: both spellings that the portal has had. */
const COLUMNS = {
  code: /certificado/i,
  concept: /^concepto/i,
  kind: /^tipo/i,
  holder: /^titular/i,
  recipient: /^destinatario/i,
  issued: /^fecha (?:de )?emisi/i,
  notified: /^fecha (?:de )?notificaci/i,
  manner: /^modo/i,
  read: /^le[ií]da/i,
};
type Column = keyof typeof COLUMNS;
/** Without these a list cannot be read. */
const NEEDED: Column[] = ['code', 'kind', 'holder', 'issued', 'notified'];

/** The rows of a page, and how many there are in all, if it has that. */
const readList = (page: PortalPage): { notices: Notice[]; total: number | undefined } => {
  const { $ } = page;
  if (!/notificaciones y comunicaciones/i.test(textOf($('h1')))) throw pageError(page);
  const table = $('#GESTOR');
  const rows = table.find('tr[id^="filaNum"]').toArray();
  const titles = table
    .find('thead th')
    .toArray()
    .map((cell) => textOf($(cell)));
  const places = Object.entries(COLUMNS).map(([column, title]) => [
    column,
    titles.findIndex((text) => title.test(text)),
  ]);
  const place = Object.fromEntries(places) as Record<Column, number>;
  const number = $('input[name="NUM_RESULTADOS_RS"]').first().attr('value') ?? '';
  const total = /^\d{1,6}$/.test(number) ? Number(number) : undefined;
  if (rows.length === 0 && total !== 0 && !EMPTY.test(page.wholeText())) throw pageError(page);
  if (rows.length > 0 && NEEDED.some((column) => place[column] < 0))
    throw new Unreadable('list without a column');
  return {
    notices: rows.map((row) => {
      const cells = $(row)
        .find('td')
        .toArray()
        .map((cell) => textOf($(cell)));
      return readNotice((column) => cells[place[column]] ?? '');
    }),
    total,
  };
};

/** Words of a list without rows. */
const EMPTY = /no se han (?:obtenido|encontrado) resultados/i;

const readNotice = (cell: (column: Column) => string): Notice => {
  const [code, words] = [cell('code'), cell('kind')];
  const kind = (['NOTIFICACION', 'COMUNICACION'] as const).find((one) => plain(words).startsWith(one));
  const [issued, notified] = [dayIn(cell('issued')), dayIn(cell('notified'))];
  if (!/^\d{13}$/.test(code) || !kind || !issued) throw new Unreadable('row of a list');
  const manner = cell('manner');
  const isOpened = plain(cell('read')) === 'SI' || /(?<!no )accedida/i.test(manner);
  return {
    code,
    kind,
    issued,
    notified,
    manner,
    concept: cell('concept').replaceAll('*', '').trim(),
    holder: partyIn(cell('holder')),
    recipient: partyIn(cell('recipient')),
    state: isOpened ? 'ACEPTADA' : kind === 'NOTIFICACION' && notified === '' ? 'PENDIENTE' : 'NO_LEIDA',
  };
};

/** A text in capitals, without accents. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/** `NIF NAME`. Without a tax id, all of it is the name. */
const partyIn = (text: string): Party => {
  const [, nif = '', name = text] = /^([0-9A-Z]\d{7}[0-9A-Z])(?: (.*))?$/.exec(text) ?? [];
  return { nif, name: nif && name === text ? '' : name };
};

/** `DD-MM-AAAA` or with slashes, as `YYYY-MM-DD`; `''` for none. @throws Unreadable for any other */
export const dayIn = (text: string): string => {
  if (text === '') return '';
  const [, day, month, year] = /^(\d\d)[-/](\d\d)[-/](\d{4})$/.exec(text) ?? [];
  const iso = `${year}-${month}-${day}`;
  if (!year || dayAfter(iso, {}) !== iso) throw new Unreadable('date of a notification');
  return iso;
};

const dashed = (day: string): string => day.split('-').toReversed().join('-');
