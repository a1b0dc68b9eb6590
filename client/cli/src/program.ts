import tab from '@bomb.sh/tab/commander';
import { Command, CommanderError, Option } from 'commander';
import { batchStatus, commitBatch, type SendOptions, sendBatch } from './batches.ts';
import { type AddOptions, addCertificate, listCertificates, useCertificate } from './certificates.ts';
import type { Reach } from './connection.ts';
import type { Described } from './described.ts';
import { EXIT, type Exit, MEANINGS, Misuse } from './ends.ts';
import { type EventOptions, showEvents } from './events.ts';
import { checkFiling, waitForFiling } from './filings.ts';
import { type Flag, flagsOf } from './flags.ts';
import { GROUPS, OPERATIONS } from './generated/operations.ts';
import { type CallOptions, runOperation } from './operation.ts';
import { showFailure } from './report.ts';
import { type LoginOptions, listAccounts, logIn, logOut, useAccount } from './session.ts';
import { print, tell, written } from './terminal.ts';
import { jsonOf } from './text.ts';

/** The commands: a few for people's tasks, and each operation by its name in the reference. */

const HEADINGS: Record<string, string> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opciones:',
  'Commands:': 'Órdenes:',
};

const FIELDS = 'Campos (* obligatorio):';

const ENVIRONMENT = `Variables de entorno:
  PASARELA_URL          dirección del servicio, con su versión
  PASARELA_EMAIL        e-mail con el que se inicia sesión
  PASARELA_TOKEN        token de programa, en lugar de la sesión guardada
  PASARELA_CERTIFICATE  cert_secret del certificado con el que se actúa
  PASARELA_HOME         carpeta de los ajustes
  PASARELA_KEYCHAIN=no  no usa el llavero del sistema, sino un fichero que solo usted puede leer`;

/** The part of the help about exit codes. */
const exitTexts = (): string =>
  ['Códigos de salida:', ...Object.entries(MEANINGS).map(([code, meaning]) => `  ${code}  ${meaning}`)].join(
    '\n',
  );

const FROM_USER = { from: 'user' } as const;

/** Runs a command line. @returns the exit code */
export const runProgram = async (args: string[]): Promise<Exit> => {
  let exit: Exit = EXIT.done;
  const make = (showsAll: boolean) =>
    programOf(
      (ended) => {
        exit = ended;
      },
      { showsAll },
    );
  const program = make(args[0] === 'complete');
  // For an unknown command the framework would show the program's help, as if there were no mistake.
  const [first = '-'] = args;
  const isKnown = first.startsWith('-') || program.commands.some((command) => command.name() === first);
  try {
    await (isKnown ? program.parseAsync(args, FROM_USER) : make(true).parseAsync([first], FROM_USER));
    return await reported(exit);
  } catch (error) {
    // Help is not a mistake, and it is also the answer when the command is missing.
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    if (error instanceof CommanderError && error.code === 'commander.help') return EXIT.misuse;
    const shown =
      error instanceof CommanderError ? new Misuse(`${inSpanish(error)} No se ha enviado nada.`) : error;
    const failed = showFailure(shown, {
      isSigningIn: args[0] === 'login',
      ...(args.includes('--json') && { json: true }),
    });
    return reported(failed);
  }
};

/** The exit code, once the output is written. What could not be written is no success, and hides no other outcome. */
const reported = async (exit: Exit): Promise<Exit> => {
  try {
    await written();
    return exit;
  } catch (error) {
    const unwritten = showFailure(error, {});
    return exit === EXIT.done ? unwritten : exit;
  }
};

