import type { AuthorityName } from '../kernel/errors.ts';
import type { Outcome } from './outcome.ts';

/** What is logged about an exchange: names, counts and times. Never fields, addresses or answers. */
export interface ExchangeRecord {
  authority: AuthorityName;
  /** The exchange's name. */
  exchange: string;
  attempts: number;
  /** Requests, in all attempts. */
  steps: number;
  milliseconds: number;
  outcome: Outcome;
  /** Codes of the messages with which the authority refused. */
  codes?: string[];
  /** After it this process stops asking the authority for a while. */
  opensBreaker?: true;
}

/** The part of the record of an exchange that is filled in while it runs. */
export type PartialRecord = Pick<ExchangeRecord, 'attempts' | 'steps' | 'outcome' | 'codes' | 'opensBreaker'>;

/**
 * Runs an exchange and logs its record at the end, however it ends.
 * @throws what `run` throws
 */
export const withRecord = async <T>(
  { authority, log }: { authority: AuthorityName; log: (record: ExchangeRecord) => void },
  exchange: string,
  run: (record: PartialRecord) => Promise<T>,
): Promise<T> => {
  const began = Date.now();
  const record: PartialRecord = { attempts: 0, steps: 0, outcome: 'defect' };
  try {
    const result = await run(record);
    if (record.outcome === 'defect') record.outcome = 'result';
    return result;
  } finally {
    try {
      log({ authority, exchange, ...record, milliseconds: Date.now() - began });
    } catch {
      // A failing log must not turn an accepted filing into an error.
    }
  }
};
