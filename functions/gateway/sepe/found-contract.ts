import type { ContractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import { notWhatWasAsked } from '../../../shared/kernel/authority-errors.ts';
import { isSameDocument } from '../../../shared/kernel/text.ts';

/** The sent values of a contract, and the names of the fields that are wrong where the contract is another. */
interface SentContract {
  /** Without the letter of its kind. */
  dni: string;
  startDate: string;
  cif?: string;
  names: { worker: string; startDate: string; cif?: string };
}

/**
 * Checks that the contract on SEPE's page matches the whole request, so that nothing is filed for another contract
 * by mistake. Data missing on the page prove nothing.
 * @throws ServiceError 422 under the field that does not match
 */
export const checkContract = (shown: ContractData, { dni, startDate, cif, names }: SentContract): void => {
  if (shown.document !== '' && !isSameDocument(shown.document, dni))
    throw notWhatWasAsked('Es la huella del contrato de otro trabajador.', names.worker);
  if (shown.startDate !== undefined && shown.startDate !== startDate)
    throw notWhatWasAsked('El contrato de esa huella tiene otra fecha de inicio.', names.startDate);
  if (cif && shown.cif !== '' && !isCompany(shown.cif, cif))
    throw notWhatWasAsked('El contrato de esa huella es de otra empresa.', names.cif);
};

/** The page may write a company's tax id with signs, and with a letter of its kind before it. */
export const isCompany = (shown: string, cif: string): boolean => shown.replace(/\W/g, '').endsWith(cif);
