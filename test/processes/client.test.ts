import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { projectWith } from '../support/client/installed.ts';
import { scriptedGateway } from '../support/servers/scripted-gateway.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The most bytes of the client's code, with a line for each operation: without types, source map and openapi-fetch. */
const MOST_BYTES = 29_000;

const run = promisify(execFile);

let folder: string;
let installed: string;
beforeAll(async () => {
  const licence = join(tmpdir(), `licence-${process.pid}`);
  writeFileSync(licence, 'Se permite usarlo.');
  folder = await projectWith('client', ['--license', 'EUPL-1.2', '--license-file', licence]);
  installed = join(folder, 'node_modules/pasarela-client');
});

test('the client package has the licence with which the operator packs it', () => {
  const { license } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'));
  expect(license).toBe('EUPL-1.2');
  expect(readFileSync(join(installed, 'LICENSE'), 'utf8')).toBe('Se permite usarlo.');
});

test('the client package has its code in one small file for each kind of module, types, source maps and its README', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  );
  const others = files.filter((name) => !name.endsWith('.d.ts')).toSorted();
  expect(others).toEqual([
    'README.md',
    'dist/cjs/index.js',
    'dist/cjs/index.js.map',
    'dist/cjs/package.json',
    'dist/index.js',
    'dist/index.js.map',
    'package.json',
  ]);
  expect(files).toContain('dist/index.d.ts');
  expect(statSync(join(installed, 'dist/index.js')).size).toBeLessThan(MOST_BYTES);
});

test('the client package depends on one package, which has types only', () => {
  const packages = readdirSync(join(folder, 'node_modules')).filter((name) => !name.startsWith('.'));
  expect(packages.toSorted()).toEqual(['openapi-fetch', 'openapi-typescript-helpers', 'pasarela-client']);
});

test('the client package is used from JavaScript', async () => {
  const { baseUrl, seen } = await scriptedGateway(({ path }) =>
    path.endsWith('/login')
      ? { data: { access_token: 'token' } }
      : { data: { file: { content: Buffer.from('%PDF-').toString('base64') } } },
  );
  const program = join(folder, 'program.js');
  writeFileSync(
    program,
    `import { createClient } from 'pasarela-client';
     const gateway = createClient({ baseUrl: '${baseUrl}', email: 'a', password: 'b', certificate: 'secret' });
     const { data } = await gateway.getLifeReport({ regimen: '0111', ccc: '28000000097', nss: '280000000097' });
     console.log(new TextDecoder().decode(await gateway.bytes(data.file)));`,
  );
  const { stdout } = await run(process.execPath, [program]);
  expect(stdout).toBe('%PDF-\n');
  expect(seen[1]!.headers).toMatchObject({ authorization: 'Bearer token', 'x-cert-secret': 'secret' });
});

/** The compiler's messages for these files, with all checks, including the package's own types. */
const compile = async (
  files: Record<string, string>,
  { typescript = 'node_modules/typescript', modules = ['nodenext'] } = {},
): Promise<string> => {
  const names = Object.entries(files).map(([name, source]) => {
    writeFileSync(join(folder, name), source);
    return join(folder, name);
  });
  const compiler = join(ROOT, typescript, 'bin/tsc');
  const types = ['--types', 'node', '--typeRoots', join(ROOT, 'node_modules/@types')];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom,dom.asynciterable'];
  const checks = ['--strict', '--noEmit', '--skipLibCheck', 'false'];
  const options = [...checks, '--module', ...modules, ...target, ...types, ...names];
  return run(process.execPath, [compiler, ...options], { cwd: folder }).then(
    () => '',
    ({ stdout }) => stdout,
  );
};

test('the examples of the client’s README work', async () => {
  const readme = readFileSync(join(installed, 'README.md'), 'utf8');
  const blocks = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, source = '']) => source);
  expect(blocks.length).toBeGreaterThan(4);
  const named = blocks.map((source, number) => [`readme-${number}.ts`, source]);
  expect(await compile(Object.fromEntries(named))).toBe('');
});

