import { Component, type ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import type { Capability } from './capabilities/capability.ts';
import { capabilities } from './capabilities/list.ts';
import { Certificates } from './gateway/certificates/certificates-page.tsx';
import { CompanyChoice } from './gateway/companies/company-choice.tsx';
import { FilingStory } from './gateway/filings/filing-page.tsx';
import { SignIn, type SignOut } from './gateway/sign-in/sign-in.tsx';
import { asksOfToday, Today } from './gateway/today/today.tsx';
import { endSession, onSignOut, resumed, type Session } from './session.ts';
import { type Company, type Shared, SharedContext } from './shared/context.ts';
import { Drafts } from './shared/drafts.ts';
import { Frame } from './shared/frame.tsx';
import { later } from './shared/later.tsx';
import type { Added, Page } from './shared/page.ts';
import { problemOf } from './shared/problems.ts';
import { addressOf, type Route, readRoute, START } from './shared/route.ts';
import { Failure, Title } from './shared/shown.tsx';
import { initialsOf } from './shared/words.ts';

/** SVG path of the icon of settings. */
const SETTINGS = 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4';

const Filings = later(async () => (await import('./gateway/filings/filings-page.tsx')).Filings);
const loadFileOne = async () => (await import('./gateway/filings/file-one.tsx')).FileOne;
const FileOne = later(loadFileOne);
const People = later(async () => (await import('./gateway/people/people.tsx')).People);

/** What capabilities add to a page, loaded together with it. */
const added = <Part,>(
  partOf: (capability: Capability) => Promise<Part> | undefined,
): Promise<Added<Part>[]> =>
  Promise.all(
    capabilities.flatMap((capability) => {
      const { name } = capability;
      return partOf(capability)?.then((part) => ({ name, part })) ?? [];
    }),
  );

const Companies = later(async () => {
  const [{ Companies }, parts] = await Promise.all([
    import('./gateway/companies/companies-page.tsx'),
    added(({ ofCompany }) => ofCompany?.()),
  ]);
  return (props: { id: string | undefined; query: Route['query'] }) => <Companies {...props} parts={parts} />;
});
const Timeline = later(async () => {
  const [{ Timeline }, lists] = await Promise.all([
    import('./gateway/workers/worker.tsx'),
    added(({ ofWorkers }) => ofWorkers?.()),
  ]);
  return (props: { worker: string | undefined }) => <Timeline {...props} lists={lists} />;
});
const Settings = later(async () => {
  const [{ Settings }, parts] = await Promise.all([
    import('./gateway/settings/settings.tsx'),
    added(({ ofSettings }) => ofSettings?.()),
  ]);
  return () => <Settings parts={parts} />;
});
const Developers = later(async () => {
  const [{ Developers }, parts] = await Promise.all([
    import('./gateway/tokens/developers.tsx'),
    added(({ ofDevelopers }) => ofDevelopers?.()),
  ]);
  return (props: { id: string | undefined }) => <Developers {...props} parts={parts} />;
});

/** Milliseconds after signing in until the code of the forms is loaded. */
const FORMS_AFTER = 3_000;

/** Longest time, in milliseconds, that signing out waits until the drafts are saved. */
const SAVING_MS = 5_000;

/** The gateway's own pages. */
const OWN_PAGES: Record<string, Page> = {
  hoy: {
    title: 'Hoy',
    place: 10,
    icon: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2',
    isInBar: true,
    show: ({ id, ...route }) =>
      id ? capabilities.map(({ ofToday }) => ofToday?.({ ...route, id })) : <Today />,
  },
  tramitar: {
    title: 'Tramitar',
    place: 20,
    icon: 'M12 5v14M5 12h14',
    isInBar: true,
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
  tramites: {
    title: 'Trámites',
    place: 40,
    icon: 'M6 4h9l4 4v12H6zM9.5 12h6M9.5 16h6',
    isInBar: true,
    show: ({ id, query }) =>
      id ? <FilingStory id={id} key={id} /> : <Filings query={query} key={JSON.stringify(query)} />,
  },
  empresas: {
    title: 'Empresas',
    place: 50,
    icon: 'M5 20V5h9v15M14 10h5v10M3 20h18M8 9h3M8 13h3',
    roles: ['owner', 'files', 'reads'],
    show: ({ id, query }) => <Companies id={id} query={query} key={id} />,
  },
  historia: {
    title: 'Trabajadores',
    place: 60,
    icon: 'M12 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M5 20c0-4 3-6 7-6s7 2 7 6',
    show: ({ id }) => <Timeline worker={id} key={id} />,
  },
  certificados: {
    title: 'Certificados',
    place: 70,
    icon: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
    show: () => <Certificates />,
  },
  personas: {
    title: 'Personas',
    place: 80,
    icon: 'M9 11a3 3 0 1 0 0-6a3 3 0 0 0 0 6M3.5 19c0-3 2.2-5 5.5-5s5.5 2 5.5 5M16 6a3 3 0 0 1 0 5.5M17 14c2.2.5 3.5 2.3 3.5 5',
    roles: ['owner', 'files', 'reads'],
    show: () => <People />,
  },
  ajustes: {
    title: 'Ajustes',
    place: 90,
    icon: SETTINGS,
    roles: ['owner', 'files', 'reads'],
    show: () => <Settings />,
  },
  acceso: { title: 'Mi acceso', place: 100, icon: SETTINGS, roles: [null], show: () => <Settings /> },
  desarrolladores: {
    title: 'Desarrolladores',
    place: 110,
    icon: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12',
    roles: ['owner'],
    show: ({ id }) => <Developers id={id} key={id} />,
  },
};

/** All pages, by the first part of their address, in the order of the menu. */
const PAGES = Object.entries(
  Object.assign({}, OWN_PAGES, ...capabilities.map(({ pages }) => pages)) as typeof OWN_PAGES,
)
  .map(([name, page]) => ({ name, page }))
  .toSorted((a, b) => a.page.place - b.page.place);

/** What Hoy asks for. */
const ASKS = asksOfToday(capabilities);

/** Where the drafts of a session are stored. */
const keptDrafts = (session: Session) => capabilities.find(({ drafts }) => drafts)?.drafts?.(session);

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
  const drafts = useMemo(() => new Drafts(new BroadcastChannel('drafts')), []);
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
    if (!drafts.beginFor(begun.email, keptDrafts(begun))) chooseCompany(undefined);
    setSession(begun);
  };
  const leave = useCallback(() => {
    setEnded(true);
    setSession(undefined);
  }, []);
  const rename = useCallback((name: string) => setSession((now) => now && { ...now, name }), []);
  useEffect(() => {
    resumed(ASKS).then((session) => {
      if (session) begin(session);
      setResuming(false);
    });
  }, []);
  useEffect(() => session && onSignOut(session, leave), [session, leave]);
  if (!session)
    return isResuming ? null : <SignIn asks={ASKS} hasEnded={hasEnded} signOut={signOut} onSession={begin} />;
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
}: Omit<Shared, 'capabilities'> & { signOut(): void }) => {
  const route = useRoute();
  const shared: Shared = useMemo(
    () => ({ session, capabilities, company, chooseCompany, drafts, rename, leave }),
    [session, company, chooseCompany, drafts, rename, leave],
  );
  useEffect(() => {
    // Most people open a form next, so its code is loaded ahead of time, but only after the first page is shown.
    const waiting = setTimeout(() => void loadFileOne().catch(() => {}), FORMS_AFTER);
    return () => clearTimeout(waiting);
  }, []);
  const open = PAGES.filter(
    ({ page: { roles, isForOperators } }) =>
      (!roles || roles.includes(session.role)) && (!isForOperators || session.operator),
  );
  const page = open.find(({ name }) => name === route.page)?.page;
  useEffect(() => {
    document.title = `${page?.title ?? 'No existe'} · Pasarela`;
  }, [page]);

  return (
    <SharedContext.Provider value={shared}>
      <Frame
        entries={open}
        current={route.page}
        tools={
          <>
            {session.role !== null && <CompanyChoice />}
            {capabilities.map(({ name, Tool }) => Tool && <Tool key={name} />)}
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
