import type { Data } from '../../../../client/src/types.ts';
import { plain } from '../../shared/codes.ts';
import { csvFile } from '../../shared/csv.ts';
import { showDay } from '../../shared/days.ts';
import { showAccount } from '../../shared/who.ts';

/** The list of a company's workers. */

/** A worker of a workforce, as the office keeps it. */
export type Worker = Data<'getWorkforce'>['data'][number];

/** Whether the name or the document of a worker has words that begin so. @param words small letters, without accents */
export const isNamed = (
  { nombre, dni }: Pick<Worker, 'nombre' | 'dni'>,
  words: readonly string[],
): boolean => {
  const text = ` ${plain(`${nombre ?? ''} ${dni}`)}`;
  return words.every((word) => text.includes(` ${word}`));
};

/** Since when a worker is registered, and until when. @param today AAAA-MM-DD */
export const stateText = (
  { fecha_alta, fecha_baja }: Pick<Worker, 'fecha_alta' | 'fecha_baja'>,
  today: string,
): string => {
  const since = fecha_alta && `alta ${showDay(fecha_alta)}`;
  const until = fecha_baja && `${fecha_baja > today ? 'baja prevista' : 'baja'} ${showDay(fecha_baja)}`;
  return [since, until].filter(Boolean).join(' · ');
};

const COLUMNS = [
  ...[
    'Trabajador',
    'Documento',
    'NSS',
    'Cuenta',
    'Alta',
    'Baja',
    'Contrato',
    'Jornada (milésimas)',
    'Grupo',
    'CNO',
  ],
];

/** The shown workers as a file that spreadsheet programs open, one a row. */
export const workerSheet = (workers: readonly Worker[]): string =>
  csvFile([
    COLUMNS,
    ...workers.map((worker) => [
      ...[worker.nombre, worker.dni, worker.nss, showAccount(worker.regimen + worker.ccc)],
      ...[worker.fecha_alta && showDay(worker.fecha_alta), worker.fecha_baja && showDay(worker.fecha_baja)],
      ...[worker.tipo_contrato, worker.coeficiente, worker.grupo_cotizacion, worker.cno],
    ]),
  ]);
