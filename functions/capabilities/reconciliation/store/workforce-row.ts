import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';

/**
 * Workforces of client companies as payroll has them, in the table of obligations: one row for each worker of a contribution
 * account, and one for each company with the time of its list. No key shows a document or a number.
 */

/** The terms of a worker that may change. */
const terms = () =>
  z.object({
    contract: z.string().optional(),
    /** Thousandths; empty for full time. */
    coefficient: z.string().optional(),
    group: z.string().optional(),
    cno: z.string().optional(),
  });
export type WorkforceTerms = z.infer<ReturnType<typeof terms>>;

const workforceRow = () =>
  terms().extend({
    /** Client company. */
    company: z.int(),
    /** Scheme and account, 15 digits. */
    account: z.string(),
    /** MAC of the document, from `listMac`. */
    mac: z.string(),
    /** In the form of `plainDocument`. */
    document: z.string(),
    nss: z.string().optional(),
    name: z.string().optional(),
    /** First and last day, `YYYY-MM-DD`. */
    since: z.string(),
    until: z.string().optional(),
    /** Changes that were filed ahead, in their order. */
    ahead: z.array(terms().extend({ from: z.string() })).optional(),
    /** ISO instant of the list or filing that it comes from; an earlier one does not change it. */
    at: z.string(),
  });
/** A worker as payroll has it. */
export type WorkforceRow = z.infer<ReturnType<typeof workforceRow>>;
export const parseWorkforceRow = rowParser('WorkforceRow', 'worker', workforceRow);

const workforceHead = () =>
  z.object({
    company: z.int(),
    /** ISO instant of the last list; without one, of the comparison that it was imported from. */
    at: z.string(),
    /** ISO instant of the last import from the authorities' records. */
    importedAt: z.string().optional(),
    /** Number of workers of the last list, and the user who sent it. */
    workers: z.int().optional(),
    by: z.string().optional(),
    /** By account: how many workers it had, where the last list has fewer than half of them. */
    fewer: z.record(z.string(), z.int()).optional(),
  });
/** Head row of a company's workforce. */
export type WorkforceHead = z.infer<ReturnType<typeof workforceHead>>;
export const parseWorkforceHead = rowParser('WorkforceHead', 'head', workforceHead);

/** Prefix of the partition keys; all rows of an account are in one partition. */
export const WORKFORCE = 'workforce#';

type Whose = Pick<WorkforceRow, 'company' | 'account' | 'mac'>;

/** Keys of these rows. */
export const workforceKey = {
  head: (accountId: string, company: number) => ({
    pk: `${WORKFORCE}${accountId}`,
    sk: `company#${company}`,
  }),
  worker: (accountId: string, { company, account, mac }: Whose) => ({
    pk: `${WORKFORCE}${accountId}`,
    sk: `worker#${company}#${account}#${mac}`,
  }),
  /** Prefix of the keys of a company's workers, or of all workers. */
  workers: (accountId: string, company?: number) => ({
    pk: `${WORKFORCE}${accountId}`,
    sk: company === undefined ? 'worker#' : `worker#${company}#`,
  }),
};

export const workforceTable = () => setting('OBLIGATIONS_TABLE');
