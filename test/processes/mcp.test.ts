import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { generate } from '../../client/build/generate.ts';
import { madridDay } from '../../shared/kernel/spanish-time.ts';
import { projectWith } from '../support/client/installed.ts';
import { caller, demo } from '../support/demo.ts';
import { testRows } from '../support/of-capabilities.ts';
import { bareEnvironment } from '../support/programs/environment.ts';
import { atAuthorities } from '../support/sandbox.ts';

/** The MCP server as a host runs it, with a client of the official SDK, against the service and its stand-in authorities. */

const PROGRAM = join(import.meta.dirname, '../../client/mcp/src/main.ts');
const PANEL = 'https://panel.example.com/';

await generate();

let documents: string;
beforeAll(() => {
  documents = mkdtempSync(join(tmpdir(), 'mcp-documents-'));
});
afterAll(() => rmSync(documents, { recursive: true }));

const environment = (): Record<string, string> => ({
  ...bareEnvironment(),
  PASARELA_URL: demo.baseUrl,
  PASARELA_TOKEN: caller.token,
  PASARELA_GROUPS: 'todos',
  PASARELA_CERTIFICATES: JSON.stringify({ tgss: demo.certificates.tgss, sepe: demo.certificates.sepe }),
  PASARELA_PANEL: PANEL,
  PASARELA_DOCUMENTS: documents,
});

/** The person at the host, who answers a form. Without it, the host has no forms. */
type Person = (message: string) => {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, boolean>;
};

const clientOf = (person?: Person, options: object = {}): Client => {
  const client = new Client(
    { name: 'host', version: '1.0.0' },
    { capabilities: person ? { elicitation: { form: {} } } : {}, ...options },
  );
  if (person) client.setRequestHandler('elicitation/create', async ({ params }) => person(params.message));
  return client;
};

const overStdio = async (person?: Person, options: object = {}): Promise<Client> => {
  const client = clientOf(person, options);
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [PROGRAM],
      env: environment(),
      stderr: 'inherit',
    }),
  );
  onTestFinished(() => client.close());
  return client;
};

interface Told {
  text: string;
  isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the tests say what they expect in it
  json: any;
}

const call = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<Told> => {
  const { content, isError } = await client.callTool({ name, arguments: args });
  const [part] = content as { text: string }[];
  const text = part?.text ?? '';
  return { text, isError: isError === true, json: text.startsWith('{') ? JSON.parse(text) : undefined };
};

const { regimen, ccc } = demo?.company ?? {};

/** How many of the demo's workers have been registered. The first of them is only tried. */
let registered = 0;

/** A registration that succeeds. A filing gets a worker of its own. */
const registration = ({ isFiled }: { isFiled: boolean } = { isFiled: false }) => {
  if (isFiled) registered += 1;
  const { nss, dni } = demo.newWorkers[isFiled ? registered : 0]!;
  return {
    regimen: demo.company.regimen,
    ccc: demo.company.ccc,
    nss,
    dni,
    identificacion: 1,
    fecha_real: madridDay(new Date()),
    grupo_cotizacion: 7,
    tipo_contrato: 100,
    cno: '4122',
  };
};

const filed = () => atAuthorities(demo.authorities.control).submissions('tgss.alta');

const YES: Person = () => ({ action: 'accept', content: { presentar: true } });

/** Both ways in which a host asks a person: in the current protocol and in the previous one. */
const PROTOCOLS = [
  ['of 2026', { versionNegotiation: { mode: 'auto' } }],
  ['before 2026', {}],
] as const;

