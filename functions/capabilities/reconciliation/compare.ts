import { firstNamesFirst } from '../../../shared/kernel/text.ts';
import { afterNaturalDays } from '../../../shared/kernel/working-days.ts';
import { isOtherName } from '../batches/rows/other-name.ts';
import { canBeUnemployment } from '../obligations/rules/causes.ts';
import { identitiesOf, type Person, personsOf, plainNss } from './persons.ts';

/**
 * Compares payroll's list of the workers of one contribution account with the authorities' answers. Pure functions. Days are
 * `YYYY-MM-DD` in Madrid; documents are in the form of `plainDocument`.
 */

/** A worker as payroll has it. Absent members are not compared. */
export interface Believed {
  document: string;
  nss?: string | undefined;
  name?: string | undefined;
  since: string;
  /** Last day. */
  until?: string | undefined;
  contract?: string | undefined;
  /** Thousandths; empty for full time. */
  coefficient?: string | undefined;
  group?: string | undefined;
  cno?: string | undefined;
}

/** An entry of TGSS's list of the workers of an account: registered, or registered ahead. */
export interface Registered {
  document: string;
  nss: string;
  /** As TGSS shows it, the surnames first; absent if it shows none. */
  name?: string | undefined;
  since: string;
}

/** The newest situation of a worker in the account. Texts are empty where TGSS shows no value. */
export interface Situation {
  nss: string;
  /** As in `Registered`. */
  name?: string | undefined;
  since: string;
  until: string;
  /** If the registration has ended, its cause (situacion), 2 digits. */
  cause: string;
  contract: string;
  coefficient: string;
  group: string;
  cno: string;
}

/** A contract of SEPE's list. */
export interface Contract {
  document: string;
  start: string;
}

/** The authorities' answers. A member is absent if it could not be read or has not been read yet. */
export interface Found {
  registered?: readonly Registered[] | undefined;
  /** By document; `null` if TGSS has no situation of that worker in the account. */
  situations: ReadonlyMap<string, Situation | null>;
  contracts?: readonly Contract[] | undefined;
  /** Days of the company certificates of a worker at this company, by document. */
  certificates: ReadonlyMap<string, readonly string[]>;
}

/** The account, and the first and the last day of the contracts and terminations that are compared. */
export interface Compared {
  /** 4 digits. */
  regimen: string;
  /** 11 digits. */
  ccc: string;
  cif: string;
  from: string;
  today: string;
}

/** What is known of the whole company. By default it has this account alone. */
export interface OfCompany {
  /** Payroll's whole list, of all accounts. */
  listed: readonly Pick<Believed, 'document' | 'nss'>[];
  /** The workers of all accounts whose lists TGSS showed. */
  registered: readonly Pick<Registered, 'document' | 'nss'>[];
}

/** A question to an authority. Each is asked once. */
export type Question =
  | { about: 'registered' | 'contracts' }
  | { about: 'situation' | 'certificates'; document: string };

/** Kinds of differences, with their meaning in Spanish. */
export const KIND_TEXT = {
  notRegistered: 'no está de alta en la Seguridad Social',
  notBelieved: 'está de alta en la Seguridad Social y no en la plantilla',
  notTerminated: 'terminó según la plantilla y sigue de alta en la Seguridad Social',
  document: 'es el mismo número de la Seguridad Social con otro documento',
  nss: 'es el mismo documento con otro número de la Seguridad Social',
  name: 'es el mismo documento con otro nombre',
  field: 'un dato es distinto',
  contractMissing: 'está de alta y el SEPE no tiene un contrato que empiece ese día',
  contractUnregistered: 'el SEPE tiene un contrato y no hay un alta que lo cubra',
  certificateMissing: 'está de baja y el SEPE no tiene el certificado de empresa',
} as const;
export type DifferenceKind = keyof typeof KIND_TEXT;

/** Fields that are compared, by their names in the interface. */
export const COMPARED_FIELDS = [
  'fecha_alta',
  'fecha_baja',
  'tipo_contrato',
  'coeficiente',
  'grupo_cotizacion',
  'cno',
] as const;
type ComparedField = (typeof COMPARED_FIELDS)[number];

/** A difference: both values (`null` for none), since when, and the filing that would correct it. */
export interface Difference {
  kind: DifferenceKind;
  document: string;
  nss: string | null;
  /** First names first; `null` if neither side shows one. */
  name: string | null;
  field: ComparedField | null;
  believed: string | null;
  found: string | null;
  since: string | null;
  /**
   * Id of the operation, and the known part of its body. A person files it; the service does not. `null` if the two sides do not prove
   * which filing is right.
   */
  mends: Mends | null;
}

/** A filing that would correct a difference. */
export interface Mends {
  operation: string;
  body: Record<string, unknown>;
}

/** Something that no answer shows, so it counts neither as equal nor as different. */
export interface NotCompared {
  about: Question['about'];
  document: string | null;
}

