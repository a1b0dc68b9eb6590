import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { HOST, listen, shut } from '../../sandbox/loopback.ts';
import { seed } from '../../sandbox/seed.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { newAccount } from '../support/accounts.ts';
import { codeOf } from '../support/callers/totp.ts';
import { issueP12, storeNewCertificate } from '../support/certificates.ts';
import { installedCli } from '../support/client/cli.ts';
import { caller } from '../support/demo.ts';
import { scriptedGateway } from '../support/servers/scripted-gateway.ts';
import { unreachables } from '../support/servers/unreachable.ts';
import { cellsOf, csvOf, startBatches } from '../support/sheets/batches.ts';

/** The command line as people get it: its tarball, run by npx in an empty folder, against the service. */

const PASSWORD = 'una contraseña larga';
const { service, queues, authorities } = await startBatches();
const { demo } = service;
const today = madridDay(new Date());

let cli: Awaited<ReturnType<typeof installedCli>>;
/** The environment of a separate session, with a certificate. */
let env: Record<string, string>;
beforeAll(async () => {
  cli = await installedCli();
  env = {
    PASARELA_URL: demo.baseUrl,
    PASARELA_TOKEN: caller.token,
    PASARELA_CERTIFICATE: demo.certificates.tgss,
  };
});

const workers = [demo.newWorker, ...demo.newWorkers];
/** The flags to register a worker whom no other test of this file registers. */
const registration = (): string[] => {
  const { nss, dni, identificacion } = workers.shift()!;
  const { regimen, ccc } = demo.company;
  const fields = {
    regimen,
    ccc,
    nss,
    dni,
    identificacion,
    fecha_real: today,
    grupo_cotizacion: '07',
    tipo_contrato: '100',
    cno: '4122',
    duplicate: 1,
  };
  return [
    'registerEmployee',
    ...Object.entries(fields).flatMap(([name, value]) => [`--${name}`, String(value)]),
  ];
};
const filed = () => authorities.submissions('tgss.alta');
const reading = [
  'listEmployeeSituations',
  '--regimen',
  demo.company.regimen,
  '--ccc',
  demo.company.ccc,
  '--dni',
  demo.worker.dni,
];

const README = join(import.meta.dirname, '../../client/cli/README.md');
/** Writes the session into the README of the command line. */
const recordSession = (text: string): void => {
  const readme = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    readme.replace(/(<!--session-->\n\n```text\n)[\s\S]*?(```\n\n<!--\/session-->)/, `$1${text}\n$2`),
  );
};

const recordedSession = (): string =>
  /<!--session-->\n\n```text\n([\s\S]*?)\n```/.exec(readFileSync(README, 'utf8'))?.[1] ?? '';

/** A session without what differs each time: days, identifiers and the beginnings of secrets. */
const lasting = (session: string): string =>
  session
    .replace(/\d{4}-\d{2}-\d{2}/g, 'AAAA-MM-DD')
    .replace(/\b[0-9A-HJKMNP-TV-Z]{26}\b/g, 'ID')
    .replace(/[\w-]{12}…/g, 'CLAVE…');

/** Tests in a terminal, which the `script` of util-linux makes. */
const inTerminal = test.skipIf(process.platform !== 'linux');

