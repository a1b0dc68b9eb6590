import { describe, expect, test } from 'vitest';
import { onDay } from '../../../functions/gateway/reference/relative-dates.ts';
import { codeTables } from '../../../reference/codes.ts';
import { WRITTEN_STAGE } from '../../../reference/facts.ts';
import { groupsOf } from '../../../reference/groups.ts';
import { markdownPages } from '../../../reference/markdown.ts';
import { municipalityTable } from '../../../reference/public-codes.ts';
import { addressOf } from '../../../shared/derive/routes.ts';

/** The pages of the reference as Markdown, and their index. */

const groups = groupsOf({ standIns: true });
const pages = markdownPages(groups, WRITTEN_STAGE, {
  tables: codeTables(groups, WRITTEN_STAGE),
  municipalities: [municipalityTable()],
});
/** The most characters of a group's page, which an assistant reads as a whole. */
const MOST = 120_000;

describe('the reference as Markdown', () => {
  test('the page llms.txt lists every page that exists, and no other', () => {
    const listed = [...pages['llms.txt']!.matchAll(/\]\(\/api\/v4\/docs\/([\w-]+\.md)\)/g)].map(
      ([, name]) => name,
    );
    expect(listed.toSorted()).toEqual(
      Object.keys(pages)
        .filter((name) => name !== 'llms.txt')
        .toSorted(),
    );
    expect(pages['llms.txt']).toMatch(/^# pasarela\n\n> /);
  });

  test('the reference has every operation in the list of all and in the page of its group, with its fields', () => {
    for (const group of groups)
      for (const operation of group.operations) {
        const name = `\`${operation.method} ${addressOf(group, operation)}\``;
        const page = pages[`operaciones-${group.name}.md`]!;
        expect(pages['operaciones.md'], name).toContain(`- ${name}: ${operation.summary}`);
        expect(page, name).toContain(name);
        const [own = ''] = page.slice(page.indexOf(name)).split('\n## ');
        for (const field of Object.keys(operation.request.shape))
          expect(own, name).toContain(`- \`${field}\``);
      }
  });

  test('the reference has the type, the choices and the members of fields, each once', () => {
    const page = pages['operaciones-seg-social.md']!;
    expect(page).toContain('- `fecha_real` (fecha, obligatorio): Fecha real del alta');
    expect(page).toContain('Tipo de documento: 1 DNI, 2 pasaporte, 6 NIE. Uno de: `1`, `2`, `6`.');
    expect(page).toContain('- `file.contentType` (texto, obligatorio)');
  });

  test('the reference has examples with the dates of the day on which it is read', () => {
    const page = onDay(pages['operaciones-seg-social.md']!, '2026-05-05');
    expect(page).toContain('"fecha_real": "2026-05-05"');
    expect(page).not.toContain('{{');
    for (const [, text = ''] of page.matchAll(/```json\n([\s\S]*?)```/g))
      expect(() => JSON.parse(text)).not.toThrow();
  });

  test('the reference has the guide with its facts, and codes in tables whose cells stay in their columns', () => {
    expect(pages['guia.md']).not.toContain('<!--');
    expect(pages['guia.md']).toContain('/api/v4/llms.txt');
    expect(pages['municipios.md']).toContain('| 28079 | Madrid |');
    const widths = [...pages['codigos.md']!.matchAll(/^## Mensajes del SEPE\n[\s\S]*/gm)][0]![0]
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.match(/(?<!\\)\|/g)!.length);
    expect(new Set(widths)).toEqual(new Set([3]));
  });

  test('each page of a group is short enough to be read at once', () => {
    for (const [name, text] of Object.entries(pages))
      if (/^operaciones/.test(name)) expect(text.length, name).toBeLessThan(MOST);
  });

  test('the first page links to each tool in one line', () => {
    const [start = ''] = pages['guia.md']!.split('\n## ');
    for (const tool of ['TypeScript', 'Python', 'npx pasarela`', 'npx pasarela-mcp`', 'Postman', 'llms.txt'])
      expect(
        start.split('\n').filter((line) => line.startsWith('- ') && line.includes(tool)),
        tool,
      ).toHaveLength(1);
  });
});
