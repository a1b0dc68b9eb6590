import { ulid } from 'ulid';
import type { Document } from '../../shared/kernel/document.ts';
import { conflict, invalid, notFound } from '../../shared/kernel/errors.ts';
import { plainDocument } from '../../shared/kernel/text.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import { afterNaturalDays } from '../../shared/kernel/working-days.ts';
import type { Caller } from '../../shared/operation/ports.ts';
import { listMac } from '../../shared/serving/filing/draft.ts';
import type { Services } from '../../shared/serving/services.ts';
import { header, type ReadForResource } from '../../shared/serving/stages.ts';
import type { CertificateSecret } from '../../shared/stores/certificates.ts';
import type { Client } from '../../shared/stores/clients/company.ts';
import { keptToken } from '../../shared/stores/identity/kept-token.ts';
import { rowsOfFile, typeOf } from '../batches/rows/sent.ts';
import { questionsOf } from './compare.ts';
import { driveReconciliation } from './driver/drive.ts';
import { MOST_WORKERS, type WorkforceWorker, workforceWorker } from './fields.ts';
import { resultSheetOf } from './result.ts';
import {
  packed,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
} from './store/reconciliation-row.ts';
import type { WorkforceRow } from './store/workforce-row.ts';
import { believedOn } from './workforce.ts';

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
  /** Readings that a comparison makes at least. @throws ServiceError 409 without a workforce, 422 for an account of another company */
  cost(company: Client, wanted: WantedReconciliation): Promise<number>;
  /** Begins a comparison. @throws ServiceError as `cost`, and 422 without a certificate */
  begin(company: Client, wanted: WantedReconciliation): Promise<Reconciliation>;
  /** A comparison as far as it is, after it went on. @throws ServiceError 404 */
  find(id: string): Promise<{ one: Reconciliation } & ReconciliationResult>;
  /** The result as a sheet. @throws ServiceError 404, and 409 before the end */
  sheet(id: string, format: 'xlsx' | 'csv'): Promise<Document>;
}

/** A comparison that is asked for. */
export interface WantedReconciliation {
  /** One contribution account; all without. */
  regimen?: string | undefined;
  ccc?: string | undefined;
  from?: string | undefined;
  /** By the clock of the authorities. */
  today: string;
  cert_secret_sepe?: string | undefined;
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
    cost: async (company, wanted) => {
      const { accounts, rows, from } = await comparedOf(services, accountId, company, wanted);
      const { today } = wanted;
      const nothing = { situations: new Map(), certificates: new Map() };
      return accounts
        .map((account) => rows.filter((row) => row.account === account.regimen + account.ccc))
        .map((own) => own.map((row) => believedOn(row, today)))
        .reduce((sum, own) => sum + questionsOf({ from, today }, own, nothing).length, 0);
    },
    begin: async (company, wanted) => {
      const { accounts, rows, from } = await comparedOf(services, accountId, company, wanted);
      const tgss = await certificateNamed(
        services,
        read,
        header(read.event, 'X-Cert-Secret'),
        'X-Cert-Secret',
      );
      const sepe =
        wanted.cert_secret_sepe === undefined
          ? tgss
          : await certificateNamed(services, read, wanted.cert_secret_sepe, 'cert_secret_sepe');
      const { now, scenario } = read;
      const one: Reconciliation = {
        ...{ id: ulid(now.getTime()), accountId, clientId: clientId ?? 0, company: company.id },
        ...{ cif: company.cif, accounts, from, today: wanted.today, state: 'asking' },
        actor: { userId: read.caller!.userId, token: keptToken(read.caller!) },
        certificates: { tgss, sepe },
        ...(scenario && { scenario }),
        createdAt: now.toISOString(),
        ...{ asked: 0, answered: 0, failed: 0, believed: packed(rows) },
      };
      await services.stores.reconciliation.createReconciliation(one, now);
      return driveNow(services, one);
    },
    find: async (id) => {
      const one = await findOne(services, read.caller!, id);
      const driven = isFresh(one, services.now()) ? one : await driveNow(services, one);
      return { one: driven, ...(resultIn(driven) ?? { differences: [], notCompared: [] }) };
    },
    sheet: async (id, format) => {
      const one = await findOne(services, read.caller!, id);
      const result = resultIn(one);
      if (!result) throw conflict('El cuadre todavía no ha terminado.');
      return {
        name: `cuadre-${id}.${format}`,
        contentType: typeOf(format),
        bytes: await resultSheetOf(result, format),
      };
    },
  };
};

/** A client company finds comparisons of its own alone. @throws ServiceError 404 */
const findOne = async (
  { stores }: Services,
  { accountId, clientId }: Pick<Caller, 'accountId' | 'clientId'>,
  id: string,
): Promise<Reconciliation> => {
  const one = await stores.reconciliation.getReconciliation(accountId, id);
  if (!one || (clientId !== undefined && one.company !== clientId)) throw notFound('El cuadre no existe.');
  return one;
};

/** How long nothing new is expected of a comparison that has gone on, in milliseconds. */
const FRESH_MS = 3_000;

const isFresh = ({ state, drivenAt }: Reconciliation, now: Date): boolean =>
  state === 'ended' || (drivenAt !== undefined && now.getTime() - Date.parse(drivenAt) < FRESH_MS);

/** Goes on with a comparison. That this fails now changes nothing: the schedule does it in a minute. */
const driveNow = async (services: Services, one: Reconciliation): Promise<Reconciliation> => {
  try {
    return await driveReconciliation(services, one);
  } catch (error) {
    services.log.error('failed to go on with a comparison', {
      reconciliation: one.id,
      error: error as Error,
    });
    return one;
  }
};

/** Days for which contracts and terminations are compared where the caller names no first day. */
const DAYS = 365;

/** What a comparison is about. */
const comparedOf = async (
  { stores }: Services,
  accountId: string,
  { id, accounts }: Client,
  { regimen, ccc, from, today }: WantedReconciliation,
): Promise<Pick<Reconciliation, 'accounts' | 'from'> & { rows: WorkforceRow[] }> => {
  const own = Object.values(accounts).map(({ regimen, ccc }) => ({ regimen, ccc }));
  const wanted = ccc === undefined ? own : own.filter((one) => one.regimen === regimen && one.ccc === ccc);
  if (wanted.length === 0) throw invalid({ ccc: ['No es una cuenta de cotización del cliente.'] });
  const [head, rows] = await Promise.all([
    stores.reconciliation.findWorkforce(accountId, id),
    stores.reconciliation.listWorkforce(accountId, id),
  ]);
  if (!head) throw conflict('El cliente no tiene plantilla guardada: guárdela antes (PUT /workforce).');
  const names = new Set(wanted.map((one) => one.regimen + one.ccc));
  return {
    accounts: wanted,
    from: from ?? afterNaturalDays(today, -DAYS),
    rows: rows.filter(({ account }) => names.has(account)),
  };
};

/** A stored certificate of the caller's. @throws ServiceError 422 */
const certificateNamed = async (
  { stores }: Services,
  { caller }: ReadForResource,
  secret: string | undefined,
  field: string,
): Promise<CertificateSecret> => {
  const { accountId, clientId } = caller!;
  const found = secret ? await stores.certificates.readSecret(secret.trim(), accountId) : undefined;
  if (!found || (clientId !== undefined && found.clientId !== clientId))
    throw invalid({ [field]: [secret ? 'El certificado no existe.' : 'Falta el certificado.'] });
  return found;
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