describe('the CLI in an empty folder', () => {
  inTerminal(
    'a person signs in, sees the certificates, reads and tries a registration, and nothing is filed',
    async () => {
      const account = await newAccount(demo.baseUrl, 'Asesoría', PASSWORD);
      writeFileSync(join(cli.folder, 'titular.p12'), await issueP12({ person: seed.demo.holder }));
      const settings = { PASARELA_HOME: join(cli.folder, 'person') };
      const login = ['login', '--url', demo.baseUrl, '--email', account.email];
      const signedIn = await cli.inTerminal(login, [['Contraseña', `${PASSWORD}\r`]], settings);
      expect(signedIn, signedIn.stdout).toMatchObject({ code: 0 });
      expect(signedIn.stdout).toContain(`Sesión iniciada como ${account.email}`);
      expect(signedIn.stdout).not.toContain(PASSWORD);

      const kept = join(settings.PASARELA_HOME, 'credentials.json');
      const { token } = JSON.parse(readFileSync(kept, 'utf8'))[`${demo.baseUrl}#${account.email}`];
      expect(token).toMatch(/^ey/);
      expect(signedIn.stdout).not.toContain(token);
      expect(statSync(kept).mode & 0o777).toBe(0o600);
      expect(statSync(settings.PASARELA_HOME).mode & 0o777).toBe(0o700);

      const session: string[] = [];
      const npx = async (args: string[]) => {
        const ran = await cli.npx(args, { ...settings, COLUMNS: '110' });
        const quoted = args.map((one) => (/[^\w./:=-]/.test(one) ? `'${one}'` : one)).join(' ');
        session.push(`$ npx pasarela ${quoted}`, ran.stdout + ran.stderr);
        return ran;
      };
      const alone = await cli.run(reading, { env: settings });
      expect(alone).toMatchObject({
        code: 3,
        stderr: expect.stringContaining('pasarela certificates add fichero.p12 --type 1'),
      });
      const add = ['certificates', 'add', 'titular.p12', '--type', '1'];
      const added = await cli.inTerminal(
        add,
        [
          ['Contraseña de titular.p12', 'mala\r'],
          ['La contraseña no es la del certificado. Contraseña de titular.p12', 'clave\r'],
        ],
        settings,
      );
      expect(added, added.stdout).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/Guardado: .*RED/),
      });
      expect(added.stdout).not.toMatch(/mala|clave/);
      const certificates = await npx(['certificates']);
      expect(certificates).toMatchObject({ code: 0, stdout: expect.stringContaining(seed.demo.holder.nif) });

      const read = await npx(reading);
      expect(read).toMatchObject({
        code: 0,
        stdout: expect.stringContaining(demo.worker.fecha_alta),
        stderr: expect.stringMatching(/^Certificado: .*RED/),
      });

      const before = await filed();
      const tried = await npx(registration());
      expect(tried, tried.stderr).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Simulacro correcto'),
      });
      expect(tried.stdout).toMatch(/grupo_cotizacion.*07/);
      expect(tried.stderr).toMatch(
        /No se ha presentado nada.*\n {2}npx pasarela registerEmployee --regimen .* --file --preview-token \w+\n/,
      );
      expect(await filed()).toBe(before);

      expect(await npx(['logout'])).toMatchObject({ code: 0 });
      const text = session.map((part) => part.trimEnd()).join('\n');
      if (process.env.SHOW_CLI) recordSession(text);
      expect(lasting(recordedSession())).toBe(lasting(text));
      expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({});
      expect(await cli.run(reading, { env: settings })).toMatchObject({
        code: 5,
        stderr: expect.stringContaining('login'),
      });
    },
  );

  test('an operation takes the certificate of its authority, and the CLI says how to choose one of several', async () => {
    const { gateway, email } = await newAccount(demo.baseUrl, 'Asesoría', PASSWORD);
    const person = { person: seed.demo.holder };
    const store = (type: string) => storeNewCertificate(gateway, person, { type });
    const settings = { PASARELA_URL: demo.baseUrl, PASARELA_HOME: join(cli.folder, 'certificates') };
    const login = ['login', '--email', email, '--password-stdin'];
    await cli.run(login, { input: `${PASSWORD}\n`, env: settings });
    const read = () => cli.run(reading, { env: settings });
    const secrets = [await store('2'), await store('1')];
    expect(await read(), 'there is one of each authority').toMatchObject({ code: 0 });

    const [first = '', second = ''] = [secrets[1], await store('1')];
    secrets.push(second);
    const several = await read();
    expect(several, several.stdout).toMatchObject({ code: 3, stdout: '' });
    expect(several.stderr.match(/(?<=pasarela certificates use )\S+/g)).toEqual(
      expect.arrayContaining([first.slice(0, 12), second.slice(0, 12)]),
    );
    expect(several.stderr).not.toContain(secrets[0]!.slice(0, 12));

    const use = (wanted: string) => cli.run(['certificates', 'use', wanted], { env: settings });
    const many = await use(seed.demo.holder.nif);
    expect(many.code).toBe(3);
    for (const secret of secrets)
      expect(many.stderr).toContain(`pasarela certificates use ${secret.slice(0, 12)}  (`);
    expect(await use(secrets[0]!.slice(0, 8))).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('al menos 12 caracteres'),
    });
    // The one of another authority that was chosen is not taken for this one.
    expect(await use(secrets[0]!.slice(0, 12))).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ code: 3 });
    expect(await use(second.slice(0, 12))).toMatchObject({ code: 0 });
    expect(await read()).toMatchObject({ code: 0, stderr: '' });
  });

  test('the CLI is one program that needs no other package, with the licences of the code in it', () => {
    const installed = join(cli.folder, 'node_modules');
    const others = readdirSync(installed).filter((name) => !name.startsWith('.') && name !== '@napi-rs');
    expect(others).toEqual(['pasarela-cli']);
    expect(readdirSync(join(installed, 'pasarela-cli/dist')).toSorted()).toEqual([
      'LICENSES.txt',
      'pasarela.js',
    ]);
    expect(readFileSync(join(installed, 'pasarela-cli/dist/LICENSES.txt'), 'utf8')).toContain('commander 15');
  });
});

