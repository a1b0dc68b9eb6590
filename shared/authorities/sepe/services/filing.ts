import { accessMissing, authorityDown, refused } from '../../../kernel/authority-errors.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { FilingEntry, FilingFacts } from '../../../kernel/reply.ts';
import { madridTime } from '../../../kernel/spanish-time.ts';
import type { ReadingPort, SubmittingPort } from '../../authority-port.ts';
import { certificateFiling, certificateState } from '../certifica/certificate-filing.ts';
import { describeCodes } from '../messages.ts';
import { FILINGS, shipmentResult } from './services.ts';
import type { KnownResult, RecordKey } from './shipment.ts';
import type { Access, Filed } from './soap.ts';

/** The kinds of documents: Contrat@ has several, and there are company certificates. */
type What = Filed | 'certificates';

/** A document to file. */
export interface Filing {
  what: What;
  document: string;
  /** The records in the document, in order. */
  records: RecordKey[];
}

/** The result of one record. `unknown`: it was sent, and neither SEPE nor a look-up gives its result. */
export type RecordResult =
  | KnownResult
  | (RecordKey & { result: 'unknown'; id?: undefined; messages: string[] });

/** Finds in SEPE's application whether a record took effect; `undefined` if that cannot be decided. */
export type LookUp = (record: RecordKey) => Promise<KnownResult | undefined>;

/** Until when SEPE is asked for the result, in milliseconds after the request came. The rest is for a look-up. */
const ASK_UNTIL_MS = 15_000;
/** Waits between two questions, in milliseconds: each wait is twice the one before, up to the longest. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** Seconds until the next try, if it is not known how long SEPE is closed. */
const DEFAULT_CLOSURE_S = 300;

/**
 * Files a document and asks for its result until there is one, or time is up. Returns a result for every record, at
 * least one of them accepted; `undefined` after a dry run, which sends nothing.
 * @throws ServiceError as `SubmittingPort.submit`; 422 if all records were refused; 502 if none is known to have
 * been accepted and some may have been
 */
export const fileDocument = async (
  sepe: SubmittingPort,
  { what, document, records }: Filing,
  now: Date,
): Promise<RecordResult[] | undefined> => {
  const access = await sepe.access();
  const submitted =
    what === 'certificates'
      ? sepe.submit(certificateFiling, { document, access })
      : sepe.submit(FILINGS[what], { what, document, access });
  const receipt = await submitted.catch((error: unknown) => withTexts(error, access));
  if (!receipt) return undefined;
  if ('closed' in receipt) throw closedNow(now);

  const { shipment } = receipt;
  sepe.reference(shipment);
  const known = await askForResults(sepe, { what, shipment, access, records }, now);
  const results = await described(records.map((record, index) => known[index] ?? unknown(record, shipment)));
  throwUnlessAccepted(results);
  return results;
};

/**
 * Finds out what became of a document whose outcome is unknown: by its shipment where its number was read, and record by
 * record in SEPE's application. Known outcomes are not asked for again.
 * @returns a result for every record; `undefined` if nothing is known of any
 */
export const findDocument = async (
  sepe: ReadingPort,
  records: RecordKey[],
  {
    what = 'contracts',
    facts,
    lookUp,
  }: { what?: What | undefined; facts: Pick<FilingFacts, 'reference' | 'entries'>; lookUp: LookUp },
): Promise<RecordResult[] | undefined> => {
  const { reference, entries = [] } = facts;
  const entryOf = new Map(entries.map((entry) => [entry.number, entry]));
  const before = records.map((record, index) => resultOf(record, entryOf.get(index + 1)));
  const isOpen = before.includes(undefined);
  const state =
    isOpen && reference
      ? await sepe
          .read(resultOfShipment(what), { shipment: reference, access: await sepe.access() })
          .catch(asPending)
      : undefined;
  const shown = match(records, state && 'results' in state ? state.results : []);
  const results: RecordResult[] = [];
  for (const [index, record] of records.entries())
    results.push(
      before[index] ?? shown[index] ?? (await tryLookUp(lookUp, record)) ?? unknown(record, reference),
    );
  return results.some(({ result }) => result !== 'unknown') ? described(results) : undefined;
};

/** The question for the result of a shipment. */
const resultOfShipment = (what: What) => (what === 'certificates' ? certificateState : shipmentResult);

/** The results, with the texts of SEPE's codes. */
const described = (results: RecordResult[]): Promise<RecordResult[]> =>
  Promise.all(results.map(async (one) => ({ ...one, messages: await describeCodes(one.messages) })));

/** @throws the same error, with the texts of SEPE's codes where SEPE refused */
const withTexts = async (error: unknown, access: Access | undefined): Promise<never> => {
  const codes = error instanceof ServiceError && error.effect === 'none' ? error.errors.sepe : undefined;
  if (!codes) throw error;
  const messages = await describeCodes(codes);
  throw !access && codes.some((code) => WANTS_ACCESS.test(code))
    ? accessMissing(messages)
    : refused('sepe', messages);
};

