import { firstNamesFirst } from '../../../shared/kernel/text.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import { isOtherName } from '../batches/rows/other-name.ts';
import type { ComparedField, Difference, DifferenceKind, Mends, NotCompared } from './difference.ts';
import type { Believed, Compared, Contract, Records, Registered, Situation } from './facts.ts';
import { type identitiesOf, type Person, plainNss } from './persons.ts';
import { needsCertificate, type Question } from './questions.ts';

/** Compares one worker of an account. */

/** A code for comparison: programs omit leading zeros, and the coefficient of full time is empty or zero. */
export const plainCode = (code: string | undefined): string => (code ?? '').trim().replace(/^0+/, '');

/** Of a person's entries in the list the one that counts: the registration that payroll has, else the newest that has begun. */
export const registrationOf = (
  registered: readonly Registered[],
  { since: believed, today }: { since: string | undefined; today: string },
): Registered | undefined => {
  const newestFirst = registered.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return (
    newestFirst.find(({ since }) => since === believed) ??
    newestFirst.find(({ since }) => since <= today) ??
    newestFirst[0]
  );
};

/** What one worker is compared with. */
interface Around {
  records: Records;
  /** By document. */
  contracts: ReadonlyMap<string, readonly Contract[]>;
  /** Whether payroll's whole list names a person, and whether TGSS's lists of the company do. */
  listed: ReturnType<typeof identitiesOf>;
  registered: ReturnType<typeof identitiesOf>;
}

/**
 * Compares one worker. A filing is proposed only where both sides prove it: that one of them does not have something proves nothing
 * about the other.
 */
export class WorkerComparison {
  readonly #compared: Compared;
  readonly #document: string;
  readonly #person: Person;
  readonly #believed: Believed | undefined;
  readonly #around: Around;
  readonly #situation: Situation | null | undefined;
  /** The compared entry of TGSS's list. */
  readonly #registered: Registered | undefined;
  readonly #contracts: readonly Contract[];
  readonly #isSamePerson: boolean;
  readonly #differences: Difference[] = [];
  readonly #notCompared = new Set<Question['about']>();

  constructor(compared: Compared, person: Person, around: Around) {
    const { document, askedAs, believed, registered } = person;
    this.#compared = compared;
    this.#document = document;
    this.#person = person;
    this.#believed = believed;
    this.#around = around;
    this.#situation = around.records.situations.get(askedAs);
    this.#registered = registrationOf(registered, { since: believed?.since, today: compared.today });
    this.#contracts = this.#documents.flatMap((name) => around.contracts.get(name) ?? []);
    this.#isSamePerson = this.#comparePerson();
  }

