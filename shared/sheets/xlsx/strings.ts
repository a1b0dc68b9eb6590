import { type SheetLimits, tooMany } from '../limits.ts';
import { type Handler, isTrue, readWhole, unescaped } from './parts.ts';

/** A text of a workbook, and whether a part of it is struck out. */
export interface SharedString {
  text: string;
  isStruck: boolean;
}

export const sharedStrings = async (
  part: AsyncIterable<Uint8Array>,
  limits: SheetLimits,
): Promise<SharedString[]> => {
  const strings: SharedString[] = [];
  const text = textOf(
    limits,
    (found) => {
      // Empty strings take little room in the file, and much in memory.
      if (strings.push(found) > limits.rows * limits.columns) throw tooMany(limits.rows);
    },
    'si',
  );
  await readWhole(part, text);
  return strings;
};

/** Collects the text of elements with a name, without the parts that show their pronunciation (`rPh`). */
export const textOf = (
  limits: SheetLimits,
  found: (text: SharedString) => void,
  element: string,
): Required<Handler> => {
  let text = '';
  let isText = false;
  let isReading = true;
  let isStruck = false;
  /** Whether the present run of characters is struck out. */
  let isRunStruck = false;
  return {
    open: (name, { val }) => {
      if (name === element) {
        text = '';
        isStruck = false;
      }
      if (name === element || name === 'r') isRunStruck = false;
      if (name === 'strike') isRunStruck = isTrue(val ?? '1');
      if (name === 'rPh') isReading = false;
      isText = name === 't' && isReading;
    },
    text: (part) => {
      if (!isText) return;
      isStruck ||= isRunStruck && part.trim() !== '';
      // One character more than allowed is enough to refuse it.
      if (text.length <= limits.cell) text += part;
    },
    close: (name) => {
      if (name === 't') isText = false;
      if (name === 'rPh') isReading = true;
      if (name === element) found({ text: unescaped(text), isStruck });
    },
  };
};
