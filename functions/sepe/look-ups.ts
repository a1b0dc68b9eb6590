import { contractData } from '../../shared/authorities/sepe/contract-data.ts';
import type { LookUp } from '../../shared/authorities/sepe/filing.ts';
import { readFootprint, showFootprint } from '../../shared/authorities/sepe/identifiers.ts';
import { transformationData } from '../../shared/authorities/sepe/transformations.ts';
import type { ReadingPort } from '../../shared/ports.ts';
import { madridTime } from '../../shared/spanish-time.ts';
import { foundResult } from './replies.ts';

/**
 * Whether something took effect at SEPE though its answer was lost. Only what was notified on the day of the request
 * counts: an older notification of the same contract is not the one that was just sent.
 */
const isOfToday = (notified: string | undefined, now: Date): boolean =>
  notified !== undefined && notified >= madridTime(now).slice(0, 10);

/** Looks contracts up by worker, start and company. */
export const contractLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { document: dni, startDate, cif } = record;
    if (!dni || !startDate) return undefined;
    const found = await sepe.read(contractData, { dni, startDate, cif });
    return found.id && isOfToday(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** Looks transformations up by their contract. */
export const transformationLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { document: dni, startDate } = record;
    const footprint = readFootprint(record.footprint ?? '');
    const query = footprint ? { footprint } : dni && startDate ? { dni, startDate } : undefined;
    if (!query) return undefined;
    const found = await sepe.read(transformationData, query);
    return isOfToday(found.notified, now)
      ? foundResult(record, showFootprint(found.id ?? '') ?? undefined)
      : undefined;
  };

/** A basic copy alone cannot be told from an earlier one of the same contract. */
export const noLookUp: LookUp = async () => undefined;
