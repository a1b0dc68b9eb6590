/** The guide: readers choose the language of all snippets, and copy them. */
import './page.css';

const CHOICE = 'lenguaje';

const groups = [...document.querySelectorAll<HTMLElement>('.lenguajes')];
let number = 0;

/** The language of an earlier visit, else the first one. A browser may block storage. */
const chosenBefore = (): string => {
  try {
    return localStorage.getItem(CHOICE) ?? 'sh';
  } catch {
    return 'sh';
  }
};

const choose = (language: string): void => {
  for (const group of groups) {
    for (const tab of group.querySelectorAll<HTMLElement>('[role=tab]')) {
      const isChosen = tab.dataset.lenguaje === language;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
    }
    for (const figure of group.querySelectorAll<HTMLElement>('.codigo'))
      figure.hidden = figure.dataset.lenguaje !== language;
  }
  try {
    localStorage.setItem(CHOICE, language);
  } catch {
    // The choice lasts as long as the page.
  }
};

/** Chooses a language, and keeps the snippet in view, because snippets above it may change their height. */
const chooseAt = (tab: HTMLElement): void => {
  const before = tab.getBoundingClientRect().top;
  choose(tab.dataset.lenguaje!);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
};

const KEYS: Record<string, (index: number, count: number) => number> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

for (const group of groups) {
  const list = document.createElement('div');
  list.className = 'elegir';
  list.setAttribute('role', 'tablist');
  list.setAttribute('aria-label', 'Lenguaje del ejemplo');
  const tabs = [...group.querySelectorAll<HTMLElement>('.codigo')].map((figure) => {
    number++;
    const caption = figure.querySelector('figcaption')!;
    const tab = document.createElement('button');
    tab.id = `lenguaje-${number}`;
    tab.textContent = caption.textContent;
    tab.dataset.lenguaje = figure.dataset.lenguaje;
    tab.setAttribute('role', 'tab');
    figure.id = `ejemplo-${number}`;
    figure.setAttribute('role', 'tabpanel');
    figure.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', figure.id);
    caption.remove();
    tab.addEventListener('click', () => chooseAt(tab));
    return tab;
  });
  list.append(...tabs);
  list.addEventListener('keydown', (event) => {
    const index = tabs.indexOf(event.target as HTMLButtonElement);
    const next = tabs[KEYS[event.key]?.(index, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    chooseAt(next);
    next.focus();
  });
  group.prepend(list);
}

for (const figure of document.querySelectorAll('.codigo')) {
  const button = document.createElement('button');
  button.className = 'copiar';
  button.textContent = 'Copiar';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code')!.textContent);
    button.textContent = 'Copiado';
    setTimeout(() => {
      button.textContent = 'Copiar';
    }, 2000);
  });
  figure.append(button);
}

choose(chosenBefore());
