import type { Obligation } from './to-do.ts';

/** Operations by which what a rule makes due is done, by the id of the rule. Notifications are opened by their own. */
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

/** Figures of a régimen, before those of the account. */
const REGIMEN = 4;

const kindOf = (document: string): string | undefined => {
  if (/^\d{8}[A-Z]$/.test(document)) return '1';
  return /^[XYZ]\d{7}[A-Z]$/.test(document) ? '6' : undefined;
};

/** The form with which something due is done, and what is filled in there already; `undefined` where there is none. */
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
      // A form for several workers has a list of them.
      'employees.0.doc': worker?.document ?? undefined,
      'employees.0.nss': worker?.nss ?? undefined,
      // The trámite that made it due, from which the form takes the rest.
      causa: since?.tramite ?? undefined,
      identificacion: kindOf(worker?.document ?? ''),
    },
  };
};
