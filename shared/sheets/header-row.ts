import type { TableRow } from './table-row.ts';

/** How much a row looks like headers. */
export interface HeaderScore {
  /** More for each cell that is a known header; they are compared only with each other. */
  score: number;
  /** The number of cells that are exact names of columns. */
  exact: number;
  /** The number of cells that are not blank. */
  filled: number;
}

/** The place of the headers among the first rows of a sheet. */
interface HeaderPlace {
  at: number;
  /** Whether the row above them has their titles in plain words. */
  hasTitles: boolean;
}

/** The most cells of a title, and how many times as many cells the table below it has at least. */
const MOST_IN_TITLE = 2;
const WIDER = 3;

/** The first row that is no title above a wider table. */
const afterTitles = (scores: readonly { filled: number }[]): number => {
  const widest = Math.max(...scores.map(({ filled }) => filled));
  return scores.findIndex(({ filled }) => filled > MOST_IN_TITLE || widest < WIDER * filled);
};

/**
 * Finds the row of the headers, which may be below titles of the sheet.
 * @param rows the first rows that are not blank, at least one
 * @param scores of each of them
 */
export const placeOfHeaders = (rows: readonly TableRow[], scores: readonly HeaderScore[]): HeaderPlace => {
  let at = scores.reduce((best, { score }, place) => (score > scores[best]!.score ? place : best), 0);
  const { score, filled } = scores[at]!;
  const first = afterTitles(scores);
  if (at < first || (at > first && (score < 2 || score < filled / 2))) at = first;
  // A template has exact names in the row below the words for them.
  const isNames = (place: number) =>
    scores[place] !== undefined &&
    scores[place].exact >= 2 &&
    scores[place].exact >= scores[place].filled - 1 &&
    rows[place]!.row - 1 === rows[place - 1]?.row;
  if (isNames(at + 1) && scores[at]!.exact < scores[at + 1]!.exact) at += 1;
  const hasTitles = at > 0 && isNames(at) && (rows[at]!.isHidden === true || scores[at - 1]!.score >= 2);
  return { at, hasTitles };
};
