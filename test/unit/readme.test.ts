import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../../functions/operations.ts';
import { addressOf } from '../../shared/derive/routes.ts';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the commands in README.md exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [, name = ''] of readme.matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});

test('the addresses in README.md exist', () => {
  const addresses = groups.flatMap((group) =>
    group.operations.map((operation) => addressOf(group, operation)),
  );
  for (const [, path = ''] of readme.matchAll(/\$\(demo \.baseUrl\)(\/[\w/-]+)/g))
    expect(addresses).toContain(`/api/v4${path}`);
});

test('every risk of docs/security.md names tests that exist', () => {
  const risks = readFileSync(join(ROOT, 'docs/security.md'), 'utf8').split(/\n(?=- |\n)/);
  for (let number = 1; number <= 10; number++) {
    const risk = risks.find((one) => one.startsWith(`- **API${number} `)) ?? '';
    const named = [...risk.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path = '']) => path);
    expect(named.length, `API${number}`).toBeGreaterThan(0);
    for (const path of named) expect(existsSync(join(ROOT, path)), path).toBe(true);
  }
});
