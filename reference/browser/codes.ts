/** The tables of codes: only the rows that have all words of what is looked for. */
import './page.css';

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();

const tables = [...document.querySelectorAll<HTMLElement>('section')].map((section) => {
  const title = plain(section.querySelector('h2')!.textContent);
  const rows = [...section.querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) => ({
    row,
    text: `${title} ${plain([...row.cells].map((cell) => cell.textContent).join(' '))}`,
  }));
  return { section, rows };
});

const field = document.querySelector<HTMLInputElement>('#buscar')!;
const told = document.querySelector('#encontrados')!;

const search = (): void => {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const { section, rows } of tables) {
    let inTable = 0;
    for (const { row, text } of rows) {
      row.hidden = !words.every((word) => text.includes(word));
      if (!row.hidden) inTable++;
    }
    section.hidden = inTable === 0;
    found += inTable;
  }
  told.textContent = words.length === 0 ? '' : found === 1 ? '1 código' : `${found} códigos`;
  const address = new URL(location.href);
  if (words.length > 0) address.searchParams.set('q', field.value);
  else address.searchParams.delete('q');
  history.replaceState(null, '', address);
};

field.closest('search')!.hidden = false;
field.addEventListener('input', search);
field.value = new URLSearchParams(location.search).get('q') ?? '';
search();
