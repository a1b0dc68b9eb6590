import type { Row } from './types.ts';

/** A row that stands for the whole file. */
export const rowOfFile = (row: number, mistakes: Row['mistakes'] = []): Row => ({
  ...emptyRow(row),
  mistakes,
  ofFile: true,
});

/** A row before anything of it is read. */
export const emptyRow = (row: number): Row => ({
  row,
  request: {},
  own: {},
  cells: {},
  mistakes: [],
  notes: [],
});
