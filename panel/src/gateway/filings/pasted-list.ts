import { linesIn } from '../../shared/copied-cells.ts';
import type { FormField } from '../../shared/fields.ts';
import type { Filled } from '../../shared/filled.ts';

/**
 * The values of a text that was copied from a sheet and is pasted into an element of a list, by dotted path: each line is an
 * element, and each cell the next field. What has no room is left out.
 * @param of.list path of the list
 * @param of.at path of the field in which it is pasted
 */
export const pastedInList = (
  text: string,
  { list, at, fields, max }: { list: string; at: string; fields: readonly FormField[]; max: number },
): Filled => {
  const [index = '0', name = ''] = at.slice(list.length + 1).split('.');
  const names = fields.filter(({ kind }) => kind !== 'group' && kind !== 'list').map((field) => field.name);
  const from = names.indexOf(name);
  if (from < 0) return {};
  return Object.fromEntries(
    linesIn(text).flatMap((line, down) =>
      line.flatMap((value, right): [string, string][] => {
        const [element, field] = [Number(index) + down, names[from + right]];
        return field === undefined || element >= max ? [] : [[`${list}.${element}.${field}`, value]];
      }),
    ),
  );
};
