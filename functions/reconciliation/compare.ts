import { afterNaturalDays } from '../../shared/kernel/working-days.ts';
import { canBeUnemployment } from '../obligations/rules/causes.ts';

/**
 * Compares payroll's list of the workers of one contribution account with the authorities' answers. Pure functions. Days are
 * `YYYY-MM-DD` in Madrid; documents are in the form of `plainDocument`.
 */

/** A worker as payroll has it. Absent members are not compared. */
export interface Believed {
  document: string;
  nss?: string | undefined;
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
  since: string;
}

/** The newest situation of a worker in the account. Texts are empty where TGSS shows no value. */
export interface Situation {
  nss: string;
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

/** A question to an authority. Each is asked once. */
export type Question =
  | { about: 'registered' | 'contracts' }
  | { about: 'situation' | 'certificates'; document: string };

/** Kinds of differences, with their meaning in Spanish. */
export const KIND_TEXT = {
  notRegistered: 'no está de alta en la Seguridad Social',
  notBelieved: 'está de alta en la Seguridad Social y no en la plantilla',
  notTerminated: 'terminó según la plantilla y sigue de alta en la Seguridad Social',
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
  field: ComparedField | null;
  believed: string | null;
  found: string | null;
  since: string | null;
  /** Id of the operation, and the known part of its body. A person files it; the service does not. */
  mends: { operation: string; body: Record<string, unknown> };
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
  const documents = new Set([
    ...believed.filter(({ until }) => !until || until >= from).map(({ document }) => document),
    ...(found.registered ?? []).map(({ document }) => document),
    ...(found.contracts ?? []).map(({ document }) => document),
  ]);
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

/** A worker's entry in the list: the registration that payroll has, else the newest that has begun. */
export const registrationOf = (
  registered: readonly Registered[] = [],
  document: string,
  { since: believed, today }: { since: string | undefined; today: string },
): Registered | undefined => {
  const own = registered
    .filter((one) => one.document === document)
    .toSorted((a, b) => (a.since < b.since ? 1 : -1));
  return own.find(({ since }) => since === believed) ?? own.find(({ since }) => since <= today) ?? own[0];
};

/** All differences of an account, and everything that could not be compared. */
export const compareAccount = (
  compared: Compared,
  believed: readonly Believed[],
  found: Found,
): { differences: Difference[]; notCompared: NotCompared[] } => {
  const rows = new Map(believed.map((row) => [row.document, row]));
  const documents = [
    ...new Set([
      ...rows.keys(),
      ...(found.registered ?? []).map(({ document }) => document),
      ...(found.contracts ?? []).map(({ document }) => document),
    ]),
  ];
  const each = documents.map((document) =>
    new OfWorker(compared, document, rows.get(document), found).compare(),
  );
  const lists = (['registered', 'contracts'] as const).filter((about) => found[about] === undefined);
  return {
    differences: each.flatMap(({ differences }) => differences),
    notCompared: [
      ...lists.map((about) => ({ about, document: null })),
      ...each.flatMap(({ notCompared }) => notCompared),
    ],
  };
};

/** Compares one worker. */
class OfWorker {
  readonly #compared: Compared;
  readonly #document: string;
  readonly #believed: Believed | undefined;
  readonly #found: Found;
  readonly #situation: Situation | null | undefined;
  /** The compared entry of TGSS's list. */
  readonly #registered: Registered | undefined;
  readonly #differences: Difference[] = [];
  readonly #notCompared = new Set<Question['about']>();

  constructor(compared: Compared, document: string, believed: Believed | undefined, found: Found) {
    this.#compared = compared;
    this.#document = document;
    this.#believed = believed;
    this.#found = found;
    this.#situation = found.situations.get(document);
    const { today } = compared;
    this.#registered = registrationOf(found.registered, document, { since: believed?.since, today });
  }

  compare(): { differences: Difference[]; notCompared: NotCompared[] } {
    this.#compareRegistration();
    this.#compareFields();
    this.#compareContracts();
    this.#compareCertificates();
    const notCompared = [...this.#notCompared].map((about) => ({ about, document: this.#document }));
    return { differences: this.#differences, notCompared };
  }

  #add(
    kind: DifferenceKind,
    one: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'> & { field?: ComparedField },
  ): void {
    this.#differences.push({ kind, document: this.#document, nss: this.#nss ?? null, field: null, ...one });
  }

  get #nss(): string | undefined {
    return this.#registered?.nss || this.#situation?.nss || this.#believed?.nss;
  }

  /** The fields that identify a worker of an account in most operations. */
  get #worker(): Record<string, string> {
    const { regimen, ccc } = this.#compared;
    return { regimen, ccc, dni: this.#document, ...(this.#nss && { nss: this.#nss }) };
  }

  /** On the last day, the list may or may not contain the worker. */
  #compareRegistration(): void {
    const { today } = this.#compared;
    if (!this.#found.registered) return;
    const [row, listed] = [this.#believed, this.#registered];
    if (!row) {
      if (listed)
        this.#add('notBelieved', {
          believed: null,
          found: listed.since,
          since: listed.since,
          mends: {
            operation: 'removeRegistration',
            body: { ...this.#worker, fecha_real: listed.since },
          },
        });
      return;
    }
    if (row.until !== undefined && row.until < today) {
      if (listed) this.#compareEnded(row.until, listed);
      return;
    }
    if (listed || row.until === today) return;
    // The situation shows whether the worker was never registered or the registration ended; the corrections differ.
    if (this.#situation === undefined) {
      this.#notCompared.add('situation');
      return;
    }
    const until = this.#situation?.until || null;
    this.#add('notRegistered', {
      believed: row.since,
      found: until,
      since: until ?? row.since,
      mends: until
        ? { operation: 'removeTermination', body: { ...this.#worker, fecha_real: until } }
        : this.#registration(row.since),
    });
  }

  /** A worker who has left according to payroll, and is still or again in the list. */
  #compareEnded(until: string, listed: Registered): void {
    if (listed.since > until) {
      this.#add('notBelieved', {
        believed: until,
        found: listed.since,
        since: listed.since,
        mends: { operation: 'removeRegistration', body: { ...this.#worker, fecha_real: listed.since } },
      });
      return;
    }
    this.#add('notTerminated', {
      believed: until,
      found: null,
      since: until,
      mends: { operation: 'deregisterEmployee', body: { ...this.#worker, fecha_real: until } },
    });
  }

  #registration(fecha_real: string): Difference['mends'] {
    const { contract, coefficient, group, cno } = this.#believed ?? {};
    return {
      operation: 'registerEmployee',
      body: {
        ...this.#worker,
        fecha_real,
        ...(group && { grupo_cotizacion: group }),
        ...(contract && { tipo_contrato: contract }),
        ...(coefficient && { coeficiente: coefficient }),
        ...(cno && { cno }),
      },
    };
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
        mends: { operation: 'removeRegistration', body: { ...this.#worker, fecha_real: listed.since } },
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
    this.#differs('fecha_baja', {
      believed: row.until ?? null,
      found: until,
      since,
      mends: { operation: 'removeTermination', body: { ...this.#worker, fecha_real: until } },
    });
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
  ): Difference['mends'] {
    if (field === 'grupo_cotizacion')
      return {
        operation: 'updateGroup',
        body: { ...this.#worker, fecha_real: day, grupo_cotizacion: group! },
      };
    if (field === 'cno')
      return { operation: 'updateCno', body: { ...this.#worker, fecha_real: day, cno: cno! } };
    const contractType = contract ?? this.#situation?.contract;
    return {
      operation: 'updateContract',
      body: {
        ...this.#worker,
        startDate: day,
        ...(contractType && { contractType }),
        ...(coefficient && { coeficiente: coefficient }),
      },
    };
  }

  #differs(field: ComparedField, one: Pick<Difference, 'believed' | 'found' | 'since' | 'mends'>): void {
    this.#add('field', { field, ...one });
  }

  /** The registrations in the answers, each with its last day. */
  get #registrations(): { since: string; until: string }[] {
    const listed = (this.#found.registered ?? [])
      .filter(({ document }) => document === this.#document)
      .map(({ since }) => ({ since, until: '' }));
    const known = this.#situation;
    return known ? [known, ...listed.filter(({ since }) => since !== known.since)] : listed;
  }

  #compareContracts(): void {
    const { contracts } = this.#found;
    if (!contracts) return;
    const { from, today, cif } = this.#compared;
    const own = contracts.filter(({ document }) => document === this.#document);
    for (const { since } of this.#registrations) {
      if (since < from || since > today || own.some(({ start }) => start === since)) continue;
      const isKnown = this.#situation?.since === since;
      const code = isKnown ? this.#situation!.contract : this.#believed?.contract;
      // Members of boards, without an employment contract, have 000.
      if (code === undefined) this.#notCompared.add('situation');
      else if (plainCode(code) !== '')
        this.#add('contractMissing', {
          believed: since,
          found: null,
          since,
          mends: {
            operation: 'notifyContract',
            body: { ...this.#worker, cif, startDate: since, codContract: code },
          },
        });
    }
    for (const { start } of own) this.#compareContract(start);
  }

  #compareContract(start: string): void {
    const { from, today } = this.#compared;
    const isCovered = this.#registrations.some(
      ({ since, until }) => since <= start && (until === '' || start <= until),
    );
    if (start < from || start > today || isCovered) return;
    // Only the newest situation is read; the contract may belong to an earlier one.
    const mayBeEarlier = this.#situation ? start < this.#situation.since : this.#situation === undefined;
    if (mayBeEarlier) {
      this.#notCompared.add('situation');
      return;
    }
    if (!this.#found.registered) return;
    this.#add('contractUnregistered', {
      believed: null,
      found: start,
      since: start,
      mends: this.#registration(start),
    });
  }

  #compareCertificates(): void {
    const situation = this.#situation;
    if (!situation || !needsCertificate(situation, this.#compared)) return;
    const certificates = this.#found.certificates.get(this.#document);
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
      mends: {
        operation: 'fileCompanyCertificate',
        body: {
          Datos_Empresa: { CIF_NIF: cif, CCC: regimen + ccc },
          Datos_Trabajador: {
            DNI_NIE: this.#document,
            NumSS: this.#nss,
            FechaAltaEmpresa: situation.since,
            FechaSuspensionExtincion: until,
          },
        },
      },
    });
  }
}
