/** A table of codes. */
export interface CodeTable {
  title: string;
  about?: string;
  /** Whether the list is complete or the sandbox's own, and its source. */
  extent: string;
  columns: string[];
  /** Cells of each row, beginning with the code. */
  rows: string[][];
}
