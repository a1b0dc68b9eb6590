import type { ComponentChildren, ComponentType } from 'preact';
import type { Gateway } from '../../../client/src/client.ts';
import type { Data } from '../../../client/src/types.ts';
import type { Session } from '../session.ts';
import type { Company } from '../shared/context.ts';
import type { Certificate, ListedFiling } from '../shared/data.ts';
import type { Account } from '../shared/drafts.ts';
import type { Form } from '../shared/fields.ts';
import type { Filled } from '../shared/filled.ts';
import type { Page } from '../shared/page.ts';
import type { Route } from '../shared/route.ts';
import type { TodayPart } from '../shared/today.ts';

/** A worker whom a search has found. */
export interface FoundWorker {
  document: string;
  name: string | null;
  nss: string | null;
  companies: { id: number }[];
}

/** A worker in the list of a company: an entry for each registration, and when the list was made. */
export type ListedWorker = Pick<Data<'getWorkforce'>, 'data' | 'saved_at' | 'imported_at'>;

/** A contribution account of a company that has no e-mail. */
export interface AccountRow {
  name: string;
  cif: string;
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  account: string;
  alias: string;
}

/** An entry in the history of a worker or a company. */
export interface HistoryEntry {
  id: string;
  /** A moment, ISO 8601, or a day, AAAA-MM-DD. */
  at: string;
  worker: ListedFiling['worker'];
  companyName: string | null;
  show(): ComponentChildren;
}

/** What the pages say of events. */
export interface EventNames {
  /** The address of the page that shows the subject of an event, by its kind. */
  subjects?: Record<string, (id: string, company: number | null) => string | undefined>;
  /** Names of its families of events, by the beginning of their type, and where they stand among all families. */
  families?: Record<string, [place: number, name: string]>;
}

/**
 * What a capability of the service adds to the pages of the gateway, which work without any of them. The folder has the name of
 * the capability in `functions/capabilities/`. What is rarely shown first is loaded when it is needed.
 */
export interface Capability {
  /** The name of its folder. */
  name: string;
  /** Its pages, by the first part of their addresses. */
  pages?: Record<string, Page>;
  /** Its sections of Hoy. */
  today?: TodayPart[];
  /** Its page under the address of Hoy that has a further part. */
  ofToday?(route: Route & { id: string }): ComponentChildren;
  /** What an office without certificates does with it. */
  firstStep?(): ComponentChildren;
  /** The address of its page that takes files which a program made. */
  takesFiles?: string;
  /** What it has in the row at the top. */
  Tool?: ComponentType;
  /** Puts the focus into the search. */
  beginSearch?(): void;
  /** Finds workers by a name or number. */
  findWorkers?(gateway: Gateway, text: string): Promise<FoundWorker[]>;
  /** Where the drafts of a session are stored; `undefined` for a person who has none. */
  drafts?(session: Session): Account | undefined;
  /** What is said of its events. */
  eventNames?: EventNames;
  /** What it shows about each certificate. */
  OfCertificate?: ComponentType<{ certificate: Certificate; mayChange: boolean; onChange(): void }>;
  /** What it shows of a company, and what it shows in place of the company if the address says so. */
  ofCompany?(): Promise<{
    OfCompany: ComponentType<{ customerID: number }>;
    instead?(query: Route['query']): ComponentChildren;
  }>;
  /** How an owner adds many companies. */
  addCompanies?(): Promise<ComponentType<{ onSaved(): void }>>;
  /**
   * Saves a company without an e-mail, or adds an account to it, and returns its number.
   * @throws Error with `errors` by the fields of `AccountRow`
   */
  saveCompany?(gateway: Gateway, row: AccountRow): Promise<number>;
  /** A worker in the list of a company. @throws if there is no list */
  listedWorker?(gateway: Gateway, of: { company: number; worker: string }): Promise<ListedWorker>;
  /** The workers of a company. */
  ofWorkers?(): Promise<ComponentType<{ company: Company }>>;
  /** Its entries in the history of a worker or a company. */
  history?(): Promise<
    (
      gateway: Gateway,
      of: { company: number | undefined; worker?: string },
    ) => Promise<{ entries: HistoryEntry[]; isCut: boolean }>
  >;
  /** What it shows to programmers; `OfId` shows one thing of it alone. */
  ofDevelopers?(): Promise<{ OfDevelopers: ComponentType; OfId?: ComponentType<{ id: string }> }>;
  /** Settings of a person. */
  ofSettings?(): Promise<ComponentType>;
  /** Shown in place of a form, such as when what it would do is done already. @param given what the address says of it */
  insteadOfForm?(gateway: Gateway, given: Filled): Promise<((form: Form) => ComponentChildren) | undefined>;
  /** Shown with the form that opens a notification. @param props.id its number */
  OfNotification?: ComponentType<{ form: Form; id: string }>;
  /** What follows from a filing. */
  AfterFiling?: ComponentType<{ filing: string; worker: string | undefined }>;
}
