import { csvFile } from '../../shared/csv.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { plusDays, showDay, showMoment } from '../../shared/days.ts';
import { showAccount } from '../../shared/who.ts';
import { AUTHORITIES, FILING_STATES, filingState, many } from '../../shared/words.ts';

/** The list of trámites: what it asks for, what it says about itself, and its sheet. */

/** What a list may show, by its name in the address. What was filed comes first, apart from trials and questions. */
export const KINDS = {
  presentados: 'Presentaciones',
  simulacros: 'Simulacros',
  consultas: 'Consultas',
  todos: 'Todo',
} as const;
export type Kind = keyof typeof KINDS;

/** The filters of the list, by their names in the address. */
const FILTERS = [
  ...(['worker', 'operation', 'state', 'ccc', 'from', 'to', 'user'] as const),
  ...(['clientId', 'certificateId', 'key', 'requestId'] as const),
];

/** Filters that only a program or its developer knows. */
export const TECHNICAL = ['clientId', 'certificateId', 'key', 'requestId'] as const;

/** States that what was filed never has. */
const OF_OTHERS: ReadonlySet<string> = new Set(['dryRun', 'answered', 'failed', 'preparing']);

/** What the list shows. Who looks for one request, or for a state that filings never have, does not look among filings alone. */
export const kindOf = ({ que, state = '', key, requestId }: Record<string, string>): Kind => {
  if (OF_OTHERS.has(state) || key || requestId) return 'todos';
  return que && que in KINDS ? (que as Kind) : 'presentados';
};

/** The first and the last day of a month. @param month AAAA-MM */
export const daysOf = (month: string): { from: string; to: string } => {
  const next = plusDays(`${month}-28`, 4);
  return { from: `${month}-01`, to: plusDays(`${next.slice(0, 7)}-01`, -1) };
};

/** The filters that the gateway has. It does not tell questions from filings, so the page drops one of them. */
export const requestFor = (query: Record<string, string>): Record<string, string | boolean> => {
  const kind = kindOf(query);
  const given = FILTERS.flatMap((name): [string, string][] => (query[name] ? [[name, query[name]]] : []));
  return {
    ...Object.fromEntries(given),
    ...(query.mes && daysOf(query.mes)),
    ...(kind !== 'todos' && { dry: kind === 'simulacros' }),
  };
};

/** Whether the list shows a trámite that the gateway answered. */
export const isShown = (
  query: Record<string, string>,
  { reading }: Pick<ListedFiling, 'reading'>,
): boolean => {
  const kind = kindOf(query);
  return kind === 'todos' || kind === 'simulacros' || reading === (kind === 'consultas');
};

const MONTH = new Intl.DateTimeFormat('es-ES', { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** A month in words: `noviembre de 2026`. @param month AAAA-MM */
const sayMonth = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`));

/** Months that can be chosen: this one and the twelve before it, in words by AAAA-MM. @param today AAAA-MM-DD */
export const monthsUntil = (today: string): Record<string, string> => {
  const months = [today.slice(0, 7)];
  while (months.length < 13) months.push(plusDays(`${months.at(-1)}-01`, -1).slice(0, 7));
  return Object.fromEntries(months.map((month) => [month, sayMonth(month)]));
};

/**
 * What the shown trámites are, for the page and for whoever reads it on paper: `12 trámites · Presentaciones · noviembre de 2026`.
 * @param named the words of filters whose value says nothing to people
 */
export const listText = (
  filings: readonly Pick<ListedFiling, 'operationName'>[],
  {
    query,
    isWhole,
    named,
  }: { query: Record<string, string>; isWhole: boolean; named: (string | undefined)[] },
): string =>
  [
    `${isWhole ? '' : 'Los últimos '}${many(filings.length, 'trámite', 'trámites')}`,
    KINDS[kindOf(query)],
    query.operation && filings[0]?.operationName,
    query.mes && sayMonth(query.mes),
    !query.mes && query.from && `desde el ${showDay(query.from)}`,
    !query.mes && query.to && `hasta el ${showDay(query.to)}`,
    query.state && FILING_STATES[query.state]?.name,
    query.worker,
    query.ccc && `cuenta ${showAccount(query.ccc)}`,
    ...named,
  ]
    .filter(Boolean)
    .join(' · ');

const COLUMNS = [
  ...['Trabajador', 'Documento', 'NSS', 'Trámite', 'Fecha de efecto', 'Estado', 'Empresa', 'Cuenta'],
  ...['Organismo', 'Pedido', 'Por', 'Número del organismo', 'Respuesta'],
];

/** The shown trámites as a file that spreadsheet programs open, one a row. */
export const sheetOf = (filings: readonly ListedFiling[]): string =>
  csvFile([
    COLUMNS,
    ...filings.map((filing) => [
      ...[filing.worker?.name, filing.worker?.document, filing.worker?.nss, filing.operationName],
      ...[
        filing.effectiveDate && showDay(filing.effectiveDate),
        filingState(filing).name,
        filing.companyName,
      ],
      ...[filing.ccc && showAccount(`${filing.regimen ?? ''}${filing.ccc}`), AUTHORITIES[filing.authority]],
      ...[showMoment(filing.created_at), filing.user.name, filing.reference, filing.messages.join(' ')],
    ]),
  ]);
