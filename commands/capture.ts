/** `npm run capture`: makes each reading once with a person's own certificate, and reports what the pages show. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import cdk from '../cdk.json' with { type: 'json' };
import type { Demo } from '../local/demo.ts';
import { CommandError } from '../local/programs/command-error.ts';
import { LOCAL } from '../local/run-folder.ts';
import { closeConnections } from '../shared/authorities/channel/connections.ts';
import { readP12 } from '../shared/certificates/p12.ts';
import { P12Error } from '../shared/certificates/p12-error.ts';
import { type Asker, capture } from './capture/capture.ts';
import { capturePage } from './capture/page.ts';
import { VALUES, type ValueName, type Values } from './capture/readings.ts';
import { lineOf, type Row } from './capture/row.ts';
import { failureText, helpHint } from './line/failure.ts';

const NAMES = Object.keys(VALUES) as ValueName[];

const USAGE = `npm run capture -- --page

  Prints one page, in Spanish, for a person with a certificate: the ten most useful questions, how long they take, and what the
  command never does.

npm run capture -- --only readings [--p12 <file>] [--password-file <file>] [options]

  Asks the real authorities each question of this service once, with a certificate of your own, and prints a line for each:
  agrees, differs (and on which page), refused, not reached, or skipped. It cannot file. The answers are kept without personal
  data, as recordings for npm run wire:check. The command asks for the password of the P12 and for the values below that are
  missing; P12_PASSWORD or --password-file give the password without a terminal. Without --p12 it only asks questions that
  need no certificate. Exits with 1 if anything differs.

${NAMES.map((name) => `  --${name.padEnd(12)} ${VALUES[name][0]}`).join('\n')}
  --unseen       also exchanges that are off until their pages were seen
  --folder       for the recordings; .local/capture/<time> without it
  --demo <file>  ask the stand-ins of npm run local instead, with the values of .local/demo.json`;

const TEXT = { type: 'string' } as const;

const read = () => {
  const named = Object.fromEntries(NAMES.map((name) => [name, TEXT])) as Record<ValueName, typeof TEXT>;
  const { values } = parseArgs({
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      ...named,
      p12: TEXT,
      'password-file': TEXT,
      only: TEXT,
      folder: TEXT,
      demo: TEXT,
      unseen: { type: 'boolean', default: false },
      page: { type: 'boolean', default: false },
    },
  });
  if (!values.page && !values.help && values.only !== 'readings')
    throw new CommandError(`--only readings is missing: this command does nothing else.\n${helpHint(USAGE)}`);
  return values;
};

/**
 * Asks on the terminal.
 * @param hidden whether the typed text is hidden
 */
const ask = async (question: string, hidden = false): Promise<string> => {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: true,
  });
  const answer = await terminal.question('');
  terminal.close();
  if (hidden) process.stderr.write('\n');
  return answer.trim();
};

const checked = (name: ValueName, value: string): string => {
  const [what, form] = VALUES[name];
  if (!form.test(value)) throw new CommandError(`--${name} is wrong. It takes: ${what}.`);
  return value;
};

/** The given values and, on a terminal, the values that the person enters now. */
const valuesOf = async (given: Values): Promise<Values> => {
  const values: Values = {};
  for (const name of NAMES) {
    const value = given[name] ?? (process.stdin.isTTY ? await ask(`${VALUES[name][0]} (Enter: skip): `) : '');
    if (value) values[name] = checked(name, value);
  }
  return values;
};

/** @throws CommandError if there is no such file */
const contentOf = async (file: string): Promise<Buffer> => {
  try {
    return await readFile(file);
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? new CommandError(`There is no ${file}.`)
      : error;
  }
};