describe('the MCP server over stdio', () => {
  test('the server has readings and dry runs as tools with their schemas, and one tool that files', async () => {
    const client = await overStdio();
    const { tools } = await client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        'listEmployees',
        'listFilings',
        'getFiling',
        ...testRows.flatMap(({ tools }) => tools?.reads ?? []),
      ]),
    );
    expect(names).toContain('preview_registerEmployee');
    expect(names).not.toContain('registerEmployee');
    const changing = tools.filter(({ annotations }) => annotations?.destructiveHint);
    expect(changing.map(({ name }) => name)).toEqual(['commit_preview']);
    const { inputSchema } = tools.find(({ name }) => name === 'preview_registerEmployee')!;
    expect(inputSchema.required).toContain('fecha_real');
    expect(inputSchema.properties).not.toHaveProperty('test');
    expect(JSON.stringify(tools)).not.toMatch(/cert_secret|\$ref|"x-/);
  });

  test('the server reads with shortened numbers of persons unless full ones are asked for, and without bytes of documents', async () => {
    const client = await overStdio();
    const { worker } = demo;
    const args = { regimen, ccc, dni: worker.dni };
    const masked = await call(client, 'listEmployees', { regimen, ccc, options: 3 });
    expect(masked.isError, masked.text).toBe(false);
    expect(masked.text).toContain('••');
    expect(masked.text).not.toContain(worker.dni);
    expect(masked.text).not.toContain(worker.nss);
    const whole = await call(client, 'listEmployees', { regimen, ccc, options: 3, show_identifiers: true });
    expect(whole.text).toContain(worker.nss);
    const life = await call(client, 'getLifeReport', { regimen, ccc, nss: worker.nss });
    const { file } = life.json.data;
    expect(file).toEqual({
      name: expect.any(String),
      contentType: 'application/pdf',
      file: expect.any(String),
    });
    expect(readFileSync(file.file).subarray(0, 5).toString()).toBe('%PDF-');
    expect(statSync(file.file).mode & 0o777).toBe(0o600);
    expect(readdirSync(documents)).toHaveLength(1);
    const wrong = await call(client, 'listEmployeeSituations', { ...args, ccc: '1' });
    expect(wrong.isError).toBe(true);
  });

  test('the server links to the panel, and files nothing, if the host has no forms', async () => {
    const client = await overStdio();
    const before = await filed();
    const { json } = await call(client, 'preview_registerEmployee', registration());
    expect(json.preview).toMatch(/^[\w-]{36}$/);
    const told = await call(client, 'commit_preview', { preview: json.preview });
    expect(told.isError).toBe(true);
    expect(told.text).toContain(`${PANEL}#/tramites/${json.filingId}`);
    expect(told.text).toContain('No se ha presentado nada');
    expect(await filed()).toBe(before);
  });

  test.each(PROTOCOLS)(
    'the server files once what a person confirms, by the protocol %s',
    async (_, options) => {
      const asked: string[] = [];
      const client = await overStdio((message) => {
        asked.push(message);
        return YES(message);
      }, options);
      const before = await filed();
      const wanted = registration({ isFiled: true });
      const { json, text } = await call(client, 'preview_registerEmployee', wanted);
      expect(json?.message, text).toContain('Simulacro correcto');
      const told = await call(client, 'commit_preview', { preview: json.preview });
      expect(told.text).toContain('Presentado.');
      expect(asked).toHaveLength(1);
      expect(asked[0]).toContain('¿Presentar esto ante la Seguridad Social? Dar de alta a un trabajador.');
      expect(asked[0]).toContain(`«${wanted.nss}»`);
      expect(asked[0]).toContain('El simulacro dice: «Simulacro correcto.');
      const again = await call(client, 'commit_preview', { preview: json.preview });
      expect(again.text).toBe(told.text);
      expect(asked).toHaveLength(1);
      expect(await filed()).toBe(before + 1);
    },
  );

  test.each([
    ['declines', { action: 'decline' }],
    ['closes the form', { action: 'cancel' }],
    ['sends it without its tick', { action: 'accept', content: { presentar: false } }],
  ] as const)('the server files nothing if the person %s, and does not ask again', async (_, answer) => {
    let asked = 0;
    const client = await overStdio(() => {
      asked += 1;
      return answer;
    });
    const before = await filed();
    const { json } = await call(client, 'preview_registerEmployee', registration());
    for (const expected of ['La persona no lo ha confirmado', 'Ese simulacro no existe']) {
      const told = await call(client, 'commit_preview', { preview: json.preview });
      expect(told.isError).toBe(true);
      expect(told.text).toContain(expected);
    }
    expect(asked).toBe(1);
    expect(await filed()).toBe(before);
  });

  test('the server says what is missing if it is started without an address', () => {
    const start = () => execFileSync(process.execPath, [PROGRAM], { env: {}, stdio: 'pipe' });
    expect(start).toThrow('Falta PASARELA_URL');
  });
});

