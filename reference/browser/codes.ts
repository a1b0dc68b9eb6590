/** The code tables: shows only the rows that have all searched words. */
import './page.css';
import { keepInAddress, plain, searchField, wordsOf } from './plain.ts';

const tables = [...document.querySelectorAll<HTMLElement>('section')].map((section) => {
  const title = plain(section.querySelector('h2')!.textContent);
  const rows = [...section.querySelectorAll<HTMLTableRowElement>('tbody tr')].map((row) => ({
    row,
    text: `${title} ${plain([...row.cells].map((cell) => cell.textContent).join(' '))}`,
  }));
  return { section, rows };
});

const field = searchField();
const summary = document.querySelector('#encontrados')!;

const search = (): void => {
  const words = wordsOf(field.value);
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
  summary.textContent = words.length === 0 ? '' : found === 1 ? '1 código' : `${found} códigos`;
  keepInAddress(field.value);
};

field.addEventListener('input', search);
search();