/** SEPE's words, and codes, for a user or password that is missing or wrong. */
const WANTS_ACCESS = /^(?:CGE000[12]|DEX0207)\b|teclear las claves|clave personal/i;

/** The stored result of a record; `undefined` if there is none. */
const resultOf = (record: RecordKey, entry: FilingEntry | undefined): KnownResult | undefined => {
  if (!entry || entry.state === 'unknown') return undefined;
  const { state, reference, messages } = entry;
  const result = state === 'accepted' && messages.length > 0 ? 'accepted-with-errors' : state;
  return { ...record, result, ...(reference && { id: reference }), messages };
};

/** For the record of the filing: what became of each; none where there is one record only. */
export const entriesOf = (results: RecordResult[]): FilingEntry[] =>
  results.length === 1
    ? []
    : results.map((record, index) => ({
        number: index + 1,
        state: record.result === 'accepted-with-errors' ? 'accepted' : record.result,
        kind: record.kind,
        ...(record.id && { reference: record.id }),
        messages: record.messages,
      }));

/** The results by record, in order; `undefined` for a record without a result when time is up. */
const askForResults = async (
  sepe: SubmittingPort,
  {
    records,
    what,
    ...question
  }: { what: What; shipment: string; access?: Access | undefined; records: RecordKey[] },
  now: Date,
): Promise<(KnownResult | undefined)[]> => {
  const until = now.getTime() + ASK_UNTIL_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const state = await sepe.read(resultOfShipment(what), question).catch(asPending);
    const known = match(records, 'results' in state ? state.results : []);
    if (known.every((result) => result !== undefined) || Date.now() + wait >= until) return known;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
};

/** SEPE has received the document, so an error of the question for its result is no error of the filing. */
const asPending = (error: unknown): { pending: string } => {
  if (error instanceof ServiceError) return { pending: '' };
  throw error;
};

/**
 * SEPE's answer repeats the records, so each result is matched to the record with the same data. Each result is used
 * once.
 */
const match = (records: RecordKey[], results: KnownResult[]): (KnownResult | undefined)[] => {
  const left = [...results];
  return records.map((record) => {
    const index = left.findIndex((result) => isSame(record, result));
    return index < 0 ? undefined : left.splice(index, 1)[0];
  });
};

const isSame = (record: RecordKey, result: RecordKey): boolean =>
  (['kind', 'document', 'startDate', 'footprint', 'correlation'] as const).every(
    (key) => record[key] === result[key],
  );

/** A failed look-up leaves the result unknown. */
const tryLookUp = (lookUp: LookUp, record: RecordKey): Promise<KnownResult | undefined> =>
  lookUp(record).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });

const unknown = (record: RecordKey, shipment: string | undefined): RecordResult => ({
  ...record,
  result: 'unknown',
  messages: [
    (shipment
      ? `El SEPE ha recibido el envío ${shipment}, pero no ha comunicado su resultado. `
      : 'No se conoce su resultado en el SEPE. ') +
      'Por favor, verifique si se realizó correctamente antes de volver a enviarlo.',
  ],
});

const throwUnlessAccepted = (results: RecordResult[]): void => {
  if (results.some(isAccepted)) return;
  const messages = messagesOf(results);
  if (results.every(({ result }) => result === 'refused'))
    throw refused('sepe', messages, entriesOf(results));
  throw new ServiceError(502, messages.at(-1)!, {
    errors: { sepe: messages },
    effect: 'unknown',
    entries: entriesOf(results),
  });
};

/** The record took effect. */
export const isAccepted = (record: RecordResult): record is KnownResult =>
  record.result === 'accepted' || record.result === 'accepted-with-errors';

/** SEPE's messages. With several records, each message names its record. Those of unknown results come last. */
export const messagesOf = (results: RecordResult[]): string[] =>
  results
    .toSorted((a, b) => Number(a.result === 'unknown') - Number(b.result === 'unknown'))
    .flatMap((record) => {
      const messages =
        record.messages.length === 0 && record.result === 'refused'
          ? ['El SEPE ha rechazado la comunicación sin indicar la causa.']
          : record.messages;
      return results.length === 1 ? messages : messages.map((message) => `${nameOf(record)}: ${message}`);
    });

const nameOf = ({ kind, document, footprint }: RecordKey) =>
  [kind, document ?? footprint].filter((part) => part !== undefined).join(' ');

/** SEPE says itself that its services are closed: it has taken nothing. */
const closedNow = (now: Date) => authorityDown('sepe', secondsClosed(now), { effect: 'none' });

/** SEPE's services are closed from one to three at night. */
const secondsClosed = (now: Date): number => {
  const [hours = 0, minutes = 0, seconds = 0] = madridTime(now).slice(11).split(':').map(Number);
  return hours >= 1 && hours < 3 ? (3 - hours) * 3600 - minutes * 60 - seconds : DEFAULT_CLOSURE_S;
};
