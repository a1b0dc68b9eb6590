import { type IsoDate, madridDay, madridTime } from '../calendar.ts';
import type { Call, Environment } from '../portal.ts';
import type { Scenario } from '../scenario.ts';
import type { Company, ContributionAccount, Holder, State } from '../state.ts';
import type { Contract, SepeRecords } from './records.ts';

/** The context of one request: its holder, its call, the time and the records. */
export class Context {
  readonly holder: Holder;
  readonly call: Call;
  /** Whether something took effect in this request. */
  committed = false;
  readonly #environment: Environment;

  constructor(environment: Environment, holder: Holder, call: Call) {
    this.#environment = environment;
    this.holder = holder;
    this.call = call;
  }

  get scenario(): Scenario | undefined {
    return this.call.scenario;
  }

  get state(): State {
    return this.#environment.state;
  }

  get records(): SepeRecords {
    return this.state.sepe;
  }

  get today(): IsoDate {
    return madridDay(this.#environment.now());
  }

  /** `YYYY-MM-DDTHH:MM:SS` in Madrid. */
  get time(): string {
    return madridTime(this.#environment.now());
  }

  /** Counts a post that files, before it is accepted or refused. */
  countSubmission(kind: string): void {
    this.#environment.counters.countSubmission(`sepe.${kind}`);
  }

  /** Counts a filing that took effect. */
  countAccepted(kind: string): void {
    this.#environment.counters.countAccepted(`sepe.${kind}`);
    this.committed = true;
  }

  company(cif: string): Company | undefined {
    return this.state.companies.find((company) => company.cif === cif);
  }

  account(ccc: string): ContributionAccount | undefined {
    return this.state.accounts.find((account) => account.ccc === ccc);
  }

  /** Whether the holder may act on this account, given with or without its scheme. */
  mayActOn(account: string): boolean {
    return this.holder.cuentas.includes(account.slice(-11));
  }

  /** Contracts of the accounts on which the holder may act. */
  get contracts(): Contract[] {
    return this.records.contracts.filter((contract) => this.mayActOn(contract.account));
  }

  /** The contract of a footprint. Hyphens, `E` and what follows the thirteen digits are ignored. */
  contract(id: string): Contract | undefined {
    const digits = id.replace(/\D/g, '').slice(0, 13);
    return this.contracts.find((contract) => contract.id.slice(1) === digits);
  }

  /** Contracts of a worker, by the document with or without the letter of its kind. */
  contractsOf(document: string, from: IsoDate | '' = '', to: IsoDate | '' = ''): Contract[] {
    const wanted = document.replace(/\s/g, '').toUpperCase();
    return this.contracts.filter(
      ({ worker: { identifier }, startDate }) =>
        (identifier === wanted || identifier.slice(1) === wanted) &&
        (from === '' || startDate >= from) &&
        (to === '' || startDate <= to),
    );
  }
}
