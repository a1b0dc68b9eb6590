/** A table of codes. */
export interface CodeTable {
  title: string;
  about?: string;
  /** Whether the list is complete or the sandbox's own, and its source. */
  extent: string;
  columns: string[];
  /** Position of the first column that is folded away below the second one, because its texts are long. */
  folded?: number;
  /** Cells of each row, beginning with the code. */
  rows: string[][];
}
