import { stopGroup, stopProcess } from './programs/processes.ts';
import { type RunFolder, readRecord, removeRunFiles } from './run-folder.ts';

/**
 * Stops the stack in a run folder, or what is left of it if its supervisor was killed. Returns whether there was
 * a record of a stack.
 */
export const stopStack = async (runFolder: RunFolder): Promise<boolean> => {
  const record = readRecord(runFolder);
  if (!record) return false;
  await stopProcess(record.supervisor, 15_000);
  await Promise.all([record.supervisor, ...record.groups].map(stopGroup));
  removeRunFiles(runFolder, record.temporary);
  return true;
};
