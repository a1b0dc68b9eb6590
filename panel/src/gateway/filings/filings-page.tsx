import { useState } from 'preact/hooks';
import { useAction, useLoaded, useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { madridDay, showDay } from '../../shared/days.ts';
import { ChoiceField, TextField } from '../../shared/field.tsx';
import { nextPart } from '../../shared/first.ts';
import { ListHead } from '../../shared/list-head.tsx';
import { readForms } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Failure, Form, Show, Title } from '../../shared/shown.tsx';
import { documentIn, showAccount, subjectOf } from '../../shared/who.ts';
import { Who } from '../../shared/who-line.tsx';
import { FILING_STATES, filingState } from '../../shared/words.ts';
import { findWorkers } from '../workers/find-workers.ts';
import { Words } from './authority-words.tsx';
import {
  isShown,
  KINDS,
  type Kind,
  kindOf,
  listText,
  monthsUntil,
  requestFor,
  sheetOf,
  TECHNICAL,
} from './filings.ts';

/** Trámites that are shown at first, and the most that «Ver todos» shows. */
const PER_PAGE = 25;
const MOST = 1_000;

/** Filters that are used less often, by their names in the address. */
const MORE_FILTERS = ['ccc', 'from', 'to', 'user', ...TECHNICAL] as const;

type Filter = 'worker' | 'operation' | 'mes' | 'state' | (typeof MORE_FILTERS)[number];
type Query = Record<string, string>;

const states = Object.fromEntries(Object.entries(FILING_STATES).map(([state, { name }]) => [state, name]));

/** The page of all trámites, the newest first, filtered by the query of the address. */
export const Filings = ({ query }: { query: Query }) => {
  const { session, company, capabilities } = useShared();
  const [wanted, setWanted] = useState(query);
  const [who, setWho] = useState(query.worker ?? '');
  // Workers with the written name, if there is not exactly one.
  const [people, setPeople] = useState<{ document: string; name: string | null }[]>();
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const bind = (name: Filter) => ({
    value: wanted[name] ?? '',
    onChange: (value: string) => setWanted({ ...wanted, [name]: value }),
  });
  const go = (worker: string) => {
    location.hash = addressOf('tramites', undefined, { ...wanted, worker });
  };
  const search = () =>
    run(async () => {
      setPeople(undefined);
      const document = documentIn(who);
      if (who.trim() === '' || document) return go(document ?? '');
      const workers = await findWorkers(capabilities, session.gateway, who);
      if (workers.length === 1) go(workers[0]!.document);
      else setPeople(workers);
    });
  const operations = useLoaded(readForms, []);
  const titles = Object.fromEntries((operations.data ?? []).map(({ address, title }) => [address, title]));

  return (
    <>
      <Title>Trámites{company && `: ${company.name}`}</Title>
      <p class="chips no-print">
        {(Object.keys(KINDS) as Kind[]).map((kind) => (
          <a
            key={kind}
            class="chip"
            href={addressOf('tramites', undefined, { ...query, que: kind, state: undefined })}
            aria-current={kindOf(query) === kind ? 'true' : undefined}
          >
            {KINDS[kind]}
          </a>
        ))}
      </p>
      <Form class="filters no-print" onSubmit={() => void search()}>
        <TextField label="Trabajador" placeholder="Nombre, DNI o NIE" value={who} onChange={setWho} />
        <ChoiceField label="Trámite" empty="Todos" choices={titles} {...bind('operation')} />
        <ChoiceField
          label="Mes"
          empty="Cualquiera"
          choices={monthsUntil(madridDay(new Date()))}
          {...bind('mes')}
        />
        <ChoiceField label="Estado" empty="Todos" choices={states} {...bind('state')} />
        <More bind={bind} isOpen={MORE_FILTERS.some((name) => query[name])} />
        <div class="actions">
          <button type="submit" class="main" disabled={isBusy}>
            Buscar
          </button>
          <a href={addressOf('tramites')}>Quitar filtros</a>
        </div>
        <Failure problem={problem} />
        {people && (
          <div class="whole notice" role="status">
            {people.length === 0 ? (
              'No se encuentra a ningún trabajador así.'
            ) : (
              <>
                Elija a quién:{' '}
                {people.map(({ document, name }) => (
                  <button type="button" key={document} onClick={() => go(document)}>
                    {name ?? ''} {document}
                  </button>
                ))}
              </>
            )}
          </div>
        )}
      </Form>
      <Found query={query} company={company} key={company?.id} />
    </>
  );
};

