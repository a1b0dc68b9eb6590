import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { addressOf } from './route.ts';

/** An entry of the menu. */
export interface Entry {
  name: string;
  title: string;
}

/** Pages that are in the bar at the bottom of a phone; the others are behind its fifth button. */
const IN_BAR = ['hoy', 'tramitar', 'tramites', 'importar'];

/** Everyday pages come before this one in the menu; settings begin with it. */
const FIRST_OF_SETTINGS = 'certificados';

/** SVG paths of the icons, in 24 × 24. */
const ICONS: Record<string, string> = {
  hoy: 'M4 12a8 8 0 1 0 16 0a8 8 0 1 0-16 0M12 7.5V12l3 2',
  tramitar: 'M12 5v14M5 12h14',
  tramites: 'M6 4h9l4 4v12H6zM9.5 12h6M9.5 16h6',
  importar: 'M4 15v4h16v-4M12 4v11M8 11l4 4 4-4',
  historia: 'M12 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7M5 20c0-4 3-6 7-6s7 2 7 6',
  empresas: 'M5 20V5h9v15M14 10h5v10M3 20h18M8 9h3M8 13h3',
  certificados: 'M7 11V8a5 5 0 0 1 10 0v3M5 11h14v9H5z',
  personas:
    'M9 11a3 3 0 1 0 0-6a3 3 0 0 0 0 6M3.5 19c0-3 2.2-5 5.5-5s5.5 2 5.5 5M16 6a3 3 0 0 1 0 5.5M17 14c2.2.5 3.5 2.3 3.5 5',
  ajustes: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  acceso: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 5v4M9 15v4',
  desarrolladores: 'M8 8l-4 4 4 4M16 8l4 4-4 4M13.5 6l-3 12',
  operador: 'M12 4l7 3v5c0 4-3 7-7 8-4-1-7-4-7-8V7z',
  buscar: 'M10.5 17a6.5 6.5 0 1 0 0-13a6.5 6.5 0 0 0 0 13M15.5 15.5L20 20',
  mas: 'M5 12h.01M12 12h.01M19 12h.01',
};

export const Icon = ({ of }: { of: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={ICONS[of] ?? ICONS.mas} />
  </svg>
);

/** The logo and the name. */
export const Brand = () => (
  <span class="brand">
    <img src="/mark.svg" alt="" width="24" height="24" />
    Pasarela
  </span>
);

/**
 * The frame of each page: the menu, as a rail at the left or as a bar of five buttons at the bottom of a phone, and a row at
 * the top.
 * @param tools content of the top row: the choice of company, the search, and the person who signed in
 */
export const Frame = ({
  entries,
  current,
  tools,
  children,
}: {
  entries: readonly Entry[];
  current: string;
  tools: ComponentChildren;
  children: ComponentChildren;
}) => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    // The menu closes when a page was chosen.
    const close = () => setOpen(false);
    const onEscape = ({ key }: KeyboardEvent) => key === 'Escape' && close();
    addEventListener('hashchange', close);
    addEventListener('keydown', onEscape);
    return () => {
      removeEventListener('hashchange', close);
      removeEventListener('keydown', onEscape);
    };
  }, []);
  return (
    <div class="frame">
      <button type="button" class="skip" onClick={() => document.querySelector<HTMLElement>('h1')?.focus()}>
        Ir al contenido
      </button>
      <header class="no-print">{tools}</header>
      <nav aria-label="Páginas" class={`no-print${isOpen ? ' open' : ''}`}>
        <Brand />
        <ul id="pages">
          {entries.map(({ name, title }) => (
            <li
              key={name}
              class={[IN_BAR.includes(name) && 'in-bar', name === FIRST_OF_SETTINGS && 'apart']
                .filter(Boolean)
                .join(' ')}
            >
              <a
                href={addressOf(name)}
                aria-current={current === name ? 'page' : undefined}
                onClick={() => setOpen(false)}
              >
                <Icon of={name} />
                {title}
              </a>
            </li>
          ))}
        </ul>
        <button
          type="button"
          class="more"
          aria-expanded={isOpen}
          aria-controls="pages"
          onClick={() => setOpen(!isOpen)}
        >
          <Icon of="mas" />
          {isOpen ? 'Cerrar' : 'Más'}
        </button>
      </nav>
      {children}
    </div>
  );
};
