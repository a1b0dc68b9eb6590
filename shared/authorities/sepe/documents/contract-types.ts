import { listed } from '../../../kernel/rules.ts';
import { dayAfter } from '../../../kernel/spanish-time.ts';

/** Durations as labour law counts them: both the first and the last day count. */

/** Start and end of a contract. Dates are `YYYY-MM-DD`. */
export interface Term {
  start: string;
  /** Without an end the duration is not known, and its checks return false. */
  end?: string | undefined;
}

/** The contract lasts at least `from` and at most `to` months: a year from 29 February is over on the next 28th. */
export const lastsMonths = ({ start, end }: Term, from: number, to: number): boolean =>
  end !== undefined &&
  nextDay(end) >= monthsAfter(start, from) &&
  nextDay(end) <= dayAfter(start, { months: to });

/** The contract lasts fewer months. */
export const lastsFewerMonths = ({ start, end }: Term, months: number): boolean =>
  end !== undefined && nextDay(end) < monthsAfter(start, months);

/** The contract lasts that many days or fewer. */
export const lastsUpToDays = ({ start, end }: Term, days: number): boolean =>
  end !== undefined && nextDay(end) <= dayAfter(start, { days });

/** The same date some years later; the last day of the month if the month is shorter. */
export const yearsAfter = (date: string, years: number): string => monthsAfter(date, years * 12);

const nextDay = (date: string): string => dayAfter(date, { days: 1 });

/** The same day some months later; the last day of the month if the month is shorter. */
const monthsAfter = (date: string, months: number): string => {
  const later = dayAfter(date, { months });
  const overflowed = later.slice(8) !== date.slice(8);
  return overflowed ? dayAfter(`${later.slice(0, 7)}-01`, { days: -1 }) : later;
};

/** The fields that each contract type must and may contain: one table, used to check requests and to build documents. */

/** A block that only some types of contracts have. `contract-document.ts` has SEPE's full names. */
export type Block =
  | 'EXCLUSION'
  | 'BONIFICACION'
  | 'JORNADA'
  | 'SUSTITUCION'
  | 'RELEVO'
  | 'ESCRITO'
  | 'INSERCION'
  | 'EMPRESA_INSERCION';

/**
 * Working time. `full`: no data about it. `part`: kind and hours are mandatory. `training`: both are optional, and
 * without kind the hours are of a week. `seasonal` (fijo discontinuo): always by year, with hours only if the dates of the activity are certain. `either`: kind and hours, or nothing.
 */
type Time = 'full' | 'part' | 'training' | 'seasonal' | 'either';

/** Whether the end date must be sent, may be sent, or must not be sent. */
type End = 'must' | 'may' | 'never';

/** A question that `collectiveAgreement` answers, for contracts of a certain duration or start. */
export interface Question {
  /** Spanish: the contracts that it is for. */
  of: string;
  answers: readonly string[];
  asked(contract: Term & { modality?: string | undefined }): boolean;
}

/** Rules for a few types only. */
interface Particulars {
  questions?: readonly Question[];
  /** Artists and stage staff: REAL_DECRETO_1435_1985 must be sent. */
  artists?: true;
  /** Temporary contract of a disabled worker: `bonusDisability` must be sent, except for special employment centres. */
  disability?: true;
  /** A subsidised type: `bonusAgreement` must be sent, except for special employment centres. */
  subsidised?: true;
  /** INDICATIVO_PRTR may be left out. */
  recoveryPlanOptional?: true;
  /** Newer than the public schema of 2014: known from the interface and from current files. */
  newer?: true;
}

const SIX_TO_TWELVE_MONTHS: Question = {
  of: 'contratos 402 y 502 de 6 a 12 meses',
  answers: ['S', 'N'],
  asked: (contract) => lastsMonths(contract, 6, 12),
};
const NINETY_DAYS: Question = {
  of: 'contratos 402 y 502 (y 450 y 550 en esas modalidades) de 90 días o menos',
  answers: ['C', 'D'],
  asked: (contract) => lastsUpToDays(contract, 90) && ['402', '502', undefined].includes(contract.modality),
};
const EARLIER_PREDOCTORAL: Question = {
  of: 'contratos 404 de menos de un año',
  answers: ['S', 'N'],
  asked: (contract) => lastsFewerMonths(contract, 12),
};
const EARLIER_DOCTOR: Question = {
  of: 'contratos 412 de menos de tres años',
  answers: ['S', 'N'],
  asked: (contract) => lastsFewerMonths(contract, 36),
};
const LONG_TRAINING: Question = {
  of: 'contratos 421 de 24 a 36 meses iniciados antes del 30/03/2022',
  answers: ['S', 'N'],
  asked: (contract) => contract.start < '2022-03-30' && lastsMonths(contract, 24, 36),
};

