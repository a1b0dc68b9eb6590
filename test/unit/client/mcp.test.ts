import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client, ClientCapabilities } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generate } from '../../../client/build/generate.ts';
import { operationsOf, reference } from '../../../client/build/reference.ts';
import { fileOnce, Previews } from '../../../client/mcp/src/previews.ts';
import { HELP, readSettings } from '../../../client/mcp/src/settings.ts';
import type { FieldSchema } from '../../../client/mcp/src/tools.ts';
import { NotSent } from '../../../client/src/unsent.ts';
import { hostFor, type Person, textOf } from '../../support/client/mcp-host.ts';
import { HOSTILE } from '../../support/hostile/texts.ts';
import { testRows } from '../../support/of-capabilities.ts';
import { type Scripted, scriptedGateway } from '../../support/servers/scripted-gateway.ts';

/** The limits of what an assistant can make the MCP server do, against a gateway with hostile texts. */

await generate();
const { TOOLS } = await import('../../../client/mcp/src/generated/tools.ts');
const { forModel } = await import('../../../client/mcp/src/mask.ts');
const { questionOf } = await import('../../../client/mcp/src/question.ts');

const NAMED = HOSTILE.map((text, index) => [index + 1, text] as const);

interface World {
  /** The text of the authorities and sheets. */
  text: string;
  /** The answer to a submission that is not a dry run. */
  filing?: Scripted;
  /** What is different in the record of the dry run. */
  record?: object;
  /** Further headers of a dry run. */
  dry?: Record<string, string>;
  /** A trámite that Ana had accepted. */
  first?: string;
}

const isSubmission = (method: string, path: string): boolean =>
  method !== 'GET' && !/\/(?:tramites|login)/.test(path);

/** A gateway that returns such a text wherever it can, and the filings that were really made. */
const hostileGateway = async ({ text, filing = { data: {} }, record = {}, dry, first }: World) => {
  const { seen, baseUrl } = await scriptedGateway(({ method, path, json }) => {
    const isDry = json?.test === 1 || new URL(path, 'http://gateway').searchParams.get('test') === '1';
    if (isSubmission(method, path) && !isDry) return filing;
    if (isSubmission(method, path))
      return {
        data: { name: text },
        headers: { 'X-Tramite-Id': 'DRY', ...dry },
        body: { message: text, warnings: [text], previewToken: 'DRY' },
      };
    if (first && path.endsWith(`/tramites/${first}`))
      return { data: { id: first, user: { name: 'Ana Ruiz' }, ended_at: '2026-11-28T09:32:05.000Z' } };
    if (path.endsWith('/tramites/DRY'))
      return {
        data: {
          dry: true,
          state: 'dryRun',
          result: 'passed',
          operationName: text,
          authority: 'tgss',
          companyName: text,
          regimen: '0111',
          ccc: '28000000097',
          effectiveDate: '2026-12-01',
          worker: { document: '12345678Z', nss: '280000000097', name: text },
          certificate: { nif: '12345678Z' },
          message: text,
          warnings: [text, text],
          ...record,
        },
      };
    return { data: { data: [{ id: 'DRY', name: text, rows: [{ cells: [text] }] }], message: text } };
  });
  const filed = () =>
    seen.filter(({ method, path, json }) => {
      const isDry = json?.test === 1 || new URL(path, 'http://gateway').searchParams.get('test') === '1';
      return isSubmission(method, path) && !isDry;
    });
  return { baseUrl, filed };
};

const REGISTRATION = {
  regimen: '0111',
  ccc: '28000000097',
  nss: '280000000097',
  dni: '12345678Z',
  identificacion: 1,
  fecha_real: '2026-12-01',
  grupo_cotizacion: 7,
  tipo_contrato: 100,
  cno: '4122',
};

const previewOf = (text: string): string => /"preview":"([^"]+)"/.exec(text)?.[1] ?? '';

const NO: Person[] = [
  () => ({ action: 'decline' }),
  () => ({ action: 'cancel' }),
  () => ({ action: 'accept', content: { presentar: false } }),
  () => ({ action: 'accept', content: {} }),
  () => ({ action: 'accept', content: { presentar: 'true' } }),
];