describe('signing in with the CLI', () => {
  inTerminal('takes a second factor, and the password from the standard input', async () => {
    const { gateway, email } = await newAccount(demo.baseUrl, 'Asesoría', PASSWORD);
    const { secret } = (await gateway.post('/auth/second-factor', {})).body.data;
    const on = await gateway.call('PUT', '/auth/second-factor', {
      json: { code: codeOf(secret), password: PASSWORD },
    });
    const [first, second] = on.body.data.recovery_codes as string[];
    const settings = { PASARELA_HOME: join(cli.folder, 'second-factor') };
    const login = ['login', '--url', demo.baseUrl, '--email', email, '--password-stdin'];
    const input = `${PASSWORD}\n`;
    expect(await cli.run(login, { input, env: settings })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining('401'),
    });
    expect(existsSync(join(settings.PASARELA_HOME, 'credentials.json'))).toBe(false);
    const withCode = await cli.run([...login, '--code', first!, '--json'], { input, env: settings });
    expect(withCode, withCode.stderr).toMatchObject({ code: 0 });
    expect(JSON.parse(withCode.stdout)).toMatchObject({ outcome: 'done', email });
    const session = await cli.run(['getSession', '--json'], { env: settings });
    expect(JSON.parse(session.stdout)).toMatchObject({ data: { second_factor: true } });

    const asked = await cli.inTerminal(
      ['login', '--url', demo.baseUrl, '--email', email],
      [
        ['Contraseña', `${PASSWORD}\r`],
        ['Código del segundo factor', `${second}\r`],
      ],
      settings,
    );
    expect(asked, asked.stdout).toMatchObject({ code: 0 });
  });

  test('each of several accounts at one address has its session and its chosen certificate', async () => {
    const env = { PASARELA_HOME: join(cli.folder, 'other-user') };
    const [one, other] = [
      await newAccount(demo.baseUrl, 'Asesoría', PASSWORD),
      await newAccount(demo.baseUrl, 'Otra asesoría', PASSWORD),
    ];
    const secret = await storeNewCertificate(one.gateway, { person: seed.demo.holder }, { type: '1' });
    const signIn = (email: string) =>
      cli.run(['login', '--url', demo.baseUrl, '--email', email, '--password-stdin'], {
        input: `${PASSWORD}\n`,
        env,
      });
    const chosen = (email: string) =>
      JSON.parse(readFileSync(join(env.PASARELA_HOME, 'credentials.json'), 'utf8'))[
        `${demo.baseUrl}#${email}`
      ].certificates;
    const whoActs = async (...more: string[]) =>
      JSON.parse((await cli.run(['getSession', '--json', ...more], { env })).stdout).data?.email;
    expect(await signIn(one.email)).toMatchObject({ code: 0 });
    expect(await cli.run(['certificates', 'use', seed.demo.holder.nif], { env })).toMatchObject({ code: 0 });
    expect(await signIn(one.email)).toMatchObject({ code: 0 });
    expect(chosen(one.email)).toEqual({ 1: secret });
    expect(await signIn(other.email)).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`También hay sesión de ${one.email}`),
    });
    expect(chosen(other.email)).toBeUndefined();

    expect([await whoActs(), await whoActs('--account', one.email)]).toEqual([other.email, one.email]);
    const both = [one.email, other.email].toSorted();
    const marked = (inUse: string) =>
      both.map((email) => `${email === inUse ? '*' : ' '} ${email}\n`).join('');
    expect(await cli.run(['accounts'], { env })).toMatchObject({ code: 0, stdout: marked(other.email) });
    expect(await cli.run(['accounts', 'use', one.email], { env })).toMatchObject({ code: 0 });
    expect([await whoActs(), await whoActs('--account', other.email)]).toEqual([one.email, other.email]);
    expect(await cli.run(['getSession', '--account', 'nadie@example.com'], { env })).toMatchObject({
      code: 5,
      stderr: expect.stringContaining(`pasarela accounts use ${one.email}`),
    });
    const withToken = { ...env, PASARELA_TOKEN: 't', PASARELA_URL: demo.baseUrl };
    expect(await cli.run(['getSession', '--account', one.email], { env: withToken })).toMatchObject({
      code: 2,
    });

    expect(await cli.run(['logout'], { env })).toMatchObject({
      code: 0,
      stdout: `Sesión cerrada. Siguen abiertas las de ${other.email}.\n`,
    });
    expect(await whoActs(), 'no other account acts by itself').toBeUndefined();
    expect(await whoActs('--account', other.email)).toBe(other.email);
  });

  test('signing in never sends a password without TLS, nor follows it to another address', async () => {
    const login = ['login', '--email', 'a@example.com', '--password-stdin', '--url'];
    const plain = await cli.run([...login, 'http://pasarela.example.com/api/v4'], { input: 'x\n' });
    expect(plain).toMatchObject({ code: 2, stderr: expect.stringContaining('https://') });
  });
});

