import { ulid } from 'ulid';
import type { Document } from '../../../shared/kernel/document.ts';
import { conflict, forbidden, invalid, notFound } from '../../../shared/kernel/errors.ts';
import { covers } from '../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import { madridDay } from '../../../shared/kernel/spanish-time.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import type { Caller } from '../../../shared/operation/ports.ts';
import type { SheetMapping } from '../../../shared/operation/sent-sheet.ts';
import { listMac } from '../../../shared/serving/filing/draft.ts';
import type { Services } from '../../../shared/serving/services.ts';
import { header, type ReadForResource } from '../../../shared/serving/stages.ts';
import type { CertificateSecret } from '../../../shared/stores/certificates.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { keptToken } from '../../../shared/stores/identity/kept-token.ts';
import { rowsOfFile, typeOf } from '../batches/rows/sent.ts';
import { questionsOf } from './compare.ts';
import {
  apartFrom,
  apartNotes,
  apartText,
  comparedOf,
  ofApart,
  type WantedReconciliation,
} from './compared.ts';
import { driveReconciliation } from './driver/drive.ts';
import { rowsOf } from './driver/end.ts';
import { MOST_WORKERS, type WorkforceWorker, workforceWorker } from './fields.ts';
import { type Import, importFrom } from './import.ts';
import { MOST_OPEN, MOST_QUESTIONS } from './limits.ts';
import { listedOf, type WantedList } from './listed.ts';
import { nextNight } from './night.ts';
import { keyedIn, openOf } from './open.ts';
import { resultSheetOf } from './result.ts';
import {
  type Apart,
  type Nightly,
  type NotComparedOfAccount,
  packed,
  type Reconciliation,
  type ReconciliationResult,
  resultIn,
} from './store/reconciliation-row.ts';
import type { WorkforceRow } from './store/workforce-row.ts';
import { believedOn } from './workforce.ts';

/** A sent workforce: rows, or a file with a mapping of its headers. */
export interface SentWorkforce {
  rows?: WorkforceWorker[] | undefined;
  file?: { name: string; bytes: Uint8Array } | undefined;
  mapping?: SheetMapping | undefined;
}

/** The port of operations on workforces. */
export interface ReconciliationPorts {
  /** The client company, if the caller may see it. @throws ServiceError 404 */
  company(id: number): Promise<Client>;
  /**
   * Replaces the workforce of a company.
   * @param today by the authorities' clock
   * @returns how many workers it has, and notes on the list, in Spanish
   */
  save(company: Client, sent: SentWorkforce, today: string): Promise<{ count: number; notes: string[] }>;
  /**
   * The least number of readings of a comparison.
   * @throws ServiceError 409 without a workforce that says enough, 422 for an account of another company
   */
  cost(company: Client, wanted: WantedReconciliation): Promise<number>;
  /** Begins a comparison. @throws ServiceError as `cost`, 422 without a certificate, and 409 if as many are open as may be */
  begin(company: Client, wanted: WantedReconciliation & { questions: number }): Promise<FoundReconciliation>;
  /** Comparisons, the newest first, and their total. */
  list(
    wanted: WantedList,
    page: { position: number; limit: number },
  ): Promise<{ found: NamedReconciliation[]; total: number }>;
  /** Continues a comparison, and returns its state. @throws ServiceError 404 */
  find(id: string): Promise<FoundReconciliation>;
  /** Switches the nightly comparison on. @throws ServiceError 409 without a workforce, and 422 without a certificate */
  switchOn(company: Client, wanted: WantedReconciliation): Promise<Nightly>;
  /** Stops a comparison; if it has ended, it stays as it is. @throws ServiceError 404, and 403 for who may not stop it */
  stop(id: string): Promise<FoundReconciliation>;
  /** Switches the nightly comparison off. */
  switchOff(company: Client): Promise<void>;
  /** The company's nightly comparison; `undefined` if it was never switched on. */
  nightly(company: Client): Promise<Nightly | undefined>;
  /** Accepts a difference, so that nights do not report it until it changes. @throws ServiceError 404, and 422 for an unknown key */
  accept(id: string, key: string): Promise<KeyedDifference>;
  /** Withdraws the acceptance of a difference. @throws ServiceError as `accept` */
  unaccept(id: string, key: string): Promise<KeyedDifference>;
  /** Plans or makes an import from a comparison. @throws ServiceError 404, and as `importFrom` */
  import(id: string, preview: string | undefined): Promise<Import>;
  /** The result as a sheet. @throws ServiceError 404, and 409 before the end */
  sheet(id: string, format: 'xlsx' | 'csv'): Promise<Document>;
}

