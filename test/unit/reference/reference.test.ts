import { describe, expect, test } from 'vitest';
import { type Examples, withExamples } from '../../../functions/gateway/reference/document.ts';
import { onDay } from '../../../functions/gateway/reference/relative-dates.ts';
import { demoData } from '../../../local/demo.ts';
import { type Certificate, certificateFor } from '../../../reference/browser/certificate.ts';
import { contextOf } from '../../../reference/browser/context.ts';
import { codesHtml, codeTables } from '../../../reference/codes.ts';
import { examplesOf } from '../../../reference/examples.ts';
import { factsOf, WRITTEN_STAGE } from '../../../reference/facts.ts';
import { groupsOf } from '../../../reference/groups.ts';
import {
  filledIn,
  guideHtml,
  LANGUAGES,
  type Language,
  programOf,
  readGuide,
  receiverOf,
  sectionsOf,
} from '../../../reference/guide.ts';
import { certificateTypes } from '../../../reference/operations.ts';
import { municipalityTable } from '../../../reference/public-codes.ts';
import { requestsAt } from '../../../reference/requests.ts';
import { searchEntries } from '../../../reference/search.ts';
import { makeSeed } from '../../../sandbox/seed.ts';
import { openApiDocument } from '../../../shared/derive/openapi.ts';
import { readRequest } from '../../../shared/kernel/validation.ts';
import { CERTIFICATE_TYPES } from '../../../shared/operation/operation.ts';
import { groups, operations } from '../../support/infra/groups.ts';

const LIMITS = { clients: 1, certificates: 1, derivationsPerHour: 1, queued: 2_000 };
const STAGE = { name: 'sandbox', standIns: true, giveUpDays: 10, apiSeconds: 29, limits: LIMITS };
const guide = readGuide();
const html = guideHtml(guide, factsOf(STAGE));

