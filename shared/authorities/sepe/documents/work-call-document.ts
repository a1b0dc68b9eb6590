import { type CalledContract, compactDate, contractKey } from '../identifiers.ts';
import { occupationCode, type Worker, workerBlock } from './contract-document.ts';
import { latin1Document } from './xml.ts';

/** The call of a permanent seasonal worker back to work. Dates are `YYYY-MM-DD`, codes have their full width. */
export interface WorkCall extends Worker {
  startDate: string;
  endDate?: string | undefined;
  contract?: CalledContract | undefined;
  /** `S` or `N`: whether the worker comes. */
  comes: string;
  /** CNO, 4 digits. */
  occupation: string;
  nivelFormativo: string;
}

/** Most calls of a document. */
export const MAX_WORK_CALLS = 30;

/** The document that files calls of one account, in the order of SEPE's schema. SEPE repeats `correlation` (at most 30 characters). */
export const workCallDocument = (
  company: { cif: string; fullCcc: string },
  calls: readonly WorkCall[],
  correlation: string,
): string =>
  latin1Document('LLAMAMIENTOS', {
    LLAMAMIENTO_TIPO: calls.map((call) => ({
      DATOS_EMPRESA: { CIF_NIF_EMPRESA: { CIF_NIF: company.cif }, CCC: company.fullCcc },
      DATOS_TRABAJADOR: workerBlock(call),
      DATOS_LLAMAMIENTO: {
        FECHA_INICIO: compactDate(call.startDate),
        FECHA_FIN: call.endDate && compactDate(call.endDate),
        CLAVE_CONTRATO_TRANS: call.contract && contractKey(call.contract) + call.contract.transformation,
        IND_INCORPORA_ACTIVIDAD: call.comes,
        CODIGO_OCUPACION: occupationCode(call.occupation),
        NIVEL_FORMATIVO: call.nivelFormativo,
      },
      DATOS_USOLIBRE_EMPRESA: { USOLIBRE_EMPRESA: correlation },
    })),
  });
