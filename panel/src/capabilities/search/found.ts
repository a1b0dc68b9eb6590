import type { Data } from '../../../../client/src/types.ts';
import { showDay } from '../../shared/days.ts';
import { addressOf } from '../../shared/route.ts';
import { documentIn, showAccount } from '../../shared/who.ts';
import { FILING_STATES } from '../../shared/words.ts';

/** The results of the search, as they are offered. */

type Found = Data<'search'>;

/** A result, and the address of its page. */
export interface Hit {
  key: string;
  group: string;
  text: string;
  detail: string;
  address: string;
}

const joined = (parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(' · ');

/** The results: workers first, since most searches are for a worker, then companies and trámites. */
export const hitsOf = ({ workers, companies, filings }: Found, searched = ''): Hit[] => [
  ...(workers.length === 0 ? unknownWorker(searched) : []),
  ...workers.map(({ document, name, companies: of }) => ({
    key: `w${document}`,
    group: 'Trabajadores',
    text: name ?? document,
    detail: joined([name && document, ...of.map((one) => one.name)]),
    address: addressOf('historia', document),
  })),
  ...companies.map(({ id, name, cif, accounts }) => ({
    key: `c${id}`,
    group: 'Empresas',
    text: name,
    detail: joined([cif, accounts.length === 1 ? showAccount(accounts[0]!) : undefined]),
    address: addressOf('empresas', String(id)),
  })),
  ...filings.map(({ id, operationName, state, worker, companyName, created_at }) => ({
    key: `t${id}`,
    group: 'Trámites',
    text: operationName,
    detail: joined([
      worker?.name ?? worker?.document,
      companyName,
      showDay(created_at.slice(0, 10)),
      FILING_STATES[state]?.name,
    ]),
    address: addressOf('tramites', id),
  })),
];

/** A result for a DNI or NIE about which nothing is known yet: documents can be requested for it all the same. */
const unknownWorker = (searched: string): Hit[] => {
  const document = documentIn(searched);
  if (document === undefined) return [];
  return [
    {
      key: `w${document}`,
      group: 'Trabajadores',
      text: document,
      detail: 'No consta en la cuenta',
      address: addressOf('historia', document),
    },
  ];
};

/** The status text of a search. @param searched the text that was searched; empty if none was */
export const saidOf = (searched: string, found: Found | undefined): string => {
  if ([...searched].length < 2)
    return 'Nombre, DNI o NIE, número de la Seguridad Social, empresa, cuenta o trámite.';
  if (!found) return 'Buscando…';
  if (found.more) return 'Hay más: escriba algo más para ver menos.';
  return hitsOf(found, searched).length === 0 ? 'No se encuentra nada.' : '';
};
