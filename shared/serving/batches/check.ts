import { headerOf } from '../../derive/sheets/columns.ts';
import { ServiceError } from '../../kernel/errors.ts';
import type { Caller } from '../../operation/ports.ts';
import type { CertificateSecret } from '../../stores/certificates.ts';
import { hashOf } from '../filing/draft.ts';
import type { Services } from '../services.ts';
import type { Entry, Remark, Step } from './content.ts';
import { RowFacts, readRow } from './row-request.ts';
import { allSubmissions, type Listed, submissionNamed } from './submissions.ts';

/** Checks the rows of a batch: each as the request that it stands for, and all against each other. */

/** A row as it was sent. */
export interface SentRow {
  /** Where the office finds it. */
  row: number;
  operation?: string | undefined;
  /** Secret of the certificate of this row alone. */
  certSecret?: string | undefined;
  body: Record<string, unknown>;
  cells?: Record<string, string>;
  mistakes?: Remark[];
  notes?: Remark[];
  /** It is of a sheet, whose columns number the members of a list from 1. */
  isOfSheet?: true;
}

/** Who sends a batch, and the secret of the certificate of rows that name none. */
export interface Sender {
  caller: Caller;
  certSecret?: string | undefined;
}

/** Column of a row with the secret of its certificate. */
export const CERT_SECRET = 'cert_secret';
const OPERATION = 'operation';

/** The rows with all that is wrong with each. One that has been sent twice in the batch is filed once. */
export const checkRows = async (
  services: Services,
  sent: Iterable<SentRow> | AsyncIterable<SentRow>,
  sender: Sender,
): Promise<Entry[]> => {
  const all = await allSubmissions(services.groups);
  const facts = new RowFacts(services, sender.caller.accountId);
  const secrets = new Map<string, Promise<CertificateSecret | undefined>>();
  const certificateOf = (secret: string) => {
    const reading =
      secrets.get(secret) ?? services.stores.certificates.readSecret(secret, sender.caller.accountId);
    secrets.set(secret, reading);
    return reading;
  };
  const rowsOf = new Map<string, number>();
  const entries: Entry[] = [];
  for await (const one of sent) {
    const { row, operation = '', body, cells = {}, mistakes = [], notes = [] } = one;
    const found: Remark[] = [...mistakes];
    const steps: Step[] = [];
    const listed = submissionNamed(all, operation);
    if (!listed) {
      if (found.length === 0) found.push({ column: OPERATION, message: noOperation(operation) });
    } else {
      const certificate = await certificateFor(one, sender, certificateOf);
      if (typeof certificate === 'string') found.push({ column: CERT_SECRET, message: certificate });
      else {
        const step = { operation: listed.name, certificate, body };
        const read = await mistakesOf(services, { listed, step, caller: sender.caller, facts });
        const wrong = one.isOfSheet ? read.map(inColumns) : read;
        // What the file says already is not said twice.
        const columns = new Set(found.map(({ column }) => column));
        found.push(...wrong.filter(({ column }) => column === undefined || !columns.has(column)));
        steps.push(step);
      }
    }
    const hash = steps.length > 0 ? hashOf(steps) : undefined;
    const first = hash && rowsOf.get(hash);
    if (first) found.push({ message: `Es igual que la fila ${first}: se presentaría dos veces.` });
    else if (hash) rowsOf.set(hash, row);
    entries.push({
      number: entries.length + 1,
      row,
      operation: listed?.operation.id ?? operation,
      steps: found.length === 0 ? steps : [],
      mistakes: found,
      notes,
      cells,
    });
  }
  return entries;
};

/** A mistake with the header of its column. */
const inColumns = ({ column, message }: Remark): Remark => ({
  message,
  ...(column !== undefined && {
    column: headerOf(column.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part))),
  }),
});

const noOperation = (name: string): string =>
  name === ''
    ? 'Falta la operación.'
    : 'No es una operación que presente algo: use su nombre en la referencia, o método y dirección.';

/** The certificate of a row, or what is wrong with it. */
const certificateFor = async (
  { certSecret }: SentRow,
  sender: Sender,
  read: (secret: string) => Promise<CertificateSecret | undefined>,
): Promise<CertificateSecret | string> => {
  const secret = certSecret ?? sender.certSecret;
  if (!secret) return 'Falta el certificado: de la fila, o de todo el lote.';
  const certificate = await read(secret);
  const { clientId } = sender.caller;
  // A client company sees its own certificates only.
  const isOwn = certificate && (clientId === undefined || certificate.clientId === clientId);
  return isOwn ? certificate : 'El certificado no existe.';
};

/** All that is wrong with a submission of a row. */
const mistakesOf = async (
  services: Services,
  { listed, step, caller, facts }: { listed: Listed; step: Step; caller: Caller; facts: RowFacts },
): Promise<Remark[]> => {
  if (step.body.test !== undefined)
    return [{ column: 'test', message: 'No se indica: un lote se prueba entero antes de presentarse.' }];
  try {
    // As it is filed: what cannot be tried says so only then.
    await readRow(services, { listed, step, caller, facts, dry: false });
    return [];
  } catch (error) {
    if (error instanceof ServiceError) return remarksOf(error);
    throw error;
  }
};

const CERTIFICATE_HEADER = 'X-Cert-Secret';

const remarksOf = ({ errors, message }: ServiceError): Remark[] => {
  const named = Object.entries(errors).flatMap(([field, texts]) =>
    texts.map((text) => ({
      column: field === CERTIFICATE_HEADER ? CERT_SECRET : field,
      // Each text names its field, which is the column here.
      message: text.startsWith(`${field}: `) ? text.slice(field.length + 2) : text,
    })),
  );
  return named.length > 0 ? named : [{ message }];
};
