import { useId, useState } from 'preact/hooks';
import { useLoaded, useShared } from './context.ts';

/** Companies that are offered at once: who has more finds them by a part of their name. */
const OFFERED = 100;

/** Chooses the client company that lists are about. */
export const CompanyChoice = () => {
  const { session, company, chooseCompany } = useShared();
  const id = useId();
  const [search, setSearch] = useState('');
  const found = useLoaded(
    async () => {
      const { data } = await session.gateway.listClients({ perPage: OFFERED, ...(search && { search }) });
      return { companies: data.data, hasMore: data.pagination.total > OFFERED };
    },
    [],
    [search],
  );
  const companies = found.data?.companies ?? [];
  return (
    <div class="company">
      <label for={id}>Empresa</label>
      <select
        id={id}
        value={company ? String(company.id) : ''}
        onChange={({ currentTarget }) =>
          chooseCompany(companies.find((one) => String(one.id) === currentTarget.value))
        }
      >
        <option value="">Todas</option>
        {company && !companies.some((one) => one.id === company.id) && (
          <option value={String(company.id)}>{company.name}</option>
        )}
        {companies.map((one) => (
          <option key={one.id} value={String(one.id)}>
            {one.name}
          </option>
        ))}
      </select>
      {(found.data?.hasMore || search) && (
        <input
          type="search"
          aria-label="Buscar una empresa"
          placeholder="Buscar una empresa"
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
      )}
    </div>
  );
};
