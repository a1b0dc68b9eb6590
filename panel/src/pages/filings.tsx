import { useState } from 'preact/hooks';
import { codesOf } from '../logic/codes.ts';
import { addressOf } from '../logic/route.ts';
import type { ListedFiling } from '../logic/to-do.ts';
import { FILING_STATES } from '../logic/words.ts';
import { CodeField } from '../parts/code-field.tsx';
import { useAction, useLoaded, useShared } from '../parts/context.ts';
import { ChoiceField, TextField } from '../parts/field.tsx';
import { nextPart } from '../parts/first.ts';
import { FilingList } from '../parts/lists.tsx';
import { readForms } from '../parts/reference.ts';
import { Failure, Form, Show, Title } from '../parts/shown.tsx';

/** The filters of the list, by their names in the address. */
const FILTERS = ['state', 'worker', 'ccc', 'from', 'to'] as const;
/** Filters that are used less often. */
const MORE_FILTERS = ['operation', 'dry', 'user', 'clientId', 'certificateId', 'key', 'requestId'] as const;
const ALL_FILTERS = [...FILTERS, ...MORE_FILTERS];
type Filter = (typeof ALL_FILTERS)[number];

const states = Object.fromEntries(Object.entries(FILING_STATES).map(([state, { name }]) => [state, name]));

/** The page of all trámites, the newest first, filtered by the query of the address. */
export const Filings = ({ query }: { query: Record<string, string> }) => {
  const { company } = useShared();
  const [wanted, setWanted] = useState(query);
  const bind = (name: Filter) => ({
    value: wanted[name] ?? '',
    onChange: (value: string) => setWanted({ ...wanted, [name]: value }),
  });

  return (
    <>
      <Title>Trámites{company && `: ${company.name}`}</Title>
      <Form
        class="filters no-print"
        onSubmit={() => {
          location.hash = addressOf('tramites', undefined, wanted);
        }}
      >
        <ChoiceField label="Estado" empty="Todos" choices={states} {...bind('state')} />
        <TextField label="DNI o NIE" {...bind('worker')} />
        <TextField label="Cuenta de cotización" {...bind('ccc')} />
        <TextField label="Desde" type="date" {...bind('from')} />
        <TextField label="Hasta" type="date" {...bind('to')} />
        <More bind={bind} isOpen={MORE_FILTERS.some((name) => query[name])} />
        <div class="actions">
          <button type="submit" class="main">
            Buscar
          </button>
          <a href={addressOf('tramites')} onClick={() => setWanted({})}>
            Quitar filtros
          </a>
        </div>
      </Form>
      <Found query={query} company={company?.id} key={company?.id} />
    </>
  );
};

/** The trámites that match, loaded page by page. */
const Found = ({ query, company }: { query: Record<string, string>; company: number | undefined }) => {
  const { session } = useShared();
  const [more, setMore] = useState<ListedFiling[]>([]);
  const [next, setNext] = useState<string | null>();
  const ask = async (continueToken?: string) => {
    const given = Object.fromEntries(
      ALL_FILTERS.flatMap((name) => (query[name] ? [[name, query[name]]] : [])),
    );
    const part = await nextPart(
      async (from) =>
        (await session.gateway.listFilings({ ...given, company, perPage: 25, continueToken: from })).data,
      continueToken,
    );
    setNext(part.continueToken);
    return part.data;
  };
  // The component is created anew for another query or company, so the first page is requested once.
  const page = useLoaded(() => ask(), []);
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const goOn = () =>
    run(async () => {
      const further = await ask(next ?? undefined);
      setMore([...more, ...further]);
    });
  return (
    <Show
      of={page}
      empty={(filings) =>
        filings.length === 0 &&
        !next &&
        more.length === 0 &&
        (Object.keys(query).length > 0 || company !== undefined
          ? 'No hay trámites así.'
          : 'Todavía no hay ninguno. El primero se presenta en Tramitar; muchos a la vez, en Importar.')
      }
    >
      {(filings) => (
        <>
          <FilingList filings={[...filings, ...more]} />
          {next && filings.length + more.length === 0 && (
            <p class="notice">
              Entre los últimos trámites no hay ninguno así: queda por mirar los anteriores.
            </p>
          )}
          {next && (
            <button type="button" disabled={isBusy} onClick={goOn}>
              {isBusy ? 'Un momento…' : filings.length + more.length > 0 ? 'Ver más' : 'Seguir buscando'}
            </button>
          )}
          <Failure problem={problem} />
        </>
      )}
    </Show>
  );
};

type Bind = (name: Filter) => { value: string; onChange(value: string): void };

/** The filters that are used less often. Their options are loaded when they are opened. */
const More = ({ bind, isOpen }: { bind: Bind; isOpen: boolean }) => {
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details open={isOpen} class="whole" onToggle={() => setOpened(true)}>
      <summary>Más filtros</summary>
      <div class="filters">{wasOpened && <MoreFields bind={bind} />}</div>
    </details>
  );
};

const MoreFields = ({ bind }: { bind: Bind }) => {
  const { session } = useShared();
  const users = useLoaded(
    async () => (session.role === 'owner' ? (await session.gateway.listUsers()).data : []),
    [session],
  );
  return (
    <>
      <CodeField label="Operación" load={operations} {...bind('operation')} />
      <ChoiceField label="Simulacros" empty="Con ellos" choices={DRY} {...bind('dry')} />
      {users.data && users.data.length > 0 && (
        <ChoiceField
          label="Quién lo pidió"
          empty="Cualquiera"
          choices={Object.fromEntries(users.data.map(({ id, name }) => [id, name]))}
          {...bind('user')}
        />
      )}
      {session.role !== null && (
        <TextField label="Cliente del certificado (su número)" {...bind('clientId')} />
      )}
      <TextField label="Certificado (su identificador)" {...bind('certificateId')} />
      <TextField label="Idempotency-Key" {...bind('key')} />
      <TextField label="Número de referencia de una petición" {...bind('requestId')} />
    </>
  );
};

const DRY = { false: 'Sin ellos', true: 'Solo simulacros' };

const operations = async () =>
  codesOf(
    Object.fromEntries((await readForms()).map(({ address, title }) => [address, `${title} · ${address}`])),
  );
