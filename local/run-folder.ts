import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRunning, type ProcessIdentity } from './programs/processes.ts';

/** Root of the project. */
export const PROJECT = join(import.meta.dirname, '..');

/** The folder for all files of local runs; not in the repository. */
export const LOCAL = join(PROJECT, '.local');

const RECORD = 'processes.json';

/** The folder of one local stack, with the paths of its files. */
export interface RunFolder {
  path: string;
  /** The record of the processes; exists while the stack runs. */
  record: string;
  /** How people and programs reach the stack; exists while the stack is ready. */
  demo: string;
  /** Folder for keys and certificates of the sandbox authorities. */
  pki: string;
  /** The log file with this name. */
  log(name: string): string;
}

/** Opens the run folder at this path, and creates it if it does not exist. */
export const openRunFolder = (path: string): RunFolder => {
  mkdirSync(join(path, 'logs'), { recursive: true });
  return runFolderAt(path);
};

/** The run folder at this path, without creating it. */
export const runFolderAt = (path: string): RunFolder => ({
  path,
  record: join(path, RECORD),
  demo: join(path, 'demo.json'),
  pki: join(path, 'pki'),
  log: (name) => join(path, 'logs', `${name}.log`),
});

/** The processes of a stack, in a file so that another command can stop them. */
export interface RunRecord {
  supervisor: ProcessIdentity;
  /** Leaders of process groups. */
  groups: ProcessIdentity[];
  /** Folder of temporary files. */
  temporary: string;
}

/** The run folders within a folder, by their records; other folders and files may have such a name. */
export const recordedIn = (folder: string, prefix: string): RunFolder[] =>
  readdirSync(folder)
    .filter((name) => name.startsWith(prefix) && existsSync(join(folder, name, RECORD)))
    .map((name) => openRunFolder(join(folder, name)));

/** Writes the record of a new stack. Returns `false` if there is a record already: another stack uses the folder. */
export const createRecord = ({ record }: RunFolder, content: RunRecord): boolean => {
  try {
    writeFileSync(record, JSON.stringify(content), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Writes a new version of the record. */
export const updateRecord = ({ record }: RunFolder, content: RunRecord): void =>
  writeFileSync(record, JSON.stringify(content));

/** The record, or `undefined` if there is none. */
export const readRecord = ({ record }: RunFolder): RunRecord | undefined => {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return undefined;
  }
};

/** Whether the supervisor of the stack in this folder runs. */
export const hasSupervisor = (runFolder: RunFolder): boolean => {
  const record = readRecord(runFolder);
  return record !== undefined && isRunning(record.supervisor);
};

/** Writes `demo.json`. It appears with its whole content, and only its owner can read it: it holds passwords. */
export const writeDemo = ({ demo }: RunFolder, content: object): void => {
  const draft = `${demo}.draft`;
  writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, demo);
};

/** Removes the files that are of no use once the stack has stopped. Logs, keys and the emulator stay. */
export const removeRunFiles = ({ record, demo }: RunFolder, temporary: string): void => {
  // The record last: while it exists, no other stack can use the folder.
  for (const path of [demo, temporary, record]) rmSync(path, { recursive: true, force: true });
};
