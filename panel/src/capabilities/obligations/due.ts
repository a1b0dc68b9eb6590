import { countedText, type Obligation } from './to-do.ts';

/** Digits of the régimen at the beginning of a whole account. */
const REGIMEN = 4;

const kindOf = (document: string): string | undefined => {
  if (/^\d{8}[A-Z]$/.test(document)) return '1';
  return /^[XYZ]\d{7}[A-Z]$/.test(document) ? '6' : undefined;
};

/** The address of the form that fulfils an obligation, with the known values filled in; `undefined` if there is no form for it. */
export const formFor = ({
  id,
  rule: { operation },
  account,
  cif,
  worker,
  since,
  of,
}: Pick<Obligation, 'account' | 'worker'> &
  Partial<Pick<Obligation, 'id' | 'since' | 'of' | 'cif'>> & { rule: Pick<Obligation['rule'], 'operation'> }):
  | { operation: string; filled: Record<string, string | undefined> }
  | undefined => {
  if (!operation) return undefined;
  return {
    operation,
    filled: {
      regimen: account?.slice(0, REGIMEN),
      ccc: account?.slice(REGIMEN),
      dni: worker?.document ?? undefined,
      nss: worker?.nss ?? undefined,
      // Of a declaration, its obligation is about a month, `2026-11`, or a quarter, `2026-4T`.
      ...(operation === 'fileWithholdings' && {
        cif: cif ?? undefined,
        ejercicio: of?.slice(0, 4),
        periodo: of?.slice(5),
      }),
      ...(operation === 'fileWithholdingsSummary' && { cif: cif ?? undefined, ejercicio: of }),
      // Of a sick leave, its obligation is about the first day.
      ...(operation === 'fileSickLeaveData' && { fecha_baja: of }),
      // A form for several workers has them in a list.
      'employees.0.doc': worker?.document ?? undefined,
      'employees.0.nss': worker?.nss ?? undefined,
      // The trámite that caused the obligation, from which the form takes further values.
      causa: since?.tramite ?? undefined,
      // Read again before the form is shown, because it may be fulfilled by then, or be in a batch.
      obligacion: id,
      identificacion: kindOf(worker?.document ?? ''),
    },
  };
};

/** The verb for fulfilling many obligations at once, by operation. */
const TOGETHER: Record<string, string> = {
  notifyContract: 'Comunicar',
  createBasicCopy: 'Comunicar',
  deregisterEmployee: 'Comunicar',
  registerEmployee: 'Comunicar',
  fileSickLeaveData: 'Hacer',
  updateCno: 'Comunicar',
  fileCompanyCertificate: 'Comunicar',
};

/** Whether an obligation can be fulfilled now in a batch with others. */
export const isForBatch = ({ rule: { operation }, batch, blockedBy }: Obligation): boolean =>
  operation !== null && operation in TOGETHER && batch === null && blockedBy.length === 0;

/** The button of a batch that fulfils this many obligations of a rule, such as `Comunicar 11 contratos`. */
export const togetherText = (rule: Obligation['rule'], count: number): string =>
  `${TOGETHER[rule.operation ?? ''] ?? 'Hacer'} ${countedText(rule, count)}`;
