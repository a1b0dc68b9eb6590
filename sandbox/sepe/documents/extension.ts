import { addDays } from '../../calendar.ts';
import type { Contract, Extension } from '../records.ts';
import { read } from '../xml.ts';
import type { DocumentKind, Outcome } from './outcome.ts';
import { findContract, namesContract } from './reference.ts';
import { childrenInOrder, companyMatchesSchema } from './structure.ts';
import { addMonths, Checks, compact, readCompany, readDay } from './values.ts';

const GENERAL = 'DATOS_GENERALES_PRORROGA';
/** Permanent contracts, and contracts to replace a worker, cannot be extended. */
const NOT_EXTENDED = /^([123]|[45]10)/;

/** The current end of the contract; empty if it has none. */
export const endOf = ({ endDate, extensions }: Contract) => extensions.at(-1)?.endDate ?? endDate;

/** The code of why the contract cannot be extended; undefined if it can. */
export function refusalOfExtension(contract: Contract, start: string, end: string): string | undefined {
  if (contract.transformations.length > 0) return 'CPR4039';
  if (NOT_EXTENDED.test(contract.code)) return 'CPR4034';
  const last = endOf(contract);
  if (last === '') return 'CPR4036';
  if (contract.extensions.some(({ startDate }) => startDate === start)) return 'CPR4037';
  if (start !== addDays(last, 1)) return 'CCT0137';
  if (end < start) return 'CCT0027';
  return contract.extensions.length >= 50 ? 'CPR4035' : undefined;
}

/** More than a year in total is accepted, with a warning. */
const tooLong = (contract: Contract) =>
  /^[45]02$/.test(contract.code) && endOf(contract) >= addMonths(contract.startDate, 12);

const fieldsOf = (number: string, filed: string, user: string): Outcome['fields'] => [
  ['NUMEROPRORROGA', number],
  ['FECHACOMUNICACION', filed],
  ['USUARIO', user],
  ['FECHAALTA', filed],
];

export const extensionKind: DocumentKind = {
  operation: 'servicioProrrogas',
  counter: 'prorroga',
  root: 'PRORROGAS',
  document: /^PRORROGA_TIPO()$/,
  reportsWarnings: true,
  reply: {
    root: 'FICHERO_PRORROGAS',
    version: '5.000',
    list: 'PRORROGASPROCESADAS',
    entry: () => 'ENVIO',
    answer: 'RESPUESTAPRORROGA',
  },
  matchesSchema: (document) =>
    childrenInOrder(
      document,
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', GENERAL, 'DATOS_ADICIONALES_PRORROGA', 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', GENERAL],
    ) &&
    companyMatchesSchema(document) &&
    namesContract(document),
  emptyFields: (user) => fieldsOf('', '', user),
  file(context, document, { user }) {
    const checks = new Checks();
    readCompany(document, context, checks);
    const contract = findContract({ document, context, checks }, { missing: 'CPR4032', foreign: 'CPR4033' });
    const startDate = readDay(read(document, GENERAL, 'FECHA_INICIO'), checks, {
      length: 'CCT0065',
      form: 'CCT0023',
    });
    const endDate = readDay(read(document, GENERAL, 'FECHA_FIN'), checks, {
      length: 'CCT0066',
      form: 'CCT0024',
    });
    const { errors } = checks;
    const refused = contract && errors.length === 0 && refusalOfExtension(contract, startDate, endDate);
    if (refused) errors.push(refused);
    if (!contract || errors.length > 0)
      return { accepted: false, errors: errors, fields: fieldsOf('', '', user) };
    const extension: Extension = {
      number: String(contract.extensions.length + 1).padStart(2, '0'),
      startDate,
      endDate,
      agreement: read(document, GENERAL, 'INDICADOR_CONV_COL') || 'N',
      discontinuity: read(document, GENERAL, 'INDICADOR_DISCONTINUIDAD'),
      communicated: context.time,
    };
    contract.extensions.push(extension);
    return {
      accepted: true,
      errors: tooLong(contract) ? ['CPR1003'] : [],
      fields: fieldsOf(extension.number, compact(context.today), user),
    };
  },
};
