import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';

/**
 * The believed workforce of client companies, in the table of what is due: one row for each worker of a contribution account, and
 * one for each company that says since when it is kept. No key shows a document or a number.
 */

/** What changes of a worker, from a day on. */
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
    /** MAC of the document, as of `listMac`. */
    mac: z.string(),
    /** As of `plainDocument`. */
    document: z.string(),
    nss: z.string().optional(),
    /** First and last day, `YYYY-MM-DD`. */
    since: z.string(),
    until: z.string().optional(),
    /** Changes that were filed ahead, in their order. */
    ahead: z.array(terms().extend({ from: z.string() })).optional(),
    /** ISO instant of the list or the filing that says so: what ended earlier does not change it. */
    at: z.string(),
  });
/** A worker as payroll has it. */
export type WorkforceRow = z.infer<ReturnType<typeof workforceRow>>;
export const parseWorkforceRow = rowParser('WorkforceRow', 'worker', workforceRow);

const workforceHead = () =>
  z.object({
    company: z.int(),
    /** ISO instant of the last list; without any, of the comparison that it was made of. */
    at: z.string(),
    /** ISO instant at which what the authorities have was last put in. */
    importedAt: z.string().optional(),
  });
/** That a company has a workforce, since its last list. */
export type WorkforceHead = z.infer<ReturnType<typeof workforceHead>>;
export const parseWorkforceHead = rowParser('WorkforceHead', 'head', workforceHead);

/** How the partition keys begin: all rows of an account are in one partition. */
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
  /** How the keys of the workers of a company begin, or of all. */
  workers: (accountId: string, company?: number) => ({
    pk: `${WORKFORCE}${accountId}`,
    sk: company === undefined ? 'worker#' : `worker#${company}#`,
  }),
};

export const workforceTable = () => setting('OBLIGATIONS_TABLE');
