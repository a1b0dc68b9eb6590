import { contractData } from '../../shared/authorities/sepe/contrata/contract-data.ts';
import { transformationData } from '../../shared/authorities/sepe/contrata/transformations.ts';
import { readFootprint, showFootprint } from '../../shared/authorities/sepe/identifiers.ts';
import type { LookUp } from '../../shared/authorities/sepe/services/filing.ts';
import type { RecordKey } from '../../shared/authorities/sepe/services/shipment.ts';
import type { ReadingPort } from '../../shared/ports.ts';
import { madridDay } from '../../shared/spanish-time.ts';
import { foundResult } from './replies.ts';

/**
 * Finds whether a record took effect at SEPE when its answer was lost. SEPE must show a record of the same kind and
 * dates, notified since the request came in. Another notification of the same worker, or an older one, is not the one
 * that was just sent. Data that a page does not show prove nothing.
 */

/** The type in a record's kind, such as 200 in `CONTRATO_200`. */
const typeOf = ({ kind }: RecordKey): string | undefined => /_(\d{3})$/.exec(kind)?.[1];

const isSince = (notified: string | undefined, now: Date): boolean =>
  notified !== undefined && notified >= madridDay(now);

/** Looks contracts up by worker, start, company and type. */
export const contractLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { document: dni, startDate, endDate, occupation, cif } = record;
    const code = typeOf(record);
    if (!dni || !startDate || !code) return undefined;
    const found = await sepe.read(contractData, { dni, startDate, cif, code });
    const isAsSent =
      found.code === code &&
      found.startDate === startDate &&
      found.endDate === endDate &&
      found.occupation === occupation;
    return found.id && isAsSent && isSince(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** Looks transformations up by their contract. */
export const transformationLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { document: dni, startDate, effectiveDate } = record;
    const code = typeOf(record);
    const footprint = readFootprint(record.footprint ?? '');
    const query = footprint ? { footprint } : dni && startDate ? { dni, startDate } : undefined;
    if (!query || !code || !effectiveDate) return undefined;
    const found = await sepe.read(transformationData, query);
    const isAsSent = found.code === code && found.startDate === effectiveDate;
    return isAsSent && isSince(found.notified, now)
      ? foundResult(record, showFootprint(found.id ?? '') ?? undefined)
      : undefined;
  };

/** A basic copy without its contract cannot be distinguished from an earlier one of the same contract. */
export const noLookUp: LookUp = async () => undefined;
