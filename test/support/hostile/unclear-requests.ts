/** Requests by which the caller may have meant a dry run. No submission may file them. */

export type Fields = Record<string, unknown>;

/** A request. A body that is a string is sent unchanged. */
export interface Sent {
  query?: Record<string, string[]>;
  body?: Fields | string;
  headers?: Record<string, string>;
}

/** A JSON object with additional members, which may be duplicates. */
const written = (fields: Fields, ...more: string[]) =>
  `{${[JSON.stringify(fields).slice(1, -1), ...more].join(',')}}`;

/** Headers that a reader might take for a request of a dry run, or of another method. */
const HEADERS: Record<string, string>[] = [
  ...[
    ...[
      'Test',
      'X-Test',
      'x-test',
      'X-Test-Mode',
      'X-Is-Test',
      'Testing',
      'X-Dry-Run',
      'Dry-Run',
      'dry_run',
      'X-Dry',
    ],
    ...[
      'X-Sandbox',
      'X-Simulacro',
      'SIMULACRO',
      'X-Simulation',
      'X-Prueba',
      'Modo-Prueba',
      'X-Trial',
      'X-Demo',
    ],
    ...['X-Preview', 'Preview', 'x-preview-only', 'X-Mode', 'Mode', 'X-Modo', 'X-Validate-Only', 'X-What-If'],
  ].flatMap((name) => ['1', 'false'].map((value) => ({ [name]: value }))),
  ...['X-Environment', 'Environment', 'X-Env', 'Entorno'].flatMap((name) =>
    ['test', 'SANDBOX', 'pruebas'].map((value) => ({ [name]: value })),
  ),
  ...['test', 'TEST', 'dry-run', '"dry_run"', 'simulacro', 'Preview', 'sandbox', 'prueba'].map((key) => ({
    'Idempotency-Key': key,
  })),
  ...[
    'X-HTTP-Method-Override',
    'x-http-method',
    'X-Method-Override',
    'X_HTTP_METHOD_OVERRIDE',
    'Method',
  ].flatMap((name) => ['GET', 'patch', ' HEAD '].map((method) => ({ [name]: method }))),
  ...['dry-run', 'DRY-RUN', 'dry-run=1', 'documents=link; x=1, dry-run', 'wait=5,dryRun'].map((Prefer) => ({
    Prefer,
  })),
  { prefer: 'dry-run' },
];

/** Ways in which a request is not a clear request to file, made from a valid request. */
export const UNCLEAR: [what: string, sent: (example: Fields) => Sent][] = [
  ['TEST in capitals', (example) => ({ body: { ...example, TEST: 1 } })],
  ['Test with a capital', (example) => ({ body: { ...example, Test: 1 } })],
  ['test 0 next to TEST 1', (example) => ({ body: { ...example, test: 0, TEST: 1 } })],
  ['TEST in the query', (example) => ({ query: { TEST: ['1'] }, body: example })],
  ['two letters in the wrong order', (example) => ({ body: { ...example, tset: 1 } })],
  ['a blank before the name', (example) => ({ body: { ...example, ' test': 1 } })],
  ['test null', (example) => ({ body: { ...example, test: null } })],
  [
    'test 1 in the query, null in the body',
    (example) => ({ query: { test: ['1'] }, body: { ...example, test: null } }),
  ],
  ['test 1 and then null in the JSON', (example) => ({ body: written(example, '"test":1', '"test":null') })],
  ['test 1 twice in the JSON', (example) => ({ body: written(example, '"test":1', '"test":1') })],
  ...HEADERS.map((headers): [string, (example: Fields) => Sent] => [
    JSON.stringify(headers),
    (example) => ({ body: example, headers }),
  ]),
  ['an empty test', (example) => ({ body: { ...example, test: '' } })],
  ['an empty TEST', (example) => ({ body: { ...example, TEST: '' } })],
  ['an empty test in the query', (example) => ({ query: { test: [''] }, body: example })],
  [
    'test 1 in the query, empty in the body',
    (example) => ({ query: { test: ['1'] }, body: { ...example, test: '' } }),
  ],
  [
    'test 1 in the query, 0 in the body',
    (example) => ({ query: { test: ['1'] }, body: { ...example, test: 0 } }),
  ],
  [
    'test 0 in the query, 1 in the body',
    (example) => ({ query: { test: ['0'] }, body: { ...example, test: 1 } }),
  ],
  ['test 1 and 0 in the query', (example) => ({ query: { test: ['1', '0'] }, body: example })],
  ['test twice in the JSON, the last 0', (example) => ({ body: written(example, '"test":1', '"test":0') })],
  [
    'test twice in the JSON, the last empty',
    (example) => ({ body: written(example, '"test":1', '"test":""') }),
  ],
  ['test written with an escape', (example) => ({ body: written(example, '"test":1', '"t\\u0065st":0') })],
  ['test true', (example) => ({ body: { ...example, test: true } })],
  ['test in a list', (example) => ({ body: { ...example, test: [1] } })],
  ...['test=1', 'test:1', 'test[0]', 'amp;test', 'test ', '%74est'].map(
    (name): [string, (example: Fields) => Sent] => [
      `${name} in the query`,
      (example) => ({ query: { [name]: ['1'] }, body: example }),
    ],
  ),
  ...['testing', 'prueba', 'simulacro', 'dryRun', 'isTest', 'ｔｅｓｔ', '__proto__', ''].flatMap((name) =>
    [1, 0, '', null].map((value): [string, (example: Fields) => Sent] => [
      `${name} ${JSON.stringify(value)} in the body`,
      // As text, because `__proto__` in an object literal would set the prototype.
      (example) => ({ body: written(example, `${JSON.stringify(name)}:${JSON.stringify(value)}`) }),
    ]),
  ),
  ...['params', 'data', 'options'].map((name): [string, (example: Fields) => Sent] => [
    `test within ${name}`,
    (example) => ({ body: { ...example, [name]: { test: 1 } } }),
  ]),
];
