import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Asker, askingPort, capture } from '../../../commands/capture/capture.ts';
import { READINGS, type Values } from '../../../commands/capture/readings.ts';
import { lineOf, type Row } from '../../../commands/capture/row.ts';
import { demoData } from '../../../local/demo.ts';
import { checkRecording } from '../../../reference/wire/recording.ts';
import { collectExchanges } from '../../../reference/wire/table.ts';
import { toP12 } from '../../../sandbox/pki/p12.ts';
import { seed } from '../../../sandbox/seed.ts';
import { connect } from '../../../shared/authorities/channel/channel.ts';
import type { Exchange, Script } from '../../../shared/authorities/exchange.ts';
import { alta } from '../../../shared/authorities/tgss/jacada/atr01.ts';
import { situations } from '../../../shared/authorities/tgss/jacada/situations/situations.ts';
import { byAuthority } from '../../../shared/kernel/errors.ts';
import { startAuthorities } from '../../support/authorities.ts';
import { runCommand } from '../../support/programs/commands.ts';
import { bareEnvironment } from '../../support/programs/environment.ts';
import { atAuthorities } from '../../support/sandbox.ts';
import { leftIn } from '../../support/stand-in/personal.ts';

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());
beforeEach(() => authorities.reset());

const { demo, other } = seed;
const { regimen, ccc } = demo.accounts.general;
const worker = { regimen, ccc, nss: demo.worker.nss };
const contract = { contract: demo.contract.sepeId };
const ALL: Values = {
  ...worker,
  ...contract,
  cif: demo.company.cif,
  dni: demo.worker.dni,
  apellido1: demo.worker.surname,
  apellido2: demo.worker.secondSurname,
  authorised: demo.authorizedUsers[0],
  alta: demo.worker.fecha_alta,
  transformed: demo.convertedContract.sepeId,
  leaver: demo.companyCertificate.dni,
  suspension: demo.companyCertificate.startDate,
  since: demo.fie.startDate,
  client: demo.agency.cif,
  shipment: 'C0000001',
  notice: `${demo.dehu.accepted.origin}-${demo.dehu.accepted.identifier}`,
  opened: `${demo.notices.accepted.role}-${demo.notices.accepted.code}`,
  read: demo.taxNotices.accepted.code,
};

/** The addresses of the authorities, if one server stands for all of them. */
const allAt = (url: string) => byAuthority(() => url);

const asker = (): Asker => {
  const { sandbox, pki } = authorities;
  const { givenName, firstSurname, secondSurname } = demo.holder;
  return {
    addresses: allAt(sandbox.url),
    ca: pki.authority.certificate,
    certificate: {
      version: '1',
      key: pki.client.key,
      chain: pki.client.chain,
      names: [givenName, firstSurname, secondSurname],
    },
  };
};

const rowsOf = async (
  values: Values,
  { by = asker(), ...wanted }: { by?: Asker; unseen?: boolean; folder?: string } = {},
): Promise<Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'capture-'));
  const rows: Row[] = [];
  for await (const row of capture(by, { values, folder, ...wanted })) rows.push(row);
  return rows;
};

/** The contents of a folder's files, by name. */
const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

const lineFor = (rows: Row[], name: string) => lineOf(rows.find(({ exchange }) => exchange.name === name)!);

/** Both need the number of a filing that was just made, and nothing is filed here. */
const AFTER_FILING = ['Certific@2 state of a filing', 'Contrat@ extension PDF', 'VisualizaSc receipt'];

test('each reading of the table of exchanges can be captured', async () => {
  const all = await collectExchanges();
  const readings = all.filter(({ kind }) => kind === 'reading').map(({ name }) => name);
  const [anonymous, ...asked] = READINGS.map(({ exchange }) => exchange.name);
  expect(anonymous).toMatch(/^ACBR0001/);
  expect(
    [...asked, ...AFTER_FILING].sort(),
    'the line of a reading in READINGS of commands/capture/readings.ts, or its name in AFTER_FILING of this file',
  ).toEqual(readings.sort());
});

test('the capture at unchanged stand-ins finds no difference, and shows and stores no personal data', async () => {
  const kept = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    const rows = await rowsOf(ALL, { unseen: true, folder });
    expect(rows.filter(({ verdict }) => verdict !== 'agrees').map(lineOf)).toEqual([]);
    expect(lineFor(rows, 'ATR65 duplicate TA')).toContain(
      'ATRM6500, ATRM6501, EIOMINTE, document; read: document',
    );
    expect(lineFor(rows, 'ATR61 situations')).toContain('in the form: ids');
    expect(lineFor(rows, 'ACBR0001 pension simulation')).toContain('asBrowser: XML of data');
    const files = readdirSync(folder);
    expect(files).toHaveLength(READINGS.length);
    return { lines: rows.map(lineOf).join('\n'), ...textsIn(folder) };
  };
  expect(await leftIn(kept)).toEqual([]);
});

