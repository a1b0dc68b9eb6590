import { type Entry, isHeldBack } from './content.ts';

/** A row that was read and checked. */
export type Checked = Omit<Entry, 'number' | 'hashes' | 'filed'> & {
  /** Hashes of the contents of its steps. */
  hashes: string[];
  /** Hashes of contents that were or may have been filed before, and that this row does not file. */
  filed: string[];
};

/**
 * The rows, in their order. Of equal rows one is filed: a row is wrong if an earlier one files the same content, or if one of
 * them says that it was filed.
 * @param kept rows that stay as they are, and come before these
 */
export const oncePerContent = (rows: Checked[], kept: Entry[] = []): Entry[] => {
  const rowOf = new Map(
    [...kept, ...rows].flatMap(({ filed = [], row }) => filed.map((hash) => [hash, row] as const)),
  );
  for (const one of kept) if (!isHeldBack(one)) for (const hash of one.hashes ?? []) rowOf.set(hash, one.row);
  return rows.map((entry, place) => {
    const { hashes, row } = entry;
    // A row that is left out files nothing. It is compared when it is taken in.
    const equal = (entry.leftOut ? [] : hashes).flatMap((hash, step) => {
      const first = rowOf.get(hash);
      return first === undefined ? [] : [{ first, name: entry.steps[step]!.name }];
    });
    const found = equal.map(({ first, name }) => ({
      message: `${name === undefined ? 'Es' : `${name}: es`} igual que la fila ${first}: se presentaría dos veces.`,
    }));
    const mistakes = [...entry.mistakes, ...found];
    const isGood = !isHeldBack({ ...entry, mistakes });
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
