import { SheetFault } from '../../../../shared/sheets/limits.ts';
import { spelled } from '../../../../shared/sheets/spelled.ts';
import { listed } from './listed.ts';
import type { TableOptions } from './sheet-row.ts';
import type { FoundColumn } from './types.ts';
import type { Headers, Use } from './uses.ts';

/**
 * Notes the sheets that are not read.
 * @throws SheetFault if one that is shown has all required columns of the one that was read, so that it may be its continuation,
 * and no person chose between them
 */
export const checkOtherTabs = async (
  { name, isGiven, others }: NonNullable<TableOptions['tab']>,
  { headers, columns }: { headers: Headers; columns: (FoundColumn | undefined)[] },
  note: (message: string) => void,
): Promise<void> => {
  const needed = headers.uses.flatMap((use, index) => (isNeeded(use) ? (columns[index]?.header ?? []) : []));
  const unread: string[] = [];
  for (const other of others) {
    const rows = await other.firstRows();
    if (rows.length === 0) continue;
    const isSame = rows.some(({ cells }) => {
      const texts = new Set(cells.map((cell) => spelled(cell?.text ?? '')));
      return needed.length > 0 && needed.every((header) => texts.has(spelled(header)));
    });
    if (isSame && !other.isHidden && !isGiven)
      throw new SheetFault(
        `La hoja «${other.name}» también tiene datos, con las mismas cabeceras, y solo se lee «${name}»: elija cuál se lee, o ponga todas las filas en una.`,
      );
    unread.push(`«${other.name}»${other.isHidden ? ' (oculta)' : ''}`);
  }
  if (unread.length > 0)
    note(
      `Del libro solo se ha leído la hoja «${name}». Otras hojas con datos no se leen: ${listed(unread)}.`,
    );
};

const isNeeded = (use: Use | undefined): boolean =>
  use?.is === 'operation' ||
  (use?.is === 'field' && [...use.columns.values()].some(({ isRequired }) => isRequired));