describe('filing with the CLI', () => {
  inTerminal(
    'shows what will be filed, asks, and files once, with the document in a file of its own',
    async () => {
      const before = await filed();
      const wanted = registration();
      const refused = await cli.inTerminal([...wanted, '--file'], [['¿Presentar?', '\r']], env);
      expect(refused).toMatchObject({
        code: 5,
        stdout: expect.stringContaining('No se ha presentado nada.'),
      });
      expect(await filed()).toBe(before);

      const done = await cli.inTerminal(
        [...wanted, '--file', '--out', 'documentos'],
        [['¿Presentar?', 'y']],
        env,
      );
      expect(done, done.stdout).toMatchObject({ code: 0 });
      expect(done.stdout).toMatch(
        /Dar de alta a un trabajador[\s\S]*grupo_cotizacion[\s\S]*Simulacro correcto[\s\S]*¿Presentar\?/,
      );
      expect(await filed()).toBe(before + 1);
      const [document = '', ...others] = readdirSync(join(cli.folder, 'documentos'));
      expect(others).toEqual([]);
      expect(document).toMatch(/^[^/]+-[0-9A-Z]{26}\.pdf$/);
      expect(readFileSync(join(cli.folder, 'documentos', document), 'latin1').slice(0, 5)).toBe('%PDF-');

      // By now, the worker is registered at the authority.
      const again = await cli.run([...wanted, '--json'], { env });
      expect(again).toMatchObject({ code: 3 });
      expect(JSON.parse(again.stdout)).toMatchObject({
        outcome: 'refused',
        status: 422,
        errors: { tgss: [expect.any(String)] },
      });
    },
  );

  test('the CLI takes the token of a dry run in a program, and files exactly what was tried, once', async () => {
    const before = await filed();
    const wanted = registration();
    const tried = JSON.parse((await cli.run([...wanted, '--json'], { env })).stdout);
    expect(tried).toMatchObject({ outcome: 'done', previewToken: expect.any(String) });
    const file = ['--file', '--json', '--preview-token', tried.previewToken];

    const changed = await cli.run([...wanted.with(wanted.indexOf('--cno') + 1, '2611'), ...file], { env });
    expect(changed).toMatchObject({ code: 3 });
    expect(JSON.parse(changed.stdout).errors).toHaveProperty('cno');
    const alone = await cli.run([...wanted, '--file'], { env });
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--preview-token') });
    expect(await filed()).toBe(before);

    const done = await cli.run([...wanted, ...file, '--key', 'alta-1'], { env });
    expect(done, done.stdout).toMatchObject({ code: 0 });
    expect(JSON.parse(done.stdout)).toMatchObject({
      outcome: 'done',
      idempotencyKey: 'alta-1',
      filingId: expect.any(String),
    });
    const twice = await cli.run([...wanted, ...file, '--key', 'alta-1'], { env });
    expect(JSON.parse(twice.stdout)).toMatchObject({ replayed: true });
    expect(await filed()).toBe(before + 1);
  });

  test('the CLI takes its fields from a JSON file, in which no name may appear twice', async () => {
    const { nss, dni } = demo.worker;
    const { regimen, ccc } = demo.company;
    const fields = { regimen, ccc, nss, dni, fecha_real: today, cno: '2611' };
    // As PowerShell writes it.
    writeFileSync(join(cli.folder, 'cno.json'), `\ufeff${JSON.stringify(fields)}`, 'utf16le');
    const tried = await cli.run(['updateCno', '--data', 'cno.json'], { env });
    expect(tried, tried.stderr).toMatchObject({ code: 0 });
    const twice = `${JSON.stringify(fields).slice(0, -1)},"cno":"4122"}`;
    expect(await cli.run(['updateCno', '--data', '-'], { env, input: twice })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cno'),
    });
  });

  test('the CLI ends with an exit code of its own if the outcome is unknown, and names the command that looks it up', async () => {
    const { regimen, ccc } = demo.company;
    const { nss, dni, identificacion } = demo.worker;
    const fields = {
      regimen,
      ccc,
      nss,
      dni,
      identificacion,
      startDate: `${today.slice(0, 7)}-01`,
      dia_efectivo: 10,
      no_remunerada: 1,
    };
    const flags = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const wanted = ['recordUnpaidPlacement', ...flags, '--scenario', 'lost-answer'];
    // It has no dry run, so without the flag nothing at all is sent.
    const requests = await authorities.stats();
    expect(await cli.run(wanted, { env })).toMatchObject({ code: 5 });
    expect(await authorities.stats()).toEqual(requests);

    const lost = await cli.run([...wanted, '--file', '--without-preview'], { env });
    expect(lost, lost.stderr).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('RESULTADO DESCONOCIDO'),
    });
    const [, id = ''] = /pasarela tramites check (\w{26})/.exec(lost.stderr)!;
    const checked = await cli.run(['tramites', 'check', id], { env });
    expect(checked).toMatchObject({ code: 4, stdout: expect.stringContaining('puede haberse realizado') });
    const [, key = ''] = /Clave de esta presentación: (\S+)/.exec(lost.stderr)!;
    expect(
      JSON.parse((await cli.run(['tramites', 'check', '--key', key, '--json'], { env })).stdout),
    ).toMatchObject({
      outcome: 'unknown',
      data: { id },
    });
    const seen = [
      'resolveFiling',
      '--id',
      id,
      '--filed',
      'sí',
      '--note',
      'Consta en la página del organismo.',
    ];
    expect(await cli.run(seen, { env })).toMatchObject({ code: 0 });
    expect(await cli.run(['tramites', 'check', id], { env })).toMatchObject({ code: 0 });
  });
});

