import { seed } from '../../../sandbox/seed.ts';
import { workbook } from './files.ts';

/** An office's own sheets, with persons of the sandbox who can be registered. */

const { accounts, newWorkers, staff } = seed.demo;
const { regimen, ccc } = accounts.general;

export const OWN_HEADERS = [
  ...['Apellidos', 'Nombre', 'DNI/NIE', 'Nº Afiliación', 'Fecha de alta', 'Tipo de contrato'],
  ...['Grupo cotización', 'CNO', 'Cuenta de cotización', 'Régimen'],
];

/** `28/99999100/91`, as people write the number of a worker or an account. */
const withSlashes = (number: string): string =>
  `${number.slice(0, 2)}/${number.slice(2, -2)}/${number.slice(-2)}`;
/** `99.999.100-E` */
const withPoints = (document: string): string =>
  document.replace(/^(\d{2})(\d{3})(\d{3})([A-Z])$/, '$1.$2.$3-$4');
const withSlashedDay = (day: string): string => day.split('-').reverse().join('/');

/** The persons of the sheets, one a row. */
export const hires = [...newWorkers, ...staff].filter(({ identificacion }) => String(identificacion) === '1');

/**
 * A list of hires as an office keeps it: a title, an empty row, its own headers, names, numbers with separators, lost leading
 * zeros, and a row of totals.
 */
export const ownSheet = ({
  count = 3,
  from = 0,
  contract = () => '100',
  headers = OWN_HEADERS,
  people = hires.slice(from, from + count),
}: {
  count?: number;
  /** Index of the first person of `hires` in it. */
  from?: number;
  contract?: (index: number) => string;
  headers?: string[];
  /** The persons in it, in place of `hires`. */
  people?: typeof hires;
} = {}): Buffer =>
  workbook([
    ['ALTAS DEL LUNES - TALLERES'],
    [],
    headers,
    ...people.map((worker, index) => [
      ...[`${worker.surname} ${worker.secondSurname}`, worker.name, withPoints(worker.dni)],
      ...[index % 2 === 0 ? withSlashes(worker.nss) : worker.nss, withSlashedDay(seed.today)],
      ...[contract(index), 7, 4122, withSlashes(ccc), Number(regimen)],
    ]),
    [],
    ['TOTAL', people.length],
  ]);