/** A difference with its key, and whether a person has accepted it. */
export type KeyedDifference = ReconciliationResult['differences'][number] & {
  key: string;
  isAccepted: boolean;
};

/** A comparison with its differences. */
export interface FoundReconciliation {
  one: Reconciliation;
  differences: KeyedDifference[];
  notCompared: NotComparedOfAccount[];
  /** Whether the caller may stop it now. */
  mayStop: boolean;
}

/** A comparison with the name of its company; `undefined` if the company was deleted. */
export type NamedReconciliation = FoundReconciliation & { companyName: string | undefined };

declare module '../../../shared/operation/ports.ts' {
  interface ResourcePorts {
    /** Workforces of client companies, and their comparisons. */
    reconciliation: ReconciliationPorts;
  }
}

/** The most mistakes of a file that are listed; these are enough to correct its cause. */
const MOST_NAMED = 50;

export const reconciliationPorts = (services: Services, read: ReadForResource): ReconciliationPorts => {
  const { accountId, clientId } = read.caller!;
  const shown = async (one: Reconciliation): Promise<FoundReconciliation> => ({
    one,
    ...(await resultWithKeys(services, one)),
    mayStop: one.state === 'asking' && mayStop(one, read),
  });
  return {
    company: async (id) => {
      const isOwn = clientId === undefined || clientId === id;
      const company = isOwn ? await services.stores.clients.findClient(accountId, id) : undefined;
      if (!company) throw notFound('El cliente no existe.');
      return company;
    },
    save: async (company, sent, today) => {
      const { rows, notes } = sent.file
        ? await workersOfFile(services, sent.file, sent.mapping)
        : { rows: ofList(sent.rows ?? []), notes: [] };
      checkAccounts(company, rows, sent.file !== undefined);
      const key = await services.stores.keys.serviceKey('worker');
      const at = read.now.toISOString();
      const byWorker = new Map<string, WorkforceRow>();
      let earlier = 0;
      for (const { worker, name } of rows) {
        const row = rowOf(worker, {
          name,
          company: company.id,
          at,
          mac: (document) => listMac(accountId, { what: 'worker', value: document }, key),
        });
        const same = byWorker.get(row.account + row.mac);
        if (same) earlier += 1;
        if (!same || same.since < row.since) byWorker.set(row.account + row.mac, row);
      }
      const all = [...byWorker.values()];
      const head = await services.stores.reconciliation.replaceWorkforce(
        accountId,
        { company: company.id, at, by: read.caller!.userId, today },
        all,
      );
      const accounts = Object.values(company.accounts).map(({ regimen, ccc }) => regimen + ccc);
      const apart = apartNotes(apartFrom(head, accounts, all), accounts);
      const twice =
        earlier > 0
          ? [
              `${earlier} filas son de un alta anterior del mismo trabajador en la misma cuenta, y no cuentan.`,
            ]
          : [];
      return { count: byWorker.size, notes: [...notes, ...twice, ...apart] };
    },
    cost: async (company, wanted) => {
      const { accounts, rows, from, apart } = await comparedOf(services, accountId, company, wanted);
      const { today } = wanted;
      checkApart(accounts, apart, wanted);
      const nothing = { situations: new Map(), certificates: new Map() };
      return accounts
        .map(({ regimen, ccc }) => regimen + ccc)
        .map((account) => {
          const own = rowsOf(rows, account).map((row) => believedOn(row, today));
          const questions = questionsOf({ from, today }, own, nothing);
          return (wanted.for_import ? questions : ofApart(questions, account, apart)).length;
        })
        .reduce((sum, count) => sum + count, 0);
    },
    begin: async (company, { questions, ...wanted }) => {
      const { accounts, rows, from, apart } = await comparedOf(services, accountId, company, wanted);
      checkApart(accounts, apart, wanted);
      const certificates = await certificatesNamed(services, read, wanted);
      const { now, scenario } = read;
      const one: Reconciliation = {
        id: ulid(now.getTime()),
        accountId,
        clientId: clientId ?? 0,
        company: company.id,
        cif: company.cif,
        accounts,
        ...(apart.length > 0 && { apart }),
        from,
        today: wanted.today,
        state: 'asking',
        actor: { userId: read.caller!.userId, token: keptToken(read.caller!) },
        certificates,
        ...(wanted.for_import && { forImport: true }),
        ...(scenario && { scenario }),
        createdAt: now.toISOString(),
        asked: 0,
        answered: 0,
        failed: 0,
        believed: packed(rows),
      };
      const isReader = !covers(read.role ?? 'reads', 'files');
      await beginWithin(services, one, { questions, isReader, now });
      return shown(await driveNow(services, one));
    },
    list: async (wanted, { position, limit }) => {
      const all = await services.stores.reconciliation.listedReconciliations(accountId);
      const own = all.filter(({ company }) => clientId === undefined || company === clientId);
      const listed = listedOf(own, wanted);
      const page = listed.slice(position, position + limit);
      const { clients, reconciliation: store } = services.stores;
      const names = new Map<number, string | undefined>();
      await fewAtOnce([...new Set(page.map(({ company }) => company))], SIDE_BY_SIDE, async (company) => {
        names.set(company, (await clients.findClient(accountId, company))?.name);
      });
      const found: NamedReconciliation[] = [];
      await fewAtOnce(page, SIDE_BY_SIDE, async ({ id, company }) => {
        const one = await store.getReconciliation(accountId, id);
        if (one) found.push({ ...(await shown(one)), companyName: names.get(company) });
      });
      return { found: found.toSorted((a, b) => (a.one.id < b.one.id ? 1 : -1)), total: listed.length };
    },
    find: async (id) => {
      const one = await findOne(services, read.caller!, id);
      return shown(isFresh(one, services.now()) ? one : await driveNow(services, one));
    },
    stop: async (id) => {
      const one = await findOne(services, read.caller!, id);
      if (one.state === 'asking') {
        if (!mayStop(one, read))
          throw forbidden('Solo lo detiene quien lo empezó, o quien presenta trámites.');
        await services.stores.reconciliation.stopReconciliation(one, read.caller!.userId, services.now());
      }
      return shown(await driveNow(services, one));
    },
    switchOff: ({ id }) =>
      services.stores.reconciliation.switchNightlyOff({ accountId, company: id }, read.caller!.userId),
    switchOn: async (company, wanted) => {
      await comparedOf(services, accountId, company, wanted);
      const { scenario, now } = read;
      const of = { accountId, company: company.id };
      await services.stores.reconciliation.switchNightlyOn(
        {
          ...of,
          clientId: clientId ?? 0,
          actor: { userId: read.caller!.userId, token: keptToken(read.caller!) },
          certificates: await certificatesNamed(services, read, wanted),
          ...(scenario && { scenario }),
        },
        nextNight(accountId, company.id, now),
      );
      return (await services.stores.reconciliation.findNightly(accountId, company.id))!;
    },
    nightly: ({ id }) => services.stores.reconciliation.findNightly(accountId, id),
    accept: async (id, key) => {
      const { found, one } = await differenceOf(services, read.caller!, { id, key });
      const at = read.now.toISOString();
      const { userId } = read.caller!;
      await services.stores.reconciliation.acceptDifference(
        { accountId, company: one.company },
        { key, userId, at },
      );
      await noteOpen(services, one);
      return { ...found, isAccepted: true };
    },
    unaccept: async (id, key) => {
      const { found, one } = await differenceOf(services, read.caller!, { id, key });
      await services.stores.reconciliation.unacceptDifference({ accountId, company: one.company }, key);
      await noteOpen(services, one);
      return { ...found, isAccepted: false };
    },
    import: async (id, preview) => {
      const one = await findOne(services, read.caller!, id);
      const company = await services.stores.clients.findClient(accountId, one.company);
      if (!company) throw notFound('El cliente no existe.');
      return importFrom(services, company, { one, preview, now: read.now });
    },
    sheet: async (id, format) => {
      const one = await findOne(services, read.caller!, id);
      if (!one.result) throw conflict('El cuadre todavía no ha terminado.');
      const result = await resultWithKeys(services, one);
      return {
        name: `cuadre-${id}.${format}`,
        contentType: typeOf(format),
        bytes: await resultSheetOf(result, format),
      };
    },
  };
};

