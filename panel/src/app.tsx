import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { addressOf, type Route, readRoute, START } from './logic/route.ts';
import { Certificates } from './pages/certificates.tsx';
import { Developers } from './pages/developers.tsx';
import { FileOne } from './pages/file-one.tsx';
import { FilingStory } from './pages/filing.tsx';
import { Filings } from './pages/filings.tsx';
import { People } from './pages/people.tsx';
import { SignIn } from './pages/sign-in.tsx';
import { Today } from './pages/today.tsx';
import { Timeline } from './pages/worker.tsx';
import { CompanyChoice } from './parts/company-choice.tsx';
import { type Company, type Shared, SharedContext } from './parts/context.ts';
import { Title } from './parts/shown.tsx';
import type { Session } from './session.ts';

interface Page {
  title: string;
  /** Those who may open it; all without it. A client company has no role. */
  roles?: Session['role'][];
  show(route: Route): ComponentChildren;
}

/** The pages, in the order of the menu. */
const PAGES: Record<string, Page> = {
  hoy: { title: 'Hoy', show: () => <Today /> },
  tramitar: {
    title: 'Tramitar',
    roles: ['owner', 'files', null],
    show: ({ id, query }) => <FileOne operation={id} from={query.desde} key={`${id} ${query.desde}`} />,
  },
  tramites: {
    title: 'Trámites',
    show: ({ id, query }) =>
      id ? <FilingStory id={id} key={id} /> : <Filings query={query} key={JSON.stringify(query)} />,
  },
  historia: { title: 'Empresa y trabajador', show: ({ id }) => <Timeline worker={id} key={id} /> },
  certificados: { title: 'Certificados', show: () => <Certificates /> },
  personas: { title: 'Personas', roles: ['owner', 'files', 'reads'], show: () => <People /> },
  desarrolladores: {
    title: 'Desarrolladores',
    roles: ['owner', 'files', 'reads'],
    show: ({ id }) => <Developers webhook={id} key={id} />,
  },
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
  const leave = useCallback(() => {
    setEnded(true);
    setSession(undefined);
  }, []);
  if (!session) return <SignIn {...{ hasEnded }} onSession={setSession} />;
  return (
    <Pages
      session={session}
      leave={leave}
      signOut={() => {
        // It is at an end here, whatever the gateway answers.
        session.gateway.signOut().catch(() => {});
        setEnded(false);
        setSession(undefined);
      }}
    />
  );
};

const Pages = ({ session, leave, signOut }: { session: Session; leave(): void; signOut(): void }) => {
  const route = useRoute();
  const [company, chooseCompany] = useState<Company>();
  const shared: Shared = useMemo(
    () => ({ session, company, chooseCompany, leave }),
    [session, company, leave],
  );
  const open = Object.entries(PAGES).filter(([, { roles }]) => !roles || roles.includes(session.role));
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
          {session.role !== null && <CompanyChoice />}
          <span class="small">{session.name}</span>
          <button type="button" onClick={signOut}>
            Salir
          </button>
        </div>
      </header>
      <main>{page ? page.show(route) : <Missing />}</main>
    </SharedContext.Provider>
  );
};

const Missing = () => (
  <>
    <Title>Esta página no existe</Title>
    <p>
      <a href={addressOf(START)}>Ir a Hoy</a>
    </p>
  </>
);
