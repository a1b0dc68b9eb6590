import type { ReadingPort } from '../../shared/authorities/reading-port.ts';
import { type ContractData, contractData } from '../../shared/authorities/sepe/contrata/contract-data.ts';
import { transformationData } from '../../shared/authorities/sepe/contrata/transformations.ts';
import { readFootprint } from '../../shared/authorities/sepe/identifiers.ts';
import type { LookUp } from '../../shared/authorities/sepe/services/filing.ts';
import type { RecordKey } from '../../shared/authorities/sepe/services/shipment.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { isCompany } from './found-contract.ts';
import { foundResult } from './replies.ts';

/**
 * Finds whether a record took effect at SEPE when its answer was lost. SEPE must show a record of the same kind, dates,
 * worker and company, notified since the request came in. Another notification of the same worker, or an older one, is
 * not the one that was just sent. Data that a page does not show prove nothing.
 */

/** The type in a record's kind, such as 200 in `CONTRATO_200`. */
const typeOf = ({ kind }: RecordKey): string | undefined => /_(\d{3})$/.exec(kind)?.[1];

const isSince = (notified: string | undefined, now: Date): boolean => (notified ?? '') >= madridDay(now);

/** The contract of this worker, start and company; `undefined` if SEPE shows another one, or not all of these. */
const contractOf = async (
  sepe: ReadingPort,
  { document: dni, startDate, cif }: RecordKey,
  code?: string,
): Promise<ContractData | undefined> => {
  if (!dni || !startDate || !cif) return undefined;
  const found = await sepe.read(contractData, { dni, startDate, cif, code });
  const isIt =
    found.id !== '' && found.document === dni && found.startDate === startDate && isCompany(found.cif, cif);
  return isIt ? found : undefined;
};

/** Looks contracts up by worker, start, company and type. */
export const contractLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const code = typeOf(record);
    const found = code && (await contractOf(sepe, record, code));
    if (!found) return undefined;
    const isAsSent =
      found.code === code && found.endDate === record.endDate && found.occupation === record.occupation;
    return isAsSent && isSince(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** Looks transformations up by their contract: by its footprint or, without it, by its worker, start and company. */
export const transformationLookUp =
  (sepe: ReadingPort, now: Date): LookUp =>
  async (record) => {
    const { effectiveDate } = record;
    const code = typeOf(record);
    if (!code || !effectiveDate) return undefined;
    const contract = record.footprint ?? (await contractOf(sepe, record))?.id ?? '';
    const footprint = readFootprint(contract);
    if (!footprint) return undefined;
    const found = await sepe.read(transformationData, { footprint });
    const isAsSent =
      found.id?.startsWith(contract) && found.code === code && found.startDate === effectiveDate;
    return isAsSent && isSince(found.notified, now) ? foundResult(record, found.id) : undefined;
  };

/** A basic copy without its contract cannot be distinguished from an earlier one of the same contract. */
export const noLookUp: LookUp = async () => undefined;
