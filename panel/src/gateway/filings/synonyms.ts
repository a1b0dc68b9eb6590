import { plain } from '../../shared/codes.ts';
import type { Form } from '../../shared/fields.ts';

/** Words that offices use for an operation, besides the words of the interface. */
const WORDS: Record<string, string> = {
  registerEmployee: 'contratar incorporar nuevo empleado alta IDC TA',
  removeRegistration: 'anular alta error no se incorporo',
  deregisterEmployee:
    'cese finiquito despedir fin de contrato dimision renuncia jubilacion baja voluntaria TA',
  removeTermination: 'anular baja',
  dismissEmployee: 'despedir despido cese finiquito',
  notifyContract: 'contratar Contrat@ nuevo contrato',
  extendContract: 'renovar prorrogar alargar contrato',
  transformContract: 'hacer fijo convertir indefinido',
  transformContractInSepe: 'hacer fijo convertir indefinido',
  fileCompanyCertificate: 'paro desempleo prestacion certific@2 despedir finiquito cese ERTE',
  createBasicCopy: 'representantes copia del contrato',
  callWorkers: 'llamar fijo discontinuo temporada',
  updateContract: 'jornada parcialidad horas cambio de contrato reduccion',
  updateGroup: 'categoria grupo ascenso',
  updateOccupation: 'oficinista comercial ocupacion a b',
  addCesion: 'ETT prestar trabajador empresa usuaria',
  fileSickLeaveData: 'baja médica IT incapacidad temporal enfermedad accidente parte datos económicos',
  fileWithholdings: 'hacienda IRPF trimestre',
  recordUnpaidPlacement: 'becario practicas estudiantes FP',
  reportBankDetails: 'IBAN domiciliar cuenta banco',
};

/** Searches for things that are not filed here, with advice. */
const ELSEWHERE: [word: RegExp, says: string][] = [
  [
    /\b(baja medica|incapacidad|parte medico|enferm|maternidad|paternidad)/,
    'Los partes de baja médica los comunica el INSS a la empresa: se ven con el informe FIE, y no hay que presentar la baja aquí.',
  ],
  [
    /\b(idc|ta2?|vida laboral|ita|rnt|rlc)\b/,
    'Los informes no se presentan: se piden. El TA y el IDC de un alta o una baja están además en su trámite.',
  ],
];

/** The forms that match a search, by their titles or by the words that offices use. All of them if the search is empty. */
export const lookedFor = <F extends Pick<Form, 'operation' | 'title' | 'group'>>(
  forms: readonly F[],
  written: string,
): F[] => {
  const words = plain(written).trim().split(/\s+/);
  return forms.filter(({ operation, title, group }) => {
    const said = ` ${plain(`${title} ${group} ${WORDS[operation] ?? ''}`).replace(/[^\p{L}\p{N}@]+/gu, ' ')}`;
    return words.every((word) => said.includes(` ${word}`));
  });
};

/** Advice if the search is for something that is not filed here; otherwise `undefined`. */
export const elsewhere = (written: string): string | undefined =>
  ELSEWHERE.find(([word]) => word.test(plain(written)))?.[1];
