import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { groups } from '../../functions/operations.ts';
import { addressOf } from '../../shared/derive/routes.ts';

const ROOT = join(import.meta.dirname, '../..');
const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');

test('the commands it names exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  for (const [, name = ''] of readme.matchAll(/npm run ([\w:]+)/g))
    expect(Object.keys(scripts)).toContain(name);
});

test('the addresses it calls exist', () => {
  const addresses = groups.flatMap((group) =>
    group.operations.map((operation) => addressOf(group, operation)),
  );
  for (const [, path = ''] of readme.matchAll(/\$\(demo \.baseUrl\)(\/[\w/-]+)/g))
    expect(addresses).toContain(`/api/v4${path}`);
});
