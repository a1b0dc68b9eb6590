import type { XmlElement } from '@rgrove/parse-xml';
import { addDays, type IsoDate } from '../../calendar.ts';
import type { Contract, Extension } from '../records.ts';
import { childrenOf, find, localName, read } from '../xml.ts';
import type { DocumentKind, Outcome } from './outcome.ts';
import { findContract, namesContract } from './reference.ts';
import { childrenInOrder, laterCompanyMatchesSchema } from './structure.ts';
import { addMonths, Checks, compact, readCompany, readEnd, readStart } from './values.ts';

const GENERAL = 'DATOS_GENERALES_PRORROGA';
const MORE = 'DATOS_ADICIONALES_PRORROGA';
/** Permanent contracts, and contracts to replace a worker, cannot be extended. */
const NOT_EXTENDED = /^([123]|[45]10)/;

/** The current end of the contract; empty if it has none. */
const endOf = ({ endDate, extensions }: Contract) => extensions.at(-1)?.endDate ?? endDate;

/** Code of the reason why the contract cannot be extended; undefined if it can. */
function refusalOfExtension(
  contract: Contract,
  { start, end, discontinuity }: { start: string; end: string; discontinuity: string },
): string | undefined {
  if (contract.transformations.length > 0) return 'CPR4039';
  if (NOT_EXTENDED.test(contract.code)) return 'CPR4034';
  const last = endOf(contract);
  if (last === '') return 'CPR4036';
  if (contract.extensions.some(({ startDate }) => startDate === start)) return 'CPR4037';
  if (start <= last) return 'CCT0137';
  if (start > addDays(last, 1) && discontinuity === '') return 'CCT0138';
  if (start === addDays(last, 1) && discontinuity !== '') return 'CCT0142';
  if (end < start) return 'CCT0027';
  return contract.extensions.length >= 50 ? 'CPR4035' : undefined;
}

/** The types of contracts whose extension may have an indicator, as the schema describes it. */
const CARRIERS: [block: string, name: string, types: RegExp, code: string][] = [
  [GENERAL, 'INDICADOR_CONV_COL', /^(40[12]|421|450|50[12]|550)$/, 'CCT0185'],
  [GENERAL, 'IND_EMPRESA_AAPP_UNIVERSIDAD', /^(401|450|501|550)$/, 'CGE0103'],
  [GENERAL, 'IND_PERIODO_AUTORIZA_DURACION', /^(42[01]|450|5[25]0)$/, 'CGE0103'],
  [MORE, 'HORAS_FORMACION', /^421$/, 'CPR1019'],
  [MORE, 'IND_DURAC_INFERIOR', /^[45]52$/, 'CGE0103'],
];

/** Total durations, in months, that an agreement must allow. */
const AGREEMENTS: [types: RegExp, from: number, to: number][] = [
  [/^[45]02$/, 6, 12],
  [/^421$/, 24, 36],
  [/^[45]01$/, 36, 48],
];

/** Codes for indicators that are missing, or that the type of contract does not have. */
function faultsOfIndicators(document: XmlElement, { code, startDate }: Contract, end: string): string[] {
  const total = addDays(end as IsoDate, 1);
  const needed = AGREEMENTS.some(
    ([types, from, to]) =>
      types.test(code) && total >= addMonths(startDate, from) && total <= addMonths(startDate, to),
  );
  return [
    ...CARRIERS.filter(([block, name, types]) => read(document, block, name) !== '' && !types.test(code)).map(
      ([, , , fault]) => fault,
    ),
    ...(needed && read(document, GENERAL, 'INDICADOR_CONV_COL') === '' ? ['CCT0143'] : []),
  ];
}

/** Elements of the blocks in their order, with their patterns. */
const VALUES: Record<string, Record<string, RegExp>> = {
  [GENERAL]: {
    FECHA_INICIO: /^\d{8}$/,
    FECHA_FIN: /^\d{8}$/,
    INDICADOR_CONV_COL: /^[SN\s]$/,
    INDICADOR_DISCONTINUIDAD: /^[I\s]$/,
    IND_EMPRESA_AAPP_UNIVERSIDAD: /^[SN\s]$/,
    IND_PERIODO_AUTORIZA_DURACION: /^[SN\s]$/,
  },
  [MORE]: { HORAS_FORMACION: /^\d{6}$/, IND_DURAC_INFERIOR: /^[SN\s]$/ },
};

const valuesMatchSchema = (document: XmlElement): boolean =>
  Object.entries(VALUES).every(([name, patterns]) => {
    const block = find(document, name);
    const required = name === GENERAL ? ['FECHA_INICIO', 'FECHA_FIN'] : [];
    return (
      block === undefined ||
      (childrenInOrder(block, Object.keys(patterns), required) &&
        childrenOf(block).every((each) => patterns[localName(each)]?.test(each.text) ?? false))
    );
  });

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
  most: 5,
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
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', GENERAL, MORE, 'DATOS_USOLIBRE_EMPRESA'],
      ['DATOS_EMPRESA', 'DATOS_CONTRATO', GENERAL],
    ) &&
    laterCompanyMatchesSchema(document) &&
    valuesMatchSchema(document) &&
    namesContract(document),
  emptyFields: (user) => fieldsOf('', '', user),
  file(context, document, { user }) {
    const checks = new Checks();
    readCompany(document, context, checks);
    const contract = findContract({ document, context, checks }, { missing: 'CPR4032', foreign: 'CPR4033' });
    const startDate = readStart(read(document, GENERAL, 'FECHA_INICIO'), checks);
    const endDate = readEnd(read(document, GENERAL, 'FECHA_FIN'), checks);
    const { errors } = checks;
    const discontinuity = read(document, GENERAL, 'INDICADOR_DISCONTINUIDAD');
    if (contract && errors.length === 0) {
      const refused = refusalOfExtension(contract, { start: startDate, end: endDate, discontinuity });
      errors.push(...(refused ? [refused] : faultsOfIndicators(document, contract, endDate)));
    }
    if (!contract || errors.length > 0) return { accepted: false, errors, fields: fieldsOf('', '', user) };
    const extension: Extension = {
      number: String(contract.extensions.length + 1).padStart(2, '0'),
      startDate,
      endDate,
      agreement: read(document, GENERAL, 'INDICADOR_CONV_COL') || 'N',
      discontinuity,
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