/** Comparisons whose rows are read concurrently. */
const SIDE_BY_SIDE = 8;

/** The result of a comparison with keys and acceptances; empty before its end. */
const resultWithKeys = async (
  services: Services,
  one: Reconciliation,
): Promise<Pick<FoundReconciliation, 'differences' | 'notCompared'>> => {
  const result = resultIn(one);
  if (!result) return { differences: [], notCompared: [] };
  const { keyed, accepted } = await keyedIn(services, one, result);
  const differences = keyed.map((difference) => ({
    ...difference,
    isAccepted: accepted.has(difference.key),
  }));
  return { differences, notCompared: result.notCompared };
};

/** Stores which accounts of a comparison a person has still to look at. */
const noteOpen = async (services: Services, one: Reconciliation): Promise<void> => {
  const open = await openOf(services, one, resultIn(one)!);
  await services.stores.reconciliation.noteOpen(one, open);
};

/** Whether a caller may stop a comparison: who began it, and who files for the same company. */
const mayStop = (
  { actor, clientId: begunBy }: Pick<Reconciliation, 'actor' | 'clientId'>,
  { caller, role }: Pick<ReadForResource, 'caller' | 'role'>,
): boolean => {
  const { userId, clientId } = caller!;
  const isOwn = clientId === undefined || clientId === begunBy;
  return actor.userId === userId || (isOwn && covers(role ?? 'reads', 'files'));
};

