import * as z from 'zod';
import { companyNameIn, isShownTo, workerOf } from '../../../shared/operation/about.ts';
import {
  answerInstant,
  answerText,
  answerTextOrNull,
  answerWorker,
  exampleWorker,
} from '../../../shared/operation/answer-fields.ts';
import type { Caller, Ports } from '../../../shared/operation/ports.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { SHOWN_STATES, shownState } from '../../../shared/stores/filings/shown-state.ts';
import type { Person } from './store/person-row.ts';

const company = z.object({
  id: z.int().meta({ description: 'Identificador del cliente.' }),
  name: answerText('Nombre.'),
});

const foundWorker = z
  .object({
    document: answerText('Documento de identidad.'),
    nss: answerTextOrNull('Número de la Seguridad Social, si se conoce.'),
    name: answerTextOrNull('Nombre y apellidos, si se conocen.'),
    companies: z.array(company).meta({ description: 'Empresas en las que consta.' }),
  })
  .meta({ id: 'FoundWorker' });

const foundCompany = company
  .extend({
    cif: answerText('CIF.'),
    accounts: z
      .array(z.string())
      .meta({ description: 'Régimen y cuenta de cotización, 15 dígitos: todas, o la que se busca.' }),
  })
  .meta({ id: 'FoundCompany' });

const foundFiling = z
  .object({
    id: answerText('Identificador.'),
    state: z.enum(SHOWN_STATES).meta({ description: 'Estado, como en GET /tramites.' }),
    operationName: answerText('Nombre de la operación.'),
    worker: answerWorker.meta({ description: 'Trabajador, si la petición nombra uno.' }),
    companyName: answerTextOrNull('Empresa.'),
    reference: answerTextOrNull('Número del organismo.'),
    created_at: answerInstant('Inicio, ISO 8601.'),
  })
  .meta({ id: 'FoundFiling' });

/** Results of a search, by kind. */
export const found = z.object({
  workers: z.array(foundWorker),
  companies: z.array(foundCompany),
  filings: z.array(foundFiling).meta({ description: 'El trámite que tiene ese número.' }),
  more: z.boolean().meta({ description: 'Hay más resultados: conviene buscar con más palabras.' }),
});
export type Found = z.output<typeof found>;

export const exampleFound: Found = {
  workers: [
    { ...exampleWorker!, document: '12345678Z', companies: [{ id: 12, name: 'PANADERIA NUÑEZ S.L.' }] },
  ],
  companies: [],
  filings: [],
  more: false,
};

/**
 * Workers with the interface's names, each once, by name. What several readers know of one is put together for who may see all
 * of it: of two names one with more words, since some requests have a first surname alone.
 */
export const toWorkers = async (
  people: readonly Person[],
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<Found['workers']> => {
  const own = people.filter(({ reader }) => caller.clientId === undefined || reader === caller.clientId);
  const mayName = (id: number) => id !== 0 && (caller.clientId === undefined || id === caller.clientId);
  const ids = [...new Set(own.map((one) => one.company))].filter(mayName);
  const names = await stores.clients.companyNames(caller.accountId, ids);
  const workers = [...Map.groupBy(own, ({ mac }) => mac).values()].map((rows) => ({
    document: rows[0]!.document,
    nss: rows.find(({ nss }) => nss)?.nss ?? null,
    name: longest(rows.flatMap(({ name }) => name ?? [])),
    companies: [...new Set(rows.map((one) => one.company))].flatMap((id) => {
      const name = mayName(id) && names.get(id);
      return name ? [{ id, name }] : [];
    }),
  }));
  return workers.toSorted(
    (a, b) => (a.name ?? '~').localeCompare(b.name ?? '~', 'es') || a.document.localeCompare(b.document),
  );
};

const longest = (names: string[]): string | null =>
  names.toSorted((a, b) => b.split(' ').length - a.split(' ').length)[0] ?? null;

/** Companies with the interface's names. @param accounts those that are looked for, 11 or 15 digits; else all are shown */
export const toCompanies = (clients: readonly Client[], accounts: readonly string[]): Found['companies'] =>
  clients.map(({ id, name, companyName, cif, accounts: own }) => {
    const all = Object.values(own).map(({ regimen, ccc }) => regimen + ccc);
    const wanted = all.filter((account) => accounts.some((one) => account.endsWith(one)));
    return { id, name: companyName || name, cif, accounts: wanted.length > 0 ? wanted : all };
  });

/** Filings with the interface's names. */
export const toFilings = async (
  filings: readonly Filing[],
  { caller, stores }: Pick<Ports, 'caller' | 'stores'>,
): Promise<Found['filings']> => {
  const companies = await stores.clients.companiesOf(
    caller.accountId,
    filings.flatMap((filing) => (isShownTo(caller, filing) && filing.companyId) || []),
  );
  return filings.map((filing) => ({
    id: filing.id,
    state: shownState(filing),
    operationName: filing.operationName ?? filing.operation,
    worker: workerOf(filing),
    companyName: companyNameIn(companies, filing),
    reference: filing.reference ?? null,
    created_at: filing.claimedAt,
  }));
};

/** Whether a caller may see a filing: of its account, and of its own where a client company calls. */
export const maySee = ({ accountId, clientId }: Caller, filing: Filing): boolean =>
  filing.accountId === accountId && (clientId === undefined || filing.clientId === clientId);