const PRODUCTION: Particulars = { questions: [SIX_TO_TWELVE_MONTHS, NINETY_DAYS], artists: true };
const EXCLUSION: Particulars = { questions: [NINETY_DAYS] };
const newer = (particulars: Particulars = {}): Particulars => ({ ...particulars, newer: true });

/** Code, name, working time, end, blocks in the order of the schema (`?`: optional), particulars. */
type Row = [string, string, Time, End, (Block | `${Block}?`)[], Particulars?];

// biome-ignore format: one type per line, as a table
const ROWS: Row[] = [
  // Permanent.
  ['100', 'Indefinido ordinario a tiempo completo',          'full',     'never', ['RELEVO?']],
  ['130', 'Indefinido con discapacidad a tiempo completo',   'full',     'never', ['BONIFICACION?', 'RELEVO?']],
  ['150', 'Indefinido bonificado a tiempo completo',         'full',     'never', ['BONIFICACION?', 'RELEVO?', 'EMPRESA_INSERCION?'], { subsidised: true }],
  ['200', 'Indefinido ordinario a tiempo parcial',           'part',     'never', ['JORNADA', 'RELEVO?']],
  ['230', 'Indefinido con discapacidad a tiempo parcial',    'part',     'never', ['JORNADA', 'BONIFICACION?', 'RELEVO?']],
  ['250', 'Indefinido bonificado a tiempo parcial',          'part',     'never', ['JORNADA', 'BONIFICACION?', 'RELEVO?', 'EMPRESA_INSERCION?'], { subsidised: true }],
  ['300', 'Fijo discontinuo',                                'seasonal', 'never', ['JORNADA', 'RELEVO?']],
  ['330', 'Fijo discontinuo con discapacidad',               'seasonal', 'never', ['JORNADA', 'BONIFICACION?', 'RELEVO?']],
  ['350', 'Fijo discontinuo bonificado',                     'seasonal', 'never', ['JORNADA', 'BONIFICACION?', 'RELEVO?', 'EMPRESA_INSERCION?'], { subsidised: true }],

  // Temporary, full time.
  ['401', 'Obra o servicio a tiempo completo',               'full',     'may',   []],
  ['402', 'Circunstancias de la producción a tiempo completo', 'full',   'must',  ['ESCRITO?'], PRODUCTION],
  ['403', 'Inserción a tiempo completo',                     'full',     'may',   ['INSERCION']],
  ['404', 'Predoctoral',                                     'full',     'may',   [], newer({ questions: [EARLIER_PREDOCTORAL] })],
  ['405', 'Mejora de la ocupabilidad a tiempo completo',     'full',     'may',   [], newer({ recoveryPlanOptional: true })],
  ['406', 'Temporal a tiempo completo (406)',                'full',     'may',   [], newer()],
  ['407', 'Artistas, técnicos y auxiliares a tiempo completo', 'full',   'may',   [], newer({ artists: true })],
  ['408', 'Temporal a tiempo completo (408)',                'full',     'may',   [], newer()],
  ['410', 'Sustitución a tiempo completo',                   'full',     'may',   ['SUSTITUCION']],
  ['411', 'Temporal a tiempo completo (411)',                'full',     'may',   [], newer()],
  ['412', 'Acceso de personal investigador doctor',          'full',     'may',   [], newer({ questions: [EARLIER_DOCTOR] })],
  ['413', 'Temporal a tiempo completo (413)',                'full',     'may',   [], newer()],
  ['418', 'Temporal a tiempo completo (418)',                'full',     'may',   [], newer()],
  ['420', 'Práctica profesional a tiempo completo',          'full',     'must',  []],
  // Its number is one of full time, but in the schema it always has the block of part time: the kind, not the hours.
  ['421', 'Formación en alternancia',                        'training', 'must',  ['JORNADA'], { questions: [LONG_TRAINING] }],
  ['430', 'Temporal con discapacidad a tiempo completo',     'full',     'must',  ['BONIFICACION?'], { disability: true }],
  ['441', 'Relevo a tiempo completo',                        'full',     'must',  ['RELEVO']],
  ['450', 'Exclusión social a tiempo completo',              'either',   'may',   ['EXCLUSION', 'BONIFICACION', 'JORNADA?', 'SUSTITUCION?', 'RELEVO?', 'ESCRITO?', 'EMPRESA_INSERCION?'], EXCLUSION],
  ['452', 'Empresas de inserción a tiempo completo',         'full',     'must',  ['BONIFICACION', 'ESCRITO?', 'EMPRESA_INSERCION']],

  // Temporary, part time.
  ['500', 'Temporal a tiempo parcial (500)',                 'part',     'may',   ['JORNADA'], newer()],
  ['501', 'Obra o servicio a tiempo parcial',                'part',     'may',   ['JORNADA']],
  ['502', 'Circunstancias de la producción a tiempo parcial', 'part',    'must',  ['JORNADA'], PRODUCTION],
  ['503', 'Inserción a tiempo parcial',                      'part',     'may',   ['JORNADA', 'INSERCION']],
  ['505', 'Mejora de la ocupabilidad a tiempo parcial',      'part',     'may',   ['JORNADA'], newer({ recoveryPlanOptional: true })],
  ['506', 'Temporal a tiempo parcial (506)',                 'part',     'may',   ['JORNADA'], newer()],
  ['507', 'Artistas, técnicos y auxiliares a tiempo parcial', 'part',    'may',   ['JORNADA'], newer({ artists: true })],
  ['508', 'Temporal a tiempo parcial (508)',                 'part',     'may',   ['JORNADA'], newer()],
  ['510', 'Sustitución a tiempo parcial',                    'part',     'may',   ['JORNADA', 'SUSTITUCION']],
  ['511', 'Temporal a tiempo parcial (511)',                 'part',     'may',   ['JORNADA'], newer()],
  ['513', 'Temporal a tiempo parcial (513)',                 'part',     'may',   ['JORNADA'], newer()],
  ['518', 'Temporal a tiempo parcial (518)',                 'part',     'may',   ['JORNADA'], newer()],
  ['520', 'Práctica profesional a tiempo parcial',           'part',     'must',  ['JORNADA']],
  ['521', 'Formación en alternancia a tiempo parcial',       'part',     'must',  ['JORNADA'], newer()],
  ['530', 'Temporal con discapacidad a tiempo parcial',      'part',     'must',  ['BONIFICACION?', 'JORNADA'], { disability: true }],
  ['540', 'Jubilación parcial',                              'part',     'may',   ['JORNADA']],
  ['541', 'Relevo a tiempo parcial',                         'part',     'must',  ['JORNADA', 'RELEVO']],
  ['550', 'Exclusión social a tiempo parcial',               'part',     'may',   ['EXCLUSION', 'BONIFICACION', 'JORNADA', 'SUSTITUCION?', 'RELEVO?', 'ESCRITO?', 'EMPRESA_INSERCION?'], EXCLUSION],
  ['552', 'Empresas de inserción a tiempo parcial',          'part',     'must',  ['BONIFICACION', 'JORNADA', 'ESCRITO?', 'EMPRESA_INSERCION']],

  // Others.
  ['970', 'Adscripción en colaboración social',              'full',     'must',  []],
  ['980', 'Jubilación especial a los 64 años',               'full',     'may',   []],
  ['990', 'Otros contratos',                                 'full',     'may',   ['ESCRITO']],
];

