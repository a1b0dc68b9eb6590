import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Page } from './page.ts';
import { addressOf } from './route.ts';

/** An entry of the menu. */
interface Entry {
  name: string;
  page: Page;
}

/** Everyday pages come before this one in the menu; settings begin with it. */
const FIRST_OF_SETTINGS = 'certificados';

/** SVG path of the icon of the button for further pages. */
const MORE = 'M5 12h.01M12 12h.01M19 12h.01';

/** An icon. @param path SVG path, in 24 × 24 */
export const Icon = ({ path }: { path: string }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={path} />
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
          {entries.map(({ name, page }) => (
            <li
              key={name}
              class={[page.isInBar && 'in-bar', name === FIRST_OF_SETTINGS && 'apart']
                .filter(Boolean)
                .join(' ')}
            >
              <a
                href={addressOf(name)}
                aria-current={current === name ? 'page' : undefined}
                onClick={() => setOpen(false)}
              >
                <Icon path={page.icon} />
                {page.title}
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
          <Icon path={MORE} />
          {isOpen ? 'Cerrar' : 'Más'}
        </button>
      </nav>
      {children}
    </div>
  );
};
