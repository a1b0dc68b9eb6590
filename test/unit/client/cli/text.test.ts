import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fileName, keepDocuments, saveAs } from '../../../../client/cli/src/documents.ts';
import {
  jsonOf,
  line,
  lines,
  linesOf,
  momentOf,
  pageIn,
  quoted,
  shown,
} from '../../../../client/cli/src/text.ts';

afterEach(() => vi.unstubAllEnvs());

const HOSTILE = [
  '\u001b[2J\u001b[1;1HPresentado',
  '\u001b]0;título\u0007Presentado',
  '\u001b]8;;https://example.com\u001b\\Presentado\u001b]8;;\u001b\\',
  '\u009b31mPresentado',
  'Presen\u202etado',
  'Presentado\r\u0008',
  '\u200bPresentado\u2066',
];

describe('text from elsewhere', () => {
  test.each(HOSTILE)('the text cannot control the terminal: %j', (text) => {
    for (const safe of [line(text), shown({ message: text }), shown([{ a: text }, { a: text }])])
      expect(safe.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(shown({ [text]: 1 }).replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  test.each(HOSTILE)('the text is the same in JSON, where a control character is an escape: %j', (text) => {
    expect(jsonOf({ text })).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect(JSON.parse(jsonOf({ text }))).toEqual({ text });
  });

  test('the text makes no line that looks like one of the program', () => {
    expect(line('uno\nTrámite: 1')).toBe('uno Trámite: 1');
    expect(lines('uno\n    dos\u001b[1m')).toBe('uno\n  dos');
  });
});

describe('a list', () => {
  const filing = (number: number) => ({
    number,
    companyName: 'PANADERÍA SOL',
    worker: { name: `TRABAJADOR ${number}`, document: '12345678Z' },
    state: 'accepted',
    created_at: '2026-11-23T09:30:00.000Z',
    ...Object.fromEntries(Array.from({ length: 20 }, (_, place) => [`rest${place}`, 'x'.repeat(20)])),
    rows: [{ n: 1 }],
  });

  test('a list has a line for each thing, with the columns that matter, as wide as the terminal', () => {
    vi.stubEnv('COLUMNS', '100');
    const [head = '', first = '', second = '', ...more] = shown([filing(1), filing(2)]).split('\n');
    expect(head.split(/ {2,}/)).toEqual([
      'number',
      'companyName',
      'worker.name',
      'worker.document',
      'state',
      'created_at',
    ]);
    expect(first).toMatch(/^1 +PANADERÍA SOL +TRABAJADOR 1 +12345678Z +accepted +2026-11-23 10:30:00 CET$/);
    expect(second).toContain('TRABAJADOR 2');
    expect(more).toEqual(['', 'Hay más datos de cada uno: véalos con --json.']);
    for (const text of [head, first, second]) expect(text.length).toBeLessThanOrEqual(100);
  });

  test('a list leaves out what is empty everywhere, and nothing else if all of it fits', () => {
    const text = shown([
      { fecha_alta: '2026-01-02', fecha_baja: '', activo: true },
      { fecha_alta: '2026-03-04', fecha_baja: '', activo: false },
    ]);
    expect(text.split('\n')).toEqual(['fecha_alta  activo', '2026-01-02  sí', '2026-03-04  no']);
  });

  test('a table shows an object with its inner objects by dotted names, and its lists below', () => {
    const text = shown({ worker: { name: 'ANA' }, rows: [{ n: 1 }, { n: 2 }] });
    expect(text).toMatch(/worker\.name.*ANA/);
    expect(text).toMatch(/rows\nn\n1\n2/);
  });

  test('a list with headings of its own is as wide as the terminal, and its last column is whole', () => {
    vi.stubEnv('COLUMNS', '60');
    const key = 'AaIl2BqGcU1R';
    const text = linesOf(['Nombre', 'Para', 'Clave'], [['N'.repeat(50), 'Seguridad Social', key]]);
    expect(text.split('\n').map((each) => each.length <= 60)).toEqual([true, true]);
    expect(text).toMatch(/^Nombre +Para +Clave\nN+… {2}Seguridad Social {2}AaIl2BqGcU1R$/);
    const message = 'x'.repeat(200);
    expect(linesOf(['Fila', 'Qué ocurre'], [['2', message]])).toBe(`Fila  Qué ocurre\n2     ${message}`);
  });

  test('an empty list says that there is nothing', () => {
    expect(shown([])).toBe('No hay nada.');
  });

  test('a page of a list is its elements, and other data are no page', () => {
    const pagination = { page: 1, lastPage: 3 };
    expect(pageIn({ data: [1, 2], pagination })).toEqual({ elements: [1, 2], pagination });
    for (const other of [[1], { data: 1, pagination }, { data: [] }, null])
      expect(pageIn(other)).toBeUndefined();
  });
});

test.each([
  ['2026-07-01T08:00:00.000Z', '2026-07-01 10:00:00 CEST'],
  ['2026-11-23T23:30:00Z', '2026-11-24 00:30:00 CET'],
  ['2026-11-22 10:00:00', '2026-11-22 10:00:00 (hora peninsular)'],
  ['2026-11-22', undefined],
  ['a las 10:00:00', undefined],
])('the time %s is shown with its zone', (text, expected) => {
  expect(momentOf(text)).toBe(expected);
});

test.each(['--ccc=28999901151', 'a b', "d'Or", '$(id)', '', '*'])(
  'a shell takes %j whole when it is quoted',
  (text) => {
    const program = `printf %s ${quoted(text)}`;
    expect(execFileSync('sh', ['-c', program], { encoding: 'utf8' })).toBe(text);
  },
);

const PDF = 'application/pdf';
describe('the name of a saved document', () => {
  test.each([
    ['TA.pdf', PDF, 'TA.pdf'],
    ['../../.ssh/authorized_keys', PDF, 'authorized_keys.pdf'],
    ['..\\..\\Startup\\x.exe', PDF, 'x.pdf'],
    ['/etc/passwd', 'application/octet-stream', 'passwd'],
    ['..', PDF, 'documento.pdf'],
    ['', PDF, 'documento.pdf'],
    ['.bashrc', 'text/plain', 'bashrc.txt'],
    ['-rf.pdf', PDF, 'rf.pdf'],
    ['nul.pdf', PDF, '_nul.pdf'],
    ['C:x.pdf', PDF, 'C_x.pdf'],
    ['a\u0000b\n\u001b[1mc.pdf', PDF, 'a b c.pdf'],
    ['fdp.\u202eexe', PDF, 'fdp. exe.pdf'],
    ['Informe de vida laboral.pdf', `${PDF}; charset=x`, 'Informe de vida laboral.pdf'],
    ['x'.repeat(300), PDF, `${'x'.repeat(100)}.pdf`],
  ])('a document that the service calls %j (%s) is saved as %j', (name, contentType, expected) => {
    expect(fileName({ name, contentType })).toBe(expected);
  });

  test('the name contains the trámite, if there is one', () => {
    expect(fileName({ name: 'TA.pdf', contentType: PDF }, '01KA/../x')).toBe('TA-01KA____x.pdf');
  });
});

describe('a document', () => {
  const folderOf = () => mkdtempSync(join(tmpdir(), 'cli-documents-'));

  test('a document never replaces another file, and is not saved through a link', () => {
    const folder = folderOf();
    const elsewhere = join(folderOf(), 'elsewhere');
    writeFileSync(join(folder, 'TA.pdf'), 'mine');
    symlinkSync(elsewhere, join(folder, 'TA (2).pdf'));
    expect(saveAs(folder, 'TA.pdf', Buffer.from('new'))).toBe(join(folder, 'TA (3).pdf'));
    expect(readFileSync(join(folder, 'TA.pdf'), 'utf8')).toBe('mine');
    expect(existsSync(elsewhere)).toBe(false);
    expect(statSync(join(folder, 'TA (3).pdf')).mode & 0o777).toBe(0o600);
  });

  test('a document is saved wherever it is in an answer, which then has its path, and a missing one is named', async () => {
    const folder = folderOf();
    const document = { name: 'TA.pdf', contentType: PDF, content: 'JVBERi0=' };
    const bytes = async ({ content }: { content: string }) => {
      if (content === '') throw new Error('no está');
      return Buffer.from(content, 'base64');
    };
    const data = { file: document, all: [{ idc: { ...document, name: 'IDC.pdf', content: '' } }] };
    const kept = await keepDocuments(data, { folder, bytes });
    expect(kept).toEqual({
      data: {
        file: { name: 'TA.pdf', contentType: PDF, path: join(folder, 'TA.pdf') },
        all: [{ idc: { name: 'IDC.pdf', contentType: PDF } }],
      },
      paths: [join(folder, 'TA.pdf')],
      failures: ['IDC.pdf: no está'],
    });
    expect(readdirSync(folder)).toEqual(['TA.pdf']);
  });
});
