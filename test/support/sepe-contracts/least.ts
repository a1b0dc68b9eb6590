import { notifyContract } from '../../../functions/gateway/sepe/operations/notify-contract.ts';
import { failingFields } from '../portals/operations.ts';

/** The smallest valid request to notify a contract of each type. */

type Values = Record<string, unknown>;

/** Fields of every contract. */
export const COMMON = {
  cif: 'B12345674',
  regimen: '0111',
  ccc: '28000000097',
  docType: 'D',
  dni: '12345678Z',
  name: 'ANA',
  surname: 'GARCIA',
  lastSurname: 'LOPEZ',
  sex: 2,
  dateOfBirth: '1990-05-17',
  nationality: 724,
  municipality: 28079,
  country: 724,
  nss: '280000000097',
  nivelFormativo: 32,
  occupation: 4309,
  nationalityContract: 724,
  municipalityContract: 28079,
  INDICATIVO_PRTR: 'N',
  startDate: '2026-01-01',
};
/** The working time of a part-time contract. */
export const PART = { jornadaType: 'S', jornadaHour: '0020', jornadaMin: '00' };
/** The worker who takes partial retirement and is relieved. */
export const RELIEF = { TIPO_TRABAJADOR: 1, NOMBRE: 'LUIS', PRIMER_APELLIDO: 'PEREZ' };
/** An end after 151 days, for which no question about the duration is asked. */
export const END = { endDate: '2026-05-31' };

/** The further fields that each type requires. */
export const OWN: Record<string, Values> = {
  '100': {},
  '130': {},
  '150': { bonusAgreement: 12 },
  '200': PART,
  '230': PART,
  '250': { ...PART, bonusAgreement: '124' },
  '300': {},
  '330': {},
  '350': { bonusAgreement: '124' },
  '401': {},
  '402': { ...END, REAL_DECRETO_1435_1985: 'B' },
  '403': { GRUPOCOTIZACIONSEGSOCIAL: 5 },
  '404': {},
  '405': {},
  '406': {},
  '407': { REAL_DECRETO_1435_1985: 'A' },
  '408': {},
  '410': { sustitucion: 'a' },
  '411': {},
  '412': {},
  '413': {},
  '418': {},
  '420': END,
  '421': END,
  '430': { ...END, bonusDisability: 'N' },
  '441': { ...END, DATOS_ANEXO_CONTRATO_RELEVO: RELIEF },
  '450': {},
  '452': END,
  '500': PART,
  '501': PART,
  '502': { ...END, ...PART, REAL_DECRETO_1435_1985: 'B' },
  '503': { ...PART, GRUPOCOTIZACIONSEGSOCIAL: '05' },
  '505': PART,
  '506': PART,
  '507': { ...PART, REAL_DECRETO_1435_1985: 'A' },
  '508': PART,
  '510': { ...PART, sustitucion: 'H' },
  '511': PART,
  '513': PART,
  '518': PART,
  '520': { ...END, ...PART },
  '521': { ...END, ...PART },
  '530': { ...END, ...PART, bonusDisability: 'N' },
  '540': PART,
  '541': { ...END, ...PART, DATOS_ANEXO_CONTRATO_RELEVO: RELIEF },
  '550': PART,
  '552': { ...END, ...PART },
  '970': END,
  '980': {},
  '990': { IND_CONTRATO_ESCRITO: 0 },
};

/** The smallest request of a type, with changes. */
export const leastContract = (codContract: string, changes: Values = {}) => ({
  ...COMMON,
  codContract,
  ...OWN[codContract],
  ...changes,
});

/** The fields for which such a request is refused, sorted. */
export const failingFieldsOf = (codContract: string, changes: Values) =>
  failingFields(notifyContract, leastContract(codContract, changes));
