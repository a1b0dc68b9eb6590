import { jsonText } from '../../../shared/kernel/json-text.ts';
import { repeatedNames } from '../../../shared/kernel/repeated-names.ts';
import { randomKey } from '../../src/call.ts';
import { PasarelaError, UnknownOutcome } from '../../src/errors.ts';
import { alreadyFiled } from '../../src/repeated.ts';
import type { Answer, Filing } from '../../src/types.ts';
import { withCertificateOf } from './certificates.ts';
import { type Connection, connect, operationOf, type Reach } from './connection.ts';
import type { Described } from './described.ts';
import { End, EXIT, type Exit, Misuse } from './ends.ts';
import { bytesOf, type Flag, inWords, requestOf } from './flags.ts';
import { showAnswer, showFailure, type Wanted } from './report.ts';
import { askSecret, confirm, interrupted, isPersonThere, print, tell } from './terminal.ts';
import { line, quoted, tableOf, word } from './text.ts';

/** Calls one operation. A submission is a dry run, and is filed only with `--file`. */

/** Options of a call that are not fields. */
export interface CallOptions extends Reach, Wanted {
  data?: string;
  file?: boolean;
  previewToken?: string;
  withoutPreview?: boolean;
  key?: string;
  repeats?: string;
  later?: boolean;
  all?: boolean;
  yes?: boolean;
  scenario?: string;
}

type Given = { flag: Flag; text: string | string[] }[];
type Call = (options: Record<string, unknown>) => Promise<Answer<unknown>>;

/** Calls an operation with the fields of `--data` and of flags. @returns the exit code */
export const runOperation = async (
  operation: Described,
  given: Given,
  options: CallOptions,
): Promise<Exit> => {
  const request = await completedFields(operation, given, options);
  const connected = await connect(options);
  const { certificateTypes: types } = operation;
  const connection = types ? await withCertificateOf(connected, types, options) : connected;
  const { gateway } = connection;
  const common = {
    signal: interrupted,
    ...(options.scenario && { scenario: options.scenario }),
  };
  const call: Call = (more) => operationOf(gateway, operation.name)(request, { ...common, ...more });
  if (operation.kind === 'submission') return submit({ operation, request, options, connection, call });
  if (isIrreversible(operation)) await confirmIrreversible(operation, request, options);
  const changes = operation.method !== 'GET';
  try {
    if (options.all) return await showAll(operation, request, { options, connection });
    const answer = await call({ ...(options.later && { respondAsync: true }) });
    if (options.later && answer.status === undefined) return showPending(answer.filingId, options);
    return await showAnswer(answer, { ...options, bytes: gateway.bytes });
  } catch (error) {
    return showFailure(error, { ...json(options), changes });
  }
};

const json = ({ json: wanted }: Wanted) => ({ ...(wanted && { json: true }) });

/** Whether its change cannot be undone. */
const isIrreversible = ({ method, path }: Described): boolean =>
  method === 'DELETE' || path.endsWith('/erase');

const confirmIrreversible = async (
  operation: Described,
  request: Record<string, unknown>,
  { yes }: CallOptions,
) => {
  if (yes) return;
  if (!isPersonThere()) throw new Misuse('No se puede deshacer: confírmelo con --yes.');
  showRequest(operation, request);
  if (!(await confirm(`${operation.summary}. No se puede deshacer. ¿Seguro?`)))
    throw new End(EXIT.notSent, 'No se ha hecho nada.');
};

/** The fields of the request. Asks for the secret ones. */
const completedFields = async (
  operation: Described,
  given: Given,
  { data }: CallOptions,
): Promise<Record<string, unknown>> => {
  const request = requestOf(data === undefined ? {} : await readData(data), given);
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g))
    if (!/^(?!\.{1,2}$)[^/\\]+$/.test(String(request[name] ?? ''))) throw new Misuse(`Falta --${name}.`);
  for (const { name, isSecret, required, about } of operation.fields)
    if (isSecret && required && request[name] === undefined) {
      if (!isPersonThere()) throw new Misuse(`Falta ${name}: envíelo por la entrada estándar, con --data -`);
      request[name] = await askSecret(line(about));
    }
  return request;
};

