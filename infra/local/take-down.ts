import { type Place, readRecord, tidy } from './place.ts';
import { endGroup, endProcess } from './processes.ts';

/**
 * Ends what runs at a place, and what an earlier keeper left there that was ended by force. Answers whether something
 * was to be ended.
 */
export const takeDown = async (place: Place): Promise<boolean> => {
  const record = readRecord(place);
  if (!record) return false;
  await endProcess(record.keeper, 15_000);
  await Promise.all([record.keeper, ...record.groups].map(endGroup));
  tidy(place, record.temporary);
  return true;
};
