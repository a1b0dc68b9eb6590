import { useState } from 'preact/hooks';
import { Combobox } from '../../shared/combobox.tsx';
import { useLoaded, useShared } from '../../shared/context.ts';
import { usePaused } from '../../shared/typed.ts';
import { byName, companyQuery } from './company-search.ts';

/** The most companies that are offered at once; others are found by typing a part of their name, tax id or e-mail. */
const OFFERED = 20;

const ALL = { key: '', text: 'Todas', name: '' };

/** Chooses the client company to which lists are limited, of however many. */
export const CompanyChoice = () => {
  const { session, company, chooseCompany } = useShared();
  const [typed, setTyped] = useState<string>();
  const isOpen = typed !== undefined;
  const search = usePaused(typed ?? '');
  const loaded = useLoaded(
    async () => {
      if (!isOpen) return undefined;
      const { data } = await session.gateway.listClients({ perPage: OFFERED, ...companyQuery(search) });
      const { total } = data.pagination;
      // The first ones of more are not the first ones of the alphabet.
      return { companies: total > OFFERED ? data.data : byName(data.data), total };
    },
    [],
    [isOpen, search],
  );
  const { companies = [], total = 0 } = loaded.data ?? {};
  const options = companies.map(({ id, name, profile }) => ({
    key: String(id),
    name,
    text: name,
    detail: [profile.razon_social !== name && profile.razon_social, profile.dni].filter(Boolean).join(' · '),
  }));
  return (
    <div class="company">
      <Combobox
        label="Empresa"
        placeholder="Todas las empresas"
        value={company?.name ?? ''}
        options={typed ? options : [ALL, ...options]}
        status={statusOf({ ...loaded, search, total })}
        onType={setTyped}
        onChoose={({ key, name }) => chooseCompany(key ? { id: Number(key), name } : undefined)}
      />
    </div>
  );
};

const statusOf = ({
  problem,
  isLoading,
  search,
  total,
}: {
  problem: unknown;
  isLoading: boolean;
  search: string;
  total: number;
}): string => {
  if (problem) return 'No se han podido leer las empresas.';
  if (total > OFFERED) return `${total} empresas: escriba algo más para ver menos.`;
  return total === 0 && search && !isLoading ? 'Ninguna se llama así ni tiene esa cuenta.' : '';
};