const readData = async (path: string): Promise<Record<string, unknown>> => {
  let text: string;
  let value: unknown;
  try {
    text = jsonText(bytesOf('--data', path));
    value = JSON.parse(text);
  } catch (error) {
    throw new Misuse(`--data: ${path} no es JSON (${line((error as Error).message)}).`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misuse(`--data: ${path} debe ser un objeto de JSON.`);
  // If a name occurs twice, JSON keeps the last value, and the person may have read the first.
  const twice = await repeatedNames(text);
  if (twice.length > 0)
    throw new Misuse(`--data: está dos veces: ${twice.map((path) => path.join('.')).join(', ')}`);
  return value as Record<string, unknown>;
};

interface Submitting {
  operation: Described;
  request: Record<string, unknown>;
  options: CallOptions;
  connection: Connection;
  call: Call;
}

const submit = async (submitting: Submitting): Promise<Exit> => {
  const { operation, options } = submitting;
  // In a script, a variable that is empty names no trámite.
  if (options.repeats !== undefined && !/^\w+$/.test(options.repeats))
    throw new Misuse('--repeats no lleva el identificador de un trámite. No se ha enviado nada.');
  const { previewToken, withoutPreview } = options;
  const canTry = operation.dryRun === 'confirmation';
  if (!options.file) {
    for (const [flag, value] of Object.entries({
      'preview-token': previewToken,
      'without-preview': withoutPreview,
      key: options.key,
      later: options.later,
    }))
      if (value !== undefined)
        throw new Misuse(`--${flag} es para presentar: falta --file. No se ha enviado nada.`);
    return canTry ? tryOnly(submitting) : showOnly(submitting);
  }
  // In a script, a failed dry run leaves a variable empty, which must not file without a dry run.
  if (previewToken !== undefined && !/^\w+$/.test(previewToken))
    throw new Misuse('--preview-token no lleva el token de un simulacro. No se ha enviado nada.');
  if (options.key !== undefined && !/^[!-~]{1,100}$/.test(options.key))
    throw new Misuse('--key debe tener de 1 a 100 caracteres ASCII, sin espacios. No se ha enviado nada.');
  if (previewToken !== undefined || (withoutPreview && !canTry)) return fileAndShow(submitting, previewToken);
  if (!isPersonThere())
    throw new Misuse(
      canTry
        ? 'Sin una persona que lo confirme, --file necesita --preview-token, que da el simulacro. No se ha enviado nada.'
        : 'Sin una persona que lo confirme, --file necesita --without-preview: no tiene simulacro. No se ha enviado nada.',
    );
  return confirmAndFile(submitting, canTry);
};

/** Shows a submission that has no dry run. Sends nothing. */
const showOnly = ({ operation, request, options }: Submitting): Exit => {
  if (!options.json) showRequest(operation, request);
  throw new End(
    EXIT.notSent,
    'Esta operación no tiene simulacro. No se ha enviado nada. Para presentarla, añada --file.',
  );
};

const tryOnly = async ({ operation, request, options, connection, call }: Submitting): Promise<Exit> => {
  try {
    const answer = await call({ dryRun: true, ...repeating(options.repeats) });
    const exit = await showAnswer(answer, { ...options, bytes: connection.gateway.bytes });
    if (!options.json) {
      showRequest(operation, request);
      const { previewToken: token, repeated } = answer;
      const again = repeated ? await alreadyFiledBy(connection, repeated) : '';
      if (again) tell(`${again} Solo si hay que repetirlo, presente con --repeats ${word(repeated)}`);
      tell(`No se ha presentado nada. Para presentar justo esto, en dos horas${nextCommand(options, token)}`);
    }
    return exit;
  } catch (error) {
    return showFailure(error, json(options));
  }
};

/** How this program was called; npm says whether by npx. */
const PROGRAM = process.env.npm_command === 'exec' ? 'npx pasarela' : 'pasarela';

/** The whole command that files what this one tried. What came from the standard input cannot be in it. */
const nextCommand = ({ data }: CallOptions, token: string | undefined): string => {
  const more = ['--file', ...(token ? ['--preview-token', word(token)] : [])];
  if (data === '-') return `, repita la orden con ${more.join(' ')}`;
  return `:\n  ${[PROGRAM, ...[...process.argv.slice(2), ...more].map(quoted)].join(' ')}`;
};

/** Tries the submission, shows it, asks, and files exactly what was tried. */
const confirmAndFile = async (submitting: Submitting, canTry: boolean): Promise<Exit> => {
  const { operation, request, options, connection, call } = submitting;
  let tried: Answer<unknown> | undefined;
  try {
    if (canTry) tried = await call({ dryRun: true, ...repeating(options.repeats) });
  } catch (error) {
    return showFailure(error, json(options));
  }
  // Only the token guarantees that exactly the tried request is filed.
  if (tried && !tried.previewToken)
    throw new End(EXIT.notSent, 'El simulacro no se ha registrado. No se ha presentado nada.');
  tell(`\n${operation.summary}`);
  if (tried?.previewToken) await showSubject(connection, tried.previewToken);
  showRequest(operation, request, process.stderr);
  if (tried) tell(tried.message);
  else tell('Esta operación no tiene simulacro: nada se ha comprobado todavía.');
  for (const warning of tried?.warnings ?? [])
    if (!tried?.message.includes(warning)) tell(`Aviso: ${warning}`);
  const repeated = tried?.repeated;
  if (repeated) tell(await alreadyFiledBy(connection, repeated));
  const question = repeated ? 'Se presentará OTRA VEZ. ¿Repetirlo?' : 'Se presentará de verdad. ¿Presentar?';
  if (!(await confirm(question))) throw new End(EXIT.notSent, 'No se ha presentado nada.');
  return fileAndShow(submitting, tried?.previewToken, repeated);
};

const repeating = (repeats: string | undefined) => ({ ...(repeats !== undefined && { repeats }) });

/** Says who had the same accepted, and when, as far as that can be read. */
const alreadyFiledBy = ({ gateway }: Connection, id: string): Promise<string> =>
  gateway.getFiling({ id }).then(
    ({ data }) => line(alreadyFiled(data as Filing)),
    () => `Lo mismo ya se aceptó (trámite ${word(id)}).`,
  );

/** Shows the worker and the company that the dry run found. */
const showSubject = async ({ gateway }: Connection, dryRun: string): Promise<void> => {
  // It only helps the person, so a failure does not matter.
  const filing = await gateway.getFiling({ id: dryRun }).then(
    ({ data }) => data as Filing,
    () => undefined,
  );
  const { worker, companyName, effectiveDate } = filing ?? {};
  if (worker?.name)
    tell(`Trabajador: ${[worker.name, worker.document, worker.nss].filter(Boolean).join(', ')}`);
  if (companyName) tell(`Empresa: ${companyName}`);
  if (effectiveDate) tell(`Fecha de efecto: ${effectiveDate}`);
};

const showRequest = (
  operation: Described,
  request: Record<string, unknown>,
  to: NodeJS.WriteStream = process.stdout,
): void => {
  const rows = inWords(operation.fields, request).map((row) => row.map(line));
  if (rows.length > 0) to.write(`${tableOf(['Campo', 'Valor', 'Qué es'], rows)}\n`);
};

/** Sends the submission once. Whatever fails from here on, it may have been filed. */
const fileAndShow = async (
  { options, connection, call }: Submitting,
  previewToken?: string,
  repeats = options.repeats,
): Promise<Exit> => {
  const idempotencyKey = options.key ?? randomKey();
  // Shown before the request is sent, so that the filing can be looked up even if this program is killed.
  tell(`Clave de esta presentación: ${idempotencyKey}`);
  let answer: Answer<unknown>;
  try {
    answer = await call({
      idempotencyKey,
      ...(previewToken !== undefined && { previewToken }),
      ...repeating(repeats),
      ...(options.later && { respondAsync: true }),
    });
  } catch (error) {
    const id = error instanceof PasarelaError ? error.filingId : undefined;
    const check = `pasarela tramites check ${id ? word(id) : `--key ${idempotencyKey}`}`;
    return showFailure(withOutcome(error, idempotencyKey), { ...json(options), changes: true, check });
  }
  if (options.later && answer.status === undefined) return showPending(answer.filingId, options);
  if (answer.repeated)
    tell(
      `${await alreadyFiledBy(connection, answer.repeated)} No se ha enviado otra vez. Si hay que repetirlo, presente con --repeats ${word(answer.repeated)}`,
    );
  try {
    return await showAnswer(answer, { ...options, bytes: connection.gateway.bytes });
  } catch (error) {
    tell(
      `Se ha presentado (trámite ${answer.filingId}), pero no se ha podido mostrar: ${(error as Error).message}`,
    );
    return EXIT.inPart;
  }
};

/** If this program fails after it began to send, the outcome of the filing is unknown. */
const withOutcome = (error: unknown, idempotencyKey: string): unknown => {
  const isKnown = error instanceof PasarelaError || (error as Error).name === 'AbortError';
  // The client refuses wrong options before it sends anything.
  if (isKnown || (error instanceof TypeError && error.message.endsWith('No se ha enviado nada.')))
    return error;
  const nowhere = () => Promise.reject(error);
  return new UnknownOutcome({ message: String(error), idempotencyKey }, { check: nowhere, resolve: nowhere });
};

const showPending = (filingId: string | undefined, { json: wanted }: Wanted): Exit => {
  if (wanted) print(JSON.stringify({ outcome: 'underWay', filingId }, null, 2));
  else tell(`En curso. Espere su resultado así:\n  pasarela tramites wait ${word(filingId)}`);
  return EXIT.underWay;
};

/** Shows the elements of all pages of a list. */
const showAll = async (
  { name }: Described,
  request: Record<string, unknown>,
  { options, connection: { gateway } }: { options: CallOptions; connection: Connection },
): Promise<Exit> => {
  const list = (
    gateway as unknown as Record<
      string,
      { each: (fields: unknown, options: unknown) => AsyncIterable<unknown> }
    >
  )[name]!;
  const data: unknown[] = [];
  for await (const one of list.each(request, { signal: interrupted })) data.push(one);
  return showAnswer({ success: true, message: 'OK', data }, { ...options, bytes: gateway.bytes });
};
