import { type IsoDate, madridDay, madridTime } from '../calendar.ts';
import type { Environment } from '../portal.ts';
import type { Scenario } from '../scenario.ts';
import type { AuthorisedUser, Company, ContributionAccount, Holder, Person, State } from '../state.ts';
import type { Report, ReportReference, ReportStore } from './report-store.ts';

/** Who asks, and what should go wrong. */
export interface Requested {
  holder: Holder;
  scenario: Scenario | undefined;
}

/** The context of one request: its holder, its scenario, the time, the state and the reports. */
export class Context {
  readonly holder: Holder;
  readonly scenario: Scenario | undefined;
  /** As which authorised user the holder acts, where one was chosen. */
  user: AuthorisedUser | undefined;
  /** Whether something took effect in this request. */
  committed = false;
  readonly #environment: Environment;
  readonly #reports: ReportStore;

  constructor(environment: Environment, reports: ReportStore, { holder, scenario }: Requested) {
    this.#environment = environment;
    this.#reports = reports;
    this.holder = holder;
    this.scenario = scenario;
  }

  get state(): State {
    return this.#environment.state;
  }

  get today(): IsoDate {
    return madridDay(this.#environment.now());
  }

  /** `YYYY-MM-DDTHH:MM:SS` in Madrid. */
  get time(): string {
    return madridTime(this.#environment.now());
  }

  /** Counts a post to a screen that files, before it is accepted or refused. */
  countSubmission(kind: string): void {
    this.#environment.counters.countSubmission(`tgss.${kind}`);
  }

  /** Runs `act`, which files something. Counts it as accepted, unless it throws a refusal. */
  file<T>(kind: string, act: () => T): T {
    const done = act();
    this.#environment.counters.countAccepted(`tgss.${kind}`);
    this.committed = true;
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
    const { autorizacion, givenName, firstSurname, secondSurname, cuentas, otherUsers } = this.holder;
    const own = { number: autorizacion, name: `${givenName} ${firstSurname} ${secondSurname}`, cuentas };
    return [own, ...otherUsers].toSorted((a, b) => Number(a.number) - Number(b.number));
  }

  /** Whether the portal asks first which of several users acts. Most dialogs do not, as public programs use them. */
  get asksForUser(): boolean {
    return this.scenario === 'choose-user' && this.user === undefined && this.users.length > 1;
  }

  /** Whether the holder may act on this account: as the chosen user, or as any. */
  mayActOn(ccc: string): boolean {
    return (this.user ? [this.user] : this.users).some(({ cuentas }) => cuentas.includes(ccc));
  }
}
