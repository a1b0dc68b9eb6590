import { type Exchange, isOutOfTime, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { collapse, type Page } from '../../html/page.ts';
import { isoDate, showFootprint, withoutKind } from '../identifiers.ts';
import { dateFields, goTo, linkStep } from '../web.ts';
import { QUERY_MENU } from './contract-data.ts';
import { ACCEPT, checkPage, follow, open, send } from './pages.ts';

/** Filter of a list: contribution account and dates `YYYY-MM-DD`. */
export interface ContractListInput {
  cif: string;
  regimen: string;
  ccc: string;
  from: string;
  to: string;
  /** The meaning of the dates: start of the contract, or date of the notification. */
  by: 'start' | 'notification';
  /** When time runs out, the list ends with its complete days, if it is sorted by day. Otherwise it fails. */
  inParts?: boolean;
}

/** A notification in a list, with the interface's fields. Dates are `YYYY-MM-DD`, or empty. */
type ContractListEntry = Record<keyof typeof COLUMNS, string>;

/** The notifications that were read, and the days `YYYY-MM-DD` that were not read in full, if time was over. */
export interface ContractList {
  entries: ContractListEntry[];
  rest?: { from: string; to: string };
}

/** Most pages of a list. SEPE itself refuses lists that are much longer. */
const MAX_PAGES = 50;

/** The notifications of a contribution account. */
export const contractList: Exchange<'reading', ContractListInput, ContractList> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Contrat@ list of notifications',
  standing: {
    state: 'assumed',
    note:
      'Assumed: that notifications of a contribution account are listed by dates, with the form and ' +
      'table of the other lists. Settled by both pages.',
    ifWrong: 'Nothing: the menu of queries only searches.',
  },
  *script(input): Script<ContractList> {
    const entries: ContractListEntry[] = [];
    try {
      yield* readInto(entries, input);
      return { entries };
    } catch (error) {
      if (error instanceof Refusal && error.messages.every((message) => NOTHING.test(message)))
        return { entries };
      const part = isOutOfTime(error) ? daysInFull(entries, input) : undefined;
      if (part) return part;
      throw error;
    }
  },
};

/** SEPE's messages for an empty list, which is not a refusal. */
const NOTHING = /CGE0076|CCT4011|no existen datos para esta consulta|no se encontraron datos/i;

function* readInto(entries: ContractListEntry[], input: ContractListInput): Script<void> {
  const { cif, regimen, ccc, from, to, by } = input;
  const menu = yield* open('queries', QUERY_MENU);
  const form = yield* follow(menu, '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idempresa&origen=');
  let page = yield* send(form, {
    picks: { tipofecha: by === 'start' ? '1' : '2' },
    changes: {
      cifnifnie: cif,
      regimen,
      numsecprov: ccc.slice(0, 2),
      numsec: ccc.slice(2, 9),
      digcont: ccc.slice(9),
      ...dateFields('desde', from),
      ...dateFields('hasta', to),
    },
    button: ACCEPT,
  });
  entries.push(...entriesOf(page));
  for (let pages = 1; ; pages++) {
    const next = page.$('a#siguiente').attr('href');
    if (next === undefined) return;
    if (pages === MAX_PAGES) throw new Unreadable('a list without end');
    const step = linkStep(page, next);
    page = yield* goTo({ ...step, ...(daysInFull(entries, input) && { needs: 1 }) }, checkPage);
    entries.push(...entriesOf(page));
  }
}

/**
 * The complete part of a list that was not read to its end: all days but the last one read. `undefined` if
 * the list may be answered as a whole only, is not in the order of the days asked for, or has one day only.
 */
const daysInFull = (
  entries: ContractListEntry[],
  { by, from, to, inParts }: ContractListInput,
): ContractList | undefined => {
  const dayOf = (entry: ContractListEntry) =>
    by === 'start' ? entry.fecha_inicio : entry.fecha_comunicacion;
  const days = entries.map(dayOf);
  const [first, last] = [days[0], days.at(-1)];
  if (!inParts || first === undefined || last === undefined || first === last) return undefined;
  if (days.some((day) => day < from || day > to)) return undefined;
  const ascends = first < last;
  const isInOrder = days.every((day, index) => {
    const before = days[index - 1] ?? day;
    return ascends ? before <= day : before >= day;
  });
  if (!isInOrder) return undefined;
  return {
    entries: entries.filter((entry) => dayOf(entry) !== last),
    rest: ascends ? { from: last, to } : { from, to: last },
  };
};

/** Columns by part of their heading. */
const COLUMNS = {
  tipo: /tipo/,
  id: /identificador/,
  nif_nie_trabajador: /nif/,
  codigo_cuenta_cotizacion: /cuenta/,
  codigo_contrato: /c.digo (?:de |del )?contrato/,
  fecha_inicio: /fecha (?:de )?inicio/,
  fecha_fin: /fecha (?:de )?(?:fin|t.rmino)/,
  fecha_comunicacion: /fecha (?:de )?comunicaci.n/,
};

/** @throws Unreadable if there is no list, or it lacks a column: otherwise data would be missing without notice */
const entriesOf = ({ $ }: Page): ContractListEntry[] => {
  const rows = $('table.tableScroll tr').toArray();
  const texts = (row: (typeof rows)[number]) =>
    $(row)
      .children('th, td')
      .toArray()
      .map((cell) => collapse($(cell).text()));
  const headings = rows[0] ? texts(rows[0]).map((heading) => heading.toLowerCase()) : [];
  const columns = Object.entries(COLUMNS).map(([name, heading]) => {
    const index = headings.findIndex((text) => heading.test(text));
    if (index < 0) throw new Unreadable(`list without column ${name}`);
    return [name, index] as const;
  });
  return rows.slice(1).map((row) => {
    const cells = texts(row);
    const raw = Object.fromEntries(columns.map(([name, index]) => [name, cells[index] ?? '']));
    return entryOf(raw as ContractListEntry);
  });
};

const entryOf = (raw: ContractListEntry): ContractListEntry => ({
  ...raw,
  id: showFootprint(raw.id) ?? raw.id,
  nif_nie_trabajador: withoutKind(raw.nif_nie_trabajador),
  codigo_cuenta_cotizacion: raw.codigo_cuenta_cotizacion.replace(/\s/g, ''),
  fecha_inicio: isoDate(raw.fecha_inicio) ?? '',
  fecha_fin: isoDate(raw.fecha_fin) ?? '',
  fecha_comunicacion: isoDate(raw.fecha_comunicacion) ?? '',
});