describe('a hostile text in an answer', () => {
  test.each(NAMED)(
    'the text makes an obedient model file nothing unless a person confirms (%i)',
    async (_, text) => {
      const { baseUrl, filed } = await hostileGateway({ text });
      for (const person of [undefined, ...NO]) {
        const client = await hostFor(baseUrl, person);
        await textOf(client, 'listFilings', { worker: text });
        await textOf(client, 'getBatch', { batchId: text });
        const preview = previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION));
        expect(preview).not.toBe('');
        for (const args of [
          { preview },
          { preview, presentar: true, confirmed: true },
          { preview, inputResponses: { presentar: { action: 'accept', content: { presentar: true } } } },
          { preview: 'DRY', previewToken: 'DRY' },
          { preview },
        ])
          expect(await textOf(client, 'commit_preview', args)).not.toContain('Presentado.');
      }
      expect(filed()).toEqual([]);
    },
  );

  test.each(NAMED)(
    'the text stays in its own line and quotes of the question that a person reads (%i)',
    async (_, text) => {
      const { baseUrl } = await hostileGateway({ text });
      let asked = '';
      const client = await hostFor(baseUrl, (message) => {
        asked = message;
        return { action: 'decline' };
      });
      await textOf(client, 'commit_preview', {
        preview: previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION)),
      });
      const lines = asked.split('\n');
      expect(lines[0]).toBe('¿Presentar esto ante la Seguridad Social? Dar de alta a un trabajador.');
      // The labels come from this server, and every foreign text is the only quotation on its line.
      for (const line of lines.slice(3).filter((each) => each !== '' && !/^Servicio: http/.test(each)))
        expect(line).toMatch(/^(?:Se presenta exactamente esto:|[^«»]+: «[^«»]*»)$/);
      expect(lines.map((line) => line.split(':')[0])).toEqual([
        ...lines.slice(0, 3).map((line) => line.split(':')[0]),
        ...[
          'Trabajador',
          'Empresa',
          'Cuenta de cotización',
          'Fecha de efecto',
          'Titular del certificado',
          'Servicio',
        ],
        ...['', 'Se presenta exactamente esto'],
        ...Object.keys(REGISTRATION).map(() => expect.stringMatching(/^- /)),
        ...['', 'El simulacro dice', 'Aviso 1', 'Aviso 2'],
      ]);
      expect(asked.length).toBeLessThan(4_000);
      const [, ...quotations] = asked.split('«');
      for (const quotation of quotations)
        expect(quotation.split('»')[0]).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>[\]`*_~|\\#]|:\/\/|www\./u);
    },
  );

  test.each(NAMED)('the text of a field is shown as it is, or no question is asked (%i)', (_, text) => {
    const tool = TOOLS.find(({ id }) => id === 'notifyContract')!;
    const record = {
      dry: true,
      state: 'dryRun',
      result: 'passed',
      operationName: '',
      authority: 'sepe',
      companyName: null,
      regimen: null,
      ccc: null,
      worker: null,
      effectiveDate: null,
      certificate: { nif: '' },
      message: '',
      warnings: [],
    };
    const asked = questionOf(
      tool,
      { name: text, DATOS: [{ x: text }] },
      { record, service: 'https://a.example' },
    );
    if (asked === undefined) return expect(text).toMatch(/[^\p{L} .,:;=?¿-]|.{201}|www\./u);
    expect(asked.split('\n').filter((line) => line.endsWith(`: «${text}»`))).toHaveLength(2);
  });
});

describe('the values in the question', () => {
  const linesFor = (id: string, fields: object, recorded?: object): string[] => {
    const record = {
      ...{ dry: true, state: 'accepted', operationName: '', authority: 'tgss', companyName: null },
      ...{ regimen: null, ccc: null, worker: null, effectiveDate: null, certificate: { nif: 'x' } },
      ...{ message: '', result: 'passed', warnings: [], request: recorded },
    };
    const tool = TOOLS.find((each) => each.id === id)!;
    const asked = questionOf(tool, { ...fields }, { record, service: 'https://a.example' });
    return asked!.split('\n').filter((line) => line.startsWith('- '));
  };

  test.each<[what: string, id: string, fields: object, line: string]>([
    [
      'a part-time coefficient is in per cent, with the thousandths that are filed',
      'registerEmployee',
      { coeficiente: '375' },
      '- Coeficiente de tiempo parcial: «37,5 % de la jornada (375 milésimas)»',
    ],
    [
      'a code of a table has its text',
      'registerEmployee',
      { tipo_contrato: 100 },
      '- Clave del contrato: «100, Indefinido ordinario a tiempo completo»',
    ],
    [
      'a code that is not in the table stays alone',
      'registerEmployee',
      { cno: 'x' },
      '- Ocupación según la CNO: «x»',
    ],
    ['a choice has its meaning', 'registerEmployee', { identificacion: 6 }, '- Tipo de documento: «6, NIE»'],
    [
      'a flag is yes or no',
      'registerEmployee',
      { duplicate: 1 },
      '- La respuesta lleva el PDF resultante: «Sí»',
    ],
  ])('%s', (_, id, fields, line) => {
    expect(linesFor(id, fields)).toEqual([line]);
  });

  test('the values are those that the gateway recorded of the dry run', () => {
    const recorded = { tipo_contrato: '100', grupo_cotizacion: '07', test: true, duplicate: true };
    expect(linesFor('registerEmployee', { grupo_cotizacion: 7, tipo_contrato: 100 }, recorded)).toEqual([
      '- Clave del contrato: «100, Indefinido ordinario a tiempo completo»',
      '- Grupo de cotización: «07»',
      '- La respuesta lleva el PDF resultante: «Sí»',
    ]);
  });

  test('the values have no two equal labels', () => {
    const lines = linesFor('registerEmployee', { fechaDeEfecto: 'a', sueldoBruto: 'b', sueldo_bruto: 'c' });
    expect(lines).toEqual([
      '- Fecha de efecto (fechaDeEfecto): «a»',
      '- Sueldo bruto (sueldoBruto): «b»',
      '- Sueldo bruto (sueldo·bruto): «c»',
    ]);
  });
});

test.each<[string, ClientCapabilities]>([
  ['no questions', {}],
  ['pages alone', { elicitation: { url: {} } }],
])('a host that shows a person %s gets an error, and a link to the panel', async (_, capabilities) => {
  const { baseUrl, filed } = await hostileGateway({ text: 'x' });
  const client = await hostFor(baseUrl, undefined, {}, capabilities);
  const preview = previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION));
  const said = await textOf(client, 'commit_preview', { preview });
  expect(said).toContain('Este programa no puede preguntar a la persona. No se ha presentado nada.');
  expect(said).toContain('https://panel.example.com/#/tramites/DRY');
  expect(filed()).toEqual([]);
});

test('no sequence of tool calls files anything without a confirmation', async () => {
  const names = [
    ...TOOLS.map(({ id, kind }) => (kind === 'submission' ? `preview_${id}` : id)),
    'commit_preview',
  ];
  const value = fc.oneof(
    fc.constantFrom(...HOSTILE, 'DRY', true, 1, 0, null, [], {}),
    fc.constantFrom('PREVIEW'),
  );
  const keys = [
    'preview',
    'test',
    'dryRun',
    'presentar',
    'previewToken',
    'certificate',
    'id',
    'batchId',
    'ccc',
    'nss',
  ];
  const step = fc.oneof(
    fc.record({ name: fc.constantFrom(...names), args: fc.dictionary(fc.constantFrom(...keys), value) }),
    fc.record({
      name: fc.constantFrom('commitBatch', 'registerEmployee', 'resolveFiling', 'commit_preview'),
      args: fc.dictionary(fc.constantFrom(...keys), value),
    }),
    fc.constant({ name: 'preview_registerEmployee', args: REGISTRATION }),
    fc.constant({ name: 'commit_preview', args: { preview: 'PREVIEW' } }),
  );
  let asked = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...HOSTILE),
      fc.constantFrom(undefined, ...NO),
      fc.array(step, { minLength: 4, maxLength: 15 }),
      async (text, person, steps) => {
        const { baseUrl, filed } = await hostileGateway({ text });
        const client = await hostFor(
          baseUrl,
          person &&
            ((message) => {
              asked += 1;
              return person(message);
            }),
        );
        let preview = 'none';
        for (const { name, args } of steps) {
          const sent = Object.entries(args).map(([key, each]) => [key, each === 'PREVIEW' ? preview : each]);
          preview = previewOf(await textOf(client, name, Object.fromEntries(sent))) || preview;
        }
        expect(filed()).toEqual([]);
      },
    ),
    { numRuns: 40 },
  );
  // Otherwise the generated sequences would show nothing.
  expect(asked).toBeGreaterThan(5);
});

describe('a filing that a person confirmed', () => {
  const YES: Person = () => ({ action: 'accept', content: { presentar: true } });

  const confirmed = async (filing: Scripted) => {
    const { baseUrl, filed } = await hostileGateway({ text: 'ANA', filing });
    const client = await hostFor(baseUrl, YES);
    const preview = previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION));
    return { filed, commit: () => textOf(client, 'commit_preview', { preview }) };
  };

  test('the filing is sent once with the token of its dry run and a key, however often and at once it is asked for', async () => {
    const { filed, commit } = await confirmed({
      data: { file: { name: 'TA.pdf', contentType: 'application/pdf', content: 'SECRET' } },
    });
    const said = await Promise.all([commit(), commit(), commit()]);
    said.push(await commit());
    expect(said.filter((text) => text.startsWith('Presentado.')).length).toBeGreaterThan(0);
    expect(said.join('')).not.toContain('SECRET');
    expect(filed()).toHaveLength(1);
    const [{ headers, json } = { headers: {}, json: {} }] = filed();
    expect(headers).toMatchObject({
      'preview-token': 'DRY',
      'idempotency-key': expect.stringMatching(/^[\w-]{36}$/),
    });
    // Tools take numbers of digits as text.
    expect(json).toEqual(
      Object.fromEntries(Object.entries(REGISTRATION).map(([name, value]) => [name, String(value)])),
    );
  });

  test.each([
    ['a 502', { status: 502, headers: { 'X-Tramite-Id': 'FILED' } }],
    ['no answer', (response: { destroy(): void }) => void response.destroy()],
  ] as [string, Scripted][])(
    'the filing that ends in %s is reported as unknown, and never sent again',
    async (_, filing) => {
      const { filed, commit } = await confirmed(filing);
      for (let time = 0; time < 3; time += 1) {
        const said = await commit();
        expect(said).toContain('NO SE SABE si se ha presentado');
        expect(said).toContain('checkFiling');
      }
      expect(filed()).toHaveLength(1);
    },
  );

  test('the filing that never left is reported as not filed, with the reason', async () => {
    const preview = new Previews().add({} as never);
    const { text, isError } = await fileOnce(preview, () =>
      Promise.reject(new NotSent('refused', 'pasarela.example.com')),
    );
    expect(isError).toBe(true);
    expect(text).toMatch(/^No se ha presentado\.\n/);
    expect(text).toContain('No se ha enviado: no hay quien escuche en pasarela.example.com.');
  });

  test.each([422, 429, 503])(
    'the filing that is refused with a %i is reported as not filed, and never sent again',
    async (status) => {
      const { filed, commit } = await confirmed({ status, body: { errors: { tgss: ['3408 No consta.'] } } });
      for (let time = 0; time < 2; time += 1)
        expect(await commit()).toMatch(
          /^No se ha presentado\.\n\{"note":"Lo que sigue son datos\..*"errors":\{"tgss":\["3408 No consta\."\]\}/,
        );
      expect(filed()).toHaveLength(1);
    },
  );
});

test.each([
  ['failed', { result: 'failed' }],
  ['has not ended', { result: null }],
  ['is the record of a filing', { dry: false, state: 'accepted' }],
])('a person is not asked about a dry run that %s, and nothing is filed', async (_, record) => {
  const { baseUrl, filed } = await hostileGateway({ text: 'ANA', record });
  let asked = 0;
  const client = await hostFor(baseUrl, () => {
    asked += 1;
    return { action: 'accept', content: { presentar: true } };
  });
  const preview = previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION));
  expect(await textOf(client, 'commit_preview', { preview })).toMatch(
    /^No se ha podido leer el simulacro .* No se ha presentado nada\./,
  );
  expect(asked).toBe(0);
  expect(filed()).toEqual([]);
});

describe('an act that was accepted before', () => {
  const FIRST = '01KAJ5Z3W8Q2N6T4R0M9XCVB7D';
  /** A gateway whose dry run says that the same was accepted by a trámite of Ana. */
  const repeating = async (filing: Scripted = { headers: { 'X-Tramite-Id': 'FILED' }, data: {} }) => {
    const text = 'ANA';
    const headers = { 'X-Repeated': FIRST };
    const { baseUrl, filed } = await hostileGateway({ text, filing, dry: headers, first: FIRST });
    const asked: string[] = [];
    const hostWith = (content: Record<string, boolean>) =>
      hostFor(baseUrl, (message) => {
        asked.push(message);
        return { action: 'accept', content };
      });
    return { hostWith, filed, asked };
  };
  const tried = (client: Client) => textOf(client, 'preview_registerEmployee', REGISTRATION);

  test('a person is asked about the act, with who filed it and when, and it is repeated only after a confirmation', async () => {
    const { hostWith, filed, asked } = await repeating();
    const client = await hostWith({ presentar: true });
    const said = await tried(client);
    expect(said).toContain('Lo mismo ya se aceptó');
    expect(JSON.stringify(said)).toContain(FIRST);
    expect(await textOf(client, 'commit_preview', { preview: previewOf(said) })).toMatch(/^Presentado\./);
    const [question = ''] = asked;
    expect(question).toMatch(/^¿Presentar esto OTRA VEZ ante la Seguridad Social\?/);
    expect(question).toContain(`«Ya lo presentó Ana Ruiz el 28/11/26 a las 10:32 (trámite ${FIRST}).»`);
    expect(filed().map(({ headers }) => headers.repeats)).toEqual([FIRST]);
  });

  test('the act is not repeated if the person does not confirm it', async () => {
    const { hostWith, filed } = await repeating();
    const client = await hostWith({ presentar: false });
    await textOf(client, 'commit_preview', { preview: previewOf(await tried(client)) });
    expect(filed()).toEqual([]);
  });

  test('an act that was accepted after the dry run is reported as not sent again, and not as filed', async () => {
    const { baseUrl } = await hostileGateway({
      text: 'ANA',
      filing: { headers: { 'X-Tramite-Id': FIRST, 'X-Repeated': FIRST }, data: {} },
    });
    const client = await hostFor(baseUrl, () => ({ action: 'accept', content: { presentar: true } }));
    const said = await textOf(client, 'commit_preview', { preview: previewOf(await tried(client)) });
    expect(said).toMatch(new RegExp(`^No se ha presentado otra vez: .*${FIRST}`));
    expect(said).not.toContain('Presentado.');
  });
});

test('a person who has said no three times is not asked any more, however the model insists', async () => {
  const { baseUrl, filed } = await hostileGateway({ text: 'ANA' });
  let asked = 0;
  const client = await hostFor(baseUrl, () => {
    asked += 1;
    return { action: 'decline' };
  });
  const said: string[] = [];
  for (let time = 0; time < 5; time += 1) {
    const preview = previewOf(await textOf(client, 'preview_registerEmployee', REGISTRATION));
    said.push(await textOf(client, 'commit_preview', { preview }));
  }
  expect(asked).toBe(3);
  expect(said.at(-1)).toContain('https://panel.example.com/#/tramites/DRY');
  expect(filed()).toEqual([]);
});

test('the person who sets the server up chooses its tools, its certificates, and whether full numbers may be asked for', async () => {
  const client = await hostFor('http://127.0.0.1:1/api/v4', undefined, {
    groups: ['tramites', 'sepe'],
    mayShowNumbers: false,
    certificates: { uno: 'SECRET-1', dos: 'SECRET-2' },
  });
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['listFilings', 'checkFiling', 'preview_notifyContract']));
  expect(names).not.toContain('preview_registerEmployee');
  expect(names).not.toContain('showWorkerData');
  expect(JSON.stringify(tools)).not.toMatch(/show_identifiers|SECRET/);
  const { inputSchema } = tools.find(({ name }) => name === 'preview_notifyContract')!;
  expect(inputSchema.properties).toHaveProperty('certificate.enum', ['uno', 'dos']);
  const readingsOnly = await hostFor('http://127.0.0.1:1/api/v4', undefined, { groups: ['search'] });
  expect((await readingsOnly.listTools()).tools.map(({ name }) => name)).toEqual(['search']);
});

describe('the tools of the MCP server', () => {
  test('no tool changes anything at the service, except those that ask an authority and the one that files', async () => {
    const client = await hostFor('http://127.0.0.1:1/api/v4');
    const { tools } = await client.listTools();
    const named = (hint: 'readOnlyHint' | 'destructiveHint', value: boolean) =>
      tools.filter(({ annotations }) => annotations?.[hint] === value).map(({ name }) => name);
    expect(named('readOnlyHint', false)).toEqual([
      'checkFiling',
      ...testRows.flatMap(({ tools }) => tools?.asks ?? []),
      'commit_preview',
    ]);
    expect(named('destructiveHint', true)).toEqual(['commit_preview']);
  });

  test('the README and the help name the groups of the tools', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../../client/mcp/README.md'), 'utf8');
    const [, named = ''] = /PASARELA_GROUPS`.*`([\w,-]+)`/.exec(readme) ?? [];
    const groups = ['inicio', 'todos', ...new Set(TOOLS.map(({ group }) => group))];
    expect(named.split(',').toSorted()).toEqual(groups.toSorted());
    for (const name of groups) expect(HELP).toMatch(new RegExp(`^  ${name}$`, 'm'));
  });

  test('the tools of a first day are few and short, and those with which something is filed can check it', async () => {
    const named = async (...groups: string[]) => {
      const client = await hostFor('http://127.0.0.1:1/api/v4', undefined, { groups });
      return (await client.listTools()).tools;
    };
    const first = await named('inicio');
    const names = first.map(({ name }) => name);
    expect(names).toHaveLength(25);
    expect(JSON.stringify(first).length).toBeLessThan(48_000);
    for (const name of ['preview_registerEmployee', 'preview_deregisterEmployee', 'commit_preview'])
      expect(names).toContain(name);
    for (const name of ['search', 'listEmployees', 'listObligations', 'checkFiling'])
      expect(names).toContain(name);
    const both = await named('inicio', 'sepe');
    expect(both.map(({ name }) => name)).toContain('preview_notifyContract');
    expect((await named('sepe')).map(({ name }) => name)).toContain('checkFiling');
  });

  test('each part of a schema has one type, and choices are texts', () => {
    const parts = (schema: FieldSchema): FieldSchema[] => [
      schema,
      ...Object.values(schema.properties ?? {}).flatMap(parts),
      ...(schema.items ? parts(schema.items) : []),
    ];
    for (const { id, input } of TOOLS)
      for (const { type, anyOf, enum: choices = [] } of parts(input as unknown as FieldSchema).slice(1)) {
        expect([id, type, anyOf]).toEqual([id, expect.any(String), undefined]);
        for (const choice of choices as unknown[]) expect([id, choice]).toEqual([id, expect.any(String)]);
      }
  });

  test('a tool takes a number where text is asked for, and sends a choice with the type of the operation', async () => {
    const { seen, baseUrl } = await scriptedGateway(() => ({ data: {} }));
    const client = await hostFor(baseUrl);
    const given = { ...REGISTRATION, duplicate: '1', coeficiente: 500 };
    await textOf(client, 'preview_registerEmployee', given);
    expect(seen[0]!.json).toMatchObject({
      duplicate: 1,
      coeficiente: '500',
      identificacion: '1',
      ccc: '28000000097',
    });
  });

  test.each([['data'], ['list of one']])(
    'an answer that is too long is shortened as %s, and says what was left out',
    async (kind) => {
      const rows = Array.from({ length: 3_000 }, (_, number) => ({ name: 'N'.repeat(30), number }));
      const data = kind === 'data' ? { data: rows } : { data: [{ rows }] };
      const { baseUrl } = await scriptedGateway(() => ({ data }));
      const text = await textOf(await hostFor(baseUrl), 'listFilings', {});
      expect(text.length).toBeLessThanOrEqual(45_000);
      expect(text.length).toBeGreaterThan(40_000);
      const { leftOut } = JSON.parse(text);
      const at = kind === 'data' ? 'data.data' : 'data.data.0.rows';
      expect(leftOut.parts).toEqual([{ at, shown: expect.any(Number), of: 3_000 }]);
      expect(leftOut.next).toContain('pida menos');
    },
  );

  test('the tools have descriptions for a model, without headers and fields that they do not have', () => {
    for (const { id, title, description, input } of TOOLS)
      expect(`${id} ${title} ${description} ${JSON.stringify(input)}`).not.toMatch(
        /X-[A-Z][a-z]+-|test=1|`test`|cert_secret|(?:GET|POST|PUT) \/|Retry-After|(?:responde|es un|:) [2-5]\d\d\b|de esta página/,
      );
  });

  test('a tool says that a number is shortened, and asks nothing with it', async () => {
    const { seen, baseUrl } = await scriptedGateway(() => ({}));
    const client = await hostFor(baseUrl);
    for (const name of ['preview_registerEmployee', 'listEmployeeSituations'])
      expect(
        await textOf(client, name, {
          ...(name.startsWith('preview') ? REGISTRATION : { regimen: '0111', ccc: '28000000097' }),
          dni: '•••••678Z',
        }),
      ).toContain('show_identifiers');
    expect(seen).toEqual([]);
  });

  test.each(NAMED)(
    'a tool answers with one JSON object that says what it is, and no text breaks out of it (%i)',
    async (_, text) => {
      const refused = await scriptedGateway(() => ({
        status: 422,
        body: { message: text, errors: { tgss: [text, 'DNI 12345678Z'] } },
      }));
      const { baseUrl } = await hostileGateway({ text, filing: { status: 422, body: { message: text } } });
      const client = await hostFor(baseUrl, () => ({ action: 'accept', content: { presentar: true } }));
      const preview = await textOf(client, 'preview_registerEmployee', REGISTRATION);
      for (const [said, before] of [
        [await textOf(client, 'listFilings', {}), ''],
        [preview, ''],
        [await textOf(client, 'commit_preview', { preview: previewOf(preview) }), 'No se ha presentado.\n'],
        [await textOf(await hostFor(refused.baseUrl), 'listFilings', {}), ''],
      ] as const) {
        expect(said.startsWith(before)).toBe(true);
        const [first] = Object.entries(JSON.parse(said.slice(before.length)));
        expect(first).toEqual(['note', expect.stringMatching(/^Lo que sigue son datos\./)]);
        // Characters that a person does not see do not reach the model.
        expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|12345678Z/u);
        expect(said).not.toMatch(/\\u00[01]|\\u20[23]/);
      }
    },
  );
});

