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
import { describe, expect, test } from 'vitest';
import { fileName, keepDocuments, saveAs } from '../../../../client/cli/src/documents.ts';
import { jsonOf, line, lines, shown } from '../../../../client/cli/src/text.ts';

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

describe('a table', () => {
  test('a table has the members of a list as columns, without those that are empty everywhere', () => {
    const text = shown([
      { fecha_alta: '2026-01-02', fecha_baja: '', activo: true },
      { fecha_alta: '2026-03-04', fecha_baja: '', activo: false },
    ]);
    expect(text).toMatch(/fecha_alta.*activo/);
    expect(text).not.toContain('fecha_baja');
    expect(text).toMatch(/2026-01-02.*sí/);
  });

  test('a table shows an object with its inner objects by dotted names, and its lists below', () => {
    const text = shown({ worker: { name: 'ANA' }, rows: [{ n: 1 }, { n: 2 }] });
    expect(text).toMatch(/worker\.name.*ANA/);
    expect(text).toMatch(/rows\n/);
  });

  test('an empty table says that there is nothing', () => {
    expect(shown([])).toBe('No hay nada.');
  });
});

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
