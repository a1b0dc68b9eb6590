import { conflict, forbidden, invalid, notFound } from '../../../shared/kernel/errors.ts';
import { covers } from '../../../shared/kernel/roles.ts';
import { fewAtOnce } from '../../../shared/kernel/side-by-side.ts';
import type { Caller } from '../../../shared/operation/ports.ts';
import { isFresh } from '../../../shared/serving/driven/drive.ts';
import type { Services } from '../../../shared/serving/services.ts';
import type { ReadForResource } from '../../../shared/serving/stages.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import { typeOf } from '../batches/rows/sent.ts';
import { begin, costOf, switchNightlyOn } from './begin.ts';
import { driveReconciliation } from './driver/drive.ts';
import { importFrom } from './import.ts';
import { type ListFilter, listedOf } from './listed.ts';
import { keyedIn, openOf } from './open.ts';
import { resultSheetOf } from './result.ts';
import { saveWorkforce } from './save-workforce.ts';
import type {
  KeyedDifference,
  NamedReconciliation,
  ReconciliationPorts,
  ShownReconciliation,
} from './shown.ts';
import { type Reconciliation, resultIn } from './store/reconciliation-row.ts';

/** The port of operations on workforces. */
export const reconciliationPorts = (services: Services, read: ReadForResource): ReconciliationPorts => {
  const caller = read.caller!;
  const { accountId, userId } = caller;
  const store = services.stores.reconciliation;
  const toShow = (reconciliation: Reconciliation) => shownTo(services, read, reconciliation);
  const find = (id: string) => findReconciliation(services, caller, id);
  return {
    company: (id) => companyOf(services, caller, id),
    save: (company, sent, today) => saveWorkforce(services, read, { company, sent, today }),
    cost: (company, asked) => costOf(services, accountId, { company, asked }),
    begin: async (company, { questions, ...asked }) =>
      toShow(await driveNow(services, await begin(services, read, { company, asked, questions }))),
    list: (filter, page) => list(services, read, filter, page),
    find: async (id) => {
      const reconciliation = await find(id);
      const isUnchanged = reconciliation.state === 'ended' || isFresh(reconciliation, services.now());
      return toShow(isUnchanged ? reconciliation : await driveNow(services, reconciliation));
    },
    stop: async (id) => {
      const reconciliation = await find(id);
      if (reconciliation.state === 'asking') {
        if (!mayStop(reconciliation, read))
          throw forbidden('Solo lo detiene quien lo empezó, o quien presenta trámites.');
        await store.stopReconciliation(reconciliation, userId, services.now());
      }
      return toShow(await driveNow(services, reconciliation));
    },
    switchOff: ({ id }) => store.switchNightlyOff({ accountId, company: id }, userId),
    switchOn: (company, asked) => switchNightlyOn(services, read, { company, asked }),
    nightly: ({ id }) => store.findNightly(accountId, id),
    accept: async (id, key) => {
      const { difference, reconciliation } = await differenceOf(services, caller, { id, key });
      const { company } = reconciliation;
      await store.acceptDifference({ accountId, company }, { key, userId, at: read.now.toISOString() });
      await noteOpen(services, reconciliation);
      return { ...difference, isAccepted: true };
    },
    unaccept: async (id, key) => {
      const { difference, reconciliation } = await differenceOf(services, caller, { id, key });
      await store.unacceptDifference({ accountId, company: reconciliation.company }, key);
      await noteOpen(services, reconciliation);
      return { ...difference, isAccepted: false };
    },
    import: async (id, preview) => {
      const reconciliation = await find(id);
      const company = await services.stores.clients.findClient(accountId, reconciliation.company);
      if (!company) throw notFound('El cliente no existe.');
      return importFrom(services, company, { reconciliation, preview, now: read.now });
    },
    sheet: async (id, format) => {
      const reconciliation = await find(id);
      if (!reconciliation.result) throw conflict('El cuadre todavía no ha terminado.');
      return {
        name: `cuadre-${id}.${format}`,
        contentType: typeOf(format),
        bytes: await resultSheetOf(await resultWithKeys(services, reconciliation), format),
      };
    },
  };
};

/** The client company, if the caller may see it. @throws ServiceError 404 */
const companyOf = async (
  { stores }: Services,
  { accountId, clientId }: Pick<Caller, 'accountId' | 'clientId'>,
  id: number,
): Promise<Client> => {
  const mayBeSeen = clientId === undefined || clientId === id;
  const company = mayBeSeen ? await stores.clients.findClient(accountId, id) : undefined;
  if (!company) throw notFound('El cliente no existe.');
  return company;
};