test('the stored data of a worker in their newest form can be read too, and contain nothing personal', async () => {
  const kept = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'capture-'));
    const { breakDown } = atAuthorities(authorities.sandbox.controlUrl);
    await breakDown('newest-pages');
    const rows = await rowsOf(worker, { folder });
    await breakDown('none');
    const line = lineFor(rows, 'ATR61 situations');
    expect(line).toMatch(/^agrees .*in the form: text/);
    const name = readdirSync(folder).find((each) => each.includes('ATR61-situations'))!;
    const har = JSON.parse(readFileSync(join(folder, name), 'utf8'));
    const findings = checkRecording(situations, har);
    expect(findings.map(({ text }) => text).filter((text) => /cannot be read|unlike/.test(text))).toEqual([]);
    return { line, har: JSON.stringify(har) };
  };
  expect(await leftIn(kept)).toEqual([]);
});

test('the capture names the columns of the FIE that no program knows, and none that all know', async () => {
  const { addFieColumns, reset } = atAuthorities(authorities.sandbox.controlUrl);
  const columns = async () => {
    const { regimen, ccc, since } = ALL;
    return lineFor(await rowsOf({ regimen, ccc, since }), 'XV26L100 FIE');
  };
  expect(await columns()).toContain('new columns: none');
  await addFieColumns();
  expect(await columns()).toContain(
    'new columns: Indicador Nuevo | Inicio Descanso Nacimiento | Fecha Nueva',
  );
  await reset();
});

test('a capture without a certificate asks only what needs none, and skips a question without its value', async () => {
  const rows = await rowsOf(ALL, { by: { ...asker(), certificate: undefined } });
  expect(rows.filter(({ verdict }) => verdict !== 'skipped').map(lineOf)).toEqual([
    expect.stringMatching(/^agrees +TGSS ACBR0001/),
  ]);
  const some = await rowsOf({ regimen });
  expect(lineFor(some, 'ATR61 situations')).toContain('not given: --ccc, --nss');
  expect(lineFor(some, 'ECOT tax compliance')).toMatch(/^agrees/);
});

test('the capture reports refusals of the authority, and an authority that does not answer', async () => {
  const { ccc: others } = other.accounts.general ?? Object.values(other.accounts)[0]!;
  const refused = await rowsOf({ ...worker, ccc: others });
  expect(lineFor(refused, 'ATR65 movements')).toMatch(/^refused .*refusal: \d{4}/);
  const nowhere = allAt('https://127.0.0.1:1');
  const rows = await rowsOf(worker, { by: { ...asker(), addresses: nowhere } });
  expect(lineFor(rows, 'ATR65 movements')).toMatch(/^not reached .*no answer/);
});

describe('the capture of a page that was changed', () => {
  /** Changes the authorities' answers on their way. */
  const changing =
    (from: string, to: string): typeof connect =>
    (...destination) => {
      const channel = connect(...destination);
      return {
        send: async (request, deadline) => {
          const answer = await channel.send(request, deadline);
          const body = Buffer.from(answer.body).toString('latin1').replaceAll(from, to);
          return { ...answer, body: Buffer.from(body, 'latin1') };
        },
      };
    };

  test.each<{ from: string; to: string; values: Values; found: Record<string, RegExp> }>([
    {
      from: 'txt_SDFREGCTA_NH',
      to: 'txt_SDFOTHER',
      values: worker,
      found: { 'ATR65 movements': /^differs .*page 1, ATRM6500; .*page without field txt_SDFREGCTA_NH/ },
    },
    {
      from: 'id="SPM.TICKET"',
      to: 'id="TICKET"',
      values: {},
      found: { 'ACBR0001 pension simulation': /^differs .*page 2, BC_01_Pagina; .*neither HTML/ },
    },
    {
      from: 'name="Boton_imprimir"',
      to: 'name="imprime"',
      values: contract,
      found: {
        'Contrat@ contract PDF': /^differs .*datos; .*page without a button to print/,
        'Contrat@ basic copy PDF': /^differs .*datos; .*page without a button to print/,
      },
    },
    {
      from: 'fIslw',
      to: 'fOther',
      values: {},
      found: {
        'ECOT tax compliance': /^differs .*page 2, solicitud; .*refusal/,
        'IAE economic activities': /^differs .*page 2, solicitud; .*refusal/,
      },
    },
  ])('the capture finds the change of $from by its name', async ({ from, to, values, found }) => {
    const rows = await rowsOf(values, { by: { ...asker(), connect: changing(from, to) } });
    const differing = rows.filter(({ verdict }) => verdict === 'differs');
    expect(differing.map(({ exchange }) => exchange.name).sort()).toEqual(Object.keys(found).sort());
    for (const [name, line] of Object.entries(found)) expect(lineFor(rows, name)).toMatch(line);
  });

  test('a value that is missing at its place is reported as empty', async () => {
    const rows = await rowsOf(contract, {
      by: { ...asker(), connect: changing('Fecha de inicio', 'Comienzo') },
    });
    expect(lineFor(rows, 'Contrat@ contract data')).toMatch(/^agrees .*empty: .*startDate/);
  });
});