  /** @param unexplained first days of contracts of the account that no registration covers */
  compare(unexplained: ReadonlySet<string>): { differences: Difference[]; notCompared: NotCompared[] } {
    this.#compareRegistration();
    this.#compareFields();
    this.#compareContracts(unexplained);
    this.#compareCertificates();
    const notCompared = [...this.#notCompared].map((about) => ({ about, document: this.#document }));
    return { differences: this.#differences, notCompared };
  }

  /** The worker's contracts that no registration covers. */
  get unexplained(): Contract[] {
    const registrations = this.#registrations;
    return this.#contracts.filter(
      ({ start }) =>
        !registrations.some(({ since, until }) => since <= start && (until === '' || start <= until)),
    );
  }

  #add(
    kind: DifferenceKind,
    values: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'> & { field?: ComparedField },
  ): void {
    this.#differences.push({
      kind,
      document: this.#document,
      nss: this.#nss ?? null,
      name: this.#name ?? null,
      field: null,
      ...values,
    });
  }

  get #nss(): string | undefined {
    return this.#registered?.nss || this.#situation?.nss || this.#believed?.nss;
  }

  /** The name as TGSS shows it. */
  get #nameOfTgss(): string | undefined {
    return this.#registered?.name || this.#situation?.name;
  }

  get #name(): string | undefined {
    return this.#nameOfTgss ? firstNamesFirst(this.#nameOfTgss) : this.#believed?.name;
  }

  get #documents(): string[] {
    return [...new Set([this.#document, this.#person.askedAs])];
  }

  /** The fields that identify a worker of an account in most operations. */
  get #worker(): Record<string, string> {
    const { regimen, ccc } = this.#compared;
    return { regimen, ccc, dni: this.#document, ...(this.#nss && { nss: this.#nss }) };
  }

  /** A filing. None is proposed for a person about whom the two sides disagree. */
  #mends(operation: string, body: Record<string, unknown>): Mends | null {
    return this.#isSamePerson ? { operation, body } : null;
  }

  /** @returns whether both sides have the same document, number and name, as far as both have them */
  #comparePerson(): boolean {
    const row = this.#believed;
    if (!row) return true;
    const { nss } = this.#registered ?? this.#situation ?? {};
    const attributes = [
      ['document', row.document, this.#person.askedAs, row.document === this.#person.askedAs],
      ['nss', row.nss, nss, plainNss(row.nss) === plainNss(nss)],
      ['name', row.name, this.#nameOfTgss, !isOtherName(row.name ?? '', this.#nameOfTgss ?? '')],
    ] as const;
    const different = attributes.filter(([, ours, theirs, isSame]) => ours && theirs && !isSame);
    for (const [kind, believed, found] of different)
      this.#add(kind, {
        believed: believed!,
        found: found!,
        since: this.#registered?.since ?? this.#situation?.since ?? null,
        mends: null,
      });
    return different.length === 0;
  }

  /** On the last day, the list may or may not contain the worker. */
  #compareRegistration(): void {
    const { today } = this.#compared;
    if (!this.#around.records.registered) return;
    const [row, listed] = [this.#believed, this.#registered];
    if (!row) {
      if (listed)
        this.#add('notBelieved', {
          believed: null,
          found: listed.since,
          since: listed.since,
          mends: this.#notBelieved(listed),
        });
      return;
    }
    if (row.until !== undefined && row.until < today) {
      if (listed) this.#compareEnded(row.until, listed);
      return;
    }
    if (listed || row.until === today) return;
    // The situation shows whether the worker was never registered or the registration ended.
    if (this.#situation === undefined) {
      this.#notCompared.add('situation');
      return;
    }
    const until = this.#situation?.until || null;
    this.#add('notRegistered', {
      believed: row.since,
      found: until,
      since: until ?? row.since,
      mends: until ? null : this.#notRegistered(row),
    });
  }

  /**
   * Payroll's list may lack a worker who works, so only a registration that has not begun is removed. A worker who has left needs a
   * termination, of which a person has to know the day.
   */
  #notBelieved({ since, nss }: Registered): Mends | null {
    if (!nss || this.#around.listed({ documents: this.#documents, nss })) return null;
    return since > this.#compared.today
      ? this.#mends('removeRegistration', { ...this.#worker, fecha_real: since })
      : this.#mends('deregisterEmployee', this.#worker);
  }

  /** Payroll says since when a worker works. An earlier registration than the period, or one in another account, would be another mistake. */
  #notRegistered({ since, nss, group, contract, coefficient, cno }: Believed): Mends | null {
    if (since < this.#compared.from) return null;
    if (this.#around.registered({ documents: this.#documents, nss })) return null;
    return this.#mends('registerEmployee', {
      ...this.#worker,
      fecha_real: since,
      ...(group && { grupo_cotizacion: group }),
      ...(contract && { tipo_contrato: contract }),
      ...(coefficient && { coeficiente: coefficient }),
      ...(cno && { cno }),
    });
  }

  /** A worker who has left according to payroll, and is still or again in the list. */
  #compareEnded(until: string, listed: Registered): void {
    if (listed.since > until) {
      this.#add('notBelieved', { believed: until, found: listed.since, since: listed.since, mends: null });
      return;
    }
    this.#add('notTerminated', {
      believed: until,
      found: null,
      since: until,
      mends: this.#mends('deregisterEmployee', { ...this.#worker, fecha_real: until }),
    });
  }

  #compareFields(): void {
    const { from } = this.#compared;
    const [row, listed, situation] = [this.#believed, this.#registered, this.#situation];
    if (!row || (row.until && row.until < from)) return;
    if (listed && listed.since !== row.since && !(row.until && listed.since > row.until))
      this.#differs('fecha_alta', {
        believed: row.since,
        found: listed.since,
        since: listed.since,
        mends: null,
      });
    if (situation === undefined) this.#notCompared.add('situation');
    if (!situation) return;
    // The newest situation may belong to a future registration, or to a registration that payroll does not have.
    if (situation.since !== (listed?.since ?? row.since)) {
      this.#notCompared.add('situation');
      return;
    }
    if (listed || situation.until === '' || row.until) this.#compareEnd(row, situation);
    this.#compareTerms(row, situation);
  }

  /** A future end that only payroll knows is not a difference. */
  #compareEnd(row: Believed, { until, since }: Situation): void {
    if (until === '' || until === (row.until ?? '')) return;
    // A worker who has left according to TGSS only is another kind of difference.
    if (!row.until && until <= this.#compared.today) return;
    this.#differs('fecha_baja', { believed: row.until ?? null, found: until, since, mends: null });
  }

  #compareTerms(row: Believed, situation: Situation): void {
    const { today } = this.#compared;
    const { since } = situation;
    const terms = [
      ['tipo_contrato', row.contract, situation.contract],
      ['coeficiente', row.coefficient, situation.coefficient],
      ['grupo_cotizacion', row.group, situation.group],
      ['cno', row.cno, situation.cno],
    ] as const;
    for (const [field, believed, found] of terms) {
      if (believed === undefined || plainCode(believed) === plainCode(found)) continue;
      this.#differs(field, {
        believed: believed || null,
        found: found || null,
        since,
        mends: this.#change(field, row, [since, today].toSorted()[1]!),
      });
    }
  }

  #change(
    field: 'tipo_contrato' | 'coeficiente' | 'grupo_cotizacion' | 'cno',
    { group, cno, contract, coefficient }: Believed,
    day: string,
  ): Mends | null {
    if (field === 'grupo_cotizacion')
      return this.#mends('updateGroup', { ...this.#worker, fecha_real: day, grupo_cotizacion: group! });
    if (field === 'cno') return this.#mends('updateCno', { ...this.#worker, fecha_real: day, cno: cno! });
    const contractType = contract ?? this.#situation?.contract;
    return this.#mends('updateContract', {
      ...this.#worker,
      startDate: day,
      ...(contractType && { contractType }),
      ...(coefficient && { coeficiente: coefficient }),
    });
  }

  #differs(field: ComparedField, values: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'>): void {
    this.#add('field', { field, ...values });
  }

  /** The registrations in the answers, each with its last day. */
  get #registrations(): { since: string; until: string }[] {
    const listed = this.#person.registered.map(({ since }) => ({ since, until: '' }));
    const newest = this.#situation;
    return newest ? [newest, ...listed.filter(({ since }) => since !== newest.since)] : listed;
  }

  #compareContracts(unexplained: ReadonlySet<string>): void {
    if (!this.#around.records.contracts) return;
    const { from, today, cif } = this.#compared;
    const uncovered = this.unexplained;
    for (const { since } of this.#registrations) {
      if (since < from || since > today || this.#contracts.some(({ start }) => start === since)) continue;
      const isNewest = this.#situation?.since === since;
      const code = isNewest ? this.#situation!.contract : this.#believed?.contract;
      // Members of boards, without an employment contract, have 000.
      if (code === undefined) this.#notCompared.add('situation');
      else if (plainCode(code) !== '')
        this.#add('contractMissing', {
          believed: since,
          found: null,
          since,
          // SEPE may have it with another day or with an earlier document.
          mends:
            uncovered.length > 0 || unexplained.has(since)
              ? null
              : this.#mends('notifyContract', { ...this.#worker, cif, startDate: since, codContract: code }),
        });
    }
    for (const { start } of uncovered) this.#compareContract(start);
  }

  #compareContract(start: string): void {
    const { from, today } = this.#compared;
    if (start < from || start > today) return;
    // Only the newest situation is read; the contract may belong to an earlier one.
    const mayBeEarlier = this.#situation ? start < this.#situation.since : this.#situation === undefined;
    if (mayBeEarlier) {
      this.#notCompared.add('situation');
      return;
    }
    if (!this.#around.records.registered) return;
    this.#add('contractUnregistered', { believed: null, found: start, since: start, mends: null });
  }

  #compareCertificates(): void {
    const situation = this.#situation;
    if (!situation || !needsCertificate(situation, this.#compared)) return;
    const certificates = this.#around.records.certificates.get(this.#person.askedAs);
    if (!certificates) {
      this.#notCompared.add('certificates');
      return;
    }
    const { until } = situation;
    // SEPE counts from the last day of work, or from the day after it.
    if (certificates.some((day) => day === until || day === afterNaturalDays(until, 1))) return;
    const { cif, ccc, regimen } = this.#compared;
    this.#add('certificateMissing', {
      believed: until,
      found: null,
      since: until,
      mends: this.#mends('fileCompanyCertificate', {
        Datos_Empresa: { CIF_NIF: cif, CCC: regimen + ccc },
        Datos_Trabajador: {
          DNI_NIE: this.#document,
          NumSS: this.#nss,
          FechaAltaEmpresa: situation.since,
          FechaSuspensionExtincion: until,
        },
      }),
    });
  }
}