/** The framework's messages about mistakes, in Spanish. */
const inSpanish = ({ code, message }: CommanderError): string => {
  const [, named = ''] = /'([^']*)'/.exec(message) ?? [];
  const [, meant] = /Did you mean (?:one of )?(.*?)\?/.exec(message) ?? [];
  const hint = meant ? ` ¿Quería decir ${meant}?` : '';
  const near = hint || nearCommands(named) || ' Véalas todas con pasarela operations.';
  const texts: Record<string, string> = {
    'commander.unknownOption': `No existe la opción ${named}.${hint}`,
    'commander.unknownCommand': `No existe la orden ${named}.${near}`,
    'commander.missingArgument': `Falta ${named}.`,
    'commander.missingMandatoryOptionValue': `Falta ${named}.`,
    'commander.optionMissingArgument': `Falta el valor de ${named}.`,
    'commander.excessArguments': 'Sobran argumentos.',
    'commander.invalidArgument': `No vale el valor de ${named}: ${message.split('. ').at(-1)}`,
  };
  return texts[code] ?? message;
};

/** The most commands that are proposed. */
const MOST_NEAR = 6;

/** Proposes the operations that have a word in their names or titles, such as `alta`; those that file something first. */
const nearCommands = (word: string): string => {
  const isNear = (text: string) =>
    plain(text)
      .split(/[^a-z\d]+/)
      .some((part) => part === plain(word) || (word.length > 4 && part.startsWith(plain(word))));
  const near = OPERATIONS.filter(({ name, summary }) => isNear(`${name.replace(/[A-Z]/g, ' $&')} ${summary}`))
    .toSorted((one, other) => Number(other.kind === 'submission') - Number(one.kind === 'submission'))
    .slice(0, MOST_NEAR);
  if (near.length === 0) return '';
  return [' Puede ser:', ...near.map(({ name, summary }) => `  pasarela ${name}   ${summary}`)]
    .join('\n')
    .concat('\n');
};

/** The program. @param end receives the exit code @param showsAll whether completion and suggestions include operations */
export const programOf = (end: (exit: Exit) => void, { showsAll = false } = {}): Command => {
  const program = new Command('pasarela');
  program
    .description(
      'Consultar, probar y presentar ante las administraciones españolas. Sin --file nada se presenta.',
    )
    .usage('[orden] [opciones]')
    .version(VERSION, '-V, --version', 'muestra la versión')
    .helpOption('-h, --help', 'muestra esta ayuda')
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ outputError: () => undefined })
    .configureHelp({
      styleTitle: (title) => HEADINGS[title] ?? title,
      // Leaves out the English words that the framework adds.
      subcommandTerm: (command) => `${command.name()} ${command.usage()}`,
      optionDescription: ({ description }) => description,
      // There are too many operations for the help; `operations` lists them.
      visibleCommands: (command) =>
        command.commands.filter((one) => showsAll || command !== program || !isOperation(one.name())),
    });
  const ending =
    <Given extends unknown[]>(run: (...given: Given) => Promise<Exit>) =>
    async (...given: Given): Promise<void> =>
      end(await run(...given));

  forPeople(program, ending);
  for (const operation of OPERATIONS) addOperation(program, operation, ending);
  program.addHelpText(
    'after',
    `\nOperaciones: pasarela operations; los campos de una, con su nombre y --help. Completado en la terminal: pasarela complete bash\n\n${exitTexts()}\n\n${ENVIRONMENT}`,
  );
  const completion = program.commands.length;
  tab(program);
  for (const command of program.commands.slice(completion))
    command
      .usage('[shell]')
      .description('escribe el guion con el que la terminal completa: bash, zsh, fish o powershell');
  return program;
};

type Ending = <Given extends unknown[]>(
  run: (...given: Given) => Promise<Exit>,
) => (...given: Given) => Promise<void>;

const isOperation = (name: string): boolean => OPERATIONS.some((operation) => operation.name === name);

/** Adds the options of every command. */
const withServiceOptions = (command: Command): Command =>
  command
    .usage('[opciones]')
    .option('--url <dirección>', 'dirección del servicio, con su versión (PASARELA_URL)')
    .option('--account <cuenta>', 'cuenta con la que se actúa, si hay sesión de varias')
    .option('--json', 'responde JSON, para programas');

const withCertificateOption = (command: Command): Command =>
  command.option('--certificate <cert_secret>', 'certificado con el que se actúa (PASARELA_CERTIFICATE)');