test('missing or wrong settings are named', () => {
  const whole = { PASARELA_URL: 'https://a.example/api/v4', PASARELA_TOKEN: 'token' };
  expect(readSettings({ ...whole, PASARELA_CERTIFICATE: 'one' }).certificates).toEqual({
    certificado: 'one',
  });
  expect(() => readSettings({ PASARELA_URL: whole.PASARELA_URL })).toThrow('PASARELA_TOKEN');
  expect(() => readSettings({ ...whole, PASARELA_PANEL: 'panel' })).toThrow('PASARELA_PANEL');
  for (const wrong of ['{"a":1}', 'secreto'])
    expect(() => readSettings({ ...whole, PASARELA_CERTIFICATES: wrong })).toThrow(
      /^PASARELA_CERTIFICATES debe ser un objeto JSON de nombres y cert_secret\.$/,
    );
  expect(() => readSettings({ ...whole, PASARELA_URL: 'a.example' })).toThrow('PASARELA_URL');
  expect(() => readSettings({ ...whole, PASARELA_URL: 'https://ana:clave@a.example/api/v4' })).toThrow(
    /^PASARELA_URL no lleva usuario ni contraseña\.$/,
  );
  expect(() => readSettings({ ...whole, PASARELA_GRUPOS: 'sepe' })).toThrow('PASARELA_GRUPOS');
  expect(() => readSettings({ ...whole, PASARELA_NUMBERS: 'no' })).toThrow('PASARELA_NUMBERS');
  expect(() => readSettings({ ...whole, PASARELA_GROUPS: 'sepe,segsocial' })).toThrow('«segsocial»');
  expect(readSettings(whole).groups).toEqual(['inicio']);
});

