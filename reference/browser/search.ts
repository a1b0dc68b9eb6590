/** The search over guide, operations and codes. */
import './page.css';
import entries from 'virtual:entries';
import { contextOf } from './context.ts';
import { keepInAddress, plain, searchField, wordsOf } from './plain.ts';

/** The most results of a kind that are shown. */
const MOST = 20;

const all = entries.map(([kind, title, address, text]) => {
  const inTitle = plain(title);
  return { kind, title, address, inTitle, shown: text, text: `${inTitle} ${plain(text)}` };
});
const kinds = [...new Set(all.map(({ kind }) => kind))];
const results = document.querySelector('#resultados')!;
const summary = document.querySelector('#encontrados')!;
const field = searchField();

const make = (name: string, text: string): HTMLElement =>
  Object.assign(document.createElement(name), { textContent: text });

const search = (): void => {
  const words = wordsOf(field.value);
  keepInAddress(field.value);
  const found =
    words.length === 0 ? [] : all.filter(({ text }) => words.every((word) => text.includes(word)));
  summary.textContent =
    words.length === 0 ? '' : found.length === 1 ? '1 resultado' : `${found.length} resultados`;
  results.replaceChildren(
    ...kinds.flatMap((kind) => {
      const isBest = ({ inTitle }: (typeof all)[number]) => words.every((word) => inTitle.includes(word));
      const own = found
        .filter((entry) => entry.kind === kind)
        .toSorted((one, other) => Number(isBest(other)) - Number(isBest(one)));
      if (own.length === 0) return [];
      const list = document.createElement('ul');
      for (const { title, address, shown } of own.slice(0, MOST)) {
        const link = Object.assign(document.createElement('a'), { href: address, textContent: title });
        const item = document.createElement('li');
        const context = contextOf(shown, words, plain);
        item.append(link, ...(context ? [make('p', context)] : []));
        list.append(item);
      }
      const more = own.length > MOST ? [make('p', `y ${own.length - MOST} más: escriba otra palabra.`)] : [];
      return [make('h2', `${kind} (${own.length})`), list, ...more];
    }),
  );
};

field.addEventListener('input', search);
search();
field.focus();