const forPeople = (program: Command, ending: Ending): void => {
  withServiceOptions(
    program.command('login').description('inicia sesión y guarda el token, que no se muestra'),
  )
    .option('--email <e-mail>', 'e-mail (PASARELA_EMAIL)')
    .option('--code <código>', 'código del segundo factor; si falta, se pregunta')
    .option('--password-stdin', 'lee la contraseña de la entrada estándar')
    .option('--token-stdin', 'guarda un token de programa, de la entrada estándar')
    .action(ending((options: LoginOptions) => logIn(options)));
  withServiceOptions(program.command('logout').description('cierra la sesión y borra el token')).action(
    ending((options: Reach) => logOut(options)),
  );

  const accounts = withServiceOptions(
    program.command('accounts').description('las cuentas con sesión en una dirección'),
  );
  accounts.action(ending((options: Reach) => listAccounts(options)));
  withServiceOptions(
    accounts
      .command('use')
      .description('actúa desde ahora con una cuenta')
      .argument('<cuenta>', 'su e-mail, como lo muestra pasarela accounts'),
  )
    .usage('<cuenta> [opciones]')
    .action(
      ending((wanted: string, _: Reach, command: Command) => useAccount(wanted, command.optsWithGlobals())),
    );

  const certificates = withServiceOptions(
    program.command('certificates').description('los certificados de la cuenta'),
  );
  certificates.action(ending((options: Reach) => listCertificates(options)));
  withServiceOptions(
    certificates
      .command('add')
      .description('guarda un certificado; pregunta la contraseña de su fichero')
      .argument('<fichero>', 'P12 o PFX'),
  )
    .usage('<fichero> [opciones]')
    .option(
      '--type <tipo>',
      'para qué: 1 autorizado RED, 2 SEPE, 3 Agencia Tributaria, 5 DEHú; si no, para todos los organismos',
    )
    .option('--password-stdin', 'lee la contraseña de la entrada estándar')
    .action(
      ending((path: string, _: Reach, command: Command) =>
        addCertificate(path, command.optsWithGlobals() as AddOptions),
      ),
    );
  withServiceOptions(
    certificates
      .command('use')
      .description('actúa desde ahora con un certificado en las operaciones de su organismo')
      .argument(
        '<certificado>',
        'su clave o el principio de ella; o su NIF o su nombre, si solo uno lo tiene',
      ),
  )
    .usage('<certificado> [opciones]')
    .action(
      ending((wanted: string, _: Reach, command: Command) =>
        useCertificate(wanted, command.optsWithGlobals()),
      ),
    );

  program
    .command('operations')
    .description('las operaciones, por grupos')
    .usage('[texto] [opciones]')
    .argument('[texto]', 'solo las que lo tienen en su nombre o en su título')
    .option('--json', 'responde JSON, para programas')
    .action(ending(async (text: string | undefined, options: Reach) => listOperations(text, options)));

  const filings = program
    .command('tramites')
    .description('cómo terminó lo que se presentó')
    .usage('[orden] [opciones]');
  withCertificateOption(
    withServiceOptions(
      filings
        .command('check')
        .description('busca en el organismo un trámite de resultado desconocido; no presenta nada')
        .argument('[trámite]', 'su identificador'),
    ),
  )
    .usage('[trámite] [opciones]')
    .option('--key <clave>', 'en su lugar, la clave de la presentación')
    .action(ending((id: string | undefined, options: Reach & { key?: string }) => checkFiling(id, options)));
  withServiceOptions(
    filings
      .command('wait')
      .description('espera a que termine un trámite, y muestra su respuesta')
      .argument('<trámite>', 'su identificador'),
  )
    .usage('<trámite> [opciones]')
    .option('--seconds <n>', 'segundos de espera, como máximo; 1200 si no se indica')
    .option('--out <carpeta>', 'carpeta para los documentos')
    .action(ending((id: string, options: Reach) => waitForFiling(id, options)));

  const batches = program
    .command('batches')
    .description('muchos trámites desde una hoja')
    .usage('[orden] [opciones]');
  withCertificateOption(
    withServiceOptions(
      batches
        .command('send')
        .description('envía una hoja y prueba cada fila; no presenta nada')
        .argument('<fichero>', 'xlsx, csv, AFI, XML de Contrat@ o JSON'),
    ),
  )
    .usage('<fichero> [opciones]')
    .option('--operation <nombre>', 'el trámite de todas las filas, como registerEmployee')
    .option('--name <nombre>', 'nombre del lote')
    .option(
      '--mapping <cabecera=columna...>',
      'la columna de una cabecera que no se reconoce; sin columna, no se lee. Con Sexo=sexo:HM, también en qué código están sus celdas',
    )
    .option(
      '--value <columna=valor...>',
      'el valor de todas las filas en una columna que la hoja no tiene, como regimen=0111',
    )
    .action(ending((path: string, options: SendOptions) => sendBatch(path, options)));
  withServiceOptions(
    batches
      .command('show')
      .description('cómo va un lote, y sus errores')
      .argument('<lote>', 'su identificador'),
  )
    .usage('<lote> [opciones]')
    .option('--wait', 'espera a que termine lo que está en curso')
    .action(ending((id: string, options: Reach) => batchStatus(id, options)));
  withCommitOptions(batches.command('commit').argument('<lote>', 'su identificador'))
    .usage('<lote> [opciones]')
    .action(ending((id: string, options: Reach) => commitBatch(id, options)));

  withServiceOptions(program.command('events').description('los avisos: qué ha ocurrido'))
    .option('--follow', 'sigue con los nuevos, hasta Ctrl-C')
    .option('--after <cursor>', 'desde un aviso; now, solo los nuevos')
    .option('--type <tipos>', 'tramite.*, o varios separados por comas')
    .option('--company <cliente>', 'solo los de un cliente')
    .option('--every <segundos>', 'con --follow, cuánto espera entre dos consultas (60)')
    .action(ending((options: EventOptions) => showEvents(options)));
};

