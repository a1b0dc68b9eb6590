import { Component, type ComponentChildren, type ComponentType } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { Import } from './capabilities/batches/import.tsx';
import { draftsOf } from './capabilities/drafts/kept-drafts.ts';
import { Alike } from './capabilities/obligations/alike.tsx';
import { SearchBox } from './capabilities/search/search-box.tsx';
import { Certificates } from './gateway/certificates/certificates-page.tsx';
import { CompanyChoice } from './gateway/companies/company-choice.tsx';
import { FilingStory } from './gateway/filings/filing-page.tsx';
import { SignIn, type SignOut } from './gateway/sign-in/sign-in.tsx';
import { Today } from './gateway/today/today.tsx';
import { endSession, onSignOut, resumed, type Session } from './session.ts';
import { type Company, type Shared, SharedContext, useLoaded } from './shared/context.ts';
import { Drafts } from './shared/drafts.ts';
import { Frame } from './shared/frame.tsx';
import { problemOf } from './shared/problems.ts';
import { addressOf, type Route, readRoute, START } from './shared/route.ts';
import { Failure, Show, Title } from './shared/shown.tsx';
import { initialsOf } from './shared/words.ts';

interface Page {
  title: string;
  /** Roles that may open it; everybody if it is missing. `null` stands for a client company, which has no role. */
  roles?: Session['role'][];
  /** Only for the operator of the service. */
  isForOperators?: true;
  show(route: Route): ComponentChildren;
}

/** A page that is rarely opened first, so its code is loaded when it is first opened. */
const later =
  <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  (props: Props) => {
    const loaded = useLoaded(async () => ({ Shown: await load() }), []);
    return <Show of={loaded}>{({ Shown }) => <Shown {...props} />}</Show>;
  };

const OneBatch = later(async () => (await import('./capabilities/batches/batch-page.tsx')).OneBatch);
const Filings = later(async () => (await import('./gateway/filings/filings-page.tsx')).Filings);
const Companies = later(async () => (await import('./gateway/companies/companies-page.tsx')).Companies);
const Timeline = later(async () => (await import('./gateway/workers/worker.tsx')).Timeline);
const loadFileOne = async () => (await import('./gateway/filings/file-one.tsx')).FileOne;
const FileOne = later(loadFileOne);
const People = later(async () => (await import('./gateway/people/people.tsx')).People);
const Settings = later(async () => (await import('./gateway/settings/settings.tsx')).Settings);
const Developers = later(async () => (await import('./gateway/tokens/developers.tsx')).Developers);
const Operator = later(async () => (await import('./capabilities/operator/operator-page.tsx')).Operator);

/** Milliseconds after signing in until the code of the forms is loaded. */
const FORMS_AFTER = 3_000;

/** Longest time, in milliseconds, that signing out waits until the drafts are saved. */
const SAVING_MS = 5_000;

