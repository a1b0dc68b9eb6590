import { RequestContext, type Requested } from '../context.ts';
import type { Environment } from '../portal.ts';
import {
  type AuthorisedUser,
  type Company,
  type ContributionAccount,
  fullName,
  type Person,
} from '../state.ts';
import type { Report, ReportReference, ReportStore } from './report-store.ts';

/** The context of one request, with the reports. */
export class Context extends RequestContext {
  /** The authorised user that the holder chose, if any. */
  user: AuthorisedUser | undefined;
  readonly #reports: ReportStore;

  constructor(environment: Environment, reports: ReportStore, requested: Requested) {
    super(environment, 'tgss', requested);
    this.#reports = reports;
  }

  /** Runs `act`, which files something, and counts it as accepted unless it throws a refusal. */
  file<T>(kind: string, act: () => T): T {
    const done = act();
    this.countAccepted(kind);
    return done;
  }

  /** Stores a report for the holder. */
  storeReport(report: Report): ReportReference {
    return this.#reports.add(report, this.holder, this.time);
  }

  /** A person who is known to exist. */
  person(nss: string): Person {
    return this.state.persons.find((person) => person.nss === nss)!;
  }

  /** An account that is known to exist. */
  account(ccc: string): ContributionAccount {
    return this.state.accounts.find((account) => account.ccc === ccc)!;
  }

  /** The company of an account. */
  company(ccc: string): Company {
    const { cif } = this.account(ccc);
    return this.state.companies.find((company) => company.cif === cif)!;
  }

  /** The authorised users of the certificate, in the order of their numbers. */
  get users(): AuthorisedUser[] {
    const { autorizacion, cuentas, otherUsers } = this.holder;
    const own = { number: autorizacion, name: fullName(this.holder), cuentas };
    return [own, ...otherUsers].toSorted((a, b) => Number(a.number) - Number(b.number));
  }

  /** Whether the portal first asks which of several users acts. In public programs, most dialogs do not ask. */
  get asksForUser(): boolean {
    return this.scenario === 'choose-user' && this.user === undefined && this.users.length > 1;
  }

  /** Whether the holder may act on this account: as the chosen user, or as any. */
  mayActOn(ccc: string): boolean {
    return (this.user ? [this.user] : this.users).some(({ cuentas }) => cuentas.includes(ccc));
  }
}
