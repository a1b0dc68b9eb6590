import { type BatchRow, type CheckedRow, isHeldBack } from './row.ts';

/**
 * The rows, in their order. Of equal rows one is filed: a row is wrong if an earlier one files the same content, or if one of
 * them says that it was filed.
 * @param kept rows that stay as they are, and come before these
 */
export const oncePerContent = (rows: CheckedRow[], kept: BatchRow[] = []): BatchRow[] => {
  const rowOf = new Map(
    [...kept, ...rows].flatMap(({ filed = [], row }) => filed.map((hash) => [hash, row] as const)),
  );
  for (const stored of kept)
    if (!isHeldBack(stored)) for (const hash of stored.hashes ?? []) rowOf.set(hash, stored.row);
  return rows.map((checked, place) => {
    const { hashes, row } = checked;
    // A row that is left out files nothing. It is compared when it is taken in.
    const equal = (checked.leftOut ? [] : hashes).flatMap((hash, step) => {
      const first = rowOf.get(hash);
      return first === undefined ? [] : [{ first, name: checked.steps[step]!.name }];
    });
    const ofEqual = equal.map(({ first, name }) => ({
      message: `${name === undefined ? 'Es' : `${name}: es`} igual que la fila ${first}: se presentaría dos veces.`,
    }));
    const mistakes = [...checked.mistakes, ...ofEqual];
    const isGood = !isHeldBack({ ...checked, mistakes });
    if (isGood) for (const hash of hashes) rowOf.set(hash, row);
    return {
      ...checked,
      mistakes,
      steps: isGood ? checked.steps : [],
      number: place + 1,
      ...(equal.length > 0 && { equalTo: equal.map(({ first }) => first) }),
    };
  });
};
