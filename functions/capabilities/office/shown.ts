import type { SheetFile, SheetMapping } from '../../../shared/operation/sent-sheet.ts';
import type { SentRow } from '../batches/rows/row.ts';

/** The port of operations on an office's own companies. */
export interface OfficePorts {
  /**
   * The rows of a sheet of companies, and notes about it in Spanish.
   * @throws ServiceError 422 for a file that cannot be read
   */
  rowsOfFile(
    file: SheetFile,
    mapping: SheetMapping | undefined,
  ): Promise<{ rows: SentRow[]; notes: string[] }>;
}

declare module '../../../shared/operation/ports.ts' {
  interface ResourcePorts {
    /** An office's own companies. */
    office: OfficePorts;
  }
}