test('the types of the client package describe what each operation takes and answers', async () => {
  const source = `
    import { createClient } from 'pasarela-client';
    const gateway = createClient({ baseUrl: '', token: '' });
    const worker = { regimen: '0111', ccc: '28000000097', nss: '280000000097', dni: '12345678Z' };
    const cno = { ...worker, fecha_real: '2026-12-01', cno: '2611' };
    const filed: string | undefined = (await gateway.updateCno(cno)).data.file?.name;
    const dry: string | undefined = (await gateway.updateCno(cno, { dryRun: true })).data.file?.name;
    const later = await gateway.updateCno(cno, { respondAsync: true, dryRun: true });
    const name: string | undefined = (await later.wait()).data.file?.name;
    await gateway.listClients();
    await gateway.checkFiling({ id: '' }, { certificate: '' });
    for await (const { nss } of gateway.listEmployees.each({ regimen: '', ccc: '', options: '1' })) nss.length;
    for await (const { id } of gateway.listClientsInCustomerLegacy.each()) id.toFixed();
    // @ts-expect-error a field is missing
    gateway.updateCno(worker);
    // @ts-expect-error a dry run is an option
    gateway.updateCno({ ...cno, test: 1 });
    // @ts-expect-error mistyped
    gateway.updateCno(cno, { dryrun: true });
    // @ts-expect-error no dry run is offered
    gateway.recordUnpaidPlacement({ ...worker, identificacion: 1, startDate: '', dia_efectivo: 1, no_remunerada: 1 }, { dryRun: true });
    // @ts-expect-error a question has no dry run
    gateway.getLifeReport(worker, { dryRun: true });
    // @ts-expect-error a question has no key
    gateway.getLifeReport(worker, { idempotencyKey: 'x' });
    // @ts-expect-error nothing of the gateway's own is answered later
    gateway.listClients({}, { respondAsync: true });
    // @ts-expect-error it is no list
    gateway.getLifeReport.each(worker);
    // @ts-expect-error neither e-mail nor token
    createClient({ baseUrl: '' });
    export { dry, filed, name };`;
  expect(await compile({ 'types.ts': source })).toBe('');
});

const USED = `
  import { createClient, type Gateway, UnknownOutcome } from 'pasarela-client';
  const gateway: Gateway = createClient({ baseUrl: 'http://127.0.0.1:1/api/v4', token: '' });
  const name: Promise<string | undefined> = gateway
    .getLifeReport({ regimen: '', ccc: '', nss: '' })
    .then(({ data }) => data.file?.name);
  // @ts-expect-error mistyped
  gateway.getLifeReport({ regimen: '', ccc: '', nss: '' }, { dryrun: true });
  console.log(name, UnknownOutcome.name);`;

/** The compiler of the client's build, because the newer one no longer has `node10`. */
const typescript = 'client/node_modules/typescript';

test.each([
  ['a module of CommonJS', 'used.cts', ['nodenext']],
  ['node10', 'used.ts', ['commonjs', '--moduleResolution', 'node10']],
  ['node16', 'used.mts', ['node16']],
  ['a bundler', 'used.ts', ['esnext', '--moduleResolution', 'bundler']],
])('the types of the client package are found from %s', async (_, name, modules) => {
  expect(await compile({ [name]: USED }, { typescript, modules })).toBe('');
});

test('the client package can be loaded by require', async () => {
  const program = join(folder, 'program.cjs');
  writeFileSync(
    program,
    `const { createClient } = require('pasarela-client');
     console.log(require.resolve('pasarela-client').includes('cjs'));
     const gateway = createClient({ baseUrl: process.argv[2], token: 'token' });
     gateway.getSession().then(({ status }) => console.log(status));`,
  );
  const { baseUrl } = await scriptedGateway(() => ({}));
  const { stdout } = await run(process.execPath, ['--no-experimental-require-module', program, baseUrl]);
  expect(stdout).toBe('true\n200\n');
});
