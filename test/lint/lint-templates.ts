/**
 * `npm run lint:templates`: synthesizes the templates of each stage in `cdk.json`, and checks them with cfn-lint, which knows
 * what CloudFormation accepts. It fails on errors. If cfn-lint cannot be installed it says so, and checks only that the
 * templates can be synthesized.
 */
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { BUNDLING_STACKS, CONTEXT_ENV, OUTDIR_ENV } from 'aws-cdk-lib/cx-api';
import { pathWithNode } from '../../local/aws.ts';
import { CommandError } from '../../local/programs/command-error.ts';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL, PROJECT } from '../../local/run-folder.ts';

const run = promisify(execFile);

/**
 * Run as a module, because the script of cfn-lint contains the path of the folder in which it was installed, and the
 * environment is moved when it is complete.
 */
const PROGRAM = ['-c', 'import sys; from cfnlint.runner import main; sys.exit(main())'];
const OPTIONS = ['--non-zero-exit-code', 'error', '--ignore-checks', 'W', 'I'];

/**
 * Runs the CDK app as the CDK does, but without bundling functions: that takes a minute and does not affect the templates.
 * @returns the files of the templates, one for each stack
 */
const synthesize = async (
  { app, context }: { app: string; context: object },
  stage: string,
  folder: string,
): Promise<string[]> => {
  const output = join(folder, stage);
  const given = { stage, mailSender: 'no-reply@pasarela.example', [BUNDLING_STACKS]: [] };
  const [program, ...args] = app.split(' ');
  await run(program!, args, {
    cwd: PROJECT,
    env: {
      ...process.env,
      PATH: pathWithNode(),
      [CONTEXT_ENV]: JSON.stringify({ ...context, ...given }),
      [OUTDIR_ENV]: output,
      // The CDK's own validation only prints warnings that cfn-lint finds, too.
      CDK_VALIDATION: 'false',
    },
  });
  return globSync('**/*.template.json', { cwd: output }).map((file) => join(output, file));
};

/** Python with cfn-lint; `undefined`, with a message, if it cannot be installed. */
const findLinter = async (): Promise<string | undefined> => {
  mkdirSync(LOCAL, { recursive: true });
  try {
    return await installPython('cfn-lint', LOCAL, { log: join(LOCAL, 'install-cfn-lint.log') });
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    console.warn(`SKIPPED: the templates are not checked with cfn-lint. ${error.message}`);
    return undefined;
  }
};

const folder = mkdtempSync(join(tmpdir(), 'pasarela-templates-'));
try {
  const described = JSON.parse(readFileSync(join(PROJECT, 'cdk.json'), 'utf8'));
  const python = await findLinter();
  const templates: string[] = [];
  for (const stage of Object.keys(described.context.stages))
    templates.push(...(await synthesize(described, stage, folder)));
  // All templates at once, because the linter reads its rules at each start.
  if (python)
    await run(python, [...PROGRAM, '--template', ...templates, ...OPTIONS], { maxBuffer: 64 * 1024 * 1024 });
  const result = python ? 'no error of cfn-lint' : 'synthesized';
  for (const template of templates) {
    const { Resources } = JSON.parse(readFileSync(template, 'utf8'));
    console.log(
      `${basename(template, '.template.json')}: ${Object.keys(Resources).length} resources, ${result}`,
    );
  }
} catch (error) {
  const { stdout, stderr, message } = error as Error & { stdout?: string; stderr?: string };
  console.error(stdout || stderr || message);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