describe('filing by the command of captures', () => {
  const kept: unknown[] = [];
  const port = () => askingPort(asker(), 'tgss', (conversation) => kept.push(conversation));

  test('the types refuse a submission in place of a reading', () => {
    // @ts-expect-error an exchange that files
    const ask = () => port().read(alta, {});
    expect(ask).toBeTypeOf('function');
    // @ts-expect-error there is no way to file
    expect(port().submit).toBeUndefined();
  });

  test('every submission is refused before anything is sent, and so is a committing step of a reading', async () => {
    const submissions = (await collectExchanges()).filter(({ kind }) => kind === 'submission');
    expect(submissions.length).toBeGreaterThan(15);
    for (const exchange of submissions) {
      const asReading = exchange as unknown as Exchange<'reading', object, unknown>;
      await expect(port().read(asReading, {})).rejects.toThrow(`${exchange.name} files`);
    }
    expect(kept).toEqual([]);
    const disguised: Exchange<'reading', object, unknown> = {
      ...(alta as unknown as Exchange<'reading', object, unknown>),
      kind: 'reading',
      *script(): Script<undefined> {
        yield { method: 'GET', path: '/Xhtml?JacadaApplicationName=SGIRED&TRANSACCION=ATR01&E=I&AP=AFIR' };
        yield { method: 'POST', path: '/Xhtml', body: '', commits: true };
        return undefined;
      },
    };
    await expect(port().read(disguised, {})).rejects.toThrow();
    expect(kept).toMatchObject([{ requests: [{ request: { method: 'GET' } }] }]);
    expect(await authorities.submitted()).toBe(0);
  });
});

describe('the command of captures', () => {
  const PASSWORD = 'clave-de-la-prueba';
  const folder = mkdtempSync(join(tmpdir(), 'capture-'));
  const file = (name: string) => join(folder, name);
  beforeAll(() => {
    const { sandbox, pki } = authorities;
    writeFileSync(file('own.p12'), toP12(pki.client, PASSWORD));
    writeFileSync(file('ca.pem'), pki.authority.certificate);
    writeFileSync(file('password'), `${PASSWORD}\n`);
    const p12 = { file: file('own.p12'), password: PASSWORD };
    writeFileSync(
      file('demo.json'),
      JSON.stringify({ ...demoData(), p12, authorities: { ...allAt(sandbox.url), ca: file('ca.pem') } }),
    );
  });
  const run = (args: string[], variables: Record<string, string> = {}) =>
    runCommand('capture', args, { ...bareEnvironment(), ...variables });

  test('the command asks the stand-ins of a demo.json, and shows and stores neither password, key nor personal data', async () => {
    const shownAndKept = async () => {
      const folder = mkdtempSync(join(tmpdir(), 'capture-'));
      const { stdout, stderr } = await run([
        '--only',
        'readings',
        '--demo',
        file('demo.json'),
        '--folder',
        folder,
      ]);
      expect(stdout).toMatch(/^agrees +TGSS ACBR0001/);
      expect(stdout).toMatch(/^agrees +TGSS ATR37 contribution data/m);
      expect(stdout).toMatch(/\d+ agrees, \d+ skipped\. Recordings: /);
      const texts = { stdout: stdout.replace(/Recordings: .*/, ''), stderr, ...textsIn(folder) };
      for (const text of Object.values(texts)) {
        expect(text).not.toContain(PASSWORD);
        expect(text).not.toMatch(/PRIVATE KEY|CERTIFICATE-----/);
      }
      return texts;
    };
    expect(await leftIn(shownAndKept)).toEqual([]);
  });

  const OWN = ['--only', 'readings', '--p12', file('own.p12')];
  test.each<[string, string[], Record<string, string>, RegExp]>([
    ['what is to be made is not said', [], {}, /--only readings is missing: this command does nothing else/],
    ['there is no password and no terminal', OWN, {}, /P12_PASSWORD or --password-file/],
    ['the password is wrong', OWN, { P12_PASSWORD: 'otra' }, /own\.p12: the password is wrong/],
    [
      'a value has another form',
      [...OWN, '--password-file', file('password'), '--ccc', '12'],
      {},
      /--ccc is wrong\. It takes: that contribution account, 11 digits/,
    ],
  ])('the command says so if %s, and asks no one', async (_why, args, variables, message) => {
    await expect(run(args, variables)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(message),
    });
  });
});
