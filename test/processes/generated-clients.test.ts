import { execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { LOCAL, PROJECT } from '../../local/run-folder.ts';
import { groupsOf } from '../../reference/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { examplesOfAnswers } from '../support/client/answers.ts';
import { canRun } from '../support/programs/languages.ts';

/** Clients as integrators generate them from the reference with openapi-generator: they must compile, and read answers. */

const VERSION = '7.17.0';
const CACHE = join(LOCAL, 'openapi-generator');
const JAR = join(CACHE, `openapi-generator-cli-${VERSION}.jar`);

const folder = mkdtempSync(join(tmpdir(), 'pasarela-clients-'));
const document = join(folder, 'openapi.json');
const groups = groupsOf({ standIns: true });

const run = (command: string, args: string[], cwd = folder): string => {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', maxBuffer: 1024 ** 3, stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} failed: ${`${stdout}${stderr}`.slice(-4000)}`, { cause: error });
  }
};

const isThere = (command: string): boolean => {
  try {
    execFileSync(command, ['-version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

const missing = ['javac', 'mvn'].filter((command) => !isThere(command));
if (missing.length > 0) console.warn(`No ${missing.join(', ')}: no clients are generated.`);
const canGenerate = missing.length === 0 || process.env.CI === 'true';

/** Generates a client without documentation and tests. */
const generate = (generator: string, ...more: string[]): string => {
  const made = join(folder, [generator, ...more].join('-'));
  const parts = 'apiDocs=false,modelDocs=false,apiTests=false,modelTests=false';
  const options = ['-g', generator, '-i', document, '-o', made, '--global-property', parts];
  run('java', ['-jar', JAR, 'generate', ...options, ...more]);
  return made;
};

const described = JSON.parse(JSON.stringify(openApiDocument(groups, { scenarios: true })));

/** Answers, by the name of their operation's method in a client. */
const answers = examplesOfAnswers().map(([id, answer]): [string, string] => [id, JSON.stringify(answer)]);

/** Reads each answer as the return type of its operation's method; `%` stands for the expression that reads `text` as `type`. */
const READ_ANSWERS = `
import java.io.File;
import java.lang.reflect.Method;
import java.nio.file.*;
import java.util.*;

public class ReadAnswers {
  public static void main(String[] args) throws Exception {
    Map<String, Class<?>> types = new HashMap<>();
    for (File file : new File(args[0]).listFiles())
      for (Method method : Class.forName("org.openapitools.client.api." + file.getName().replace(".java", "")).getMethods())
        types.putIfAbsent(method.getName(), method.getReturnType());
    for (String line : Files.readAllLines(Path.of(args[1]))) {
      String[] parts = line.split("\\t", 2);
      Class<?> type = types.get(parts[0]);
      String text = parts[1];
      Object answer;
      try { answer = %; } catch (Exception e) { throw new Exception(line, e); }
      Object data = type.getMethod("getData").invoke(answer);
      System.out.println(parts[0] + " " + (data instanceof List ? "list" : data == null ? "null" : "object"));
    }
  }
}
`;

const READERS = {
  native: 'new org.openapitools.client.ApiClient().getObjectMapper().readValue(text, type)',
  'okhttp-gson': 'org.openapitools.client.JSON.getGson().fromJson(text, type)',
};

describe.skipIf(!canGenerate)('a client that is generated from the reference', () => {
  beforeAll(() => {
    if (!existsSync(JAR)) {
      mkdirSync(CACHE, { recursive: true });
      const artifact = `org.openapitools:openapi-generator-cli:${VERSION}`;
      const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
      run('mvn', ['-q', '-B', copy, `-Dartifact=${artifact}`, `-DoutputDirectory=${CACHE}`]);
    }
    writeFileSync(document, JSON.stringify(described));
    writeFileSync(join(folder, 'answers'), answers.map((parts) => parts.join('\t')).join('\n'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(Object.keys(READERS) as (keyof typeof READERS)[])(
    'a client compiles in Java with %s, and reads each answer, also one without data',
    (library) => {
      const made = generate('java', '--library', library);
      const sources = join(made, 'src', 'main', 'java');
      writeFileSync(
        join(sources, 'ReadAnswers.java'),
        READ_ANSWERS.replace('\\t', '\t').replace('%', READERS[library]),
      );
      run('mvn', ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], made);
      const apis = join(sources, 'org', 'openapitools', 'client', 'api');
      const classpath = [join(made, 'target', 'classes'), run('cat', [join(made, 'classpath')])];
      const read = run('java', [
        '-cp',
        classpath.join(delimiter),
        'ReadAnswers',
        apis,
        join(folder, 'answers'),
      ]);
      expect(read.trim().split('\n')).toEqual(
        answers.map(([id, text]) => `${id} ${Array.isArray(JSON.parse(text).data) ? 'list' : 'object'}`),
      );
    },
  );

  test.skipIf(!canRun('php'))('a client loads in PHP', () => {
    const made = generate('php');
    // All classes in one process. Base classes are loaded when a class that extends them needs them.
    const load =
      'spl_autoload_register(fn ($name) => require_once "lib/" . strtr(substr($name, 14), "\\\\", "/") . ".php");' +
      'foreach (array_slice($argv, 1) as $file) { require_once $file; echo "$file\\n"; }';
    const files = globSync('lib/**/*.php', { cwd: made });
    expect(files.length).toBeGreaterThan(100);
    expect(
      run('php', ['-r', load, '--', ...files], made)
        .trim()
        .split('\n'),
    ).toEqual(files);
  });

  test.skipIf(!canRun('python'))('a client compiles in Python', () => {
    const made = generate('python');
    expect(globSync('openapi_client/**/*.py', { cwd: made }).length).toBeGreaterThan(100);
    run('python3', ['-m', 'compileall', '-q', '-f', 'openapi_client'], made);
  });

  test('a client compiles in TypeScript', () => {
    const made = generate('typescript-fetch');
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      target: 'es2022',
      lib: ['es2022', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
    };
    writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['**/*.ts'] }));
    run(join(PROJECT, 'node_modules', '.bin', 'tsc'), ['--project', made]);
  });
});
