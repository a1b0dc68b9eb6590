import { useState } from 'preact/hooks';
import { addressOf } from '../logic/route.ts';
import type { ListedFiling } from '../logic/today.ts';
import { FILING_STATES } from '../logic/words.ts';
import { useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';
import { FilingList } from '../parts/lists.tsx';
import { Show, Title } from '../parts/shown.tsx';

/** The filters of the list, as they are in the address. */
const FILTERS = ['state', 'operation', 'worker', 'ccc', 'from', 'to'] as const;

const states = Object.fromEntries(Object.entries(FILING_STATES).map(([state, { name }]) => [state, name]));

/** All trámites, the last ones first, by what the address asks for. */
export const Filings = ({ query }: { query: Record<string, string> }) => {
  const { session, company } = useShared();
  const [wanted, setWanted] = useState(query);
  const [more, setMore] = useState<ListedFiling[]>([]);
  const [next, setNext] = useState<string | null>();
  const ask = (continueToken?: string) => {
    const given = Object.fromEntries(FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])));
    return session.gateway.listFilings({ ...given, company: company?.id, perPage: 25, continueToken });
  };
  const page = useLoaded(async () => {
    setMore([]);
    const { data } = await ask();
    setNext(data.continueToken);
    return data.data;
  }, [company?.id, JSON.stringify(query)]);
  const goOn = async () => {
    const { data } = await ask(next ?? undefined);
    setMore([...more, ...data.data]);
    setNext(data.continueToken);
  };
  const bind = (name: (typeof FILTERS)[number]) => ({
    value: wanted[name] ?? '',
    onChange: (value: string) => setWanted({ ...wanted, [name]: value }),
  });

  return (
    <>
      <Title>Trámites{company && `: ${company.name}`}</Title>
      <form
        class="filters no-print"
        onSubmit={(event) => {
          event.preventDefault();
          location.hash = addressOf('tramites', undefined, wanted);
        }}
      >
        <ChoiceField label="Estado" empty="Todos" choices={states} {...bind('state')} />
        <TextField label="Trabajador (documento o número)" {...bind('worker')} />
        <TextField label="Cuenta de cotización" {...bind('ccc')} />
        <TextField label="Desde" type="date" {...bind('from')} />
        <TextField label="Hasta" type="date" {...bind('to')} />
        <div class="actions">
          <button type="submit" class="main">
            Buscar
          </button>
          <a href={addressOf('tramites')} onClick={() => setWanted({})}>
            Quitar filtros
          </a>
        </div>
      </form>
      <Show of={page} empty={(found) => found.length === 0 && 'No hay trámites así.'}>
        {(found) => (
          <>
            <FilingList filings={[...found, ...more]} />
            {next && (
              <button type="button" onClick={goOn}>
                Ver más
              </button>
            )}
          </>
        )}
      </Show>
    </>
  );
};
