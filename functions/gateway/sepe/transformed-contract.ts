import type { ReadingPort } from '../../../shared/authorities/authority-port.ts';
import { type ContractData, contractData } from '../../../shared/authorities/sepe/contrata/contract-data.ts';
import { leftOutAbroad, SPAIN } from '../../../shared/authorities/sepe/documents/contract-document.ts';
import { type Footprint, withoutKind } from '../../../shared/authorities/sepe/identifiers.ts';
import { aboutFields, notWhatWasAsked } from '../../../shared/kernel/authority-errors.ts';
import { checkContract } from './found-contract.ts';

/** The contract that is transformed: as a request names it, and as SEPE shows it. */

/** A contract, by its footprint, or by its worker and its start. */
export interface NamedContract {
  FECHA_INICIO_CTO: string;
  IDENTIFICADORPFISICA: string;
  CLAVE_CONTRATO?: Footprint | undefined;
}

/** The fields with the account and the start of the contract. */
const ACCOUNT = 'DATOS_EMPRESA.CODIGO_CUENTA_COTIZACION';
const START = 'DATOS_CONTRATO.FECHA_INICIO_CTO';

/** How the contract is looked for. */
export const namedBy = ({ CLAVE_CONTRATO, IDENTIFICADORPFISICA, FECHA_INICIO_CTO }: NamedContract) =>
  CLAVE_CONTRATO
    ? { footprint: CLAVE_CONTRATO }
    : { dni: withoutKind(IDENTIFICADORPFISICA), startDate: FECHA_INICIO_CTO };

/**
 * The contract as SEPE shows it.
 * @param fullCcc scheme and contribution account that were sent
 * @throws ServiceError 422 if it is not of that worker and start
 */
export const shownContract = async (
  sent: NamedContract,
  fullCcc: string,
  sepe: ReadingPort,
): Promise<ContractData> => {
  const contract = await sepe
    .read(contractData, { ...namedBy(sent), ...(!sent.CLAVE_CONTRATO && { ccc: fullCcc.slice(4) }) })
    .catch(aboutFields({ startDate: START, ccc: ACCOUNT }));
  checkContract(contract, {
    dni: withoutKind(sent.IDENTIFICADORPFISICA),
    startDate: sent.FECHA_INICIO_CTO,
    names: { worker: 'DATOS_CONTRATO.CLAVE_CONTRATO', startDate: START },
  });
  if (!/^[0-9A-Z]\d{7}[0-9A-Z]$/.test(contract.cif))
    throw notWhatWasAsked('El SEPE no dice de qué empresa es el contrato de esa huella.');
  return contract;
};

/** The warning of a dry run about another account than the contract's. It may be one of the same company: only SEPE knows. */
export const otherAccount = (sent: string, { fullCcc }: ContractData): string[] =>
  fullCcc === '' || fullCcc === sent
    ? []
    : [
        `${ACCOUNT} no es la cuenta del contrato (${fullCcc}): el SEPE rechaza la transformación si no es de la misma ` +
          'empresa.',
      ];

interface WorkCentre {
  NACIONALIDAD_CT?: string | undefined;
  MUNICIPIO_CT?: string | undefined;
}

const countryOf = ({ NACIONALIDAD_CT }: WorkCentre, { workCentre }: ContractData): string =>
  NACIONALIDAD_CT ?? workCentre.country ?? SPAIN;

/** The work centre: as sent, otherwise as SEPE shows it, otherwise Spain without municipality, which SEPE may refuse. */
export const workCentreOf = (sent: WorkCentre, contract: ContractData) => {
  const country = countryOf(sent, contract);
  return {
    country,
    municipality: country === SPAIN ? (sent.MUNICIPIO_CT ?? contract.workCentre.municipality) : undefined,
  };
};

/** Spanish: a municipality that is left out, because the work centre is abroad. */
export const municipalityLeftOut = (sent: WorkCentre, contract: ContractData): string[] =>
  leftOutAbroad([
    {
      field: 'DATOS_GENERALES_TRANSFORMACION.MUNICIPIO_CT',
      country: countryOf(sent, contract),
      municipality: sent.MUNICIPIO_CT,
    },
  ]);
