import { type Entry, isWrong } from './content.ts';

/** A row that was read. */
export type Checked = Omit<Entry, 'number' | 'hashes' | 'filed'> & {
  /** Hashes of its steps' contents. */
  hashes: string[];
  /** Hashes of contents that were or may have been filed before, and that it does not file itself. */
  filed: string[];
};

/**
 * The rows in their order. Equal rows are filed once: a row is wrong if an earlier one files the same, or if one of
 * them says that it is filed.
 * @param kept rows that stay as they are, which come before these
 */
export const oncePerContent = (rows: Checked[], kept: Entry[] = []): Entry[] => {
  const rowOf = new Map(
    [...kept, ...rows].flatMap(({ filed = [], row }) => filed.map((hash) => [hash, row] as const)),
  );
  for (const one of kept) if (!isWrong(one)) for (const hash of one.hashes ?? []) rowOf.set(hash, one.row);
  return rows.map((entry, place) => {
    const { hashes, row } = entry;
    const equal = hashes.flatMap((hash, step) => {
      const first = rowOf.get(hash);
      return first === undefined ? [] : [{ first, name: entry.steps[step]!.name }];
    });
    const found = equal.map(({ first, name }) => ({
      message: `${name === undefined ? 'Es' : `${name}: es`} igual que la fila ${first}: se presentaría dos veces.`,
    }));
    const mistakes = [...entry.mistakes, ...found];
    const isGood = !isWrong({ ...entry, mistakes });
    if (isGood) for (const hash of hashes) rowOf.set(hash, row);
    return {
      ...entry,
      mistakes,
      steps: isGood ? entry.steps : [],
      number: place + 1,
      ...(equal.length > 0 && { equalTo: equal.map(({ first }) => first) }),
    };
  });
};
