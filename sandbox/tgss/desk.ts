import { type IsoDate, madridDay, madridTime } from '../calendar.ts';
import type { World } from '../portal.ts';
import type { Scenario } from '../scenario.ts';
import type { Account, Company, Holder, Person, State } from '../state.ts';
import type { Archive, Report, Slip } from './archive.ts';

/** What a transaction has at hand while it answers one request: who asks, when, and the files. */
export class Desk {
  readonly holder: Holder;
  readonly scenario: Scenario | undefined;
  /** Whether something took effect in this request. */
  committed = false;
  readonly #world: World;
  readonly #archive: Archive;

  constructor(world: World, archive: Archive, holder: Holder, scenario: Scenario | undefined) {
    this.#world = world;
    this.#archive = archive;
    this.holder = holder;
    this.scenario = scenario;
  }

  get state(): State {
    return this.#world.state;
  }

  get today(): IsoDate {
    return madridDay(this.#world.now());
  }

  /** `YYYY-MM-DDTHH:MM:SS` in Madrid. */
  get time(): string {
    return madridTime(this.#world.now());
  }

  /** Notes a post to a screen that files, whatever will come of it. */
  submitted(kind: string): void {
    this.#world.tally.submission(`tgss.${kind}`);
  }

  /** Does what cannot be undone by leaving. Notes it as accepted, unless it throws a refusal. */
  file<T>(kind: string, act: () => T): T {
    const done = act();
    this.#world.tally.acceptance(`tgss.${kind}`);
    this.committed = true;
    return done;
  }

  /** Keeps a report for the holder. */
  keep(report: Report): Slip {
    return this.#archive.keep(report, this.holder, this.time);
  }

  /** A person who is known to be in the population. */
  person(nss: string): Person {
    return this.state.persons.find((person) => person.nss === nss)!;
  }

  /** An account that is known to exist. */
  account(ccc: string): Account {
    return this.state.accounts.find((account) => account.ccc === ccc)!;
  }

  /** The company of an account. */
  company(ccc: string): Company {
    const { cif } = this.account(ccc);
    return this.state.companies.find((company) => company.cif === cif)!;
  }

  /** Whether the holder may see what is in this account. */
  mayActOn(ccc: string): boolean {
    return this.holder.cuentas.includes(ccc);
  }
}