/** Adds the options for filing a batch, by this command or by its operation's name. Neither files without `--file`. */
const withCommitOptions = (command: Command): Command =>
  withServiceOptions(command.description('presenta lo que pasó el simulacro; sin --file solo dice qué'))
    .option('--rows <cuáles>', 'all, solo si todas pasaron; good, las que pasaron', 'all')
    .option('--file', 'presenta de verdad, tras preguntar')
    .option('--expect <filas>', 'en lugar de preguntar: cuántas filas se presentan')
    .option(
      '--revision <número>',
      'con --file: la del lote que se ha mirado. Si se corrigió después, no se presenta nada',
    );

const COMMIT = 'commitBatch';

const addOperation = (program: Command, operation: Described, ending: Ending): void => {
  const command = program.command(operation.name);
  if (operation.name === COMMIT) {
    withCommitOptions(command)
      .requiredOption('--batchId <lote>', 'identificador del lote')
      .action(ending((options: Reach & { batchId: string }) => commitBatch(options.batchId, options)));
    return;
  }
  withServiceOptions(command.description(aboutOf(operation)).summary(operation.summary));
  const given = addFields(command, operation);
  command.option('--data <fichero.json>', 'los campos, en un fichero de JSON; - es la entrada estándar');
  command.option('--out <carpeta>', 'carpeta para los documentos; si no, la actual');
  if (operation.takesCertificate) withCertificateOption(command);
  if (operation.answersLater) command.option('--later', 'se responde después, con minutos para el organismo');
  if (operation.isList) command.option('--all', 'la lista entera, y no solo su primera parte');
  if (operation.scenarios.length > 0)
    command.addOption(
      withChoices(
        new Option(
          '--scenario <qué>',
          `en un entorno de pruebas, el fallo que se simula: ${operation.scenarios.join(', ')}`,
        ),
        operation.scenarios,
      ),
    );
  if (operation.kind === 'submission') addFiling(command, operation);
  else if (operation.method === 'DELETE' || operation.path.endsWith('/erase'))
    command.option('--yes', 'no pregunta, aunque no se puede deshacer');
  command.action(ending((options: CallOptions) => runOperation(operation, given(), options)));
};

