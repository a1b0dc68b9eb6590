import type { BatchOptions } from '../../src/types.ts';
import { Misuse } from './ends.ts';

/** The mapping of a sheet, from the options of a command. */

type Mapping = NonNullable<BatchOptions['mapping']>;

/** @throws Misuse for a text that is no pair */
export const mappingOf = ({
  mapping = [],
  value = [],
}: {
  /** `Cabecera=columna`, or `Cabecera=columna:código`; without a column the header is not read. */
  mapping?: string[];
  /** `columna=valor`: the value of all rows in a column that the sheet lacks. */
  value?: string[];
}): Mapping => [...mapping.map(columnOf), ...value.map(fixedOf)];

const columnOf = (text: string): Mapping[number] => {
  // A header may contain the sign, and the name of a column does not.
  const place = text.lastIndexOf('=');
  if (place < 1) throw new Misuse(`--mapping: debe ser Cabecera=columna, y no ${text}.`);
  const [column, reading] = text.slice(place + 1).split(':');
  return {
    header: text.slice(0, place),
    ...(column && { column }),
    // The gateway says which codes there are.
    ...(reading && { reading: reading as NonNullable<Mapping[number]['reading']> }),
  };
};

const fixedOf = (text: string): Mapping[number] => {
  const place = text.indexOf('=');
  if (place < 1 || place === text.length - 1)
    throw new Misuse(`--value: debe ser columna=valor, y no ${text}.`);
  return { column: text.slice(0, place), value: text.slice(place + 1) };
};