describe('a batch in the CLI', () => {
  /** Processes batches until the command has ended. */
  const meanwhile = async <Result>(command: Promise<Result>): Promise<Result> => {
    let isOver = false;
    const over = command.finally(() => {
      isOver = true;
    });
    while (!isOver) await queues.makeAll(2);
    return over;
  };
  const row = () => {
    const { nss, dni, identificacion } = workers.shift()!;
    const { regimen, ccc } = demo.company;
    const body = {
      regimen,
      ccc,
      nss,
      dni,
      identificacion,
      fecha_real: today,
      grupo_cotizacion: '07',
      tipo_contrato: '100',
      cno: '4122',
    };
    return { operation: 'registerEmployee', body };
  };

  inTerminal(
    'is tried, its mistakes are shown as a table, and it is filed in a second step only',
    async () => {
      const before = await filed();
      const rows = [row(), { ...row(), body: { ...row().body, fecha_real: 'pronto' } }];
      writeFileSync(join(cli.folder, 'altas.csv'), csvOf(rows.map(cellsOf)));
      const sent = await meanwhile(cli.inTerminal(['batches', 'send', 'altas.csv'], [], env));
      expect(sent, sent.stderr).toMatchObject({
        code: 3,
        stdout: expect.stringMatching(/3.*tiene errores.*fecha_real/s),
      });
      const [, id = ''] = /pasarela batches commit (\w{26}) --rows good --revision 0 --file/.exec(
        sent.stdout,
      )!;

      for (const shown of [
        await cli.run(['batches', 'commit', id, '--rows', 'good'], { env }),
        await cli.run(['commitBatch', '--batchId', id, '--rows', 'good'], { env }),
      ])
        expect(shown).toMatchObject({
          code: 0,
          stderr: expect.stringContaining('1 fila de 2 para presentar'),
        });
      const commit = ['batches', 'commit', id, '--rows', 'good', '--revision', '0', '--file'];
      expect(await cli.run(commit, { env })).toMatchObject({ code: 2 });
      expect(await cli.run([...commit, '--expect', '2'], { env })).toMatchObject({ code: 5 });
      await queues.makeAll(2);
      expect(await filed()).toBe(before);

      const done = await meanwhile(cli.run([...commit, '--expect', '1', '--json'], { env }));
      expect(JSON.parse(done.stdout)).toMatchObject({
        outcome: 'ended',
        data: { batch: { counts: { filed: 1, wrong: 1 } } },
      });
      expect(await filed()).toBe(before + 1);
    },
  );

  test('a sheet in UTF-16 is tried with the columns and values that its options give, and refused without them', async () => {
    const { regimen, fecha_real, identificacion, ...body } = row().body;
    const cells = { ...body, identificacion: String(identificacion), Fecha: fecha_real, Notas: 'urgente' };
    const sheet = csvOf([cells]);
    // As Excel saves Unicode text.
    writeFileSync(join(cli.folder, 'propia.csv'), `\ufeff${sheet}`, 'utf16le');
    const send = ['batches', 'send', 'propia.csv', '--operation', 'registerEmployee', '--json'];
    const refused = await meanwhile(cli.run(send, { env }));
    // A fault of the file is of no row.
    expect(refused, refused.stdout).toMatchObject({ code: 3 });
    expect(JSON.parse(refused.stdout).data.batch).toMatchObject({
      rows: 1,
      message: expect.stringContaining('Columna desconocida'),
    });
    const mapping = ['--mapping', 'Fecha=fecha_real', 'Notas=', '--value', `regimen=${regimen}`];
    const tried = await meanwhile(cli.run([...send, ...mapping], { env }));
    expect(tried, tried.stdout).toMatchObject({ code: 0 });
    expect(JSON.parse(tried.stdout).data.batch).toMatchObject({
      counts: { tried: 1 },
      mapping: [
        { header: 'Fecha', column: 'fecha_real', reading: null, value: null },
        { header: 'Notas', column: null, reading: null, value: null },
        { header: null, column: 'regimen', reading: null, value: regimen },
      ],
    });
  });
});