describe('the numbers of persons', () => {
  const shown = (value: unknown, showsNumbers = false) =>
    forModel(value, { showsNumbers, said: () => 'document' });

  test('the numbers are shortened in fields and in texts', () => {
    expect(
      shown({
        dni: 'AB123456',
        nss: 280000000097,
        iban: 'ES9121000418450200051332',
        email: 'ana@example.com',
        message: 'El DNI 12345678Z (X1234567L), NSS 28 00000000 97, cuenta ES91 2100 0418 4502 0005 1332.',
      }),
    ).toEqual({
      dni: '••••3456',
      nss: '••••••••0097',
      iban: '••••••••••••••••••••1332',
      email: '•••••••••••.com',
      message: 'El DNI •••••678Z (•••••567L), NSS ••••••••••0 97, cuenta •••••••••••••••••••••••••1332.',
    });
  });

  test.each([
    ['a DNI with dots and a hyphen', '12.345.678-Z', '••••••••78-Z'],
    ['a DNI with blanks', 'de 12 345 678 Z.', 'de ••••••••78 Z.'],
    ['a DNI after letters', 'DNI12345678Z', 'DNI•••••678Z'],
    ['a DNI with a zero before it', '1 012345678Z', '1 ••••••678Z'],
    ['a NIE with any separators', 'X 1.234.567-L', '•••••••••67-L'],
    ['a number of the Seguridad Social with dots', '28.00000000.97', '••••••••••0.97'],
    ['an e-mail address', 'Escriba a ana.ruiz@example.com.', 'Escriba a ••••••••••••••••.com.'],
    ['an account in parts', '2100 0418 45 0200051332', '•••••••••••••••••••1332'],
    ['an IBAN with dots', 'ES91.2100.0418.4502.0005.1332', '•••••••••••••••••••••••••1332'],
    ['a day before a word of one letter', 'del 20261103 a hoy', 'del 20261103 a hoy'],
    ['days and instants', '28/11/2026 a 2026-11-28T09:32:05.000Z', '28/11/2026 a 2026-11-28T09:32:05.000Z'],
    ['a contribution account', '0111 28000000097', '0111 28000000097'],
  ])('a text with %s is shortened, or stays', (_, text, expected) => {
    expect(shown(text)).toBe(expected);
  });

  test('the parts of an account are shortened in their fields', () => {
    const parts = {
      iban: 'ES91',
      entidad: '2100',
      oficina: '0418',
      dcnc: '4502',
      num1: '0005',
      num2: '1332',
    };
    expect(shown(parts)).toEqual({ ...parts, iban: '••••', dcnc: '••••', num1: '••••', num2: '••••' });
  });

  test('no example of an operation shows a whole number of a person, and its days stay', () => {
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    const isDay = (value: unknown) =>
      /^(?:\d{4}-\d\d-\d\d(?:[T ].*)?|\d\d[/-]\d\d[/-]\d{4}|20\d{6})$/.test(String(value));
    let days = 0;
    for (const { operation } of operationsOf(reference())) {
      const example = Object.values(operation.responses[200]?.content ?? {}).map(
        (content) => (content as { example?: unknown }).example,
      );
      const masked = shown(example);
      expect([operation.operationId, JSON.stringify(masked)]).toEqual([
        operation.operationId,
        expect.not.stringMatching(/(?<![\w-])(?:\d{8}|[XYZ]\d{7})[A-Z]\b|(?<!\d)\d{12}(?!\d)|\w@\w/),
      ]);
      expect(leaves(masked).filter(isDay)).toEqual(leaves(example).filter(isDay));
      days += leaves(example).filter(isDay).length;
    }
    expect(days).toBeGreaterThan(100);
  });

  test('the numbers are complete if they are asked for, and documents never are', () => {
    const file = { name: 'a.pdf', contentType: 'application/pdf', content: 'JVBERi0xLjcK' };
    expect(shown({ dni: '12345678Z', file }, true)).toEqual({ dni: '12345678Z', file: 'document' });
  });

  test('an identifier of the service is not taken for a number of a person, and stays complete', () => {
    const own = {
      id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D',
      requestId: '1234567a-6b0e-4d7e-9d53-012345678901',
      ccc: '28000000097',
      message:
        'Trámite 1234567a-6b0e-4d7e-9d53-012345678901, cuenta 0111 28000000097, contrato E-28-2026-0000001',
      created_at: '2026-11-27T22:51:47.000Z',
    };
    expect(shown(own)).toEqual(own);
  });
});
