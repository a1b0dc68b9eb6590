import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Gateway } from '../../src/client.ts';
import type { BatchProgress } from '../../src/types.ts';
import { isUnderWay } from '../../src/under-way.ts';
import { withCertificateOf } from './certificates.ts';
import { connect, type Reach } from './connection.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import { OPERATIONS, ROW_STATES } from './generated/operations.ts';
import { mappingOf } from './mapping.ts';
import { showFailure } from './report.ts';
import { confirm, interrupted, isPersonThere, print, progressOf, tell } from './terminal.ts';
import { jsonOf, line, linesOf, word } from './text.ts';

/** Batches: many submissions from a sheet, sent and tried in one step and filed in another. */

export interface SendOptions extends Reach {
  operation?: string;
  name?: string;
  mapping?: string[];
  value?: string[];
}

/** Sends a sheet and waits until its rows are tried. Files nothing. */
export const sendBatch = async (path: string, options: SendOptions): Promise<Exit> => {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new Misuse(`No se puede leer ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
  const { operation, name } = options;
  const mapping = mappingOf(options);
  const { certificateTypes: types } = OPERATIONS.find((candidate) => candidate.name === operation) ?? {};
  const connection = await connect(options);
  // Rows can name certificates of their own.
  const { gateway } = types
    ? await withCertificateOf(connection, types, { ...options, mayBeMissing: true })
    : connection;
  try {
    const { batch, replayed } = await gateway.batches.fromFile(
      { name: basename(path), bytes },
      {
        ...(operation && { operation }),
        ...(name && { name }),
        ...(mapping.length > 0 && { mapping }),
        signal: interrupted,
      },
    );
    if (replayed) tell('Es el mismo fichero que ya se envió: este es su lote.');
    const ended = await follow(gateway, batch, 'Probando');
    return await showBatch(gateway, ended, options);
  } catch (error) {
    return showFailure(error, options);
  }
};

/** Shows the progress of a batch, with the rows that need attention. */
export const batchStatus = async (id: string, options: Reach & { wait?: boolean }): Promise<Exit> => {
  const { gateway } = await connect(options);
  try {
    const { batch } = (await gateway.getBatch({ batchId: id, perPage: 1 })).data;
    const ended = options.wait ? await follow(gateway, batch, 'En curso') : batch;
    return await showBatch(gateway, ended, options);
  } catch (error) {
    return showFailure(error, options);
  }
};

export interface CommitOptions extends Reach {
  file?: boolean;
  rows?: string;
  expect?: string;
  revision?: string;
}

/** Files the rows whose dry run succeeded, of the revision that was looked at; without `--file` it only shows how many. */
export const commitBatch = async (id: string, options: CommitOptions): Promise<Exit> => {
  const { file, expect } = options;
  const rows = options.rows ?? 'all';
  if (rows !== 'all' && rows !== 'good') throw new Misuse('--rows: debe ser all o good.');
  if (options.revision !== undefined && !/^\d{1,9}$/.test(options.revision))
    throw new Misuse('--revision: debe ser un número, como el que muestra pasarela batches show.');
  if (file && options.revision === undefined)
    throw new Misuse(
      `--file necesita --revision, la del lote que se ha mirado: la muestra pasarela batches show ${word(id)}. No se ha presentado nada.`,
    );
  const { gateway } = await connect(options);
  try {
    const { batch } = (await gateway.getBatch({ batchId: id, perPage: 1 })).data;
    const revision = options.revision === undefined ? batch.revision : Number(options.revision);
    const { tried } = batch.counts;
    const others = includedRows(batch) - tried;
    if (!options.json) {
      tell(`Lote ${line(batch.name)}: ${filas(tried)} de ${batch.rows} para presentar.`);
      if (batch.counts.leftOut > 0) tell(`Quedan fuera, y no se presentan: ${filas(batch.counts.leftOut)}.`);
      if (others > 0 && rows === 'all')
        tell(`Sin pasar el simulacro: ${filas(others)}. Con --rows all no se presenta ninguna.`);
      if (batch.warnings > 0)
        tell(`Con avisos: ${filas(batch.warnings)}. Véalos con pasarela batches show ${id}`);
    }
    if (!file) {
      if (options.json) print(jsonOf({ success: true, outcome: 'done', data: { batch } }, 2));
      else
        tell(
          `No se ha presentado nada. Para presentarlo: pasarela batches commit ${id} --rows ${rows} --revision ${revision} --file`,
        );
      return EXIT.done;
    }
    await requireConfirmation(tried, expect);
    return await commit(gateway, { id, rows, revision }, options);
  } catch (error) {
    return showFailure(error, options);
  }
};

/** A person confirms, or a program gives the number of rows that it expects to file. @throws End, Misuse otherwise */
const requireConfirmation = async (tried: number, expect: string | undefined): Promise<void> => {
  if (expect !== undefined) {
    if (expect === String(tried)) return;
    throw new End(
      EXIT.notSent,
      `Hay ${filas(tried)} para presentar, y no ${expect}. No se ha presentado nada.`,
    );
  }
  if (!isPersonThere())
    throw new Misuse(
      `Sin una persona que lo confirme, --file necesita --expect ${tried}, las filas que se presentan. No se ha presentado nada.`,
    );
  if (!(await confirm(`Se presentará de verdad: ${filas(tried)}. ¿Presentar?`)))
    throw new End(EXIT.notSent, 'No se ha presentado nada.');
};

const commit = async (
  gateway: Gateway,
  { id, rows, revision }: { id: string; rows: 'all' | 'good'; revision: number },
  options: CommitOptions,
): Promise<Exit> => {
  const check = `pasarela batches show ${id} --wait`;
  let batch: BatchProgress;
  try {
    batch = (await gateway.commitBatch({ batchId: id, rows, revision })).data;
  } catch (error) {
    return showFailure(error, { ...options, changes: true, check });
  }
  try {
    return await showBatch(gateway, await follow(gateway, batch, 'Presentando'), options);
  } catch (error) {
    // The service continues to file, whatever failed here.
    if (error instanceof End) throw error;
    const exit = showFailure(error, options);
    tell(`El lote se está presentando: ${check}`);
    return exit === EXIT.done ? exit : EXIT.underWay;
  }
};

const filas = (count: number): string => `${count} ${count === 1 ? 'fila' : 'filas'}`;

/** Number of rows that are not left out. */
const includedRows = ({ rows, counts }: BatchProgress): number => rows - counts.leftOut;

/** Number of rows that have not finished this phase. */
const pendingRows = ({ counts }: BatchProgress): number => counts.waiting + counts.trying + counts.filing;

/** Shows progress until the batch has been tried or filed. @throws End after Ctrl-C; the service continues */
const follow = async (gateway: Gateway, begun: BatchProgress, doing: string): Promise<BatchProgress> => {
  if (!isUnderWay(begun)) return begun;
  const left = (batch: BatchProgress) =>
    pendingRows(batch) + (batch.state === 'filing' ? batch.counts.tried : 0);
  const most = left(begun);
  const text = (batch: BatchProgress) =>
    `${doing}: ${most - Math.min(most, left(batch))} de ${most}${batch.message ? ` (${batch.message})` : ''}`;
  const bar = progressOf(most, text(begun));
  let last = begun;
  for await (const batch of gateway.batches.progress(begun.id, { signal: interrupted })) {
    last = batch;
    bar.to(most - Math.min(most, left(batch)), text(batch));
  }
  bar.end(text(last));
  if (isUnderWay(last))
    throw new End(
      EXIT.underWay,
      `El lote sigue en el servicio: pasarela batches show ${word(begun.id)} --wait`,
    );
  return last;
};

/** States of rows that need a person's attention. */
const NEEDS_ATTENTION = ['wrong', 'leftOut', 'failed', 'refused', 'unknown', 'notSent', 'partial'] as const;

/** Shows a batch: its mistakes as a table, and the next command. @returns the exit code */
const showBatch = async (gateway: Gateway, batch: BatchProgress, { json }: Reach): Promise<Exit> => {
  const { counts } = batch;
  const exit = exitOf(batch);
  const rows = [];
  for await (const row of gateway.getBatch.each({ batchId: batch.id }))
    if ((NEEDS_ATTENTION as readonly string[]).includes(row.state) || row.warnings.length > 0) rows.push(row);
  if (json) {
    print(jsonOf({ success: exit === EXIT.done, outcome: batch.state, data: { batch, rows } }, 2));
    return exit;
  }
  print(`Lote ${line(batch.name)} (${line(batch.id)})`);
  if (batch.message) print(line(batch.message));
  for (const note of batch.notes) print(`Nota: ${line(note)}`);
  const states = Object.entries(counts).filter(([, count]) => count > 0);
  print(
    linesOf(
      ['Filas', 'Estado'],
      states.map(([state, count]) => [String(count), line(ROW_STATES[state] ?? state)]),
    ),
  );
  const cells = rows.flatMap(({ row, name, state, mistakes, messages, warnings }) =>
    [
      ...mistakes.map(({ column, message }) => [column ?? '', message]),
      ...messages.map((message) => ['', message]),
      ...warnings.map((warning) => ['', `Aviso: ${warning}`]),
      ...(mistakes.length + messages.length + warnings.length === 0 ? [['', '']] : []),
    ].map((rest) => [String(row), name ?? '', ROW_STATES[state] ?? state, ...rest].map(line)),
  );
  if (cells.length > 0) print(linesOf(['Fila', 'De quién', 'Estado', 'Columna', 'Qué ocurre'], cells));
  if (batch.state === 'previewed' && counts.tried > 0)
    tell(
      `No se ha presentado nada. Para presentar ${filas(counts.tried)}, en dos horas:\n  pasarela batches commit ${word(batch.id)} --rows ${counts.tried === includedRows(batch) ? 'all' : 'good'} --revision ${batch.revision} --file`,
    );
  if (counts.unknown > 0)
    for (const { row, filings } of rows.filter(({ state }) => state === 'unknown'))
      for (const id of filings.slice(-1))
        tell(`Fila ${row}, RESULTADO DESCONOCIDO: pasarela tramites check ${word(id)}`);
  for (const { row, repeated } of rows)
    if (repeated !== null)
      tell(`Fila ${row}, lo mismo ya se aceptó: pasarela getFiling --id ${word(repeated)}`);
  return exit;
};

const exitOf = (batch: BatchProgress): Exit => {
  const { counts } = batch;
  if (isUnderWay(batch)) return EXIT.underWay;
  if (counts.unknown > 0) return EXIT.unknown;
  // A fault of the file is of no row, and nothing of the batch can be filed.
  const isFaulty = batch.state === 'previewed' && batch.message !== null;
  if (isFaulty || counts.wrong + counts.failed + counts.refused > 0) return EXIT.refused;
  if (counts.notSent + counts.partial > 0) return EXIT.inPart;
  return EXIT.done;
};
