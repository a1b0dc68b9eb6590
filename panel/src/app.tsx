import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Drafts } from './logic/drafts.ts';
import { problemOf } from './logic/problems.ts';
import { addressOf, type Route, readRoute, START } from './logic/route.ts';
import { Alike } from './pages/alike.tsx';
import { OneBatch } from './pages/batch.tsx';
import { Certificates } from './pages/certificates.tsx';
import { FileOne } from './pages/file-one.tsx';
import { FilingStory } from './pages/filing.tsx';
import { Filings } from './pages/filings.tsx';
import { Import } from './pages/import.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Today } from './pages/today.tsx';
import { CompanyChoice } from './parts/company-choice.tsx';
import { type Company, type Shared, SharedContext, useLoaded } from './parts/context.ts';
import { SearchBox } from './parts/search-box.tsx';
import { Failure, Show, Title } from './parts/shown.tsx';
import type { Session } from './session.ts';

interface Page {
  title: string;
  /** Those who may open it; all without it. A client company has no role. */
  roles?: Session['role'][];
  /** Only for who operates the service. */
  isForOperators?: true;
  show(route: Route): ComponentChildren;
}

/** A page that few begin with: it is loaded when it is first opened. */
const later =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const loaded = useLoaded(async () => ({ Shown: await load() }), []);
    return <Show of={loaded}>{({ Shown }) => <Shown {...props} />}</Show>;
  };

const Companies = later(async () => (await import('./pages/companies.tsx')).Companies);
const Timeline = later(async () => (await import('./pages/worker.tsx')).Timeline);
const People = later(async () => (await import('./pages/people.tsx')).People);
const OwnAccess = later(async () => (await import('./pages/people.tsx')).OwnAccess);
const Developers = later(async () => (await import('./pages/developers.tsx')).Developers);
const Operator = later(async () => (await import('./pages/operator.tsx')).Operator);

/** The pages, in the order of the menu. */
const PAGES: Record<string, Page> = {
  hoy: {
    title: 'Hoy',
    show: ({ id, query }) =>
      id ? <Alike rule={id} day={query.dia} key={`${id} ${query.dia}`} /> : <Today />,
  },
  tramitar: {
    title: 'Tramitar',
    roles: ['owner', 'files', null],
    show: ({ id, query }) => (
      <FileOne
        operation={id}
        before={query.desde ?? query.prueba}
        given={query}
        key={`${id} ${JSON.stringify(query)}`}
      />
    ),
  },
  importar: {
    title: 'Importar',
    show: ({ id, query }) =>
      id ? <OneBatch id={id} isRepeated={query.repetido === '1'} key={id} /> : <Import />,
  },
  tramites: {
    title: 'Trámites',
    show: ({ id, query }) =>
      id ? <FilingStory id={id} key={id} /> : <Filings query={query} key={JSON.stringify(query)} />,
  },
  empresas: {
    title: 'Empresas',
    roles: ['owner', 'files', 'reads'],
    show: ({ id, query }) => <Companies id={id} page={query.pagina} key={id} />,
  },
  historia: { title: 'Empresa y trabajador', show: ({ id }) => <Timeline worker={id} key={id} /> },
  certificados: { title: 'Certificados', show: () => <Certificates /> },
  personas: { title: 'Personas', roles: ['owner', 'files', 'reads'], show: () => <People /> },
  acceso: { title: 'Mi acceso', roles: [null], show: () => <OwnAccess /> },
  desarrolladores: {
    title: 'Desarrolladores',
    roles: ['owner', 'files', 'reads'],
    show: ({ id }) => <Developers webhook={id} key={id} />,
  },
  operador: { title: 'Operador', isForOperators: true, show: () => <Operator /> },
};

const useRoute = (): Route => {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const read = () => setHash(location.hash);
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return useMemo(() => readRoute(hash), [hash]);
};

/** Signing in, and then the pages. */
export const App = () => {
  const [session, setSession] = useState<Session>();
  const [hasEnded, setEnded] = useState(false);
  // It outlives the session, as what was begun does.
  const [company, chooseCompany] = useState<Company>();
  const drafts = useMemo(() => new Drafts(), []);
  useEffect(() => {
    // A browser asks whether to leave, in its own words.
    const warn = (event: BeforeUnloadEvent) => drafts.all.length > 0 && event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [drafts]);
  const begin = (begun: Session) => {
    if (!drafts.beginFor(begun.email)) chooseCompany(undefined);
    setSession(begun);
  };
  const leave = useCallback(() => {
    setEnded(true);
    setSession(undefined);
  }, []);
  if (!session) return <SignIn {...{ hasEnded }} onSession={begin} />;
  return (
    <Pages
      {...{ session, drafts, leave, company, chooseCompany }}
      signOut={() => {
        const count = drafts.all.length;
        if (count > 0 && !confirm(`Se perderá lo que no ha terminado (${count}). ¿Salir?`)) return;
        // It is at an end here, whatever the gateway answers.
        session.gateway.signOut().catch(() => {});
        drafts.clear();
        chooseCompany(undefined);
        setEnded(false);
        setSession(undefined);
      }}
    />
  );
};

const Pages = ({ session, drafts, leave, company, chooseCompany, signOut }: Shared & { signOut(): void }) => {
  const route = useRoute();
  const shared: Shared = useMemo(
    () => ({ session, company, chooseCompany, drafts, leave }),
    [session, company, chooseCompany, drafts, leave],
  );
  const open = Object.entries(PAGES).filter(
    ([, { roles, isForOperators }]) =>
      (!roles || roles.includes(session.role)) && (!isForOperators || session.operator),
  );
  const page = open.find(([name]) => name === route.page)?.[1];
  useEffect(() => {
    document.title = `${page?.title ?? 'No existe'} · Panel`;
  }, [page]);

  return (
    <SharedContext.Provider value={shared}>
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        Ir al contenido
      </button>
      <header class="no-print">
        <nav aria-label="Páginas">
          <ul>
            {open.map(([name, { title }]) => (
              <li key={name}>
                <a href={addressOf(name)} aria-current={route.page === name ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div class="who">
          <SearchBox />
          {session.role !== null && <CompanyChoice />}
          <span class="small">{session.name}</span>
          <button type="button" onClick={signOut}>
            Salir
          </button>
        </div>
      </header>
      <main>
        <Boundary key={JSON.stringify(route)}>{page ? page.show(route) : <Missing />}</Boundary>
      </main>
    </SharedContext.Provider>
  );
};

/** Says that a page failed, in place of an empty one. The other pages work. */
class Boundary extends Component<{ children: ComponentChildren }, { error?: unknown }> {
  static override getDerivedStateFromError = (error: unknown) => ({ error });

  override componentDidCatch(error: unknown) {
    reportError(error);
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Failure problem={problemOf(error, true)} />;
  }
}

const Missing = () => (
  <>
    <Title>Esta página no existe</Title>
    <p>
      <a href={addressOf(START)}>Ir a Hoy</a>
    </p>
  </>
);
