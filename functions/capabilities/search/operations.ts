import * as z from 'zod';
import { text } from '../../../shared/kernel/fields.ts';
import { resource } from '../../../shared/operation/operation.ts';
import type { Ports } from '../../../shared/operation/ports.ts';
import type { Client } from '../../../shared/stores/clients/company.ts';
import type { Filing } from '../../../shared/stores/filings/filing.ts';
import { exampleFound, found, maySee, toCompanies, toFilings, toWorkers } from './fields.ts';
import type { Person } from './store/person-row.ts';
import { type Meant, meantBy } from './words.ts';

/** Most of each kind that an answer has. */
const MOST = 10;

export const searchAll = resource({
  id: 'search',
  method: 'GET',
  path: '/',
  summary: 'Buscar trabajadores, empresas y trámites',
  description:
    'Por nombre, DNI o NIE (también sin su letra), número de la Seguridad Social, empresa, CIF, ' +
    'cuenta de cotización o número de un trámite, el del servicio o el del organismo. Espacios, ' +
    'puntos, guiones y barras no cuentan, y en los nombres tampoco los acentos ni las mayúsculas. ' +
    'Cada palabra debe ser el comienzo de una palabra del nombre; si tiene menos de tres letras, la ' +
    `palabra entera. De cada clase se responden ${MOST} como máximo. Se encuentra a los trabajadores ` +
    'de los trámites que constan o pueden constar en el organismo, y a los que han salido en las ' +
    'consultas; tardan unos segundos en aparecer. Una empresa cliente que inicia sesión solo ' +
    'encuentra lo suyo.',
  access: 'reads',
  rate: 'read',
  standing: 'chosen',
  request: z.object({ q: text(100, 'Texto que se busca, dos caracteres como mínimo.') }),
  response: found,
  example: { request: { q: 'muñoz peña' }, response: exampleFound },
  run: async ({ q }, ports) => {
    const meant = meantBy(q);
    if ([...q].length < 2) return { data: { workers: [], companies: [], filings: [], more: false } };
    const [{ people, isCut }, companies, filings] = await Promise.all([
      peopleFor(meant, ports),
      companiesFor(meant, ports),
      filingsFor(meant, ports),
    ]);
    const [workers, shownFilings] = await Promise.all([toWorkers(people, ports), toFilings(filings, ports)]);
    return {
      data: {
        workers: workers.slice(0, MOST),
        companies: toCompanies(companies.clients.slice(0, MOST), meant.accounts),
        filings: shownFilings,
        more: isCut || workers.length > MOST || companies.total > MOST,
      },
    };
  },
});

const peopleFor = async (
  { documents, nss, words }: Meant,
  { stores, caller: { accountId }, listMac }: Pick<Ports, 'stores' | 'caller' | 'listMac'>,
): Promise<{ people: Person[]; isCut: boolean }> => {
  const [byDocument, byNss, named] = await Promise.all([
    Promise.all(
      documents.map(async (one) => stores.search.peopleWith(accountId, await listMac('worker', one))),
    ),
    Promise.all(nss.map((one) => stores.search.peopleWithNss(accountId, one))),
    stores.search.peopleNamed(accountId, words),
  ]);
  return { people: [...byDocument, ...byNss].flat().concat(named.people), isCut: named.isCut };
};

const companiesFor = async (
  { accounts, company }: Meant,
  { stores: { clients }, caller: { accountId, clientId } }: Pick<Ports, 'stores' | 'caller'>,
): Promise<{ clients: Client[]; total: number }> => {
  const isOwn = (id: number) => clientId === undefined || id === clientId;
  if (company === undefined) {
    const holders = await Promise.all(
      accounts.map((one) =>
        one.length === 11
          ? clients.clientsWithCcc(accountId, one)
          : clients.clientsWithAccount(accountId, { ccc: one }),
      ),
    );
    const ids = [...new Set(holders.flat())].filter(isOwn);
    const all = await Promise.all(ids.slice(0, MOST).map((id) => clients.findClient(accountId, id)));
    return { clients: all.filter((one) => one !== undefined), total: ids.length };
  }
  if (clientId === undefined)
    return clients.listClients(accountId, { search: company, page: 1, perPage: MOST });
  const own = await clients.findClient(accountId, clientId);
  const isFound = own && (await clients.isFound(own, company));
  return isFound ? { clients: [own], total: 1 } : { clients: [], total: 0 };
};

const filingsFor = async (
  { filing: id, reference }: Meant,
  { stores, caller }: Pick<Ports, 'stores' | 'caller'>,
): Promise<Filing[]> => {
  const named = reference && (await stores.search.filingOfReference(caller.accountId, reference));
  const ids = [...new Set([id, named].filter((one) => one !== undefined && one !== ''))] as string[];
  const all = await Promise.all(ids.map((one) => stores.filings.getFiling(one)));
  return all.filter((one) => one !== undefined && maySee(caller, one)) as Filing[];
};