/** The trámites that match, loaded page by page. */
const Found = ({ query, company }: { query: Query; company: { id: number; name: string } | undefined }) => {
  const { session } = useShared();
  const [more, setMore] = useState<ListedFiling[]>([]);
  const [next, setNext] = useState<string | null>();
  const ask = async (continueToken?: string, perPage = PER_PAGE) => {
    const part = await nextPart(async (from) => {
      const { data } = await session.gateway.listFilings({
        ...requestFor(query),
        company: company?.id,
        perPage,
        continueToken: from,
      });
      return { ...data, data: data.data.filter((filing) => isShown(query, filing)) };
    }, continueToken);
    setNext(part.continueToken);
    return part;
  };
  // The component is created anew for another query or company, so the first page is requested once.
  const page = useLoaded(async () => (await ask()).data, []);
  const { run, isBusy, problem } = useAction({ mayChange: false });
  const goOn = () =>
    run(async () => {
      const further = await ask(next ?? undefined);
      setMore([...more, ...further.data]);
    });
  const goToEnd = (before: number) =>
    run(async () => {
      const all = [...more];
      for (let from = next; from && before + all.length < MOST; ) {
        const part = await ask(from, 50);
        all.push(...part.data);
        setMore([...all]);
        from = part.continueToken;
      }
    });
  const isFiltered = Object.keys(query).length > 0 || company !== undefined;
  return (
    <Show
      of={page}
      empty={(filings) =>
        filings.length === 0 &&
        !next &&
        more.length === 0 &&
        (isFiltered
          ? 'No hay trámites así.'
          : 'Todavía no hay ninguno. El primero se presenta en Tramitar; muchos a la vez, en Importar.')
      }
    >
      {(first) => {
        const filings = [...first, ...more];
        return (
          <>
            {filings.length > 0 && (
              <ListHead
                text={listText(filings, {
                  query,
                  isWhole: !next,
                  named: [
                    company?.name,
                    query.user && (filings[0]?.user.name ?? undefined),
                    `a ${showDay(madridDay(new Date()))}`,
                  ],
                })}
                name="tramites"
                sheet={() => sheetOf(filings)}
              />
            )}
            <ul class="list lines filings">
              {filings.map((filing) => (
                <OneFiling key={filing.id} filing={filing} />
              ))}
            </ul>
            {next && filings.length === 0 && (
              <p class="notice">
                Entre los últimos trámites no hay ninguno así: queda por mirar los anteriores.
              </p>
            )}
            {next && (
              <p class="actions no-print">
                <button type="button" disabled={isBusy} onClick={goOn}>
                  {isBusy ? 'Un momento…' : filings.length > 0 ? 'Ver más' : 'Seguir buscando'}
                </button>
                {filings.length > 0 && filings.length < MOST && (
                  <button type="button" disabled={isBusy} onClick={() => void goToEnd(first.length)}>
                    Ver todos
                  </button>
                )}
              </p>
            )}
            {next && filings.length >= MOST && (
              <p class="notice no-print">Son muchos: elija un mes o un trabajador para verlos todos.</p>
            )}
            <Failure problem={problem} />
          </>
        );
      }}
    </Show>
  );
};

/** A trámite in one line: for whom, what, where, when, by whom, and its state. What an authority refused has its words below. */
const OneFiling = ({ filing }: { filing: ListedFiling }) => {
  const { worker, companyName, account } = subjectOf(filing);
  const number = worker && (
    <Who of={{ worker: { ...worker, name: null }, companyName: null, account: undefined }} />
  );
  return (
    <li>
      <span class="strong">{worker?.name ?? number ?? companyName}</span>
      <a href={addressOf('tramites', filing.id)}>{filing.operationName}</a>
      <span class="small">{worker?.name && number}</span>
      <span class="small">{companyName ?? (account && showAccount(account))}</span>
      <span class="small">{showDay(madridDay(new Date(filing.created_at)))}</span>
      <span class="small by">{filing.user.name}</span>
      <Badge state={filingState(filing)} />
      {(filing.state === 'refused' || filing.result === 'refused') && (
        <div class="whole">
          <Words of={filing} />
        </div>
      )}
    </li>
  );
};

type Bind = (name: Filter) => { value: string; onChange(value: string): void };

/** The filters that are used less often. Their options are loaded when they are opened. */
const More = ({ bind, isOpen }: { bind: Bind; isOpen: boolean }) => {
  const [wasOpened, setOpened] = useState(isOpen);
  return (
    <details open={isOpen} class="whole" onToggle={() => setOpened(true)}>
      <summary>Más filtros</summary>
      {wasOpened && <MoreFields bind={bind} />}
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
      <div class="filters">
        <TextField label="Desde" type="date" {...bind('from')} />
        <TextField label="Hasta" type="date" {...bind('to')} />
        <TextField label="Cuenta de cotización" {...bind('ccc')} />
        {users.data && users.data.length > 0 && (
          <ChoiceField
            label="Quién lo pidió"
            empty="Cualquiera"
            choices={Object.fromEntries(users.data.map(({ id, name }) => [id, name]))}
            {...bind('user')}
          />
        )}
      </div>
      <details open={TECHNICAL.some((name) => bind(name).value)}>
        <summary>Datos técnicos</summary>
        <div class="filters">
          {session.role !== null && (
            <TextField label="Cliente del certificado (su número)" {...bind('clientId')} />
          )}
          <TextField label="Certificado (su identificador)" {...bind('certificateId')} />
          <TextField label="Idempotency-Key" {...bind('key')} />
          <TextField label="Número de referencia de una petición" {...bind('requestId')} />
        </div>
      </details>
    </>
  );
};
