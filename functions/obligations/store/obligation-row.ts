import * as z from 'zod';
import { setting } from '../../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../../shared/kernel/errors.ts';
import { CERTAINTIES, FACT_KINDS, type Fact } from '../../../shared/operation/fact.ts';
import { rowParser } from '../../../shared/stores/dynamo/row-parser.ts';
import type { Obligation } from '../due.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../rules/rule.ts';

const optional = () => z.string().optional();

const factRow = () =>
  z.object({
    id: z.string(),
    kind: z.enum(FACT_KINDS),
    at: z.string(),
    how: z.enum(CERTAINTIES),
    tramite: optional(),
    account: optional(),
    cif: optional(),
    company: z.int().optional(),
    document: optional(),
    nss: optional(),
    name: optional(),
    date: z.string(),
    end: optional(),
    start: optional(),
    contractType: optional(),
    needsNoCopy: z.boolean().optional(),
    cause: optional(),
    reference: optional(),
    removes: z.enum(FACT_KINDS).optional(),
    obligation: optional(),
    reason: optional(),
    userId: optional(),
    authority: z.enum(AUTHORITIES).optional(),
    certificateType: z.int().optional(),
    worker: optional(),
    holder: optional(),
  });

const obligationRow = () =>
  z.object({
    id: z.string(),
    rule: z.string(),
    state: z.enum(['open', 'closed', 'withdrawn']),
    of: z.string(),
    opens: z.string(),
    due: optional(),
    by: factRow(),
    counted: z.object({ from: z.string(), workingDays: z.int() }).optional(),
    closedBy: z
      .object({
        how: z.enum(CERTAINTIES),
        kind: z.enum(FACT_KINDS),
        at: z.string(),
        tramite: optional(),
        reason: optional(),
        userId: optional(),
      })
      .optional(),
    withdrawnBy: z.object({ at: z.string(), tramite: optional() }).optional(),
    /** How often the day by which it is due has moved, for calendars; absent for never. */
    moved: z.int().optional(),
    accountId: z.string(),
    /** Client company. */
    companyId: z.int().optional(),
    /** Whose facts it follows from. */
    subject: z.object({ kind: z.enum(SUBJECT_KINDS), mac: z.string() }),
  });

/** An obligation as it is kept. */
export type KeptObligation = z.infer<ReturnType<typeof obligationRow>>;

export const parseObligation = rowParser<KeptObligation>('Obligation', 'obligation', obligationRow);

export const parseFact = rowParser<Fact>('Fact', 'fact', factRow);

/** Orders the changes of a subject: how often it was written, and which obligations it has. */
export const parseSubject = rowParser('Subject', 'subject', () =>
  z.object({ version: z.int(), ids: z.array(z.string()) }),
);

export const parseReference = rowParser('Reference', 'reference', () => z.object({ mac: z.string() }));

/** Days that are holidays in a town or a region only, for all or one of the client companies of an account. */
export const parseCalendar = rowParser('Calendar', 'calendar', () =>
  z.object({
    holidays: z.array(z.object({ date: z.string(), company: z.int().optional() })),
  }),
);
export type LocalHoliday = ReturnType<typeof parseCalendar>['holidays'][number];

/** Facts that an answer of an authority proves, until what is due because of them is written down. */
export const parseSeen = rowParser('Seen', 'seen', () =>
  z.object({ accountId: z.string(), facts: z.array(factRow()) }),
);

/** Only what follows from facts, to see whether it has changed. */
export const onlyObligation = ({
  accountId: _,
  companyId: __,
  subject: ___,
  moved: ____,
  ...rest
}: KeptObligation) => rest satisfies Obligation;

/** How the partition keys begin: all rows of an account are in one partition. */
const OBLIGATIONS = 'obligations#';

/**
 * Whose facts these are: of a worker, a contribution account or a notification, by a MAC as of `listMac`; or of a client
 * company, by its number, 0 for the account itself.
 */
export interface Subject {
  kind: SubjectKind;
  mac: string;
}

const subjectOf = ({ kind, mac }: Subject) => `subject#${kind}#${mac}`;

/** Keys of the `obligations` table. */
export const obligationKey = {
  /** What became of an obligation, by its id. */
  obligation: (accountId: string, id: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `obligation#${id}`,
  }),
  /** Orders the changes of a subject, and has the ids of its obligations. */
  subject: (accountId: string, subject: Subject) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `${subjectOf(subject)}#head`,
  }),
  fact: (accountId: string, subject: Subject, id: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `${subjectOf(subject)}#fact#${id}`,
  }),
  /** The worker of a contract, by the authority's own number of it, as of `contractNumberOf`. */
  reference: (accountId: string, number: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `reference#${number}`,
  }),
  /** What a reading proves, until it is written down. */
  seen: (accountId: string, id: string) => ({ pk: `${OBLIGATIONS}${accountId}`, sk: `seen#${id}` }),
  /** The secret address of a user's calendar. */
  address: (accountId: string, userId: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `address#${userId}`,
  }),
  /** Local holidays. */
  calendar: (accountId: string) => ({ pk: `${OBLIGATIONS}${accountId}`, sk: 'calendar' }),
};

/** How the sort keys of all rows of a subject begin. */
export const beginningOf = (subject: Subject): string => `${subjectOf(subject)}#`;

/** Values of the keys by which obligations are listed, each in an index that sorts them by the day on which they are due. */
export const obligationLists = {
  account: (accountId: string, state: string) => `account#${accountId}#${state}`,
  company: (accountId: string, companyId: number, state: string) =>
    `company#${accountId}#${companyId}#${state}`,
  worker: (accountId: string, mac: string) => `worker#${accountId}#${mac}`,
};

/** What stands for a due day that is not known: it comes first. */
const UNCOUNTED = '0000-00-00';

/** Sorts by due day; those whose day is not known come first. */
export const dueKey = ({ due, id }: { due?: string | undefined; id: string }): string =>
  `${due ?? UNCOUNTED}#${id}`;

export const obligationsTable = () => setting('OBLIGATIONS_TABLE');