/** The faults of a P12, explained to an operator. */
const P12_FAULTS: Record<P12Error['reason'], string> = {
  password: 'the password is wrong.',
  'not-a-p12': 'it is not a P12 or PFX file, or it is damaged.',
  'no-private-key': 'it has no private key that can be read.',
  'no-certificate': 'it has no certificate for its private key.',
  'several-holders': 'it has certificates of several holders; export one only.',
  expired: 'the certificate has expired.',
  names: 'the certificate has names of more than 128 characters, or with control characters.',
  'too-weak': 'TLS does not accept the key of the certificate; an RSA key needs 2048 bits or more.',
  unsupported: 'it is protected with an algorithm that is not supported.',
};

/** @throws CommandError if there is no terminal */
const passwordFor = async (file: string | undefined): Promise<string> => {
  const { P12_PASSWORD: named } = process.env;
  if (file !== undefined) return (await contentOf(file)).toString('utf8').replace(/\r?\n$/, '');
  if (named !== undefined) return named;
  if (process.stdin.isTTY) return ask('Password of the P12: ', true);
  throw new CommandError('No terminal to ask for the password of the P12: P12_PASSWORD or --password-file.');
};

const certificateIn = async (file: string, password: string): Promise<Asker['certificate']> => {
  const content = await contentOf(file);
  try {
    const { key, chain, fingerprint, name, holder } = readP12(content, password, new Date());
    const names = [name, holder.givenName, holder.surname, holder.organisation?.name ?? ''];
    return { version: fingerprint, key, chain, names };
  } catch (error) {
    throw error instanceof P12Error ? new CommandError(`${file}: ${P12_FAULTS[error.reason]}`) : error;
  }
};

/** Defaults from `demo.json`. */
const demoIn = async (file: string) => {
  const demo = JSON.parse((await contentOf(file)).toString('utf8')) as Demo;
  const { company, worker, contract, companyCertificate, fie, authorities, p12 } = demo;
  const values: Values = {
    regimen: company.regimen,
    ccc: company.ccc,
    cif: company.cif,
    nss: worker.nss,
    dni: worker.dni,
    alta: worker.fecha_alta,
    contract: contract.sepeId,
    since: fie.startDate,
    leaver: companyCertificate.dni,
    suspension: companyCertificate.startDate,
  };
  return { values, addresses: authorities, ca: await readFile(authorities.ca, 'utf8'), p12 };
};

/** Asks the authorities and prints the results. */
const askAuthorities = async (options: ReturnType<typeof read>): Promise<void> => {
  const {
    only: _,
    page: __,
    help: ___,
    p12,
    'password-file': passwordFile,
    unseen,
    folder,
    demo: demoFile,
    ...given
  } = options;
  if (passwordFile !== undefined && p12 === undefined)
    throw new CommandError('--password-file is for a P12, and --p12 is missing. Nothing was asked.');
  const demo = demoFile === undefined ? undefined : await demoIn(demoFile);
  const own = p12 === undefined ? demo?.p12 : { file: p12, password: await passwordFor(passwordFile) };
  const asker = {
    addresses: demo?.addresses ?? cdk.context.stages.production.authorities,
    ca: demo?.ca,
    certificate: own && (await certificateIn(own.file, own.password)),
  };
  const values = await valuesOf({ ...demo?.values, ...given });
  const kept = folder ?? join(LOCAL, 'capture', new Date().toISOString().replace(/\W/g, '-'));
  const rows: Row[] = [];
  for await (const row of capture(asker, { values, unseen, folder: kept })) {
    rows.push(row);
    console.log(lineOf(row));
  }
  const counts = Object.entries(Object.groupBy(rows, ({ verdict }) => verdict));
  console.log(
    `\n${counts.map(([verdict, some]) => `${some.length} ${verdict}`).join(', ')}. Recordings: ${kept}`,
  );
  if (rows.some(({ verdict }) => verdict === 'differs')) process.exitCode = 1;
};

try {
  const options = read();
  if (options.help) console.log(USAGE);
  else if (options.page) console.log(capturePage());
  else await askAuthorities(options);
} catch (error) {
  process.stderr.write(`${failureText(error, USAGE)}\n`);
  process.exitCode = 1;
} finally {
  await closeConnections();
}
