import { authorityDown, refused, ServiceError } from '../../errors.ts';
import type { SubmittingPort } from '../../ports.ts';
import { madridTime } from '../../spanish-time.ts';
import type { Access } from './access.ts';
import { FILINGS, shipmentResult } from './services.ts';
import type { RecordKey, RecordResult } from './shipment.ts';
import type { Filed } from './soap.ts';

/** A document with what it holds. */
export interface Filing {
  what: Filed;
  document: string;
  /** What is in it, in order. */
  records: RecordKey[];
  access?: Access | undefined;
}

/** What became of one record; `unknown`: sent, and neither SEPE nor a look-up tells. */
export type Verdict = RecordResult | (RecordKey & { outcome: 'unknown'; id?: undefined; messages: string[] });

/** Finds in SEPE's application whether a record took effect; `undefined` where that cannot be told. */
export type LookUp = (record: RecordKey) => Promise<RecordResult | undefined>;

/** Until when SEPE is asked for the result, in milliseconds after the request came; then there is time to look up. */
const ASK_UNTIL_MS = 15_000;
/** Waits between two questions, in milliseconds: doubled from the first to the longest. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4_000;
/** Seconds to wait where it is not known until when SEPE is closed. */
const UNTOLD_CLOSURE_S = 300;

/**
 * Files a document and asks for its result until there is one, or time is up. What then is not known is looked up in
 * SEPE's application. A verdict for every record, of which at least one was accepted; `undefined` after a dry run,
 * which sends nothing.
 * @throws ServiceError: what `SubmittingPort.submit` throws; 422 when all of it was refused; 502 when none of it is
 * known to have been accepted and some may have been
 */
export const fileDocument = async (
  sepe: SubmittingPort,
  { what, document, records, access }: Filing,
  { now, lookUp }: { now: Date; lookUp: LookUp },
): Promise<Verdict[] | undefined> => {
  const receipt = await sepe.submit(FILINGS[what], { what, document, access }, async () => {
    const found = await lookUpAll(records, lookUp);
    return found.length === records.length ? { found } : undefined;
  });
  if (!receipt) return undefined;
  if ('found' in receipt) return receipt.found;
  if ('closed' in receipt) throw authorityDown('sepe', secondsClosed(now));

  const { shipment } = receipt;
  const answered = await askForResult(sepe, { shipment, access }, records, now);
  const verdicts: Verdict[] = [];
  for (const [index, record] of records.entries()) {
    verdicts.push(answered[index] ?? (await quietly(lookUp, record)) ?? unknown(record, shipment));
  }
  return heedVerdicts(verdicts);
};

/** Stops at the first that is not found: then the outcome of the whole is unknown. */
const lookUpAll = async (records: RecordKey[], lookUp: LookUp): Promise<RecordResult[]> => {
  const found: RecordResult[] = [];
  for (const record of records) {
    const result = await lookUp(record);
    if (!result) break;
    found.push(result);
  }
  return found;
};

/** By record, in order; `undefined` for what SEPE has not told until time was up. */
const askForResult = async (
  sepe: SubmittingPort,
  question: { shipment: string; access?: Access | undefined },
  records: RecordKey[],
  now: Date,
): Promise<(RecordResult | undefined)[]> => {
  const until = now.getTime() + ASK_UNTIL_MS;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const state = await sepe.read(shipmentResult, question).catch(nothingNew);
    const answered = match(records, 'results' in state ? state.results : []);
    if (answered.every((result) => result !== undefined) || Date.now() + wait >= until) return answered;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
};

/** The document was taken in: that its result cannot be asked for does not undo that. */
const nothingNew = (error: unknown): { pending: string } => {
  if (error instanceof ServiceError) return { pending: '' };
  throw error;
};

/** SEPE echoes what it was sent, so that a result belongs to the record that says the same; each to one only. */
const match = (records: RecordKey[], results: RecordResult[]): (RecordResult | undefined)[] => {
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

/** That it cannot be looked up either changes nothing: it stays unknown. */
const quietly = (lookUp: LookUp, record: RecordKey): Promise<RecordResult | undefined> =>
  lookUp(record).catch((error: unknown) => {
    if (error instanceof ServiceError) return undefined;
    throw error;
  });

const unknown = (record: RecordKey, shipment: string): Verdict => ({
  ...record,
  outcome: 'unknown',
  messages: [
    `SEPE ha recibido el envío ${shipment}, pero no ha comunicado su resultado. ` +
      'Por favor, verifique si se realizó correctamente antes de volver a enviarlo.',
  ],
});

const heedVerdicts = (verdicts: Verdict[]): Verdict[] => {
  if (verdicts.some(isAccepted)) return verdicts;
  const messages = messagesOf(verdicts);
  if (verdicts.every(({ outcome }) => outcome === 'refused')) throw refused('sepe', messages);
  throw new ServiceError(502, messages.at(-1)!, { errors: { sepe: messages } });
};

/** It took effect. */
export const isAccepted = (verdict: Verdict): verdict is RecordResult =>
  verdict.outcome === 'accepted' || verdict.outcome === 'accepted-with-errors';

/** What SEPE says, of several records each with whose it is; unknown ones last. */
export const messagesOf = (verdicts: Verdict[]): string[] =>
  verdicts
    .toSorted((a, b) => Number(a.outcome === 'unknown') - Number(b.outcome === 'unknown'))
    .flatMap((verdict) => {
      const messages =
        verdict.messages.length === 0 && verdict.outcome === 'refused'
          ? ['SEPE ha rechazado la comunicación sin indicar la causa.']
          : verdict.messages;
      return verdicts.length === 1 ? messages : messages.map((message) => `${nameOf(verdict)}: ${message}`);
    });

const nameOf = ({ kind, document, footprint }: RecordKey) =>
  [kind, document ?? footprint].filter((part) => part !== undefined).join(' ');

/** SEPE's services are shut from one to three at night. */
const secondsClosed = (now: Date): number => {
  const [hours = 0, minutes = 0, seconds = 0] = madridTime(now).slice(11).split(':').map(Number);
  return hours >= 1 && hours < 3 ? (3 - hours) * 3600 - minutes * 60 - seconds : UNTOLD_CLOSURE_S;
};
