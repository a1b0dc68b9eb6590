import { PasarelaError } from '../../src/errors.ts';
import type { FileObject } from '../../src/types.ts';
import { keepDocuments } from './documents.ts';
import { End, EXIT, type Exit, exitOf, Misuse, OUTCOMES } from './ends.ts';
import { print, tell, Unwritten, written } from './terminal.ts';
import { jsonOf, line, pageIn, shown, tableOf, word } from './text.ts';

/** Shows answers and failures. */

/** Output options. */
export interface Wanted {
  json?: boolean;
  /** Folder for documents. */
  out?: string;
}

/** An answer, or the combination of several. */
export interface Shown {
  success?: boolean;
  message?: string;
  data: unknown;
  filingId?: string;
  warnings?: string[];
  ignoredFields?: string[];
}

/**
 * Shows an answer and saves its documents. With `--json` they stay in the JSON unless `--out` names a folder.
 * @returns the exit code
 */
export const showAnswer = async (
  answer: Shown,
  { json, out, bytes }: Wanted & { bytes: (file: FileObject) => Promise<Uint8Array> },
): Promise<Exit> => {
  const { success = true, filingId } = answer;
  const page = pageIn(answer.data);
  const whole = page ? page.elements : answer.data;
  const { data, paths, failures } =
    json && out === undefined
      ? { data: whole, paths: [], failures: [] }
      : await keepDocuments(whole, { folder: out ?? '.', mark: filingId, bytes });
  const exit = failures.length > 0 || !success ? EXIT.inPart : EXIT.done;
  if (json) {
    const { pagination } = page ?? {};
    print(jsonOf({ outcome: OUTCOMES[exit], ...answer, data, ...(pagination && { pagination }) }, 2));
  } else {
    if (answer.message && answer.message !== 'OK') print(line(answer.message));
    // The message of a dry run repeats its warnings.
    for (const warning of answer.warnings ?? [])
      if (!answer.message?.includes(warning)) print(`Aviso: ${line(warning)}`);
    const isEmpty = typeof data === 'object' && data !== null && Object.keys(data).length === 0;
    if (!isEmpty || Array.isArray(data)) print(shown(data));
    if (filingId) print(`Trámite: ${line(filingId)}`);
    const { page: at, lastPage: last } = page?.pagination ?? {};
    if (Number(last) > 1) tell(`Página ${line(at)} de ${line(last)}: --page da otra, y --all, todas.`);
  }
  await written();
  for (const path of paths) tell(`Guardado: ${path}`);
  for (const failure of failures) tell(`No se ha guardado un documento: ${failure}`);
  if (failures.length > 0 && filingId)
    tell(`Pídalo otra vez: pasarela getFilingDocument --id ${word(filingId)} --n 1`);
  if (answer.ignoredFields && answer.ignoredFields.length > 0)
    tell(`Campos que la operación no tiene: ${answer.ignoredFields.join(', ')}`);
  return exit;
};

/** Shows why a command failed. @param check the command that looks its outcome up @returns the exit code */
export const showFailure = (
  error: unknown,
  {
    json,
    changes = false,
    check,
    isSigningIn = false,
  }: { json?: boolean; changes?: boolean; check?: string; isSigningIn?: boolean },
): Exit => {
  if (error instanceof Unwritten) {
    // Its JSON could not be written either.
    tell(error.message);
    return error.exit;
  }
  if (error instanceof End || error instanceof Misuse) {
    const exit = error instanceof End ? error.exit : EXIT.misuse;
    if (json) print(jsonOf({ success: false, outcome: OUTCOMES[exit], message: error.message }, 2));
    else if (error.message) tell(error.message);
    return exit;
  }
  // Nothing was sent after Ctrl-C.
  const exit = (error as Error).name === 'AbortError' ? EXIT.notSent : exitOf(error, { changes });
  const failure = error instanceof PasarelaError ? error : undefined;
  const { message } = error as Error;
  const {
    status,
    errors = {},
    filingId,
    repeated,
    idempotencyKey,
    requestId,
    retryAfter,
    maintenance,
  } = failure ?? {};
  if (json) {
    const facts = {
      ...{ status, message, errors, maintenance, filingId, repeated, idempotencyKey },
      ...{ requestId, retryAfter },
    };
    print(
      jsonOf(
        { success: false, outcome: OUTCOMES[exit], ...facts, ...(exit === EXIT.unknown && { check }) },
        2,
      ),
    );
  } else {
    tell(`Error${status === undefined ? '' : ` ${status}`}: ${line(message)}`);
    const rows = Object.entries(errors).flatMap(([name, texts]) =>
      // The service's text repeats the field's name, which the table has in its own column.
      texts.map((text) => [
        line(name),
        line(text.startsWith(`${name}: `) ? text.slice(name.length + 2) : text),
      ]),
    );
    if (rows.length > 0) process.stderr.write(`${tableOf(['Campo', 'Qué ocurre'], rows)}\n`);
    if (filingId) tell(`Trámite: ${filingId}`);
    if (repeated) tell(`Solo si hay que repetirlo: --repeats ${word(repeated)}`);
    if (retryAfter !== undefined) tell(`Se puede repetir dentro de ${Math.ceil(retryAfter)} segundos.`);
    if (requestId) tell(`Petición: ${requestId}`);
    if (status === 401 && !isSigningIn) tell('La sesión ha caducado o no vale: pasarela login');
    if (errors['X-Cert-Secret'])
      tell('Elija un certificado: pasarela certificates los muestra y pasarela certificates use elige uno.');
  }
  if (exit === EXIT.unknown && check)
    tell(`RESULTADO DESCONOCIDO: puede haberse presentado. No lo repita. Compruébelo así:\n  ${check}`);
  return exit;
};