/** The open questions. Questions about single workers follow from earlier answers. */
export const questionsOf = (
  { from, today }: Pick<Compared, 'from' | 'today'>,
  believed: readonly Believed[],
  found: Found,
): Question[] => {
  const contracted = new Set(found.contracts?.map(({ document }) => document));
  const documents = new Set(
    personsOf(believed, found)
      // A worker who left before the period is only asked about if an authority names the worker.
      .filter(
        ({ believed: row, registered, document }) =>
          !row?.until || row.until >= from || registered.length > 0 || contracted.has(document),
      )
      .map(({ askedAs }) => askedAs),
  );
  const ended = [...found.situations].flatMap(([document, situation]) =>
    situation && needsCertificate(situation, { from, today }) ? [document] : [],
  );
  return [
    ...(found.registered ? [] : [{ about: 'registered' as const }]),
    ...(found.contracts ? [] : [{ about: 'contracts' as const }]),
    ...[...documents]
      .filter((document) => !found.situations.has(document))
      .map((document) => ({ about: 'situation' as const, document })),
    ...ended
      .filter((document) => !found.certificates.has(document))
      .map((document) => ({ about: 'certificates' as const, document })),
  ];
};

const needsCertificate = (
  { until, cause }: Situation,
  { from, today }: Pick<Compared, 'from' | 'today'>,
): boolean => until !== '' && until >= from && until < today && canBeUnemployment(cause);

/** A code for comparison: programs omit leading zeros, and the coefficient of full time is empty or zero. */
export const plainCode = (code: string | undefined): string => (code ?? '').trim().replace(/^0+/, '');

/** Of a person's entries in the list the one that counts: the registration that payroll has, else the newest that has begun. */
export const registrationOf = (
  registered: readonly Registered[],
  { since: believed, today }: { since: string | undefined; today: string },
): Registered | undefined => {
  const own = registered.toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return own.find(({ since }) => since === believed) ?? own.find(({ since }) => since <= today) ?? own[0];
};

/** All differences of an account, and everything that could not be compared. */
export const compareAccount = (
  compared: Compared,
  believed: readonly Believed[],
  found: Found,
  company: OfCompany = { listed: believed, registered: found.registered ?? [] },
): { differences: Difference[]; notCompared: NotCompared[] } => {
  const contracts = Map.groupBy(found.contracts ?? [], ({ document }) => document);
  const whole = { listed: identitiesOf(company.listed), registered: identitiesOf(company.registered) };
  const workers = personsOf(believed, found).map(
    (person) => new OfWorker(compared, person, { found, contracts, ...whole }),
  );
  const unexplained = new Set(workers.flatMap((worker) => worker.unexplained.map(({ start }) => start)));
  const each = workers.map((worker) => worker.compare(unexplained));
  const lists = (['registered', 'contracts'] as const).filter((about) => found[about] === undefined);
  return {
    differences: each.flatMap(({ differences }) => differences),
    notCompared: [
      ...lists.map((about) => ({ about, document: null })),
      ...each.flatMap(({ notCompared }) => notCompared),
    ],
  };
};

/** What one worker is compared with. */
interface Around {
  found: Found;
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
class OfWorker {
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
    this.#situation = around.found.situations.get(askedAs);
    this.#registered = registrationOf(registered, { since: believed?.since, today: compared.today });
    this.#contracts = this.#documents.flatMap((one) => around.contracts.get(one) ?? []);
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
    one: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'> & { field?: ComparedField },
  ): void {
    this.#differences.push({
      kind,
      document: this.#document,
      nss: this.#nss ?? null,
      name: this.#name ?? null,
      field: null,
      ...one,
    });
  }

  get #nss(): string | undefined {
    return this.#registered?.nss || this.#situation?.nss || this.#believed?.nss;
  }

  /** The name as TGSS shows it. */
  get #shownName(): string | undefined {
    return this.#registered?.name || this.#situation?.name;
  }

  get #name(): string | undefined {
    return this.#shownName ? firstNamesFirst(this.#shownName) : this.#believed?.name;
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
      ['name', row.name, this.#shownName, !isOtherName(row.name ?? '', this.#shownName ?? '')],
    ] as const;
    const different = attributes.filter(([, own, theirs, isSame]) => own && theirs && !isSame);
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
    if (!this.#around.found.registered) return;
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

  #differs(field: ComparedField, one: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'>): void {
    this.#add('field', { field, ...one });
  }

  /** The registrations in the answers, each with its last day. */
  get #registrations(): { since: string; until: string }[] {
    const listed = this.#person.registered.map(({ since }) => ({ since, until: '' }));
    const known = this.#situation;
    return known ? [known, ...listed.filter(({ since }) => since !== known.since)] : listed;
  }

  #compareContracts(unexplained: ReadonlySet<string>): void {
    if (!this.#around.found.contracts) return;
    const { from, today, cif } = this.#compared;
    const uncovered = this.unexplained;
    for (const { since } of this.#registrations) {
      if (since < from || since > today || this.#contracts.some(({ start }) => start === since)) continue;
      const isKnown = this.#situation?.since === since;
      const code = isKnown ? this.#situation!.contract : this.#believed?.contract;
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
    if (!this.#around.found.registered) return;
    this.#add('contractUnregistered', { believed: null, found: start, since: start, mends: null });
  }

  #compareCertificates(): void {
    const situation = this.#situation;
    if (!situation || !needsCertificate(situation, this.#compared)) return;
    const certificates = this.#around.found.certificates.get(this.#person.askedAs);
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
