import type { IsoDate } from '../calendar.ts';
import { RequestContext, type Requested } from '../context.ts';
import type { Environment } from '../portal.ts';
import type { Company, ContributionAccount } from '../state.ts';
import type { Contract, SepeRecords } from './records.ts';

/** The context of one request, with the records. */
export class Context extends RequestContext {
  constructor(environment: Environment, requested: Requested) {
    super(environment, 'sepe', requested);
  }

  get records(): SepeRecords {
    return this.state.sepe;
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

  /** The contract with this footprint, ignoring hyphens, `E` and everything after the thirteen digits. */
  contract(id: string): Contract | undefined {
    const digits = id.replace(/\D/g, '').slice(0, 13);
    return this.contracts.find((contract) => contract.id.slice(1) === digits);
  }

  /** Contracts of a worker, by the document with or without the letter of its kind. */
  contractsOf(document: string, from: IsoDate | '', to: IsoDate | ''): Contract[] {
    const wanted = document.replace(/\s/g, '').toUpperCase();
    return this.contracts.filter(
      ({ worker: { identifier }, startDate }) =>
        (identifier === wanted || identifier.slice(1) === wanted) &&
        (from === '' || startDate >= from) &&
        (to === '' || startDate <= to),
    );
  }
}