/** A list that says too little about every account compares nothing. @throws ServiceError 409 */
const checkApart = (
  accounts: Reconciliation['accounts'],
  apart: Apart[],
  { for_import }: Pick<WantedReconciliation, 'for_import'>,
): void => {
  const [first] = apart;
  const isNothing = accounts.length === apart.filter(({ because }) => because !== 'nobody').length;
  if (!for_import && first && isNothing) throw conflict(apartText(first.because));
};

/** Stores a comparison that a person begins. @throws ServiceError 409 if as many are open, or were begun today, as may be */
const beginWithin = async (
  { stores }: Services,
  one: Reconciliation,
  { questions, isReader, now }: { questions: number; isReader: boolean; now: Date },
): Promise<void> => {
  const { accountId, company } = one;
  const { reconciliation: store } = stores;
  const nightly = await store.findNightly(accountId, company);
  const night = nightly?.last && (await store.getReconciliation(accountId, nightly.last));
  if (night && night.state === 'asking') throw conflict(alreadyOpen(night.id));
  const limits = { questions, isReader, day: madridDay(now) };
  const refused = await store.beginReconciliation(one, limits, now);
  if (refused)
    throw conflict(refused.because === 'company' ? alreadyOpen(refused.id) : TOO_MANY[refused.because]);
};

const alreadyOpen = (id: string): string =>
  `Ya se está cuadrando esta empresa (cuadre ${id}): espere a que termine, o deténgalo.`;
const TOO_MANY = {
  account: `Su cuenta tiene ya ${MOST_OPEN.account} cuadres en marcha, los que puede tener a la vez: espere a que termine uno, o deténgalo.`,
  reader: 'Usted tiene ya un cuadre en marcha: espere a que termine, o deténgalo.',
  day: `Con este cuadre, su cuenta pasaría hoy de ${MOST_QUESTIONS} consultas en cuadres: hágalo mañana, o active el cuadre nocturno.`,
  busy: 'Se están empezando otros cuadres: inténtelo otra vez.',
};

/** Finds a comparison. A client company finds only its own. @throws ServiceError 404 */
const findOne = async (
  { stores }: Services,
  { accountId, clientId }: Pick<Caller, 'accountId' | 'clientId'>,
  id: string,
): Promise<Reconciliation> => {
  const one = await stores.reconciliation.getReconciliation(accountId, id);
  if (!one || (clientId !== undefined && one.company !== clientId)) throw notFound('El cuadre no existe.');
  return one;
};

