import { execFile, execFileSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { clientPython } from '../../client/build/python.ts';
import { installPython } from '../../local/python/environment.ts';
import { LOCAL, PROJECT } from '../../local/run-folder.ts';
import { groupsOf } from '../../reference/groups.ts';
import { openApiDocument } from '../../shared/derive/openapi.ts';
import { examplesOfAnswers } from '../support/client/answers.ts';
import { caller, demo } from '../support/demo.ts';
import { canRun } from '../support/programs/languages.ts';
import { requestsOf } from '../support/requests.ts';
import { atAuthorities } from '../support/sandbox.ts';

/**
 * Clients as integrators generate them from the reference with openapi-generator: they must compile, read answers, and make a
 * reading and a filing.
 */

const VERSION = '7.17.0';
const CACHE = join(LOCAL, 'openapi-generator');
const JAR = join(CACHE, `openapi-generator-cli-${VERSION}.jar`);

const folder = mkdtempSync(join(tmpdir(), 'pasarela-clients-'));
const document = join(folder, 'openapi.json');
const groups = groupsOf({ standIns: true });

/** Java compiles its own code fully only if it runs for long, which costs a short program more than half of its time. */
const JAVA_TOOL_OPTIONS = '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC';

const run = (command: string, args: string[], cwd = folder): string => {
  try {
    const env = { ...process.env, JAVA_TOOL_OPTIONS };
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1024 ** 3, stdio: 'pipe' });
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

/** What a program that makes both calls prints: whether the reading names workers, and whether the filing was accepted. */
const BOTH_CALLS = 'true true';

/** Reads the workers of an account, and files a registration; `%` and `@` stand for how a library reads a text and gets the token. */
const MAKE_CALLS_JAVA = `
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.SegSocialApi;
import org.openapitools.client.model.RegisterEmployeeRequest;

public class MakeCalls {
  public static void main(String[] args) throws Exception {
    String origin = System.getenv("ORIGIN"), token = System.getenv("TOKEN"), secret = System.getenv("SECRET");
    String text = System.getenv("FILING");
    Class<RegisterEmployeeRequest> type = RegisterEmployeeRequest.class;
    ApiClient client = new ApiClient();
    @;
    SegSocialApi api = new SegSocialApi(client);
    int workers = api.listEmployees(secret, System.getenv("REGIMEN"), System.getenv("CCC"), "3", null, null, null)
      .getData().getEmployees().size();
    RegisterEmployeeRequest filing = %;
    System.out.print((workers > 0) + " " + api.registerEmployee(secret, filing, null, null, null, null, null).getSuccess());
  }
}
`;

const OPENERS = {
  native:
    'client.updateBaseUri(origin); client.setRequestInterceptor(r -> r.header("Authorization", "Bearer " + token))',
  'okhttp-gson': 'client.setBasePath(origin); client.setBearerToken(token)',
};

const MAKE_CALLS_PYTHON = `
import json, os
from openapi_client import ApiClient, Configuration, RegisterEmployeeRequest, SegSocialApi

env = os.environ
api = SegSocialApi(ApiClient(Configuration(host=env["ORIGIN"], access_token=env["TOKEN"])))
read = api.list_employees(env["SECRET"], env["REGIMEN"], env["CCC"], "3")
filed = api.register_employee(env["SECRET"], RegisterEmployeeRequest.from_dict(json.loads(env["FILING"])))
print(str(len(read.data.employees) > 0).lower(), str(filed.success).lower(), end="")
`;

/** The parts of Guzzle that the generated client uses, over PHP's own streams. */
const GUZZLE = `
namespace Psr\\Http\\Message { interface RequestInterface {} interface ResponseInterface {} }
namespace GuzzleHttp\\Psr7 {
  class Request implements \\Psr\\Http\\Message\\RequestInterface {
    function __construct(public $method, public $uri, public $headers = [], public $body = '') {}
  }
  class Response implements \\Psr\\Http\\Message\\ResponseInterface {
    function __construct(private $status, private $text) {}
    function getStatusCode() { return $this->status; }
    function getBody() { return $this->text; }
    function getHeaders() { return []; }
  }
}
namespace GuzzleHttp {
  interface ClientInterface {}
  class Utils { static function jsonEncode($value) { return json_encode($value); } }
  class Client implements ClientInterface {
    function send($request, $options) {
      $lines = [];
      foreach ($request->headers as $name => $value) $lines[] = "$name: $value";
      $http = ['method' => $request->method, 'header' => $lines, 'content' => $request->body, 'ignore_errors' => true];
      $text = file_get_contents($request->uri, false, stream_context_create(['http' => $http]));
      return new Psr7\\Response((int) explode(' ', $http_response_header[0])[1], $text);
    }
  }
}
`;

const MAKE_CALLS_PHP = `
namespace {
  spl_autoload_register(function ($name) {
    $file = 'lib/' . strtr(substr($name, 14), '\\\\', '/') . '.php';
    if (is_file($file)) require_once $file;
  });
  [$config, $secret] = [OpenAPI\\Client\\Configuration::getDefaultConfiguration(), getenv('SECRET')];
  $config->setHost(getenv('ORIGIN'))->setAccessToken(getenv('TOKEN'));
  $api = new OpenAPI\\Client\\Api\\SegSocialApi(new GuzzleHttp\\Client(), $config);
  $workers = $api->listEmployees($secret, getenv('REGIMEN'), getenv('CCC'), '3')->getData()->getEmployees();
  $filing = new OpenAPI\\Client\\Model\\RegisterEmployeeRequest(json_decode(getenv('FILING'), true));
  echo json_encode(count($workers) > 0), ' ', json_encode($api->registerEmployee($secret, $filing)->getSuccess());
}
`;

const MAKE_CALLS_TYPESCRIPT = `
import { Configuration, RegisterEmployeeRequestFromJSON, SegSocialApi } from './index';

export const make = async ({ ORIGIN, TOKEN, SECRET, REGIMEN, CCC, FILING }: Record<string, string>) => {
  const api = new SegSocialApi(new Configuration({ basePath: ORIGIN, accessToken: TOKEN }));
  const read = await api.listEmployees({ xCertSecret: SECRET!, regimen: REGIMEN!, ccc: CCC!, options: '3' });
  const registerEmployeeRequest = RegisterEmployeeRequestFromJSON(JSON.parse(FILING!));
  const filed = await api.registerEmployee({ xCertSecret: SECRET!, registerEmployeeRequest });
  return \`\${read.data.employees!.length > 0} \${filed.success}\`;
};
`;

/** What these programs need to know. */
const variables = () => ({
  ORIGIN: new URL(demo.baseUrl).origin,
  TOKEN: caller.token,
  SECRET: demo.certificates.tgss,
  REGIMEN: demo.company.regimen,
  CCC: demo.company.ccc,
  FILING: JSON.stringify(requestsOf(demo)['POST /seg-social/alta']!.request),
});

/** Runs a program that calls the service, which is in this process. */
const runCaller = async (command: string, args: string[], cwd: string, more: Record<string, string> = {}) => {
  const env = { PATH: process.env.PATH!, ...variables(), ...more };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env });
  return stdout;
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
  const authorities = () => atAuthorities(demo.authorities.control);
  beforeEach(() => authorities().reset());
  /** Whether exactly one registration reached the authority. */
  const expectBothCalls = async (printed: string) => {
    expect(printed).toBe(BOTH_CALLS);
    expect(await authorities().submissions('tgss.alta')).toBe(1);
  };

  test.each(Object.keys(READERS) as (keyof typeof READERS)[])(
    'a client compiles in Java with %s, reads each answer, also one without data, and makes a reading and a filing',
    async (library) => {
      const made = generate('java', '--library', library);
      const sources = join(made, 'src', 'main', 'java');
      writeFileSync(
        join(sources, 'ReadAnswers.java'),
        READ_ANSWERS.replace('\\t', '\t').replace('%', READERS[library]),
      );
      writeFileSync(
        join(sources, 'MakeCalls.java'),
        MAKE_CALLS_JAVA.replace('%', READERS[library]).replace('@', OPENERS[library]),
      );
      run('mvn', ['-q', '-B', 'compile', 'dependency:build-classpath', '-Dmdep.outputFile=classpath'], made);
      const apis = join(sources, 'org', 'openapitools', 'client', 'api');
      const classes = [join(made, 'target', 'classes'), run('cat', [join(made, 'classpath')])];
      const classpath = classes.join(delimiter);
      const read = run('java', ['-cp', classpath, 'ReadAnswers', apis, join(folder, 'answers')]);
      expect(read.trim().split('\n')).toEqual(
        answers.map(([id, text]) => `${id} ${Array.isArray(JSON.parse(text).data) ? 'list' : 'object'}`),
      );
      await expectBothCalls(await runCaller('java', ['-cp', classpath, 'MakeCalls'], made));
    },
  );

  test.skipIf(!canRun('php'))('a client loads in PHP, and makes a reading and a filing', async () => {
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
    await expectBothCalls(await runCaller('php', ['-r', GUZZLE + MAKE_CALLS_PHP], made));
  });

  test.skipIf(!canRun('python'))(
    'a client compiles in Python, and makes a reading and a filing',
    async () => {
      const made = generate('python');
      expect(globSync('openapi_client/**/*.py', { cwd: made }).length).toBeGreaterThan(100);
      run('python3', ['-m', 'compileall', '-q', '-f', 'openapi_client'], made);
      // What it needs is installed for the Python client and for the emulator.
      const emulator = await installPython('emulator', LOCAL, { log: join(LOCAL, 'install.log') });
      const packages = run(emulator, [
        '-c',
        'import sysconfig; print(sysconfig.get_path("purelib"), end="")',
      ]);
      const python = await clientPython();
      await expectBothCalls(
        await runCaller(python, ['-c', MAKE_CALLS_PYTHON], made, {
          PYTHONPATH: [made, packages].join(delimiter),
        }),
      );
    },
  );

  test('a client compiles in TypeScript, and makes a reading and a filing', async () => {
    const made = generate('typescript-fetch');
    writeFileSync(join(made, 'make-calls.ts'), MAKE_CALLS_TYPESCRIPT);
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
    const outfile = join(made, 'made', 'make-calls.mjs');
    await build({ entryPoints: [join(made, 'make-calls.ts')], bundle: true, format: 'esm', outfile });
    const { make } = await import(outfile);
    await expectBothCalls(await make(variables()));
  });
});