describe('the CLI with a scripted service', () => {
  const scripted = async (...of: Parameters<typeof scriptedGateway>) => {
    const { seen, baseUrl } = await scriptedGateway(...of);
    return {
      seen,
      env: { PASARELA_URL: baseUrl, PASARELA_TOKEN: 'un-token-secreto', PASARELA_CERTIFICATE: 'c' },
    };
  };
  const change = ['updateCno', '--regimen', '0111', '--cno', '2611'];

  test.each([
    ['a flag that does not exist', ['--flie']],
    ['a value for the flag that files', ['--file=no']],
    ['a flag twice', ['--cno', '4122']],
    ['a token without filing', ['--preview-token', 'x']],
    ['no person and no token', ['--file']],
    ['the token of a dry run that failed in a script', ['--file', '--preview-token', '']],
    ['an empty key', ['--file', '--preview-token', 'x', '--key', '']],
    ['an empty trámite to repeat', ['--file', '--preview-token', 'x', '--repeats', '']],
    ['a word too many', ['file']],
  ])('the CLI sends nothing with %s', async (_, more) => {
    const { seen, env } = await scripted(() => ({}));
    expect(await cli.run([...change, ...more], { env })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('No se ha enviado nada'),
    });
    const json = await cli.run([...change, ...more, '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({ success: false, outcome: 'misuse' });
    expect(seen).toEqual([]);
  });

  test('the CLI sends a dry run unless --file is given, with a key either way', async () => {
    const { seen, env } = await scripted(() => ({}));
    await cli.run(change, { env });
    await cli.run([...change, '--file', '--preview-token', 'x'], { env });
    expect(seen.map(({ json }) => json)).toEqual([
      { regimen: '0111', cno: '2611', test: 1 },
      { regimen: '0111', cno: '2611' },
    ]);
    for (const { headers } of seen) expect(headers['idempotency-key']).toMatch(/^\w{32}$/);
    expect(seen[1]!.headers).toMatchObject({ 'preview-token': 'x' });
  });

  describe('an act that was accepted before', () => {
    const FIRST = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
    const repeated = { headers: { 'X-Repeated': FIRST, 'X-Tramite-Id': FIRST } };
    /** A service whose dry runs and answers say that Ana had the same accepted. */
    const service = () =>
      scripted(({ method, path, json }) => {
        if (path.endsWith(`/tramites/${FIRST}`))
          return { data: { id: FIRST, user: { name: 'Ana Ruiz' }, ended_at: '2026-11-28T09:32:05.000Z' } };
        if (method === 'GET') return {};
        return { ...repeated, ...(json?.test === 1 && { body: { previewToken: 'DRY' } }) };
      });
    const WHO = `Ya lo presentó Ana Ruiz el 28/11/26 a las 10:32 (trámite ${FIRST}).`;

    test('the CLI says that such an act was not sent again, and repeats it only by its trámite', async () => {
      const { seen, env } = await service();
      const args = [...change, '--file', '--preview-token', 'x'];
      expect(await cli.run(args, { env })).toMatchObject({
        code: 0,
        stderr: expect.stringContaining(`${WHO} No se ha enviado otra vez.`),
      });
      const json = await cli.run([...args, '--repeats', FIRST, '--json'], { env });
      expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'done', repeated: FIRST });
      const sent = seen.filter(({ method }) => method === 'PUT').map(({ headers }) => headers.repeats);
      expect(sent).toEqual([undefined, FIRST]);
      expect(await cli.run(change, { env })).toMatchObject({
        stderr: expect.stringContaining(`${WHO} Solo si hay que repetirlo, presente con --repeats ${FIRST}`),
      });
    });

    inTerminal('is asked for by the day and the person, and repeated if a person says so', async () => {
      const { seen, env } = await service();
      const filings = () =>
        seen.filter(({ method, json }) => method === 'PUT' && json?.test !== 1).map(({ headers }) => headers);
      const asking = (answer: string) =>
        cli.inTerminal([...change, '--file'], [['OTRA VEZ. ¿Repetirlo?', answer]], env);
      const refused = await asking('\r');
      expect(refused.code).toBe(5);
      expect(refused.stdout.replace(/\s+/g, ' ')).toContain(WHO);
      expect(filings()).toEqual([]);
      await asking('y');
      expect(filings()).toMatchObject([{ 'preview-token': 'DRY', repeats: FIRST }]);
    });
  });

  test.each([
    ['a 502', 4, () => ({ status: 502, headers: { 'X-Tramite-Id': '01KAJ5Z3W8Q2N6T4R0M9XCVB7D' } })],
    ['a connection that is cut', 4, () => (response: { destroy: () => void }) => response.destroy()],
    [
      'an error of something in between',
      4,
      () => (response: { writeHead: (status: number) => { end: (text: string) => void } }) =>
        response.writeHead(503).end('no'),
    ],
    ['a 422', 3, () => ({ status: 422 })],
    ['a 401', 5, () => ({ status: 401 })],
    ['a 409', 5, () => ({ status: 409 })],
    ['a 429', 5, () => ({ status: 429, headers: { 'Retry-After': '1' } })],
    ['a 503 of the service', 5, () => ({ status: 503, headers: { 'Retry-After': '1' } })],
    ['half of what was asked', 7, () => ({ body: { success: false } })],
  ])('the CLI ends a submission by %s with %i, and never sends it again', async (_, code, answer) => {
    const { seen, env } = await scripted(answer as never);
    const ran = await cli.run([...change, '--file', '--preview-token', 'x', '--json'], { env });
    expect(ran).toMatchObject({ code });
    expect(seen).toHaveLength(1);
    const json = JSON.parse(ran.stdout);
    expect(json).toMatchObject({
      outcome: { 3: 'refused', 4: 'unknown', 5: 'notSent', 7: 'inPart' }[code as 3],
    });
    if (code === 4) expect(json.check).toMatch(/^pasarela tramites check (?:\w{26}|--key \w{32})$/);
    expect(ran.stdout + ran.stderr).not.toContain('un-token-secreto');
  });

  test('the CLI says why a submission was not sent, with an exit code of its own, and shows no secret', async () => {
    const { list, end } = await unreachables();
    onTestFinished(end);
    for (const { baseUrl, token, message } of list) {
      const settings = { env: { PASARELA_URL: baseUrl, PASARELA_TOKEN: token } };
      const file = [...change, '--file', '--preview-token', 'x'];
      const ran = await cli.run(file, settings);
      expect(ran).toMatchObject({ code: 8, stderr: expect.stringContaining(message) });
      expect(ran.stdout + ran.stderr).not.toMatch(/DESCONOCIDO|secreto/);
      const json = await cli.run([...file, '--json'], settings);
      expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'notReached', message });
    }
    const url = list[0]!.baseUrl;
    const login = ['login', '--url', url, '--email', 'a@example.com', '--password-stdin'];
    expect(await cli.run(login, { input: 'x\n' })).toMatchObject({ code: 8 });
  });

  /** What a shell with a full disk as its output ends with. */
  const onFullDisk = (args: string[], env: Record<string, string>) => cli.inShell(args, '> /dev/full', env);

  test.skipIf(process.platform !== 'linux')(
    'the CLI calls a result that cannot be written no success, and names the trámite of an accepted filing',
    async () => {
      const trámite = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
      const { seen, env } = await scripted(({ path }) =>
        path.includes('/auth') ? { status: 401 } : { headers: { 'X-Tramite-Id': trámite } },
      );
      for (const more of [[], ['--json']]) {
        const filed = await onFullDisk([...change, '--file', '--preview-token', 'x', ...more], env);
        expect(filed).toMatchObject({
          code: 7,
          stderr: expect.stringContaining('no queda sitio en el disco'),
        });
        expect(filed.stderr).toContain(`Se ha presentado (trámite ${trámite})`);
        const read = await onFullDisk(['listClients', ...more], env);
        expect(read).toMatchObject({ code: 7, stderr: expect.stringContaining('ENOSPC') });
        expect(await onFullDisk(['getSession', ...more], env)).toMatchObject({ code: 5 });
      }
      expect(await onFullDisk(['operations'], env)).toMatchObject({ code: 7 });
      expect(await cli.inShell(['operations'], '> >(head -n 0)', env)).toMatchObject({
        code: 0,
        stderr: '',
      });
      expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(2);
    },
  );

  test('the CLI says why it waits, and ends when it has waited for as long as it may', async () => {
    const closed = { status: 503, headers: { 'Retry-After': '1' } };
    const passing = await scripted((_, time) => (time === 1 ? closed : {}));
    const wait = 'El organismo no atiende; se vuelve a preguntar en 1 s\n';
    expect(await cli.run(reading, { env: passing.env })).toMatchObject({ code: 0, stderr: wait });
    const lasting = await scripted(() => closed);
    expect(await cli.run([...reading, '--max-wait', '2'], { env: lasting.env })).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(new RegExp(`^(?:${wait}){2}Error 503`)),
    });
    expect(lasting.seen).toHaveLength(3);
    expect(await cli.run([...reading, '--max-wait', 'x'], { env: lasting.env })).toMatchObject({ code: 2 });
  });

  test('the CLI obeys HTTPS_PROXY and NO_PROXY', async () => {
    const connected: string[] = [];
    const proxy = createServer().on('connect', ({ url = '' }, socket) => {
      connected.push(url);
      socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n');
    });
    onTestFinished(() => shut(proxy));
    const PASARELA_URL = 'https://no-existe.invalid/api/v4';
    const env = { PASARELA_URL, PASARELA_TOKEN: 't', HTTPS_PROXY: `http://${HOST}:${await listen(proxy)}` };
    expect(await cli.run(reading, { env })).toMatchObject({
      code: 8,
      stderr: expect.stringMatching(/el proxy no deja llegar a no-existe\.invalid.*HTTPS_PROXY/),
    });
    expect(connected).toEqual(['no-existe.invalid:443']);
    const without = await cli.run(reading, { env: { ...env, NO_PROXY: 'no-existe.invalid' } });
    expect(without.stderr).toContain('no se encuentra ningún servidor no-existe.invalid');
    expect(connected).toHaveLength(1);
  });

  test('the CLI gives the elements of a page as data to programs, and a line each to people', async () => {
    const data = [
      { id: '01', state: 'accepted' },
      { id: '02', state: 'refused' },
    ];
    const pagination = { page: 1, lastPage: 2 };
    const { env } = await scripted(() => ({ data: { data, pagination } }));
    const json = await cli.run(['listFilings', '--json'], { env });
    expect(JSON.parse(json.stdout)).toMatchObject({ outcome: 'done', data, pagination });
    expect(await cli.run(['listFilings'], { env })).toMatchObject({
      code: 0,
      stdout: 'id  state\n01  accepted\n02  refused\n',
      stderr: expect.stringContaining('Página 1 de 2'),
    });
  });

  test('the CLI removes escapes of a terminal from answers, and saves documents only in their folder', async () => {
    const file = {
      name: '../../fuera.pdf',
      contentType: 'application/pdf',
      content: Buffer.from('%PDF-').toString('base64'),
    };
    const { env } = await scripted(() => ({
      data: { file, cno: '\u001b[2J4122' },
      body: { message: '\u001b]0;x\u0007Hecho' },
    }));
    mkdirSync(join(cli.folder, 'a/b'), { recursive: true });
    const ran = await cli.run(['getLifeReport', '--out', 'a/b'], { env });
    expect(ran).toMatchObject({ code: 0 });
    for (const control of ['\u001b', '\u0007', '\u009b'])
      expect(ran.stdout + ran.stderr).not.toContain(control);
    expect(readdirSync(join(cli.folder, 'a/b'))).toEqual(['fuera.pdf']);
    const { stdout } = await cli.run(['getLifeReport', '--json'], { env });
    expect(stdout).not.toContain('\u001b');
    expect(JSON.parse(stdout)).toMatchObject({ data: { file, cno: '\u001b[2J4122' } });
  });

  test('the CLI shows events one a line, for programs one JSON a line, and follows them until it is interrupted', async () => {
    const event = {
      id: 'e1',
      type: 'tramite.accepted',
      at: '2026-11-27T10:00:00.000Z',
      company: null,
      clientId: null,
      subject: { kind: 'tramite', id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D' },
      detail: { state: 'accepted', days: null, authority: 'tgss' },
      cursor: 'c1',
    };
    const page = { cursor: 'c1', more: false, missed: false };
    const { seen, env } = await scripted(({ path }) => ({
      data: { ...page, events: path.includes('after=c1') ? [] : [event] },
    }));
    expect(await cli.run(['events'], { env })).toMatchObject({
      code: 0,
      stdout: `2026-11-27 11:00:00 CET  tramite.accepted  tramite ${event.subject.id}  state=accepted  authority=tgss\n`,
    });
    const { child, ended } = cli.begin(['events', '--follow', '--type', 'tramite.*', '--json'], env);
    child.stdout.once('data', () => child.kill('SIGINT'));
    const followed = await ended;
    expect(followed).toMatchObject({ code: 0 });
    expect(JSON.parse(followed.stdout)).toEqual(event);
    expect(seen.at(-1)!.path).toContain('type=tramite.*');
  });

  test('the CLI stops following events when its output is closed', async () => {
    const event = {
      at: '',
      type: 'a',
      company: null,
      subject: { kind: 'b', id: 'c' },
      detail: {},
      cursor: 'c1',
    };
    const { env } = await scripted(() => ({
      data: { events: [event, event], cursor: 'c1', more: true, missed: false },
    }));
    const { child, ended } = cli.begin(['events', '--follow'], env);
    child.stdout.once('data', () => child.stdout.destroy());
    expect(await ended).toMatchObject({ code: 0 });
  });

  test('the CLI ends with the code of an unknown outcome when it is interrupted while a submission is under way', async () => {
    let arrived = () => {};
    const isThere = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const { env } = await scripted(() => () => arrived());
    const { child, ended } = cli.begin([...change, '--file', '--preview-token', 'x'], env);
    await isThere;
    child.kill('SIGINT');
    expect(await ended).toMatchObject({
      code: 4,
      stderr: expect.stringMatching(/pasarela tramites check --key \w{32}/),
    });
  });

  test('the CLI says that the outcome of a batch is unknown if its commit was not answered', async () => {
    const id = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
    const batch = {
      id,
      name: 'Altas',
      rows: 1,
      revision: 3,
      warnings: 0,
      counts: { tried: 1 },
      state: 'previewed',
    };
    const { seen, env } = await scripted(({ method }) =>
      method === 'GET' ? { data: { batch, rows: [] } } : (response) => response.destroy(),
    );
    const commit = ['batches', 'commit', id, '--file', '--expect', '1'];
    const ran = await cli.run([...commit, '--revision', '2'], { env });
    expect(ran).toMatchObject({ code: 4, stderr: expect.stringContaining(`pasarela batches show ${id}`) });
    const sent = () => seen.flatMap(({ method, json }) => (method === 'POST' ? [json] : []));
    expect(sent(), 'once, and only what a person looked at').toEqual([{ rows: 'all', revision: 2 }]);
    for (const by of [commit, ['commitBatch', '--batchId', id, '--file', '--expect', '1']])
      expect(await cli.run(by, { env })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('--revision'),
      });
    expect(sent(), 'what names no revision is not sent').toHaveLength(1);
  });

  test('the CLI leaves an outcome unknown that cannot be looked up now, and looks up no other trámite', async () => {
    const { seen, env } = await scripted(() => ({ status: 401 }));
    expect(await cli.run(['tramites', 'check', 'x'], { env })).toMatchObject({ code: 4 });
    for (const none of [['check'], ['check', ''], ['check', '--key', '']])
      expect(await cli.run(['tramites', ...none], { env })).toMatchObject({ code: 2 });
    expect(seen).toHaveLength(1);
  });

  test('the CLI does not take a wrong password for a session that has ended, and names each field once', async () => {
    const wrong = await scripted(() => ({ status: 401 }));
    const login = ['login', '--email', 'a@example.com', '--password-stdin', '--url', wrong.env.PASARELA_URL];
    const refused = await cli.run(login, { input: 'mala\n' });
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('Error 401') });
    expect(refused.stderr).not.toContain('La sesión ha caducado');
    const { env } = await scripted(() => ({
      status: 422,
      body: { errors: { ccc: ['ccc: Es obligatorio.'] } },
    }));
    expect((await cli.run(change, { env })).stderr).toMatch(/│ ccc +│ Es obligatorio\. │/);
  });

  test('the CLI asks before an act that cannot be undone, and demands its flag in a program', async () => {
    const { seen, env } = await scripted(() => ({}));
    const remove = ['deleteClient', '--customerID', '7'];
    expect(await cli.run(remove, { env })).toMatchObject({ code: 2 });
    expect(seen).toEqual([]);
    expect(await cli.run([...remove, '--yes'], { env })).toMatchObject({ code: 0 });
    expect(seen).toMatchObject([{ method: 'DELETE', path: '/api/v4/customer/7' }]);
  });

  test('the CLI never uses a field of an address to reach another address', async () => {
    const { seen, env } = await scripted(() => ({}));
    for (const id of ['', '..', '../tramites', '.'])
      expect(await cli.run(['getFiling', '--id', id], { env })).toMatchObject({ code: 2 });
    expect(seen).toEqual([]);
  });
});

