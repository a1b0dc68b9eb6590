/** A table of codes. */
export interface CodeTable {
  title: string;
  about?: string;
  /** Whether it is whole or the sandbox's own, and where it is from. */
  extent: string;
  columns: string[];
  /** Texts, the code first. */
  rows: string[][];
}
