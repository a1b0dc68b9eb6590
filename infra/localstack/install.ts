import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommandError } from '../commands/command-error.ts';
import { tail } from '../local/logs.ts';
import { runProgram } from '../local/run-program.ts';
import { installPython } from '../python/environment.ts';

/** What LocalStack runs with. */
export interface Installed {
  /** Python with LocalStack. */
  python: string;
  /** Folder of the Java that runs DynamoDB Local. */
  javaHome: string;
  /** Folder with the jars of DynamoDB Local. */
  jars: string;
}

const OLDEST_JAVA = 17;

/**
 * Installs LocalStack and DynamoDB Local, if they are not installed yet.
 * @param cache folder for both
 * @param log path of a log file without its ending
 * @throws CommandError that says what the machine lacks
 */
export const installLocalStack = async (
  cache: string,
  log: string,
  signal: AbortSignal,
): Promise<Installed> => {
  const javaHome = await findJava();
  const jars = await installDynamoDb(cache, `${log}-maven.log`, signal);
  return { javaHome, jars, python: await installPython('localstack', cache, `${log}-python.log`, signal) };
};

const findJava = async (): Promise<string> => {
  const show = ['-XshowSettings:properties', '-version'];
  const { stderr } = await promisify(execFile)('java', show).catch(() => ({ stderr: '' }));
  const [, version] = /java\.specification\.version = (\d+)/.exec(stderr) ?? [];
  const [, home] = /java\.home = (.+)/.exec(stderr) ?? [];
  if (!home || Number(version) < OLDEST_JAVA)
    throw new CommandError(`Java ${OLDEST_JAVA} or later is needed and was not found as java.`);
  return home;
};

/** Jars of DynamoDB Local, in a folder that a hash of the versions is part of. @returns the folder */
const installDynamoDb = async (cache: string, log: string, signal: AbortSignal): Promise<string> => {
  const pom = join(import.meta.dirname, 'pom.xml');
  const versions = createHash('sha256').update(readFileSync(pom)).digest('hex').slice(0, 12);
  const folder = join(cache, `dynamodb-${versions}`);
  if (existsSync(folder)) return folder;
  // Renamed when complete, so that nobody uses a part of it.
  const draft = `${folder}.${process.pid}`;
  const copy = ['-q', '-B', '-f', pom, 'dependency:copy-dependencies', `-DoutputDirectory=${draft}`];
  try {
    await runProgram('mvn', copy, { name: 'mvn', log, signal }).catch((error) => {
      if (signal.aborted) throw error;
      throw new CommandError(
        'DynamoDB Local could not be fetched: Maven and the registry of Maven are needed.',
        tail(log),
      );
    });
    await rename(draft, folder).catch((error) => {
      if (!existsSync(folder)) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
};