/** A contract type, from its row. */
export interface ContractType extends Particulars {
  code: string;
  name: string;
  time: Time;
  end: End;
  /** Its own blocks, in the order of SEPE's schema. */
  blocks: readonly Block[];
  /** Its mandatory blocks. */
  required: readonly Block[];
}

const read = ([code, name, time, end, blocks, particulars]: Row): ContractType => ({
  code,
  name,
  time,
  end,
  blocks: blocks.map((block) => block.replace('?', '') as Block),
  required: blocks.filter((block): block is Block => !block.endsWith('?')),
  ...particulars,
});

/** The types that can be notified, by code. */
export const CONTRACT_TYPES: ReadonlyMap<string, ContractType> = new Map(
  ROWS.map((row) => [row[0], read(row)]),
);

/** Types that a contract of social exclusion (450, 550) may be a modality of. */
export const EXCLUSION_MODALITIES = ['401', '402', '410', '420', '421', '501', '502', '510', '520', '990'];

/** The codes of the types for which something holds. */
export const typesWhere = (holds: (type: ContractType) => unknown): string[] =>
  [...CONTRACT_TYPES.values()].filter(holds).map(({ code }) => code);

/** The same in Spanish, such as `405 y 505`. */
export const codesWhere = (holds: (type: ContractType) => unknown): string => listed(typesWhere(holds));
