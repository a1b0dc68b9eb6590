import { tooDeep } from './request-value.ts';

/** The message about a name that an object of a JSON text has more than once. */
export const TWICE = 'Está dos veces: deje una.';

/**
 * The names that an object of a JSON text has more than once, at every depth, as paths, each once: `JSON.parse` keeps the last
 * value only, whatever the others said.
 * @param text known to be JSON
 * @throws ServiceError 400 where it nests too deep
 */
export const repeatedNames = async (text: string): Promise<(string | number)[][]> => {
  // Loaded at first use: questions do not need it.
  const { visit } = await import('jsonc-parser');
  const found = new Map<string, (string | number)[]>();
  const open: Set<string>[] = [];
  try {
    visit(text, {
      onObjectBegin: () => {
        open.push(new Set());
      },
      onObjectProperty: (...[name, , , , , pathOfObject]) => {
        const names = open.at(-1)!;
        if (names.has(name)) {
          const path = [...pathOfObject(), name];
          found.set(JSON.stringify(path), path);
        }
        names.add(name);
      },
      onObjectEnd: () => {
        open.pop();
      },
    });
  } catch (error) {
    // It follows every level, and the stack ends.
    if (error instanceof RangeError) throw tooDeep();
    throw error;
  }
  return [...found.values()];
};