describe('the CLI in a terminal', () => {
  test('the CLI explains the exit codes in its help, in Spanish', async () => {
    const { stdout } = await cli.run(['--help']);
    expect(stdout).toMatch(
      /Códigos de salida:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 {2}Rechazado.*\n {2}4 {2}DESCONOCIDO/,
    );
    expect(stdout).not.toMatch(/Usage|Options|display help/);
  });

  test('the CLI names a command that does not exist, also when help is asked for it', async () => {
    for (const more of [[], ['--help']])
      expect(await cli.run(['registerEmploye', ...more])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(/No existe la orden registerEmploye. ¿Quería decir registerEmployee\?/),
      });
  });

  test('the CLI proposes operations for a word that is no command', async () => {
    const { code, stderr } = await cli.run(['alta']);
    expect(code).toBe(2);
    expect(stderr).toMatch(
      /No existe la orden alta. Puede ser:\n {2}pasarela registerEmployee {3}Dar de alta/,
    );
  });

  test('the CLI finds operations without accents, and says so if there is none', async () => {
    expect((await cli.run(['operations', 'cotizacion'])).stdout).toContain('getContributionData');
    expect(await cli.run(['operations', 'nóminas'])).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Ninguna operación tiene «nóminas»'),
    });
  });

  test('the CLI completes the names of operations and of their fields', async () => {
    const { stdout } = await cli.run(['complete', '--', 'registerE']);
    expect(stdout).toContain('registerEmployee');
    expect((await cli.run(['complete', '--', 'registerEmployee', '--grupo'])).stdout).toContain(
      '--grupo_cotizacion',
    );
    const script = await cli.run(['complete', 'bash']);
    expect(script.stdout).toContain('pasarela complete --');
    execFileSync('bash', ['-n'], { input: script.stdout });
  });
});
