import { setting } from '../../kernel/config.ts';
import type { SubjectKind } from '../../obligations/rule.ts';

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
  /** The worker of a contract, by the authority's own number of it. */
  reference: (accountId: string, reference: string) => ({
    pk: `${OBLIGATIONS}${accountId}`,
    sk: `reference#${reference}`,
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

/** Sorts by due day; those whose day is not known come first. */
export const dueKey = ({ due, id }: { due?: string | undefined; id: string }): string =>
  `${due ?? '0000-00-00'}#${id}`;

export const obligationsTable = () => setting('OBLIGATIONS_TABLE');