/** A difference of a comparison, and the compared company. @throws ServiceError 404, and 422 for an unknown key */
const differenceOf = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
  { id, key }: { id: string; key: string },
): Promise<{ found: KeyedDifference; one: Reconciliation }> => {
  const one = await findOne(services, caller, id);
  const { differences } = await resultWithKeys(services, one);
  const found = differences.find((difference) => difference.key === key);
  if (!found) throw invalid({ key: ['No es una diferencia de este cuadre.'] });
  return { found, one };
};

/** Milliseconds after the last step within which a comparison is not continued again. */
const FRESH_MS = 3_000;

const isFresh = ({ state, drivenAt }: Reconciliation, now: Date): boolean =>
  state === 'ended' || (drivenAt !== undefined && now.getTime() - Date.parse(drivenAt) < FRESH_MS);

/** Continues a comparison. A failure is only logged, because the schedule retries in a minute. */
const driveNow = async (services: Services, one: Reconciliation): Promise<Reconciliation> => {
  try {
    return await driveReconciliation(services, one);
  } catch (error) {
    services.log.error('failed to continue a comparison', {
      reconciliation: one.id,
      error: error as Error,
    });
    return one;
  }
};

/** The named certificates, with which the authorities are asked. @throws ServiceError 422 */
const certificatesNamed = async (
  services: Services,
  read: ReadForResource,
  { cert_secret_sepe }: Pick<WantedReconciliation, 'cert_secret_sepe'>,
): Promise<Reconciliation['certificates']> => {
  const secret = header(read.event, 'X-Cert-Secret');
  const tgss = await certificateNamed(services, read, secret, 'X-Cert-Secret');
  const sepe =
    cert_secret_sepe === undefined
      ? tgss
      : await certificateNamed(services, read, cert_secret_sepe, 'cert_secret_sepe');
  return { tgss, sepe };
};

/** A stored certificate of the caller. @throws ServiceError 422 */
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

/** A worker with its position, for messages about mistakes. */
interface Placed {
  place: number;
  worker: WorkforceWorker;
  /** The worker's name, if the list has it. */
  name: string | undefined;
}

const ofList = (rows: WorkforceWorker[]): Placed[] =>
  rows.map((worker, place) => ({ place, worker, name: worker.nombre }));

/** The workers of a file. @throws ServiceError 422 with the mistakes of its rows */
const workersOfFile = async (
  services: Services,
  file: NonNullable<SentWorkforce['file']>,
  mapping: SentWorkforce['mapping'],
): Promise<{ rows: Placed[]; notes: string[] }> => {
  const { rows, notes } = await rowsOfFile(services, file, { operation: 'workforce', mapping });
  const mistakes: string[] = [];
  const workers = rows.flatMap(({ row, body, name, ofFile, leftOut, mistakes: found = [] }): Placed[] => {
    const { value, errors } = ofFile
      ? { value: undefined, errors: {} }
      : readRequest(workforceWorker, body, { onlyDefined: true });
    const known = new Set(found.map(({ column }) => column));
    const all = [
      // With such a worker or without, the list might be wrong.
      ...(leftOut ? ['Está oculta o tachada en el libro: muéstrela y quite el tachado, o bórrela.'] : []),
      ...found.map(({ column, message }) => (column ? `${column}: ${message}` : message)),
      ...Object.entries(errors).flatMap(([field, texts]) =>
        known.has(field) ? [] : texts.map((text) => `${field}: ${text}`),
      ),
    ];
    mistakes.push(...all.map((text) => `Fila ${row}. ${text}`));
    if (!value || all.length > 0) return [];
    const worker = value as WorkforceWorker;
    return [{ place: row, worker, name: worker.nombre ?? name }];
  });
  if (mistakes.length > 0) throw invalid({ 'file.content': mistakes.slice(0, MOST_NAMED) });
  if (workers.length > MOST_WORKERS)
    throw invalid({ 'file.content': [`Debe tener como máximo ${MOST_WORKERS} trabajadores.`] });
  return { rows: workers, notes };
};

/** A worker of another company's account would be compared and corrected for the wrong one. @throws ServiceError 422 */
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
