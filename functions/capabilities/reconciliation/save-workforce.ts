import { invalid } from '../../../shared/kernel/errors.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { ReadForResource } from '../../../shared/serving/stages.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { readPlainRow } from '../batches/rows/read-plain-row.ts';
import { rowsOfFile } from '../batches/rows/sent.ts';
import { apartFrom, apartNotes } from './compared.ts';
import { MOST_WORKERS, type WorkforceWorker, workforceWorker } from './fields/worker.ts';
import type { SentWorkforce } from './shown.ts';
import type { WorkforceRow } from './store/workforce-row.ts';

/** Saves the list of a company's workers, as it is sent. */

/** The most mistakes of a file that are listed; these are enough to correct its cause. */
const MOST_NAMED = 50;

/**
 * Replaces the workforce of a company.
 * @param today by the authorities' clock
 * @returns how many workers it has, and notes on the list, in Spanish
 * @throws ServiceError 422 for a file with mistakes, and for accounts of other companies
 */
export const saveWorkforce = async (
  services: Services,
  { caller, now }: Pick<ReadForResource, 'caller' | 'now'>,
  { company, sent, today }: { company: Client; sent: SentWorkforce; today: string },
): Promise<{ count: number; notes: string[] }> => {
  const { accountId, userId } = caller!;
  const { rows: workers, notes } = sent.file
    ? await workersOfFile(services, sent.file, sent.mapping)
    : { rows: workersOfList(sent.rows ?? []), notes: [] };
  checkAccounts(company, workers, sent.file !== undefined);
  const key = await services.stores.keys.serviceKey('worker');
  const at = now.toISOString();
  const all = workers.map(({ worker, name }) =>
    rowOf(worker, {
      name,
      company: company.id,
      at,
      mac: (document) => listMac(accountId, { what: 'worker', value: document }, key),
    }),
  );
  const rows = lastRegistrations(all);
  const head = await services.stores.reconciliation.replaceWorkforce(
    accountId,
    { company: company.id, at, by: userId, today },
    rows,
  );
  const accounts = Object.values(company.accounts).map(({ regimen, ccc }) => regimen + ccc);
  const apart = apartNotes(apartFrom(head, accounts, rows), accounts);
  const earlier = all.length - rows.length;
  const twice =
    earlier > 0
      ? [`${earlier} filas son de un alta anterior del mismo trabajador en la misma cuenta, y no cuentan.`]
      : [];
  return { count: rows.length, notes: [...notes, ...twice, ...apart] };
};

/** Of a worker's rows in an account the one with the last registration; of equal ones the first. */
const lastRegistrations = (rows: readonly WorkforceRow[]): WorkforceRow[] => {
  const byWorker = new Map<string, WorkforceRow>();
  for (const row of rows) {
    const same = byWorker.get(row.account + row.mac);
    if (!same || same.since < row.since) byWorker.set(row.account + row.mac, row);
  }
  return [...byWorker.values()];
};

/** A worker with its position, for messages about mistakes. */
interface Placed {
  place: number;
  worker: WorkforceWorker;
  /** The worker's name, if the list has it. */
  name: string | undefined;
}

const workersOfList = (rows: WorkforceWorker[]): Placed[] =>
  rows.map((worker, place) => ({ place, worker, name: worker.nombre }));

/** The workers of a file. @throws ServiceError 422 with the mistakes of its rows */
const workersOfFile = async (
  services: Services,
  file: NonNullable<SentWorkforce['file']>,
  mapping: SentWorkforce['mapping'],
): Promise<{ rows: Placed[]; notes: string[] }> => {
  const { rows, notes } = await rowsOfFile(services, file, { operation: 'workforce', mapping });
  const mistakes: string[] = [];
  const workers = rows.flatMap((sent): Placed[] => {
    const { row, name } = sent;
    const { value: worker, mistakes: ofRow } = readPlainRow(workforceWorker, sent);
    mistakes.push(...ofRow.map((text) => `Fila ${row}. ${text}`));
    return worker ? [{ place: row, worker, name: worker.nombre ?? name }] : [];
  });
  if (mistakes.length > 0) throw invalid({ 'file.content': mistakes.slice(0, MOST_NAMED) });
  if (workers.length > MOST_WORKERS)
    throw invalid({ 'file.content': [`Debe tener como máximo ${MOST_WORKERS} trabajadores.`] });
  return { rows: workers, notes };
};

/** A worker of another company's account would be compared and corrected for the wrong one. @throws ServiceError 422 */
const checkAccounts = ({ accounts }: Client, rows: Placed[], isFile: boolean): void => {
  const ofCompany = new Set(Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc));
  const others = rows
    .filter(({ worker: { regimen, ccc } }) => !ofCompany.has(regimen + ccc))
    .slice(0, MOST_NAMED);
  if (others.length === 0) return;
  const message = 'No es una cuenta de cotización del cliente.';
  throw invalid(
    isFile
      ? { 'file.content': others.map(({ place }) => `Fila ${place}. ccc: ${message}`) }
      : Object.fromEntries(others.map(({ place }) => [`rows.${place}.ccc`, [message]])),
  );
};

const rowOf = (
  worker: WorkforceWorker,
  {
    company,
    at,
    name,
    mac,
  }: Pick<WorkforceRow, 'company' | 'at' | 'name'> & { mac: (document: string) => string },
): WorkforceRow => {
  const document = plainDocument(worker.dni);
  const { regimen, ccc, nss, fecha_baja, tipo_contrato, coeficiente, grupo_cotizacion, cno } = worker;
  return {
    company,
    account: regimen + ccc,
    mac: mac(document),
    document,
    since: worker.fecha_alta,
    at,
    ...(nss && { nss }),
    ...(name && { name }),
    ...(fecha_baja && { until: fecha_baja }),
    ...(tipo_contrato && { contract: tipo_contrato }),
    ...(coeficiente !== undefined && { coefficient: coeficiente }),
    ...(grupo_cotizacion && { group: grupo_cotizacion }),
    ...(cno && { cno }),
  };
};
