import * as z from 'zod';
import { setting } from '../../../../shared/kernel/config.ts';
import { AUTHORITIES } from '../../../../shared/kernel/errors.ts';
import { CERTAINTIES, FACT_KINDS, type Fact } from '../../../../shared/operation/fact.ts';
import { rowParser } from '../../../../shared/stores/dynamo/row-parser.ts';
import type { Obligation } from '../due.ts';
import { SUBJECT_KINDS, type SubjectKind } from '../rules/rule.ts';

const optional = () => z.string().optional();

const factRow = () =>
  z.object({
    id: z.string(),
    kind: z.enum(FACT_KINDS),
    at: z.string(),
    lastSeen: optional(),
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
    occupation: optional(),
    needsNoCopy: z.boolean().optional(),
    isWorkRelated: z.boolean().optional(),
    cause: optional(),
    payment: optional(),
    reference: optional(),
    removes: z.enum(FACT_KINDS).optional(),
    obligation: optional(),
    reason: optional(),
    userId: optional(),
    authority: z.enum(AUTHORITIES).optional(),
    certificateType: z.int().optional(),
    worker: optional(),
    holder: optional(),
    concept: optional(),
    sender: optional(),
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
    doubt: optional(),
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
    /** How often the due day has moved, for calendars; `undefined` if never. */
    moved: z.int().optional(),
    /** When it changed last, an ISO instant. */
    changedAt: z.string(),
    accountId: z.string(),
    /** Id of the client company. */
    companyId: z.int().optional(),
    /** Subject of the facts from which it follows. */
    subject: z.object({ kind: z.enum(SUBJECT_KINDS), mac: z.string() }),
  });

/** The stored row of an obligation. */
export type KeptObligation = z.infer<ReturnType<typeof obligationRow>>;

export const parseObligation = rowParser<KeptObligation>('Obligation', 'obligation', obligationRow);

export const parseFact = rowParser<Fact>('Fact', 'fact', factRow);

/** Serialises changes of a subject: a version number, and the ids of its obligations. */
export const parseSubject = rowParser('Subject', 'subject', () =>
  z.object({ version: z.int(), ids: z.array(z.string()) }),
);

export const parseReference = rowParser('Reference', 'reference', () => z.object({ mac: z.string() }));

/** Local and regional holidays, for all or one of an account's client companies. */
export const parseCalendar = rowParser('Calendar', 'calendar', () =>
  z.object({
    holidays: z.array(z.object({ date: z.string(), company: z.int().optional() })),
  }),
);
export type LocalHoliday = ReturnType<typeof parseCalendar>['holidays'][number];

const seenWorker = () =>
  z.object({
    document: z.string(),
    nss: optional(),
    /** First name before surnames. */
    name: z.string(),
    /** Client company that the reading was about; 0 for none. */
    company: z.int(),
  });
/** A worker whom an answer of an authority names. */
export type SeenWorker = z.infer<ReturnType<typeof seenWorker>>;

/**
 * Facts that an authority's answer proves, kept until their obligations are derived, and the workers it names, kept
 * until they can be searched.
 */
export const parseSeen = rowParser('Seen', 'seen', () =>
  z.object({
    accountId: z.string(),
    facts: z.array(factRow()),
    people: z.array(seenWorker()).default([]),
  }),
);

/** The part of an obligation that follows from facts, for comparison. */
export const onlyObligation = ({
  accountId: _,
  companyId: __,
  subject: ___,
  moved: ____,
  changedAt: _____,
  ...rest
}: KeptObligation) => rest satisfies Obligation;

/** Prefix of the partition keys; all rows of an account share a partition. */
const OBLIGATIONS = 'obligations#';

/**
 * Subject of facts: a worker, a contribution account or a notification, by a MAC from `listMac`; or a client company
 * by its number, 0 for the account itself.
 */
export interface Subject {
  kind: SubjectKind;
  mac: string;
}

const subjectOf = ({ kind, mac }: Subject) => `subject#${kind}#${mac}`;

/** Keys of the `obligations` table. */
export const obligationKey = {
  obligation: (accountId: string, id: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `obligation#${id}`,
  }),
  /** Version of a subject, with the ids of its obligations. */
  subject: (accountId: string, subject: Subject) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `${subjectOf(subject)}#head`,
  }),
  fact: (accountId: string, subject: Subject, id: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `${subjectOf(subject)}#fact#${id}`,
  }),
  /** The worker of a contract, by the contract's number from `contractNumberOf`. */
  reference: (accountId: string, number: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `reference#${number}`,
  }),
  /** Facts of a reading, until they are processed. */
  seen: (accountId: string, id: string) => ({ pk: `${OBLIGATIONS}${accountId}`, sk: `seen#${id}` }),
  /** The secret address of a user's calendar. */
  address: (accountId: string, userId: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `address#${userId}`,
  }),
  /** Local holidays. */
  calendar: (accountId: string) => ({ pk: `${OBLIGATIONS}${accountId}`, sk: 'calendar' }),
};

/** Prefix of the sort keys of a subject's rows. */
export const beginningOf = (subject: Subject): string => `${subjectOf(subject)}#`;

/** Index keys for lists of obligations; each index sorts by due day. */
export const obligationLists = {
  account: (accountId: string, state: string) => `account#${accountId}#${state}`,
  company: (accountId: string, companyId: number, state: string) =>
    `company#${accountId}#${companyId}#${state}`,
  worker: (accountId: string, mac: string) => `worker#${accountId}#${mac}`,
};

/** Placeholder for an unknown due day, which sorts first. */
const UNCOUNTED = '0000-00-00';

/** Sorts by due day; those whose day is not known come first. */
export const dueKey = ({ due, id }: { due?: string | undefined; id: string }): string =>
  `${due ?? UNCOUNTED}#${id}`;

export const obligationsTable = () => setting('OBLIGATIONS_TABLE');
