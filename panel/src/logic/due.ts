import type { Obligation } from './to-do.ts';

/** The operation that fulfils an obligation, by the id of its rule. Notifications have their own operations. */
const DONE_BY: Record<string, string> = {
  alta: 'registerEmployee',
  baja: 'deregisterEmployee',
  contrato: 'notifyContract',
  'inicio-previsto': 'notifyContract',
  'copia-basica': 'createBasicCopy',
  'certificado-empresa': 'fileCompanyCertificate',
  prorroga: 'extendContract',
  llamamiento: 'callWorkers',
  variacion: 'updateContract',
  cesion: 'addCesion',
  'fin-cesion': 'updateCesion',
};

/** Digits of the régimen at the beginning of a whole account. */
const REGIMEN = 4;

const kindOf = (document: string): string | undefined => {
  if (/^\d{8}[A-Z]$/.test(document)) return '1';
  return /^[XYZ]\d{7}[A-Z]$/.test(document) ? '6' : undefined;
};

/** The address of the form that fulfils an obligation, with the known values filled in; `undefined` if there is no form for it. */
export const formFor = ({
  rule,
  account,
  worker,
  since,
}: Pick<Obligation, 'account' | 'worker'> & Partial<Pick<Obligation, 'since'>> & { rule: { id: string } }):
  | { operation: string; filled: Record<string, string | undefined> }
  | undefined => {
  const operation = DONE_BY[rule.id];
  if (!operation) return undefined;
  return {
    operation,
    filled: {
      regimen: account?.slice(0, REGIMEN),
      ccc: account?.slice(REGIMEN),
      dni: worker?.document ?? undefined,
      nss: worker?.nss ?? undefined,
      // A form for several workers has them in a list.
      'employees.0.doc': worker?.document ?? undefined,
      'employees.0.nss': worker?.nss ?? undefined,
      // The trámite that caused the obligation, from which the form takes further values.
      causa: since?.tramite ?? undefined,
      identificacion: kindOf(worker?.document ?? ''),
    },
  };
};
