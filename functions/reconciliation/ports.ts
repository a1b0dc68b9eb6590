import { invalid, notFound } from '../../shared/kernel/errors.ts';
import { plainDocument } from '../../shared/kernel/text.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import { listMac } from '../../shared/serving/filing/draft.ts';
import type { Services } from '../../shared/serving/services.ts';
import type { ReadForResource } from '../../shared/serving/stages.ts';
import type { Client } from '../../shared/stores/clients/company.ts';
import { rowsOfFile } from '../batches/rows/sent.ts';
import { MOST_WORKERS, type WorkforceWorker, workforceWorker } from './fields.ts';
import type { WorkforceRow } from './store/workforce-row.ts';

/** A workforce as it is sent: rows, or a file that is read with a mapping of its headers. */
export interface SentWorkforce {
  rows?: WorkforceWorker[] | undefined;
  file?: { name: string; bytes: Uint8Array } | undefined;
  mapping?: Record<string, string | null> | undefined;
}

/** The port of operations on workforces. */
export interface ReconciliationPorts {
  /** The client company, where the caller may see it. @throws ServiceError 404 */
  company(id: number): Promise<Client>;
  /** Replaces the workforce of a company. @returns how many workers it has, and notes on the file, in Spanish */
  save(company: Client, sent: SentWorkforce): Promise<{ count: number; notes: string[] }>;
}

declare module '../../shared/operation/ports.ts' {
  interface ResourcePorts {
    /** Workforces of client companies, and their comparisons. */
    reconciliation: ReconciliationPorts;
  }
}

/** Mistakes of a file that are named at most: with these the office knows what is wrong with it. */
const MOST_NAMED = 50;

export const reconciliationPorts = (services: Services, read: ReadForResource): ReconciliationPorts => {
  const { accountId, clientId } = read.caller!;
  return {
    company: async (id) => {
      const isOwn = clientId === undefined || clientId === id;
      const company = isOwn ? await services.stores.clients.findClient(accountId, id) : undefined;
      if (!company) throw notFound('El cliente no existe.');
      return company;
    },
    save: async (company, sent) => {
      const { rows, notes } = sent.file
        ? await workersOfFile(services, sent.file, sent.mapping)
        : { rows: ofList(sent.rows ?? []), notes: [] };
      checkAccounts(company, rows, sent.file !== undefined);
      const key = await services.stores.keys.serviceKey('worker');
      const at = read.now.toISOString();
      const byWorker = new Map<string, WorkforceRow>();
      let earlier = 0;
      for (const { worker } of rows) {
        const row = rowOf(worker, {
          ...{ company: company.id, at },
          mac: (document) => listMac(accountId, { what: 'worker', value: document }, key),
        });
        const same = byWorker.get(row.account + row.mac);
        if (same) earlier += 1;
        if (!same || same.since < row.since) byWorker.set(row.account + row.mac, row);
      }
      await services.stores.reconciliation.replaceWorkforce(accountId, { company: company.id, at }, [
        ...byWorker.values(),
      ]);
      const twice =
        earlier > 0
          ? [
              `${earlier} filas son de un alta anterior del mismo trabajador en la misma cuenta, y no cuentan.`,
            ]
          : [];
      return { count: byWorker.size, notes: [...notes, ...twice] };
    },
  };
};

/** A worker with the place at which mistakes are named. */
interface Placed {
  place: number;
  worker: WorkforceWorker;
}

const ofList = (rows: WorkforceWorker[]): Placed[] => rows.map((worker, place) => ({ place, worker }));

/** The workers of a file. @throws ServiceError 422 with what is wrong with its rows */
const workersOfFile = async (
  services: Services,
  file: NonNullable<SentWorkforce['file']>,
  mapping: SentWorkforce['mapping'],
): Promise<{ rows: Placed[]; notes: string[] }> => {
  const { rows, notes } = await rowsOfFile(services, file, { operation: 'workforce', mapping });
  const mistakes: string[] = [];
  const workers = rows.flatMap(({ row, body, ofFile, mistakes: found = [] }): Placed[] => {
    const { value, errors } = ofFile
      ? { value: undefined, errors: {} }
      : readRequest(workforceWorker, body, { onlyDefined: true });
    const known = new Set(found.map(({ column }) => column));
    const all = [
      ...found.map(({ column, message }) => (column ? `${column}: ${message}` : message)),
      ...Object.entries(errors).flatMap(([field, texts]) =>
        known.has(field) ? [] : texts.map((text) => `${field}: ${text}`),
      ),
    ];
    mistakes.push(...all.map((text) => `Fila ${row}. ${text}`));
    return value && all.length === 0 ? [{ place: row, worker: value as WorkforceWorker }] : [];
  });
  if (mistakes.length > 0) throw invalid({ 'file.content': mistakes.slice(0, MOST_NAMED) });
  if (workers.length > MOST_WORKERS)
    throw invalid({ 'file.content': [`Debe tener como máximo ${MOST_WORKERS} trabajadores.`] });
  return { rows: workers, notes };
};

/** A worker of another company's account would be compared, and mended, for the wrong one. @throws ServiceError 422 */
const checkAccounts = ({ accounts }: Client, rows: Placed[], isFile: boolean): void => {
  const own = new Set(Object.values(accounts).map(({ regimen, ccc }) => regimen + ccc));
  const others = rows.filter(({ worker: { regimen, ccc } }) => !own.has(regimen + ccc)).slice(0, MOST_NAMED);
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
  { company, at, mac }: Pick<WorkforceRow, 'company' | 'at'> & { mac: (document: string) => string },
): WorkforceRow => {
  const document = plainDocument(worker.dni);
  const { regimen, ccc, nss, fecha_baja, tipo_contrato, coeficiente, grupo_cotizacion, cno } = worker;
  return {
    ...{ company, account: regimen + ccc, mac: mac(document), document, since: worker.fecha_alta, at },
    ...(nss && { nss }),
    ...(fecha_baja && { until: fecha_baja }),
    ...(tipo_contrato && { contract: tipo_contrato }),
    ...(coeficiente !== undefined && { coefficient: coeficiente }),
    ...(grupo_cotizacion && { group: grupo_cotizacion }),
    ...(cno && { cno }),
  };
};
