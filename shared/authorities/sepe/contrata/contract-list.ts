import { type Exchange, Refusal, type Script, Unreadable } from '../../exchange.ts';
import { collapse, type Page } from '../../html/page.ts';
import { isoDate, showFootprint, withoutKind } from '../identifiers.ts';
import { dateFields, goTo, linkStep } from '../web.ts';
import { QUERY_MENU } from './contract-data.ts';
import { ACCEPT, checkPage, open, send } from './pages.ts';

/** Which notifications: of a contribution account, by dates `YYYY-MM-DD`. */
export interface ContractListInput {
  cif: string;
  regimen: string;
  ccc: string;
  from: string;
  to: string;
  /** The meaning of the dates: start of the contract, or date of the notification. */
  by: 'start' | 'notification';
}

/** A notification in a list, with the interface's fields. Dates are `YYYY-MM-DD`, or empty. */
export interface ContractListEntry {
  tipo: string;
  id: string;
  nif_nie_trabajador: string;
  codigo_cuenta_cotizacion: string;
  codigo_contrato: string;
  fecha_inicio: string;
  fecha_fin: string;
  fecha_comunicacion: string;
}

/** Most pages of a list. SEPE itself refuses lists that are much longer. */
const MAX_PAGES = 50;

/** The notifications of a contribution account. */
export const contractList: Exchange<'reading', ContractListInput, ContractListEntry[]> = {
  kind: 'reading',
  authority: 'sepe',
  name: 'Contrat@ list of notifications',
  evidence: {
    state: 'assumed',
    note: 'Assumed: that the application lists the notifications of a contribution account by dates, with the form and table of its other lists.',
    ifWrong: 'Nothing: it is reached through the menu of queries, and sends a search.',
  },
  *script(input): Script<ContractListEntry[]> {
    try {
      return yield* list(input);
    } catch (error) {
      if (error instanceof Refusal && error.messages.every((message) => NOTHING.test(message))) return [];
      throw error;
    }
  },
};

/** SEPE's messages for an empty list, which is not a refusal. */
const NOTHING = /CGE0076|CCT4011|no existen datos para esta consulta|no se encontraron datos/i;

function* list({ cif, regimen, ccc, from, to, by }: ContractListInput): Script<ContractListEntry[]> {
  const menu = yield* open('queries', QUERY_MENU);
  const form = yield* goTo(
    linkStep(menu, '/ccomunicacto/servlet/ServletConsultaEmpresa?pagina=idempresa&origen='),
    checkPage,
  );
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
  const entries = entriesOf(page);
  for (let pages = 1; ; pages++) {
    const next = page.$('a#siguiente').attr('href');
    if (next === undefined) return entries;
    if (pages === MAX_PAGES) throw new Unreadable('a list without end');
    page = yield* goTo(linkStep(page, next), checkPage);
    entries.push(...entriesOf(page));
  }
}

/** Columns by part of their heading. */
const COLUMNS: Record<keyof ContractListEntry, RegExp> = {
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
    return entryOf(raw as unknown as ContractListEntry);
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
