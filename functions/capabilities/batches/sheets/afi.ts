import { isUtf8 } from 'node:buffer';
import { SheetFault, tooMany } from '../../../../shared/sheets/limits.ts';
import { AFI_ACTIONS, AFI_SEGMENTS, type AfiField } from './afi-layout.ts';
import { cellsOf, OPERATION_HEADER } from './columns.ts';
import { rowOfFile } from './row.ts';
import type { Mistake, Note, Reading, Row, SheetOperation } from './types.ts';

/** The length of a segment, in characters. */
const WIDTH = 70;
/** Segments with names, addresses and telephones, which no request has. */
const WITHOUT_DATA = new Set(['RZS', 'AYN', 'DOM', 'LDD']);
/** Company, worker and movement: each ends the previous one of its level, with everything below it. */
const OPENING = new Set(['EMP', 'TRA', 'FAB']);

/** A movement while its segments are read; `row` is the line of its FAB. */
interface Movement extends Pick<Row, 'row' | 'mistakes' | 'notes'> {
  values: Record<string, string>;
}

/**
 * The movements of an AFI file, one row each, at the line of its FAB. Data that no operation has are a mistake of their
 * movement, or of all movements of their worker or company, so nothing in a file is left out silently.
 * @throws SheetFault if it is not an AFI file, or is cut off
 */
export async function* afiRows(
  bytes: Uint8Array,
  { operations, limits }: Pick<Reading, 'operations' | 'limits'>,
): AsyncGenerator<Row> {
  const text = new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
  const segments = segmentsOf(text, limits.rows);
  const [first] = segments;
  const last = segments.at(-1);
  if (!first || !last || !/^ETIAFI\d/.test(first.line))
    throw new SheetFault('No es un fichero AFI: debe empezar por un segmento ETI de AFI.');
  if (!last.line.startsWith('ETF'))
    throw new SheetFault('El fichero está incompleto: falta el segmento ETF del final.', last.row);
  const outside = [...endFaults(first.line, last, segments.length)];
  if (outside.length > 0) yield rowOfFile(last.row, outside);

  const reader = new Reader(operations);
  for (const { line, row } of segments.slice(1, -1)) {
    yield* reader.read(line, row);
    if (reader.count > limits.rows)
      throw new SheetFault(`El fichero tiene más de ${limits.rows} movimientos: repártalos en varios.`, row);
  }
  yield* reader.end();
}

/** The most segments of a movement, including the segments of its worker and company. */
const PER_MOVEMENT = 20;

/** The lines that are not blank. DOS programs end a file with a special character. */
const segmentsOf = (text: string, rows: number): { line: string; row: number }[] => {
  const segments: { line: string; row: number }[] = [];
  let row = 0;
  for (const [, line = ''] of text.matchAll(/([^\r\n]*)(?:\r\n|\n\r|\r|\n|$)/g)) {
    row += 1;
    if (line.trim() === '' || line === '\x1a') continue;
    if (segments.push({ line, row }) > rows * PER_MOVEMENT) throw tooMany(rows, row);
  }
  return segments;
};

/** Faults of ETI and ETF, which describe the whole file. */
function* endFaults(first: string, last: { line: string; row: number }, count: number): Generator<Mistake> {
  if (first[53] === 'P')
    yield {
      row: 1,
      message: 'El fichero está marcado como de prueba (P en la posición 54 de ETI): genérelo como real.',
    };
  const stated = Number(last.line.slice(59, 67));
  if (stated > 0 && stated !== count)
    yield {
      row: last.row,
      message: `ETF dice que el fichero tiene ${stated} segmentos, y tiene ${count}: genérelo de nuevo.`,
    };
}

/** Values that movements inherit, with their mistakes. */
interface Above extends Movement {
  hasMovement: boolean;
}

const above = (
  row: number,
  { values = {}, notes = [] }: Partial<Pick<Above, 'values' | 'notes'>> = {},
): Above => ({ row, values, notes, mistakes: [], hasMovement: false });

class Reader {
  count = 0;
  readonly #operations: readonly SheetOperation[];
  #company = above(1);
  #worker: Above | undefined;
  #movement: Movement | undefined;

  constructor(operations: readonly SheetOperation[]) {
    this.#operations = operations;
  }

  /** Reads a segment, and yields the rows that it ends. A mistake in it counts for all movements that inherit it. */
  *read(line: string, row: number): Generator<Row> {
    const kind = line.slice(0, 3);
    const segment = line.padEnd(WIDTH);
    if (OPENING.has(kind)) yield* this.#finish(kind);
    if (kind === 'EMP') {
      const values = { regimen: segment.slice(3, 7), ccc: segment.slice(7, 18) };
      this.#company = above(row, { values });
    } else if (kind === 'TRA') this.#worker = above(row, workerOf(segment, row));
    else if (kind === 'FAB' && this.#worker) this.#begin(this.#worker, row);
    const { mistakes } = this.#movement ?? this.#worker ?? this.#company;
    const wrong = (message: string) => mistakes.push({ row, message });
    const action = kind === 'EMP' ? segment.slice(66, 69).trim() : '';
    const other = kind === 'EMP' ? otherAccount(segment) : undefined;
    if (line.trimEnd().length > WIDTH) wrong(`El segmento tiene más de ${WIDTH} caracteres.`);
    else if (action !== '') wrong(`La acción ${action} de la empresa (EMP) no se tramita aquí.`);
    else if (other !== undefined)
      wrong(
        `EMP tiene otra cuenta de cotización (posiciones 39 a 53: ${other}), y aquí solo se tramita una: preséntelo aparte.`,
      );
    else if (AFI_SEGMENTS[kind]) {
      if (this.#movement) this.#take(segment, row);
      else
        wrong(
          kind === 'FAB'
            ? 'FAB sin el segmento TRA de su trabajador.'
            : `${kind} sin el segmento FAB de su movimiento.`,
        );
    } else if (!OPENING.has(kind) && !WITHOUT_DATA.has(kind))
      wrong(`El segmento ${kind} no se conoce: preséntelo aparte.`);
  }

  /** The rows that the end of the file ends. */
  *end(): Generator<Row> {
    yield* this.#finish('EMP');
  }

  #begin(worker: Above, row: number): void {
    this.count += 1;
    const company = this.#company;
    for (const above of [company, worker]) above.hasMovement = true;
    this.#movement = {
      row,
      values: { ...company.values, ...worker.values },
      mistakes: [...company.mistakes, ...worker.mistakes],
      notes: [...worker.notes],
    };
  }

