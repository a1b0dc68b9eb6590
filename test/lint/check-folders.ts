import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder with more source files than this hides several rooms. */
const MOST_FILES = 20;

/** Folders in which each file is one of a kind, however many there are. */
const COLLECTIONS = new Set(['operations', 'transactions', 'applications']);

const SOURCES = [
  'client',
  'commands',
  'functions',
  'infra',
  'local',
  'panel',
  'reference',
  'sandbox',
  'shared',
  'test',
];

const ROOT = join(import.meta.dirname, '..', '..');

/** The folders in it, itself included, that have too many. */
const fullFoldersIn = (folder: string): string[] => {
  const entries = readdirSync(join(ROOT, folder), { withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.ts')).length;
  const inner = entries
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => fullFoldersIn(join(folder, name)));
  const isCollection = COLLECTIONS.has(folder.split('/').at(-1)!);
  return files > MOST_FILES && !isCollection ? [`${folder}: ${files} source files`, ...inner] : inner;
};

/** Part of `npm run check`. */
const full = SOURCES.filter((room) => existsSync(join(ROOT, room))).flatMap(fullFoldersIn);
if (full.length > 0) {
  console.error(`Folders with more than ${MOST_FILES} source files on one level:\n${full.join('\n')}`);
  process.exitCode = 1;
}
