import { madridDay } from './days.ts';
import { saveText } from './download.ts';

/** What a list shows, with its file for spreadsheet programs and its printed page, which have exactly what is shown. */
export const ListHead = ({ text, name, sheet }: { text: string; name: string; sheet(): string }) => {
  const today = madridDay(new Date());
  return (
    <div class="line">
      <p class="small">{text}</p>
      <span class="actions no-print">
        <button type="button" onClick={() => saveText(sheet(), `${name}-${today}.csv`)}>
          Descargar para Excel
        </button>
        <button type="button" onClick={() => print()}>
          Imprimir
        </button>
      </span>
    </div>
  );
};
