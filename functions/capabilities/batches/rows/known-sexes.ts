import { plainDocument } from '../../../../shared/kernel/text.ts';
import { isShownTo } from '../../../../shared/operation/about.ts';
import type { Caller } from '../../../../shared/operation/ports.ts';
import { listMac } from '../../../../shared/serving/filing/draft.ts';
import { requestOfFiling } from '../../../../shared/serving/filing/recorded.ts';
import type { Services } from '../../../../shared/serving/services.ts';
import type { CellReading } from '../../../../shared/sheets/cells/readings.ts';
import type { FoundColumn } from '../sheets/types.ts';
import type { SentRow } from './row.ts';
import { allSubmissions } from './submissions.ts';

/**
 * Decides by earlier filings of its workers which code a column of sexes uses, if its values do not show that: M may be a man or
 * a woman.
 */

/** The most workers who are looked up. One known worker decides, and a sheet rarely has more than a few known ones. */
const MOST_WORKERS = 25;
/** Their newest filings that are read. */
const NEWEST = 5;

/** The readings of a column of sexes in which M is the only letter; see `column-codes.ts`. */
const READING = { mujer: 'HM', hombre: 'MF' } as const;
type Sex = keyof typeof READING;

/** Sexes in the requests of the operations that have them. */
const SEXES: Record<string, Record<string, Sex>> = {
  sexo: { M: 'hombre', F: 'mujer' },
  sex: { '1': 'hombre', '2': 'mujer' },
};

/** A code that was decided, and the row of a worker who shows it. */
export interface KnownReading {
  header: string;
  reading: CellReading;
  row: number;
}

/** The codes of columns that all known workers show alike. A column without a known worker stays undecided. */
export const knownReadings = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
  { rows, columns }: { rows: readonly SentRow[]; columns: readonly FoundColumn[] },
): Promise<KnownReading[]> => {
  const open = columns.filter(({ readings = [] }) => readings.includes(READING.mujer));
  if (open.length === 0) return [];
  const sexOf = await sexReader(services, caller);
  const decided: KnownReading[] = [];
  for (const { header, column } of open) {
    const workers = new Map<string, number>();
    for (const { row, cells = {}, body } of rows) {
      const document = String(body.dni ?? body.doc ?? '');
      if (document !== '' && cells[column!]?.toUpperCase() === 'M' && workers.size < MOST_WORKERS)
        workers.set(document, workers.get(document) ?? row);
    }
    const shows = await Promise.all(
      [...workers].map(async ([document, row]) => ({ row, sex: await sexOf(document) })),
    );
    const sure = shows.flatMap(({ row, sex }) => (sex === undefined ? [] : [{ row, sex }]));
    const [first] = sure;
    if (first && sure.every(({ sex }) => sex === first.sex))
      decided.push({ header, reading: READING[first.sex], row: first.row });
  }
  return decided;
};

/** Returns a function that finds the sex of a worker in accepted filings; `undefined` if none has it, or they differ. */
const sexReader = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
): Promise<(document: string) => Promise<Sex | undefined>> => {
  const { stores, now } = services;
  const { accountId } = caller;
  const key = await stores.keys.serviceKey('worker');
  const operations = (await allSubmissions(await services.loadGroups?.()))
    .filter(({ operation }) => Object.keys(SEXES).some((field) => field in operation.request.shape))
    .map(({ name }) => name);
  return async (document) => {
    const { filings } = await stores.filings.listFilings({
      accountId,
      worker: listMac(accountId, { what: 'worker', value: plainDocument(document) }, key),
      operations,
      states: ['accepted', 'declaredFiled'],
      dry: false,
      now: now(),
      limit: NEWEST,
    });
    const requests = await Promise.all(
      filings
        .filter((filing) => isShownTo(caller, filing))
        // The request of an old filing may be gone.
        .map((filing) => requestOfFiling(services, filing).catch(() => undefined)),
    );
    const sexes = new Set(requests.flatMap((request) => sexIn(request) ?? []));
    const [sex] = sexes;
    return sexes.size === 1 ? sex : undefined;
  };
};

const sexIn = (request: unknown): Sex | undefined => {
  for (const [field, codes] of Object.entries(SEXES)) {
    const sex = codes[String((request as Record<string, unknown> | undefined)?.[field] ?? '')];
    if (sex) return sex;
  }
  return undefined;
};
