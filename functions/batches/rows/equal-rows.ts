import type { Entry } from './content.ts';

/** A row that was read. */
export type Checked = Omit<Entry, 'number'> & {
  /** Hashes of its steps' contents. */
  hashes: string[];
  /** Hashes of contents that were or may have been filed before, and that it does not file itself. */
  filed: string[];
};

/**
 * The rows in their order. What several of them ask for is filed once: a row is wrong where an earlier one files the same, or
 * where any of them says that it is filed.
 */
export const oncePerContent = (rows: Checked[]): Entry[] => {
  const rowOf = new Map(rows.flatMap(({ filed, row }) => filed.map((hash) => [hash, row] as const)));
  return rows.map(({ hashes, filed: _, ...entry }, place) => {
    const found = hashes.flatMap((hash, step) => {
      const first = rowOf.get(hash);
      const { name } = entry.steps[step]!;
      const what = name === undefined ? 'Es' : `${name}: es`;
      return first === undefined
        ? []
        : [{ message: `${what} igual que la fila ${first}: se presentaría dos veces.` }];
    });
    const mistakes = [...entry.mistakes, ...found];
    const isGood = mistakes.length === 0;
    if (isGood) for (const hash of hashes) rowOf.set(hash, entry.row);
    return { ...entry, mistakes, steps: isGood ? entry.steps : [], number: place + 1 };
  });
};
