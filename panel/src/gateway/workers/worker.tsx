import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import type { Session } from '../../session.ts';
import { textsOf } from '../../shared/code-lists.ts';
import { type Company, type Shared, useLoaded, useShared } from '../../shared/context.ts';
import type { ListedFiling } from '../../shared/data.ts';
import { madridDay, showDay, showMoment } from '../../shared/days.ts';
import { first } from '../../shared/first.ts';
import type { Added } from '../../shared/page.ts';
import { readDescribed } from '../../shared/reference.ts';
import { addressOf } from '../../shared/route.ts';
import { Badge, Section, Show, Title } from '../../shared/shown.tsx';
import { Who } from '../../shared/who-line.tsx';
import { capital, filingState } from '../../shared/words.ts';
import { askedSince, asksOf, documentsOf, surnamesOf } from '../documents/ask.ts';
import { Asks } from '../documents/asks.tsx';
import { Kept } from '../documents/kept.tsx';
import { findWorkers } from './find-workers.ts';
import { listedWorker } from './listed-worker.ts';
import { ACTS, accountText, formOf, presentOf } from './present.ts';
import { filingEntries, timelineOf } from './timeline.ts';

/** The most elements that are read of each list. */
const MOST = 300;
/** Entries that are shown until a person asks for more, and how many more at a time. */
const SHOWN = 50;

/** Reads everything about the worker or company of the page. */
const readSubject = async (
  { session: { gateway }, capabilities }: Pick<Shared, 'session' | 'capabilities'>,
  { worker, company, isOwn }: { worker: string | undefined; company: number | undefined; isOwn: boolean },
) => {
  const of = { company, ...(worker && { worker }) };
  const today = madridDay(new Date());
  const [filings, asked, found, asks, ...others] = await Promise.all([
    first(gateway.listFilings.each({ ...of, dry: false, perPage: 50 }), MOST),
    // Readings that name a worker only by the social security number are not listed under the worker.
    first(
      gateway.listFilings.each({ company, state: 'answered', from: askedSince(today), perPage: 50 }),
      MOST,
    ),
    // Trámites contain the name and the company, too, so the page does without the search if it fails.
    worker ? findWorkers(capabilities, gateway, worker).catch(() => undefined) : undefined,
    readDescribed().then(asksOf),
    ...capabilities.flatMap(({ history }) => history?.().then((read) => read(gateway, of)) ?? []),
  ]);
  const hit = found?.[0];
  const name = hit?.name ?? filings.find((filing) => filing.worker?.name)?.worker?.name ?? null;
  const nss = hit?.nss ?? filings.find((filing) => filing.worker?.nss)?.worker?.nss ?? null;
  const isOfWorker = (filing: ListedFiling) =>
    !worker || filing.worker?.document === worker || (nss !== null && filing.worker?.nss === nss);
  const all = [
    ...new Map([...asked.filter(isOfWorker), ...filings].map((filing) => [filing.id, filing])).values(),
  ];
  const companyId =
    company ?? hit?.companies[0]?.id ?? filings.find((filing) => filing.company)?.company ?? undefined;
  const client = companyId === undefined && !isOwn ? undefined : await readCompany(gateway, companyId);
  const ofCompany = client === undefined || isOwn ? company : client.id;
  const workforce = worker
    ? await listedWorker({ gateway, capabilities }, { company: ofCompany, worker })
    : undefined;
  const isCut = filings.length === MOST || others.some((history) => history.isCut);
  return {
    ...{ filings: all, others: others.map(({ entries }) => entries), isCut, asks, name, nss, client },
    workforce,
  };
};

/** The company with this number; for a client company, which passes no number, its own data. */
const readCompany = async (gateway: Session['gateway'], id: number | undefined) => {
  const clientData =
    id === undefined
      ? (await gateway.listClients({ perPage: 1 })).data.data[0]
      : await gateway.getClient({ customerID: id }).then(
          ({ data }) => data,
          // The company was removed.
          () => undefined,
        );
  return (
    clientData && {
      id: clientData.id,
      name: clientData.profile.razon_social || clientData.name,
      cif: clientData.profile.dni,
      accounts: clientData.profile.account.map(({ regimen, cuenta }) => regimen + cuenta),
    }
  );
};