const addFiling = (command: Command, { dryRun }: Described): void => {
  command
    .option('--file', 'PRESENTA de verdad, tras mostrar qué y preguntar; sin ello nada se presenta')
    .option(
      '--key <clave>',
      'con --file: clave propia de esta presentación (Idempotency-Key); si no, una al azar',
    );
  command.option(
    '--repeats <trámite>',
    'el trámite ya aceptado que se repite a propósito; sin ello, lo que se acaba de aceptar no se envía otra vez',
  );
  if (dryRun === 'confirmation')
    command.option(
      '--preview-token <token>',
      'con --file: presenta sin preguntar justo lo que probó ese simulacro',
    );
  else
    command.option(
      '--without-preview',
      'con --file: presenta sin preguntar; esta operación no tiene simulacro',
    );
};

/** Sets the choices for completion and help only; the service checks values. */
const withChoices = (option: Option, choices: string[] | undefined): Option => {
  if (choices) option.argChoices = choices;
  return option;
};

/** Adds a flag for each field. @returns the given values by flag */
const addFields = (
  command: Command,
  operation: Described,
): (() => { flag: Flag; text: string | string[] }[]) => {
  const flags = flagsOf(operation);
  const given = new Map<Flag, string | string[]>();
  for (const flag of flags) {
    const { name, field } = flag;
    const { items, about, required, codes } = field;
    const isRepeatable = items !== undefined && !items.includes('object') && !items.includes('array');
    const value = field.file
      ? 'fichero'
      : field.types.includes('object') || (items && !isRepeatable)
        ? 'json'
        : 'valor';
    const meanings = codes && !about.includes(Object.keys(codes)[0]!) ? ` ${meaningsOf(codes)}` : '';
    const option = new Option(`--${name} <${value}>`, `${required ? '* ' : ''}${about}${meanings}`)
      .helpGroup(FIELDS)
      .argParser((text: string) => {
        const before = given.get(flag);
        // It would be a guess which of two values counts.
        if (before !== undefined && !isRepeatable)
          throw new Misuse(`--${name} está dos veces. No se ha enviado nada.`);
        given.set(flag, isRepeatable ? [...((before as string[]) ?? []), text] : text);
        return text;
      });
    command.addOption(withChoices(option, field.choices));
  }
  return () => [...given].map(([flag, text]) => ({ flag, text }));
};

const MOST_MEANINGS = 12;
const meaningsOf = (codes: Record<string, string>): string =>
  Object.entries(codes)
    .slice(0, MOST_MEANINGS)
    .map(([code, meaning]) => `${code}: ${meaning}`)
    .join('; ');

/** The reference's description of an operation, in terms of the command line. */
const aboutOf = ({ summary, about, kind }: Described): string => {
  const text = about.replaceAll('**', '').replaceAll('con `test` 1, ', 'sin --file, ').replaceAll('`', '');
  const files = kind === 'submission' ? '\n\nSin --file nada se presenta.' : '';
  return `${text.startsWith(summary) ? text : `${summary}. ${text}`}${files}`;
};

/** A text without case and accents, for comparison. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const listOperations = async (text: string | undefined, { json }: Reach): Promise<Exit> => {
  const wanted = plain(text ?? '');
  const found = OPERATIONS.filter(({ name, summary }) => plain(`${name} ${summary}`).includes(wanted));
  if (json) {
    const data = found.map(({ name, group, summary, kind, dryRun }) => ({
      name,
      group,
      summary,
      kind,
      dryRun,
    }));
    print(jsonOf({ success: true, outcome: 'done', data }, 2));
    return EXIT.done;
  }
  if (found.length === 0) tell(`Ninguna operación tiene «${text}» en su nombre o en su título.`);
  const longest = Math.max(0, ...found.map(({ name }) => name.length));
  for (const { name, title } of GROUPS) {
    const own = found.filter(({ group }) => group === name);
    if (own.length > 0)
      print(
        [`${title}:`, ...own.map((one) => `  ${one.name.padEnd(longest)}  ${one.summary}`), ''].join('\n'),
      );
  }
  return EXIT.done;
};

const VERSION = process.env.PASARELA_CLI_VERSION ?? '0.0.0';
