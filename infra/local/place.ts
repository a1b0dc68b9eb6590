import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Identity, isRunning } from './processes.ts';

/** Root of the project. */
export const PROJECT = join(import.meta.dirname, '..', '..');

/** All that local work keeps; not in the repository. */
export const LOCAL = join(PROJECT, '.local');

/** Where one local stack keeps its files. */
export interface Place {
  folder: string;
  /** What runs; there while something does. */
  record: string;
  /** How to reach what runs, for people and programs; there once it is ready. */
  demo: string;
  /** Keys and certificates of the sandbox authorities. */
  pki: string;
  log(name: string): string;
}

/** The files of a stack in this folder, which is made where it is missing. */
export const placeAt = (folder: string): Place => {
  mkdirSync(join(folder, 'logs'), { recursive: true });
  return {
    folder,
    record: join(folder, 'processes.json'),
    demo: join(folder, 'demo.json'),
    pki: join(folder, 'pki'),
    log: (name) => join(folder, 'logs', `${name}.log`),
  };
};

/** What runs at a place, kept in a file so that another command can end it. */
export interface RunningRecord {
  /** The process that owns the others and ends them with itself. */
  keeper: Identity;
  /** Leaders of process groups. */
  groups: Identity[];
  /** Folder of temporary files. */
  temporary: string;
}

/** Claims a place. Answers `false` where another one has it. */
export const claim = ({ record }: Place, content: RunningRecord): boolean => {
  try {
    writeFileSync(record, JSON.stringify(content), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
};

/** Writes down what runs at a place that is ours. */
export const writeRecord = ({ record }: Place, content: RunningRecord): void =>
  writeFileSync(record, JSON.stringify(content));

/** What was written down, or `undefined`. */
export const readRecord = ({ record }: Place): RunningRecord | undefined => {
  try {
    return JSON.parse(readFileSync(record, 'utf8'));
  } catch {
    return undefined;
  }
};

/** True while the keeper of a place runs. */
export const isKept = (place: Place): boolean => {
  const record = readRecord(place);
  return record !== undefined && isRunning(record.keeper);
};

/** Writes `demo.json` at once, so that nobody reads half of it, and for its owner only, since it opens an account. */
export const publish = ({ demo }: Place, content: object): void => {
  const draft = `${demo}.draft`;
  writeFileSync(draft, `${JSON.stringify(content, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(draft, demo);
};

/** Removes what a stack leaves that is not worth keeping. Logs, keys and the emulator stay. */
export const tidy = ({ record, demo }: Place, temporary: string): void => {
  for (const path of [demo, temporary, record]) rmSync(path, { recursive: true, force: true });
};