  #take(segment: string, row: number): void {
    const movement = this.#movement!;
    for (const field of AFI_SEGMENTS[segment.slice(0, 3)] ?? []) {
      const text = segment.slice(field.from, field.to).trim();
      if (field.isIgnored || (/^[0N ]*$/.test(text) && text !== field.zeros)) continue;
      if (field.field === undefined)
        movement.mistakes.push({
          row,
          message: `${field.name} (posiciones ${field.from + 1} a ${field.to} de ${segment.slice(0, 3)}): ${text} no se puede tramitar aquí.`,
        });
      else movement.values[field.field] = readField(field, text);
    }
  }

  /** Ends everything that a segment of this kind closes. Mistakes that belong to no movement count for the file. */
  *#finish(kind: string): Generator<Row> {
    if (this.#movement) yield rowOf(this.#movement, this.#operations);
    this.#movement = undefined;
    if (kind === 'FAB') return;
    const worker = this.#worker;
    this.#worker = undefined;
    if (worker && !worker.hasMovement) {
      const none = { row: worker.row, message: 'El trabajador no tiene ningún movimiento (FAB).' };
      yield rowOfFile(worker.row, [none, ...worker.mistakes]);
    }
    const { row, mistakes, hasMovement } = this.#company;
    if (kind === 'EMP' && !hasMovement && mistakes.length > 0) yield rowOfFile(row, mistakes);
  }
}

/** The second account of a company. In files of one account it is blank, zeros, or the same as the first. */
const otherAccount = (segment: string): string | undefined => {
  const [first, second] = [segment.slice(3, 18), segment.slice(38, 53)];
  const isSame = [
    [0, 4],
    [4, 15],
  ].every(([from, to]) => {
    const part = second.slice(from, to);
    return /^[0 ]*$/.test(part) || part === first.slice(from, to);
  });
  return isSame ? undefined : second.trim();
};

const readField = ({ kind }: AfiField, text: string): string => {
  if (kind === 'date') return text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
  return kind === 'sex' ? ({ 1: 'M', 2: 'F' }[text] ?? text) : text;
};

/** The worker's number and document. Kinds of document: 1 DNI, 2 passport, 6 NIE; the number has zeros on its left. */
const workerOf = (segment: string, row: number): { values: Record<string, string>; notes: Note[] } => {
  const identificacion = segment.slice(15, 16);
  const filled = segment.slice(19, 33).trim();
  const dni = identificacion === '1' ? filled.slice(-9) : filled.replace(/^0+/, '');
  const isShortened = identificacion === '2' && filled !== dni;
  return {
    values: { nss: segment.slice(3, 15), identificacion, dni },
    notes: isShortened
      ? [{ row, column: 'dni', message: `Se ha leído el pasaporte ${dni}, sin los ceros de la izquierda.` }]
      : [],
  };
};

/** TGSS deletes a future movement by one action, for altas and bajas; the situation shows which of the two it was. */
const actionOf = ({ accion = '', situacion }: Record<string, string>) => {
  if (accion === 'ME') return AFI_ACTIONS[situacion === REGISTERED ? 'MD' : 'MR'];
  return AFI_ACTIONS[accion];
};

const REGISTERED = '01';

const rowOf = (movement: Movement, operations: readonly SheetOperation[]): Row => {
  const { row, values, mistakes, notes } = movement;
  const wrong = (message: string) => mistakes.push({ row, message });
  const action = actionOf(values);
  const operation = operations.find(({ id }) => id === action?.operation);
  if (!operation && values.accion !== undefined)
    wrong(`La acción ${values.accion} no se tramita aquí: preséntela aparte.`);
  if (values.accion === 'MA' && values.situacion !== undefined && values.situacion !== REGISTERED)
    wrong(`La situación ${values.situacion} de un alta no se tramita aquí: solo ${REGISTERED}.`);
  const wanted = {
    ...values,
    ...(/[SC]/.test(values.impresion ?? '') && { duplicate: 1 }),
    ...(/[CI]/.test(values.impresion ?? '') && { obtener_idc: 1 }),
  };
  const request = Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const field = action?.names?.[name] ?? name;
      return operation && field in operation.request.shape ? [[field, value]] : [];
    }),
  );
  return {
    row,
    ...(operation && { operation: operation.id }),
    request,
    own: {},
    cells: { ...(operation && { [OPERATION_HEADER]: operation.id }), ...cellsOf(request) },
    mistakes,
    notes,
  };
};
