import type { AuthorityName } from '../kernel/errors.ts';

/** How well something is known: a person says so, an authority accepted it, or a later reading shows it. */
export const CERTAINTIES = ['declared', 'accepted', 'proved'] as const;
export type Certainty = (typeof CERTAINTIES)[number];

/**
 * The kinds of facts. `birthNotice`: the FIE has data of a birth or of the care of a minor. `sickLeaveData`: the firm's data of a sick leave were sent. `affiliationNumber`: the number of a person was
 * read; nothing is due because of it. `occupation`: an answer about a registration that goes on shows its occupation, or that it has
 * none. `withholdings`: those of a period were declared; `withholdingsYear`: those of a year were summed up. `workCall`: a seasonal worker was called (llamamiento) and comes. `notification`: a list has
 * an unopened notification; `notificationOpened`: it was opened or refused. `removed`: an earlier fact was taken
 * back. `closed`, `reopened`: a person declared it of an obligation.
 */
export const FACT_KINDS = [
  'alta',
  'baja',
  'contract',
  'basicCopy',
  'extension',
  'transformation',
  'workCall',
  'change',
  'cesion',
  'sickLeave',
  'birthNotice',
  'sickLeaveData',
  'affiliationNumber',
  'occupation',
  'companyCertificate',
  'settlement',
  'notification',
  'notificationOpened',
  'digitalCertificate',
  'contractorCertificate',
  'withholdings',
  'withholdingsYear',
  'removed',
  'closed',
  'reopened',
] as const;
/** Facts of a company that are of none of its contribution accounts. */
export const OF_COMPANIES: readonly string[] = ['withholdings', 'withholdingsYear'] satisfies FactKind[];

export type FactKind = (typeof FACT_KINDS)[number];

/** Something that happened at an authority, or that a person declared. Days are `YYYY-MM-DD`, in Madrid. */
export interface Fact {
  /** The same fact again has the same id. */
  id: string;
  kind: FactKind;
  /** When it became known, ISO instant, by the clock of the authorities. */
  at: string;
  /** If readings proved it again later, and that mattered: when the last of them did, ISO instant. */
  lastSeen?: string | undefined;
  how: Certainty;
  /** The filing (trámite) that made it known. */
  tramite?: string | undefined;
  /** Régimen and contribution account, 15 digits. */
  account?: string | undefined;
  /** Tax id of the company. */
  cif?: string | undefined;
  /** Client company. */
  company?: number | undefined;
  /** The document of the worker, or of the holder of a digital certificate, without leading zeros. */
  document?: string | undefined;
  /** Of a digital certificate and a notification: the name of its holder. */
  holder?: string | undefined;
  nss?: string | undefined;
  /** The worker's name, first names first. */
  name?: string | undefined;
  /**
   * The day on which it takes effect. Of a contract, its basic copy and its extension, the start of the contract; of a sick
   * leave and a birth, the day on which the notice was at the firm's disposal; of a number, the day on which it was read; of an occupation, the start of
   * its registration; of a settlement, any day of its month; of a digital
   * certificate, the day on which it expires; of a contractor's, the first on which it may have been issued; of a
   * notification, the day on which it was made available; of withholdings, the last day of their period or year.
   */
  date: string;
  /** Of a contract, an extension and an assignment (cesión): the last day. */
  end?: string | undefined;
  /** Of a transformation: the start of its contract. Of a sick leave and its data, and of a period of withholdings: its first day. */
  start?: string | undefined;
  /** The occupation (CNO) that is known since then; `''` if the authority has none. */
  occupation?: string | undefined;
  /** Contract type, 3 digits. */
  contractType?: string | undefined;
  /** Of a contract: it is not written, so there is no basic copy; or its basic copy was sent with it. */
  needsNoCopy?: boolean | undefined;
  /** Of a sick leave: it is because of an accident at work or an occupational disease. */
  isWorkRelated?: boolean | undefined;
  /** Of a termination: `situacion`, 2 digits. */
  cause?: string | undefined;
  /** Of withholdings: how their result was declared, one of I, U, G and N, where it is known. */
  payment?: string | undefined;
  /**
   * The authority's own number, such as the footprint of a contract and the receipt of a declaration; of a contractor's certificate, the tax id of the payer;
   * of a notification, what names it in lists.
   */
  reference?: string | undefined;
  /** Of a notification: where it is opened. */
  authority?: AuthorityName | undefined;
  /** Of a notification: its subject, and who sends it, as the list has them. */
  concept?: string | undefined;
  sender?: string | undefined;
  /** Of a digital certificate: for which authority it serves, as in the interface; absent for any. */
  certificateType?: number | undefined;
  /** In facts of a contribution account, in place of document, number and name: MAC of the worker's document as of `listMac`. */
  worker?: string | undefined;
  /** For a removal: the kind of the removed fact. */
  removes?: FactKind | undefined;
  /** Of `closed` and `reopened`: the obligation. */
  obligation?: string | undefined;
  /** Of `closed` and `reopened`: why, in the words of the person; and who. */
  reason?: string | undefined;
  userId?: string | undefined;
}

/** Whether two facts are about the same notification. */
export const isSameNotification = (one: Notified, other: Notified): boolean =>
  one.reference !== undefined && one.reference === other.reference && one.authority === other.authority;
type Notified = Pick<Fact, 'reference' | 'authority'>;

/** Whether two facts are about the same employer, by the most precise identifier that both have. */
export const isSameEmployer = (one: Employer, other: Employer): boolean => {
  if (one.account && other.account) return one.account === other.account;
  if (one.cif && other.cif) return one.cif === other.cif;
  return one.company !== undefined && one.company === other.company;
};
type Employer = Pick<Fact, 'account' | 'cif' | 'company'>;

/** Whether two facts are about the same worker of the same employer. */
export const isSameJob = (one: Fact, other: Fact): boolean =>
  workerOf(one) !== undefined && workerOf(one) === workerOf(other) && isSameEmployer(one, other);

/** The worker of a fact: in facts of a contribution account the MAC of the document, in others the document. */
export const workerOf = ({ worker, document }: Fact): string | undefined => worker ?? document;

/** The contract that a fact names: by its own number where both have it, else by the start. */
export const isSameContract = (one: Fact, other: Fact): boolean =>
  one.reference && other.reference
    ? contractNumberOf(one.reference) === contractNumberOf(other.reference)
    : isSameJob(one, other) && startOf(one) === startOf(other);

/** The number of the contract that a reference names: a transformation and an extension have it, with a suffix. */
export const contractNumberOf = (reference: string): string => reference.split('-').slice(0, 4).join('-');

/** The start of the contract of a fact. */
const startOf = ({ start, date }: Fact): string => start ?? date;

/** A fact as an operation emits it. The service adds its time, its source and its filing. */
export type Known = Omit<Fact, 'id' | 'at' | 'how' | 'tramite' | 'company'>;

/** `DD-MM-AAAA` or `DD/MM/AAAA` as `YYYY-MM-DD`. */
export const isoDay = (day: string): string => day.split(/[-/]/).toReversed().join('-');