/** The page of a worker or a company: documents to request, stored documents, and a timeline of trámites and obligations. */
export const Timeline = ({
  worker,
  lists,
}: {
  worker: string | undefined;
  /** Lists of the workers of a company. */
  lists: Added<ComponentType<{ company: Company }>>[];
}) => {
  const shared = useShared();
  const { session, company, capabilities } = shared;
  // Without a chosen company, only a worker's trámites are listed; a user of a client company always sees just that company.
  const isOwn = session.role === null;
  const hasSubject = Boolean(worker || company || isOwn);
  const loaded = useLoaded(
    async () => (hasSubject ? readSubject(shared, { worker, company: company?.id, isOwn }) : undefined),
    [worker, company?.id],
  );
  const { data } = loaded;
  const beginSearch = capabilities.find((capability) => capability.beginSearch)?.beginSearch;
  return (
    <>
      <Title>
        {worker ? (data?.name ?? worker) : (company?.name ?? data?.client?.name ?? 'Trabajadores')}
      </Title>
      {worker && (
        <p class="small">
          {[data?.name && worker, data?.nss && `NSS ${data.nss}`, data?.client?.name]
            .filter(Boolean)
            .join(' · ')}
        </p>
      )}
      {!worker && company && lists.map(({ name, part: List }) => <List key={name} company={company} />)}
      {hasSubject ? (
        <Show of={loaded}>
          {(found) => found && <Story worker={worker} found={found} onAnswer={loaded.reload} />}
        </Show>
      ) : (
        <>
          <p class="muted">
            Busque a un trabajador por su nombre o sus números, o elija arriba una empresa para ver su
            plantilla: no hay una lista de los trabajadores de todas.
          </p>
          {beginSearch && (
            <button type="button" class="main" onClick={beginSearch}>
              Buscar a un trabajador
            </button>
          )}
        </>
      )}
    </>
  );
};

const Story = ({
  worker,
  found: { filings, others, isCut, asks, name, nss, client, workforce },
  onAnswer,
}: {
  worker: string | undefined;
  found: Awaited<ReturnType<typeof readSubject>>;
  onAnswer(): void;
}) => {
  const { company } = useShared();
  const about = worker ? 'worker' : 'company';
  const ofWorker = (name: string | null | undefined) => (name ? surnamesOf(name) : undefined);
  const who = worker ? (ofWorker(name) ?? worker) : client?.name;
  const entries = timelineOf(
    filingEntries(filings).map((entry) => ({ ...entry, show: () => <Filed filing={entry.filing} /> })),
    ...others,
  );
  const [shown, setShown] = useState(SHOWN);
  return (
    <>
      {worker && (
        <Present
          worker={{ document: worker, nss: nss ?? workforce?.data[0]?.nss ?? null, cif: client?.cif }}
          workforce={workforce}
          filings={filings}
        />
      )}
      <Asks
        asks={asks.filter((ask) => ask.about === about)}
        of={{
          who,
          worker: worker ? { document: worker, nss: nss ?? workforce?.data[0]?.nss ?? null } : undefined,
          filings: worker ? filings : [],
          company: client,
        }}
        onAnswer={onAnswer}
      />
      <Kept
        documents={documentsOf(filings, {
          asks,
          who: (filing) =>
            worker
              ? who
              : (ofWorker(filing.worker?.name) ?? filing.worker?.document ?? client?.name ?? undefined),
        })}
      />
      <Section id="story" title="Historia">
        {entries.length === 0 && <p class="muted">No hay nada de ello en esta cuenta.</p>}
        <ol class="story">
          {entries.slice(0, shown).map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.at}>
                {entry.at.length > 10 ? showMoment(entry.at) : showDay(entry.at)}
              </time>{' '}
              {entry.show()}
              <span class="small">
                {' '}
                <Who
                  of={{
                    worker: worker ? null : entry.worker,
                    companyName: company ? null : entry.companyName,
                    account: undefined,
                  }}
                />
              </span>
            </li>
          ))}
        </ol>
        {entries.length > shown && (
          <button type="button" class="no-print" onClick={() => setShown(shown + SHOWN)}>
            Ver más
          </button>
        )}
        {isCut && entries.length <= shown && (
          <p class="notice">
            Hay más: aquí se ven los {MOST} últimos.{' '}
            <a href={addressOf('tramites', undefined, { worker })}>Todos sus trámites</a>
          </p>
        )}
      </Section>
    </>
  );
};

/** The registrations of the worker as far as they are known, with what can be filed from there. */
const Present = ({
  worker,
  ...known
}: Parameters<typeof presentOf>[0] & { worker: Parameters<typeof formOf>[1] }) => {
  const { session } = useShared();
  const { data: texts = {} } = useLoaded(() => textsOf(['contracts']), []);
  const states = presentOf(known, texts, madridDay(new Date()));
  const mayFile = session.role !== 'reads';
  return (
    <Section id="present" title="Situación">
      {states.length === 0 && (
        <p class="muted">
          No se sabe si está de alta: ni la plantilla de la empresa ni los trámites de aquí lo dicen.
        </p>
      )}
      <ul class="list">
        {states.map(({ account, state, details, source, isOpen }) => (
          <li key={account}>
            <p>
              <b>{state}</b> · {accountText(account)}
              {details.map((text) => ` · ${text}`)}
            </p>
            <p class="small">{capital(source)}.</p>
            {mayFile && isOpen && (
              <div class="actions">
                {ACTS.map(([operation, text]) => (
                  <a
                    key={operation}
                    class="button"
                    href={addressOf('tramitar', operation, formOf(account, worker))}
                  >
                    {text}
                  </a>
                ))}
              </div>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
};

const Filed = ({ filing }: { filing: ListedFiling }) => (
  <>
    <a href={addressOf('tramites', filing.id)}>{filing.operationName}</a>{' '}
    <Badge state={filingState(filing)} />
  </>
);
