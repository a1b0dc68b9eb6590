import { persons } from '../../../sandbox/population.ts';
import { seed } from '../../../sandbox/seed.ts';
import type { Person } from '../../../sandbox/state.ts';
import { workbook } from './files.ts';

/** A wrong cell of the file, and its expected message. */
interface Wrong {
  header: string;
  value: unknown;
  message: RegExp;
  /** The column where the message is expected, if it is not the wrong one. */
  at?: string;
}

/** Fifteen kinds of mistakes that offices make. */
const KINDS: Wrong[] = [
  { header: 'nss', value: '289999900000', message: /dígitos de control/ },
  { header: 'dni', value: '99999000A', message: /dígitos de control/ },
  { header: 'ccc', value: '2899990', message: /Debe tener 11 dígitos/ },
  { header: 'regimen', value: 'general', message: /Solo admite cifras/ },
  { header: 'identificacion', value: 'CIF', message: /Debe ser uno de: 1, 2, 6/ },
  { header: 'fecha_real', value: '31/02/2026', message: /no existe en el calendario/ },
  { header: 'fecha_real', value: 'el lunes', message: /Escriba una fecha como/ },
  { header: 'grupo_cotizacion', value: '', message: /obligatorio/ },
  { header: 'tipo_contrato', value: '402', message: /obligatorio con contratos/, at: 'worker_collective' },
  { header: 'nss', value: '2,89999E+11', message: /no es el valor completo/ },
  { header: 'cno', value: new Date('2026-04-11T00:00:00Z'), message: /ha hecho una fecha/ },
  { header: 'sexo', value: 'X', message: /Debe ser uno de: M, F/ },
  { header: 'modalidad_ctz', value: '1', message: /Solo se admite con el régimen 0163/ },
  { header: 'tramite', value: 'registerEmploye', message: /¿Quiso decir registerEmployee\?/ },
  { header: 'duplicate', value: 'quizá', message: /Escriba 1 \(sí\) o 0 \(no\)/ },
];

/** The number of mistakes in the file. */
const MISTAKES = 40;
/** Number of rows between two mistakes. */
const APART = 24;

/** A workbook with many registrations, the same workbook without its mistakes, and the expected mistakes. */
export interface MondayFile {
  file: Buffer;
  corrected: Buffer;
  expected: { row: number; column: string; message: RegExp }[];
}

/**
 * The workbook in which an office lists everybody whom it hires on a Monday: 1,000 workers with 40 mistakes of 15 kinds.
 * @param account régimen and contribution account
 */
export const mondayFile = (
  account: { regimen: string; ccc: string } = seed.demo.company,
  workers: Person[] = persons(0, 1000),
): MondayFile => {
  const expected: MondayFile['expected'] = [];
  const rows = workers.map((worker) => ({
    tramite: 'registerEmployee',
    regimen: account.regimen,
    ccc: account.ccc,
    nss: worker.nss,
    identificacion: String(worker.identificacion),
    dni: worker.dni,
    // Both kinds of dates that occur: dates, and dates typed as text.
    fecha_real:
      worker.sex === 'M' ? new Date(`${seed.today}T00:00:00Z`) : seed.today.split('-').reverse().join('/'),
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: 4122,
    sexo: worker.sex,
    duplicate: 'sí',
    modalidad_ctz: '',
    worker_collective: '',
  }));
  const spoiled: Record<string, unknown>[] = rows.map((row) => ({ ...row }));
  for (let count = 0; count < MISTAKES && count * APART < rows.length; count += 1) {
    const { header, value, message, at = header } = KINDS[count % KINDS.length]!;
    const index = count * APART;
    spoiled[index]![header] = value;
    expected.push({ row: index + 2, column: at, message });
  }
  const sheet = (all: Record<string, unknown>[]) =>
    workbook([Object.keys(rows[0]!), ...all.map((row) => Object.values(row))]);
  return { file: sheet(spoiled), corrected: sheet(rows), expected };
};
