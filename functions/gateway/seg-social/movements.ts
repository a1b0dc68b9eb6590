import type { TaDocument } from '../../../shared/authorities/tgss/jacada/ta-documents.ts';

/** Natural days before its date from which a registration may be filed (Real Decreto 84/1996, article 32.3.1). */
export const ALTA_DAYS_AHEAD = 60;

/** A movement that the portal has a document of. Dates `YYYY-MM-DD`. */
export interface Movement {
  movType: 'ALTA' | 'BAJA';
  fecha_real: string;
  /** `''` if the portal does not show it. */
  fecha_comunicacion: string;
  /** A registration whose contract, group or other data were changed afterwards. */
  changed: boolean;
}

/** Registrations and terminations; changes are documents, too. */
export const movementsOf = (documents: TaDocument[]): Movement[] => {
  const starts = documents
    .filter(({ movement }) => movement.startsWith('ALTA'))
    .map(({ fecha_real }) => fecha_real)
    .toSorted();
  const changedStarts = new Set(
    documents
      .filter(({ movement }) => movement.startsWith('VARIACION'))
      .map(({ fecha_real }) => starts.findLast((start) => start <= fecha_real)),
  );
  return documents.flatMap(({ movement, ...dates }) => {
    const movType = (['ALTA', 'BAJA'] as const).find((kind) => movement.startsWith(kind));
    const changed = movType === 'ALTA' && changedStarts.has(dates.fecha_real);
    return movType ? [{ movType, ...dates, changed }] : [];
  });
};

/** So many movements at most: the latest, or the first since that start. In the portal's order. */
export const nearest = (movements: Movement[], most: number, startDate: string | undefined): Movement[] => {
  const byDate = movements.toSorted((one, other) => (one.fecha_real < other.fecha_real ? -1 : 1));
  const since = byDate.filter(({ fecha_real }) => startDate === undefined || fecha_real >= startDate);
  const chosen = new Set(startDate === undefined ? since.slice(-most) : since.slice(0, most));
  return movements.filter((movement) => chosen.has(movement));
};

/** A movement as `A`, `C` where it was changed, or `B` for its end, and its two dates. */
export const packed = ({ movType, changed, fecha_real, fecha_comunicacion }: Movement): string =>
  `${changed ? 'C' : movType.charAt(0)}${[fecha_real, fecha_comunicacion].map((date) => date.replaceAll('-', '').padEnd(8)).join('')}`;

export const unpacked = (text: string): Movement => {
  const dateAt = (at: number) =>
    text
      .slice(at, at + 8)
      .trim()
      .replace(/^(....)(..)(..)$/, '$1-$2-$3');
  return {
    movType: text.startsWith('B') ? 'BAJA' : 'ALTA',
    changed: text.startsWith('C'),
    fecha_real: dateAt(1),
    fecha_comunicacion: dateAt(9),
  };
};
