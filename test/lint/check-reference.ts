import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type OpenApi, withExamples } from '../../functions/gateway/reference/document.ts';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL } from '../../local/run-folder.ts';
import { examplesOf } from '../../reference/examples.ts';
import { groupsOf } from '../../reference/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';

/**
 * Checks the reference with three independent programs in pinned versions, which are fetched when first needed: Redocly and
 * Spectral from npm, and openapi-spec-validator from PyPI. It checks the reference of a sandbox, which has all operations of
 * other stages and some more. Any error leads to an exit code that is not zero.
 */

const FOLDER = join(LOCAL, 'reference');
const DOCUMENT = join(FOLDER, 'openapi.json');
const RULES = join(FOLDER, 'spectral.yaml');

mkdirSync(FOLDER, { recursive: true });
const stage = { standIns: true };
const groups = groupsOf(stage);
// As it is served today.
const document = JSON.parse(JSON.stringify(openApiDocument(groups))) as OpenApi;
const served = withExamples(document, examplesOf(groups, stage), madridDay(new Date()));
writeFileSync(DOCUMENT, JSON.stringify(served, null, 1));
writeFileSync(RULES, 'extends: ["spectral:oas"]\n');

const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { stdio: 'inherit', env: { ...process.env, REDOCLY_TELEMETRY: 'off' } });

run('npx', '--yes', '@redocly/cli@2.77.0', 'lint', '--extends=recommended', DOCUMENT);
run('npx', '--yes', '@stoplight/spectral-cli@6.16.3', 'lint', '--ruleset', RULES, DOCUMENT);
const python = await installPython('openapi-spec-validator', LOCAL, {
  log: join(LOCAL, 'install-openapi-spec-validator.log'),
});
run(python, '-m', 'openapi_spec_validator', DOCUMENT);