describe('the guide', () => {
  test('the guide states facts from the code, and none that the code does not have', () => {
    expect(html).not.toMatch(/\{\{|<!--/);
    expect(html).toContain('80 consultas y 120 peticiones');
    const { 'limit.read': _, ...others } = factsOf(STAGE);
    expect(() => guideHtml(guide, others)).toThrow('limit.read');
    for (const name of Object.keys(factsOf(STAGE))) expect(guide, name).toContain(`<!--${name}-->`);
  });

  test('the guide is committed with these facts, for readers of the repository', () => {
    expect(guide, 'npm run wire writes them').toBe(filledIn(guide, factsOf(WRITTEN_STAGE)));
  });

  test('the guide says what to do for every status that the reference has', () => {
    const { paths } = JSON.parse(JSON.stringify(openApiDocument(groups)));
    const statuses = new Set(
      Object.values<Record<string, { responses: object }>>(paths)
        .flatMap((methods) => Object.entries(methods))
        // HTML pages have other statuses.
        .filter(([, { responses }]) => !('304' in responses) && !('410' in responses))
        .flatMap(([, { responses }]) => Object.keys(responses))
        .filter((status) => Number(status) >= 400),
    );
    expect(statuses.size).toBeGreaterThan(10);
    for (const status of statuses) expect(guide).toMatch(new RegExp(`^\\| ${status} `, 'm'));
  });

  test('the guide has every snippet in all languages', () => {
    const fences = [...guide.matchAll(/^```(\w+)( receptor)?$/gm)].map(([, lang]) => lang);
    const count = (language: Language) => fences.filter((lang) => lang === language).length;
    expect(count('sh')).toBeGreaterThanOrEqual(10);
    for (const language of Object.keys(LANGUAGES) as Language[]) {
      expect(count(language), language).toBe(count('sh'));
      expect(programOf(guide, language)).toContain('Simulacro: ');
      expect(receiverOf(guide, language)).toContain('PASARELA_WEBHOOK');
    }
    expect(html.match(/class="lenguajes"/g)).toHaveLength(count('sh'));
  });

  test('the guide names only addresses that exist, and links to its own headings', () => {
    const named = [...guide.matchAll(/`(GET|POST|PUT|DELETE) (\/[\w/{}-]+)`/g)].map(
      ([, method, path]) => `${method} /api/v4${path}`,
    );
    expect(named.length).toBeGreaterThan(5);
    const names = operations.map(({ name }) => name);
    for (const name of named) expect(names).toContain(name);
    for (const [, anchor] of html.matchAll(/href="#([\w-]+)"/g)) expect(html).toContain(`id="${anchor}"`);
  });

  test('the guide contains no markup of its own making', () => {
    expect(guideHtml('# a\n\n```ts\nconst a = "<script>";\n```', {})).not.toContain('<script>');
  });
});

/** All values of an example, each with the name of its member. */
const valuesIn = (example: unknown, name = ''): [name: string, value: unknown][] => {
  if (example === undefined) return [];
  if (typeof example !== 'object' || example === null) return [[name, example]];
  return Object.entries(example).flatMap(([key, value]) =>
    valuesIn(value, Array.isArray(example) ? name : key),
  );
};

/** Members whose value in the answer differs in form or meaning from the field with the same name. */
const OTHERWISE = new Set([
  'post /api/v4/sepe/contrata name',
  'post /api/v4/sepe/contrata/xml name',
  'post /api/v4/sepe/contrata/xml content',
  'post /api/v4/sepe/contrata/xml contentType',
  'post /api/v4/sepe/copy-basic/xml name',
  'post /api/v4/sepe/copy-basic/xml content',
  'post /api/v4/sepe/copy-basic/xml contentType',
  // The interface answers with 1 or 0.
  'put /api/v4/customer/{customerID}/activate active',
  'put /api/web/v3/customer/{customerID}/activate active',
  // `good` chooses the rows that are filed; the answer says how many.
  'post /api/v4/batches/{batchId}/commit rows',
  // A kind of events, by its beginning.
  'get /api/v4/events type',
  // The same instant in UTC.
  'put /api/v4/operator/authorities/{authority} until',
  // In capitals, and a person's name with the surnames first.
  'post /api/v4/sandbox/workers name',
  'post /api/v4/sandbox/companies name',
]);

describe('the examples of the reference', () => {
  const examples = examplesOf(groups, STAGE);

  test.each(['2024-02-29', '2025-03-31', '2025-12-31', '2026-01-01', '2027-10-15'])(
    'the examples show for %s the requests that succeed in a world that begins on that day',
    (day) => {
      const seed = makeSeed(day);
      const wanted = requestsAt(seed, demoData(seed));
      expect(Object.keys(wanted).length).toBeGreaterThan(40);
      for (const [name, { request, after = [] }] of Object.entries(wanted)) {
        const [method, path] = name.split(' ') as [string, string];
        const example = onDay(examples[`${method} /api/v4${path}`]!, day);
        const { test: _, ...sent } = example.request;
        expect(sent, name).toEqual(request);
        expect((example.before ?? []).map((earlier) => earlier.request)).toEqual(
          after.map(([, sent]) => sent),
        );
      }
    },
  );

  test.each(operations)(
    'the examples have a request for $name that the operation accepts',
    ({ name, operation }) => {
      const { request } = onDay(examples[name]!, '2026-05-05');
      // For a file in a form, only its name is shown.
      if (operation.kind === 'resource' && operation.body === 'multipart') return;
      const { errors } = readRequest(operation.request, request, {
        onlyDefined: true,
      });
      expect(errors).toEqual({});
    },
  );

  test('the examples are dry runs on another stage, and show on a sandbox what would make them dry runs', () => {
    const elsewhere = examplesOf(groups, { standIns: false });
    for (const { name, operation } of operations) {
      const has = operation.kind === 'submission' && operation.dryRun !== 'not-offered';
      const sent = [examples, elsewhere].map((each) => each[name]?.request.test);
      expect(sent, name).toEqual(has ? [0, 1] : [undefined, undefined]);
    }
  });

  test('the examples have an answer that repeats the values of their request', () => {
    const { paths } = withExamples(
      JSON.parse(JSON.stringify(openApiDocument(groups))),
      examples,
      '2026-11-27',
    );
    const wrong = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [], requestBody, responses = {} }]) => {
        const sent = valuesIn([
          ...parameters.map(({ name, example }) => ({ [name]: example })),
          requestBody?.content['application/json']?.example,
        ]);
        const answered = valuesIn(responses['200']?.content?.['application/json']?.example);
        return sent
          .filter(([name]) => !OTHERWISE.has(`${method} ${path} ${name}`))
          .filter(([name, value]) => {
            const same = answered.filter(([one]) => one === name);
            const forms = [
              String(value),
              String(value).replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1'),
              String(value).replace(/^(\d{9})\d\d$/, '$1'),
            ];
            return same.length > 0 && !same.some(([, one]) => forms.includes(String(one)));
          })
          .map(([name, value]) => `${method} ${path} ${name}: ${value}`);
      }),
    );
    expect(wrong).toEqual([]);
    const contract = paths['/api/v4/sepe/contrata/data']!.get!;
    const sent = new Map((contract.parameters ?? []).map(({ name, example }) => [name, example]));
    expect(contract.responses?.['200']?.content?.['application/json']?.example).toMatchObject({
      data: {
        account_data: [{ ccc_full: `0111${sent.get('ccc')}` }],
        employee_data: [{ nif: sent.get('dni') }, {}],
      },
    });
  });

  test('the example of each parameter has the type and a value that its schema allows', () => {
    const { paths } = withExamples(
      JSON.parse(JSON.stringify(openApiDocument(groups))),
      examples,
      '2026-11-27',
    );
    const withExample = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, { parameters = [] }]) =>
        parameters
          .filter(({ example }) => example !== undefined)
          .map(({ name, schema, example }) => ({ parameter: `${method} ${path} ${name}`, schema, example })),
      ),
    );
    expect(withExample.length).toBeGreaterThan(200);
    for (const { parameter, schema, example } of withExample) {
      const { type, enum: allowed } = schema as { type?: string; enum?: unknown[] };
      expect(Number.isInteger(example) ? 'integer' : typeof example, parameter).toBe(type);
      if (allowed) expect(allowed, parameter).toContain(example);
    }
  });

  test('the examples stand where readers and programs look for them', () => {
    const made: Examples = {
      'GET /api/v4/tramites/{id}/documents/{n}': { request: { id: '01KAJ5Z3W8Q2N6T4R0M9XCVB7D', n: 1 } },
      'POST /api/v4/seg-social/baja': {
        request: { ccc: '1', fecha_real: '{{day+0}}' },
        before: [{ title: 'Dar de alta', request: { fecha_real: '{{day-3}}' } }],
      },
    };
    const { paths } = withExamples(JSON.parse(JSON.stringify(openApiDocument(groups))), made, '2026-03-01');
    const document = paths['/api/v4/tramites/{id}/documents/{n}']!.get!;
    expect(document.parameters?.map(({ name, example }) => [name, example])).toEqual([
      ['id', '01KAJ5Z3W8Q2N6T4R0M9XCVB7D'],
      ['n', 1],
    ]);
    const baja = paths['/api/v4/seg-social/baja']!.post!;
    expect(baja.requestBody?.content['application/json']?.example).toEqual({
      ccc: '1',
      fecha_real: '2026-03-01',
    });
    expect(baja.description).toContain('"fecha_real": "2026-02-26"');
    const samples = baja['x-codeSamples'] as { lang: string; source: string }[];
    expect(samples.map(({ lang }) => lang)).toEqual(['shell', 'typescript', 'python', 'php']);
    for (const { source } of samples) expect(source).toContain('2026-03-01');
  });
});

describe('an operation that is tried in the reference', () => {
  const types = certificateTypes(groups);

  test('the operation is called with a certificate of its own type, otherwise with one that serves all authorities', () => {
    const stored: Certificate[] = [
      { cert_secret: 'aeat', name: 'A', type: 3 },
      { cert_secret: 'any', name: 'B', type: null },
      { cert_secret: 'tgss', name: 'C', type: 1 },
    ];
    const chosen = (path: string) => certificateFor(types, stored, path)?.cert_secret;
    expect(chosen('/api/v4/seg-social/alta')).toBe('tgss');
    expect(chosen('/api/v4/sepe/contrata')).toBe('any');
    expect(chosen('/api/v4/certificate')).toBeUndefined();
  });

  test('the operation needs the certificate type of its own authority, also if its group has several authorities', () => {
    for (const { name, operation } of operations)
      if (operation.kind !== 'resource')
        expect(types[name.split(' ')[1]!], name).toBe(CERTIFICATE_TYPES[operation.authority]);
  });
});

test('the search finds sections of the guide, operations and codes, each at its place', () => {
  const entries = searchEntries(sectionsOf(guide, factsOf(STAGE)), groups, [
    { page: 'codigos', tables: codeTables(groups, STAGE) },
    { page: 'municipios', tables: [municipalityTable()] },
  ]);
  const addressOfTitle = (title: string) => entries.find((entry) => entry[1] === title)?.[2];
  expect(addressOfTitle('Certificados')).toBe('/api/v4/docs#certificados');
  expect(addressOfTitle('Dar de alta a un trabajador')).toBe(
    '/api/v4/docs/operaciones#tag/seg-social/registerEmployee',
  );
  expect(addressOfTitle('28079 Madrid')).toBe('/api/v4/docs/municipios?q=Municipios%2028079');
  for (const [, title, address] of entries)
    if (address.startsWith('/api/v4/docs#')) expect(html, title).toContain(`id="${address.split('#')[1]}"`);
});

test('a result of the search has a line of its text around what was found', () => {
  const plain = (text: string) =>
    text
      .normalize('NFD')
      .replace(/\p{Mark}/gu, '')
      .toLowerCase();
  const text =
    'Uno dos tres cuatro cinco seis siete ocho. Un trámite queda sin desenlace cuando la conexión se corta.';
  expect(contextOf(text, ['tramite'], plain)).toBe(
    '… cuatro cinco seis siete ocho. Un trámite queda sin desenlace cuando la conexión se corta.',
  );
  expect(contextOf(text, ['nada'], plain)).toBe('');
  expect(contextOf('Corto.', ['corto'], plain)).toBe('Corto.');
});

test('operations describe their rules, from the rules themselves', () => {
  const { paths } = JSON.parse(JSON.stringify(openApiDocument(groups)));
  const of = (path: string, method: string): string => paths[`/api/v4${path}`][method].description;
  expect(of('/seg-social/alta', 'post')).toContain(
    '- `category_professional`: Es obligatorio con régimen 0112.',
  );
  expect(of('/seg-social/alta', 'post')).toContain('**Certificado:** de tipo 1, o sin tipo.');
  expect(of('/sepe/contrata', 'post')).toContain('termina antes de enviar el documento');
  expect(of('/sepe/contrata/xml', 'post')).toContain('no se admite; `test` solo puede ser 0');
  expect(of('/certificate', 'post')).toContain('64 KiB');
  expect(of('/auth/login', 'post')).toContain(
    '60 peticiones por minuto, entre todas las que no llevan token',
  );
});

describe('tables of codes', () => {
  const tables = codeTables(groups, STAGE);
  const rowsOf = (title: string) => tables.find((table) => table.title === title)?.rows ?? [];

  test('the tables have the codes of fields, contract types and the texts of the employment service', () => {
    expect(rowsOf('cesion_tipo')).toContainEqual(['02', 'empresa de trabajo temporal']);
    expect(rowsOf('Mensajes del SEPE').length).toBeGreaterThan(1300);
    expect(rowsOf('Grupos de cotización del entorno de pruebas')).toContainEqual(['10', 'PEONES']);
  });

  test('the table of each contract type has what it must, may and must not have', () => {
    const [about] = tables.filter(({ title }) => title === 'Tipos de contrato').map(({ about }) => about);
    expect(about).toContain('cif, regimen, ccc, docType, dni, name, surname');
    const of = (code: string) =>
      rowsOf('Tipos de contrato')
        .find(([first]) => first === code)!
        .slice(3);
    const relief = 'DATOS_ANEXO_CONTRATO_RELEVO';
    expect(of('403')[0]).toBe('INDICATIVO_PRTR, GRUPOCOTIZACIONSEGSOCIAL');
    expect(of('441')[0]).toBe(`endDate, INDICATIVO_PRTR, ${relief}`);
    expect(of('541')[0]).toBe(`endDate, jornadaType, jornadaHour, jornadaMin, INDICATIVO_PRTR, ${relief}`);
    expect(of('990').slice(0, 2)).toEqual([
      'IND_CONTRATO_ESCRITO, INDICATIVO_PRTR',
      'endDate, IND_CONTRATO_ALTA_DIRECCION (si es escrito)',
    ]);
    expect(of('100')[1]).toBe(relief);
    expect(of('100')[2]).toMatch(/^endDate, IND_CONTRATO_ESCRITO, .*jornadaType.*GRUPOCOTIZACIONSEGSOCIAL$/);
    expect(of('430')[0]).toContain('bonusDisability (salvo indicativeDisability C)');
    const conversions = rowsOf('Tipos de transformación');
    expect(conversions).toHaveLength(9);
    expect(conversions.find(([code]) => code === '239')![2]).toBe(
      'DATOS_CONTRATO_TIEMPO_PARCIAL.TIPO_JORNADA, DATOS_CONTRATO_TIEMPO_PARCIAL.HORAS_JORNADA, ' +
        'DATOS_ADICIONALES_TRANSFORMACION.IND_DISCAPACIDAD',
    );
  });

  test('each table says whether it is complete, and the public ones are', () => {
    for (const { title, extent } of tables)
      expect(extent, title).toMatch(/^(Entera|Propia del entorno de pruebas)/);
    expect(rowsOf('Países')).toContainEqual(['724', 'España']);
    expect(rowsOf('Países').length).toBeGreaterThan(240);
    const { rows } = municipalityTable();
    expect(rows).toContainEqual(['28079', 'Madrid']);
    expect(rows).toHaveLength(8131);
    expect(rows.every(([code]) => /^\d{5}$/.test(code!))).toBe(true);
    expect(rowsOf('Mensajes de la TGSS del entorno de pruebas')).toContainEqual([
      '3462',
      'CUENTA DE COTIZACION NO AUTORIZADA',
    ]);
  });

  test('each table has a title of its own, with the operation if fields of one name have other codes', () => {
    const titles = tables.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
    expect(titles).toContain('option (Anular un contrato o su transformación)');
    const fields = titles.slice(
      titles.indexOf('bonusDisability'),
      titles.indexOf('type (Guardar un certificado)'),
    );
    expect(fields).toEqual(fields.toSorted((one, other) => one.localeCompare(other, 'es')));
  });

  test('a long list of fields is folded below the name of its contract, where a search still finds it', () => {
    const html = codesHtml(tables);
    const row = html.match(/<tr><th scope="row"><code>403<\/code>.*?<\/tr>/)![0];
    expect(row).toContain('<details><summary>Campos</summary><dl><dt>Debe llevar</dt><dd>INDICATIVO_PRTR');
    expect(html).not.toContain('<th scope="col">Debe llevar</th>');
  });

  test('no table has the same codes twice for a field, nor codes of the sandbox elsewhere', () => {
    const keys = tables.map(({ title, rows }) => JSON.stringify([title, rows]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(JSON.stringify(codeTables(groupsOf({ standIns: false }), { standIns: false }))).not.toContain(
      'entorno de pruebas',
    );
  });

  test('the tables are text, never markup', () => {
    const made = codesHtml([{ title: '<i>', extent: '<i>', columns: ['a'], rows: [['<b>', '"&']] }]);
    expect(made).not.toMatch(/<i>|<b>/);
    expect(made).toContain('&#60;b&#62;');
  });
});