/** Finds a comparison. A client company finds only its own. @throws ServiceError 404 */
const findReconciliation = async (
  { stores }: Services,
  { accountId, clientId }: Pick<Caller, 'accountId' | 'clientId'>,
  id: string,
): Promise<Reconciliation> => {
  const reconciliation = await stores.reconciliation.getReconciliation(accountId, id);
  if (!reconciliation || (clientId !== undefined && reconciliation.company !== clientId))
    throw notFound('El cuadre no existe.');
  return reconciliation;
};

const shownTo = async (
  services: Services,
  read: ReadForResource,
  reconciliation: Reconciliation,
): Promise<ShownReconciliation> => ({
  reconciliation,
  ...(await resultWithKeys(services, reconciliation)),
  mayStop: reconciliation.state === 'asking' && mayStop(reconciliation, read),
});

/** The result of a comparison with keys and acceptances; empty before its end. */
const resultWithKeys = async (
  services: Services,
  reconciliation: Reconciliation,
): Promise<Pick<ShownReconciliation, 'differences' | 'notCompared'>> => {
  const result = resultIn(reconciliation);
  if (!result) return { differences: [], notCompared: [] };
  const { keyed, accepted } = await keyedIn(services, reconciliation, result);
  const differences = keyed.map((difference) => ({
    ...difference,
    isAccepted: accepted.has(difference.key),
  }));
  return { differences, notCompared: result.notCompared };
};

/** Whether a caller may stop a comparison: who began it, and who files for the same company. */
const mayStop = (
  { actor, clientId: begunBy }: Pick<Reconciliation, 'actor' | 'clientId'>,
  { caller, role }: Pick<ReadForResource, 'caller' | 'role'>,
): boolean => {
  const { userId, clientId } = caller!;
  const isOfSame = clientId === undefined || clientId === begunBy;
  return actor.userId === userId || (isOfSame && covers(role ?? 'reads', 'files'));
};

/** Comparisons that are read concurrently. */
const SIDE_BY_SIDE = 8;

/** A page of the comparisons that the caller may see, the newest first, and their total. */
const list = async (
  services: Services,
  read: ReadForResource,
  filter: ListFilter,
  { position, limit }: { position: number; limit: number },
): Promise<{ page: NamedReconciliation[]; total: number }> => {
  const { clients, reconciliation: store } = services.stores;
  const { accountId, clientId } = read.caller!;
  const all = await store.listedReconciliations(accountId);
  const visible = all.filter(({ company }) => clientId === undefined || company === clientId);
  const listed = listedOf(visible, filter);
  const entries = listed.slice(position, position + limit);
  const names = new Map<number, string | undefined>();
  await fewAtOnce([...new Set(entries.map(({ company }) => company))], SIDE_BY_SIDE, async (company) => {
    names.set(company, (await clients.findClient(accountId, company))?.name);
  });
  const page: NamedReconciliation[] = [];
  await fewAtOnce(entries, SIDE_BY_SIDE, async ({ id, company }) => {
    const reconciliation = await store.getReconciliation(accountId, id);
    if (reconciliation)
      page.push({ ...(await shownTo(services, read, reconciliation)), companyName: names.get(company) });
  });
  return {
    page: page.toSorted((a, b) => (a.reconciliation.id < b.reconciliation.id ? 1 : -1)),
    total: listed.length,
  };
};

/** Continues a comparison. A failure is only logged, because the schedule retries in a minute. */
const driveNow = async (services: Services, reconciliation: Reconciliation): Promise<Reconciliation> => {
  try {
    return await driveReconciliation(services, reconciliation);
  } catch (error) {
    services.log.error('failed to continue a comparison', {
      reconciliation: reconciliation.id,
      error: error as Error,
    });
    return reconciliation;
  }
};

/** A difference of a comparison. @throws ServiceError 404, and 422 for an unknown key */
const differenceOf = async (
  services: Services,
  caller: Pick<Caller, 'accountId' | 'clientId'>,
  { id, key }: { id: string; key: string },
): Promise<{ difference: KeyedDifference; reconciliation: Reconciliation }> => {
  const reconciliation = await findReconciliation(services, caller, id);
  const { differences } = await resultWithKeys(services, reconciliation);
  const difference = differences.find((candidate) => candidate.key === key);
  if (!difference) throw invalid({ key: ['No es una diferencia de este cuadre.'] });
  return { difference, reconciliation };
};

/** Stores which accounts of a comparison a person has still to look at. */
const noteOpen = async (services: Services, reconciliation: Reconciliation): Promise<void> => {
  const open = await openOf(services, reconciliation, resultIn(reconciliation)!);
  await services.stores.reconciliation.noteOpen(reconciliation, open);
};