/** The pages, in the order of the menu. */
const PAGES: Record<string, Page> = {
  hoy: {
    title: 'Hoy',
    show: ({ id, query }) =>
      id ? (
        <Alike
          rule={id}
          day={query.dia}
          isCertain={query.seguro !== 'no'}
          key={`${id} ${query.dia} ${query.seguro}`}
        />
      ) : (
        <Today />
      ),
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
    show: ({ id, query }) => (
      <Companies id={id} page={query.pagina} comparison={query.cuadre} key={`${id} ${query.cuadre}`} />
    ),
  },
  historia: { title: 'Trabajadores', show: ({ id }) => <Timeline worker={id} key={id} /> },
  certificados: { title: 'Certificados', show: () => <Certificates /> },
  personas: { title: 'Personas', roles: ['owner', 'files', 'reads'], show: () => <People /> },
  ajustes: { title: 'Ajustes', roles: ['owner', 'files', 'reads'], show: () => <Settings /> },
  acceso: { title: 'Mi acceso', roles: [null], show: () => <Settings /> },
  desarrolladores: {
    title: 'Desarrolladores',
    roles: ['owner'],
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

/** The whole panel: the sign-in page, and the other pages once somebody has signed in. */
export const App = () => {
  const [session, setSession] = useState<Session>();
  const [isResuming, setResuming] = useState(true);
  const [hasEnded, setEnded] = useState(false);
  const [signOut, setSignOut] = useState<SignOut>();
  // The choice outlives a session that has ended, as the drafts in memory do.
  const [company, chooseCompany] = useState<Company>();
  const drafts = useMemo(() => new Drafts(), []);
  useEffect(() => {
    // The browser then asks, in its own words, whether to leave the page.
    const warn = (event: BeforeUnloadEvent) => drafts.unsaved > 0 && event.preventDefault();
    const save = () => document.hidden && void drafts.flush();
    addEventListener('beforeunload', warn);
    document.addEventListener('visibilitychange', save);
    return () => {
      removeEventListener('beforeunload', warn);
      document.removeEventListener('visibilitychange', save);
    };
  }, [drafts]);
  const begin = (begun: Session) => {
    if (!drafts.beginFor(begun.email, draftsOf(begun))) chooseCompany(undefined);
    setSession(begun);
  };
  const leave = useCallback(() => {
    setEnded(true);
    setSession(undefined);
  }, []);
  const rename = useCallback((name: string) => setSession((now) => now && { ...now, name }), []);
  useEffect(() => {
    resumed().then((session) => {
      if (session) begin(session);
      setResuming(false);
    });
  }, []);
  useEffect(() => session && onSignOut(session, leave), [session, leave]);
  if (!session) return isResuming ? null : <SignIn hasEnded={hasEnded} signOut={signOut} onSession={begin} />;
  return (
    <Pages
      session={session}
      drafts={drafts}
      leave={leave}
      rename={rename}
      company={company}
      chooseCompany={chooseCompany}
      signOut={async () => {
        await Promise.race([drafts.flush(), new Promise((resolve) => setTimeout(resolve, SAVING_MS))]);
        const { unsaved } = drafts;
        if (unsaved > 0 && !confirm(`No se ha podido guardar lo que no ha terminado (${unsaved}). ¿Salir?`))
          return;
        setSignOut(undefined);
        void endSession(session, () => setSignOut('failing')).then(() =>
          setSignOut((now) => (now === 'failing' ? 'done' : now)),
        );
        drafts.clear();
        chooseCompany(undefined);
        setEnded(false);
        setSession(undefined);
      }}
    />
  );
};

const Pages = ({
  session,
  drafts,
  leave,
  rename,
  company,
  chooseCompany,
  signOut,
}: Shared & { signOut(): void }) => {
  const route = useRoute();
  const shared: Shared = useMemo(
    () => ({ session, company, chooseCompany, drafts, rename, leave }),
    [session, company, chooseCompany, drafts, rename, leave],
  );
  useEffect(() => {
    // Most people open a form next, so its code is loaded ahead of time, but only after the first page is shown.
    const waiting = setTimeout(() => void loadFileOne().catch(() => {}), FORMS_AFTER);
    return () => clearTimeout(waiting);
  }, []);
  const open = Object.entries(PAGES).filter(
    ([, { roles, isForOperators }]) =>
      (!roles || roles.includes(session.role)) && (!isForOperators || session.operator),
  );
  const page = open.find(([name]) => name === route.page)?.[1];
  useEffect(() => {
    document.title = `${page?.title ?? 'No existe'} · Pasarela`;
  }, [page]);

  return (
    <SharedContext.Provider value={shared}>
      <Frame
        entries={open.map(([name, { title }]) => ({ name, title }))}
        current={route.page}
        tools={
          <>
            {session.role !== null && <CompanyChoice />}
            <SearchBox />
            <div class="who">
              <a href={addressOf(session.role === null ? 'acceso' : 'ajustes')} title={session.name}>
                <span>{session.name}</span>
                <b aria-hidden="true">{initialsOf(session.name)}</b>
              </a>
              <button type="button" onClick={signOut}>
                Salir
              </button>
            </div>
          </>
        }
      >
        <main>
          <Boundary key={JSON.stringify(route)}>{page ? page.show(route) : <Missing />}</Boundary>
        </main>
      </Frame>
    </SharedContext.Provider>
  );
};

/** Shows an error in place of a page that failed. The other pages still work. */
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
