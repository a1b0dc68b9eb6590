import type { RecordKey } from '../../../shared/authorities/sepe/services/shipment.ts';
import { plainDocument } from '../../../shared/kernel/text.ts';
import type { Known } from '../../../shared/operation/fact.ts';
import type { Accepted } from '../../../shared/operation/operation.ts';

/** A footprint as facts name it. */
export const referenceOf = ({ province, year, number }: { province: string; year: string; number: string }) =>
  `E-${province}-${year}-${number}`;

/** How SEPE's results of accepted records begin. */
const ACCEPTED = 'ACEPTADO';

/**
 * The facts of the records of a file that SEPE accepted; of all, before it has answered.
 * @param member of `data` that has the result of each record, in the order of the file
 */
export const recordFacts = (
  kind: Known['kind'],
  records: RecordKey[],
  { data, isAhead, member }: Accepted & { member: string },
): Known[] => {
  const results = ((data as Record<string, unknown> | undefined)?.[member] ?? []) as {
    result: string;
    id?: string;
  }[];
  return records.flatMap((record, index) => {
    const { account, cif, document, startDate, endDate, effectiveDate, footprint, hasBasicCopy } = record;
    const { result = isAhead ? ACCEPTED : '', id } = results[index] ?? {};
    const date = kind === 'transformation' ? effectiveDate : startDate;
    const reference = id ?? footprint;
    if (!result.startsWith(ACCEPTED) || (!date && !reference)) return [];
    return [
      {
        kind,
        account,
        cif,
        reference,
        date: date ?? '',
        ...(document && { document: plainDocument(document) }),
        ...(kind === 'transformation' ? { start: startDate } : { end: endDate }),
        ...(kind === 'contract' && hasBasicCopy && { needsNoCopy: true }),
      },
    ];
  });
};