describe('the MCP server over HTTP', () => {
  const start = async () => {
    const child = spawn(process.execPath, [PROGRAM, '--http', '0'], {
      env: environment(),
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    onTestFinished(() => void child.kill());
    let said = '';
    for await (const part of child.stderr) {
      said += part;
      const [, url, authorization] = /en (\S+)\nAuthorization: (.+)\n/.exec(said) ?? [];
      if (url && authorization) return { url, authorization };
    }
    throw new Error(`the server has ended: ${said}`);
  };

  const overHttp = async (person?: Person, options: object = {}): Promise<Client> => {
    const { url, authorization } = await start();
    const client = clientOf(person, options);
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), {
        requestInit: { headers: { Authorization: authorization } },
      }),
    );
    onTestFinished(() => client.close());
    return client;
  };

  test('the server reads, and files once what a person confirms', async () => {
    let asked = 0;
    const client = await overHttp(
      (message) => {
        asked += 1;
        return YES(message);
      },
      { versionNegotiation: { mode: 'auto' } },
    );
    const { json: read } = await call(client, 'getStatus');
    expect(read.data.authorities).toHaveLength(4);
    const before = await filed();
    const { json } = await call(client, 'preview_registerEmployee', registration({ isFiled: true }));
    expect((await call(client, 'commit_preview', { preview: json.preview })).text).toContain('Presentado.');
    await call(client, 'commit_preview', { preview: json.preview });
    expect(asked).toBe(1);
    expect(await filed()).toBe(before + 1);
  });

  test('the server links to the panel if a host of an older protocol cannot be asked', async () => {
    const client = await overHttp(YES);
    const before = await filed();
    const { json } = await call(client, 'preview_registerEmployee', registration());
    const told = await call(client, 'commit_preview', { preview: json.preview });
    expect(told.text).toContain(`${PANEL}#/tramites/${json.filingId}`);
    expect(await filed()).toBe(before);
  });

  test('the server takes an answer to the question that it asked, once, and to no other question', async () => {
    const { url, authorization: Authorization } = await start();
    /** Calls a tool as a host with the current protocol does, with everything that a host can send. */
    const raw = async (name: string, args: object, further: object = {}) => {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          Authorization,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': name,
        },
        body: JSON.stringify({
          jsonrpc: '2.0',
          id: 1,
          method: 'tools/call',
          params: {
            _meta: {
              'io.modelcontextprotocol/protocolVersion': '2026-07-28',
              'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1' },
              'io.modelcontextprotocol/clientCapabilities': { elicitation: { form: {} } },
            },
            name,
            arguments: args,
            ...further,
          },
        }),
      });
      return (await answer.json()) as {
        error?: { message: string };
        result: { resultType: string; requestState: string; content: { text: string }[] };
      };
    };
    const previewed = async (isFiled: boolean) => {
      const { result } = await raw('preview_registerEmployee', registration({ isFiled }));
      return JSON.parse(result.content[0]!.text).preview as string;
    };
    const commit = async (preview: string, further: object = {}) =>
      raw('commit_preview', { preview }, further);
    const inputResponses = { presentar: { action: 'accept', content: { presentar: true } } };
    const [one, other] = [await previewed(true), await previewed(false)];
    const before = await filed();

    // An answer without a question, or to an invented question, has no effect.
    expect((await commit(one, { inputResponses })).result.resultType).toBe('input_required');
    expect((await commit(one, { inputResponses, requestState: 'forged' })).error).toBeDefined();
    const first = (await commit(one)).result.requestState;
    const second = (await commit(one)).result.requestState;
    // An answer to the question about another submission only leads to the right question.
    expect((await commit(other, { inputResponses, requestState: second })).result.resultType).toBe(
      'input_required',
    );
    expect((await commit(one, { inputResponses, requestState: first })).result.content[0]!.text).toContain(
      'Esa pregunta ya no vale',
    );
    expect(await filed()).toBe(before);

    const both = await Promise.all([1, 2].map(() => commit(one, { inputResponses, requestState: second })));
    expect(both.some(({ result }) => result.content[0]!.text.startsWith('Presentado.'))).toBe(true);
    await commit(one, { inputResponses, requestState: second });
    expect(await filed()).toBe(before + 1);
  });

  const statusOf = (url: string, headers: Record<string, string>): Promise<number> =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode!);
      });
      sent.on('error', reject).end('{}');
    });

  test('the server refuses pages of other origins, other names of this machine, and requests without the secret', async () => {
    const { url, authorization: Authorization } = await start();
    const JSON_BODY = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
    expect(await statusOf(url, { ...JSON_BODY, Authorization, Origin: 'https://malo.example.com' })).toBe(
      403,
    );
    expect(await statusOf(url, { ...JSON_BODY, Authorization, Host: 'malo.example.com' })).toBe(403);
    expect(await statusOf(url, { ...JSON_BODY, Authorization: 'Bearer otro' })).toBe(401);
    expect(await statusOf(url, JSON_BODY)).toBe(401);
    expect(await statusOf(url.replace('/mcp', '/'), { ...JSON_BODY, Authorization })).toBe(404);
    expect(await statusOf(url, { ...JSON_BODY, Authorization })).toBe(400);
  });
});

test('the MCP server is installed in an empty folder, and reads and tries from there', async () => {
  const folder = await projectWith('client/mcp');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const client = clientOf();
  const program = join(folder, 'node_modules/.bin/pasarela-mcp');
  const { PASARELA_DOCUMENTS: _, PASARELA_PANEL: __, ...env } = environment();
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, cwd: folder }),
  );
  onTestFinished(() => client.close());
  const read = await call(client, 'getLifeReport', { regimen, ccc, nss: demo.worker.nss });
  expect(read.json.data.file).toEqual({ name: expect.any(String), contentType: 'application/pdf' });
  const tried = await call(client, 'preview_registerEmployee', registration());
  expect(tried.json.message).toContain('Simulacro correcto');
});
