/** A request as code that can be run as it stands: address, token and certificate are in environment variables. */

export interface SampleCall {
  method: string;
  /** The environment variable with the address of the interface, version included. */
  base: string;
  /** Path after that address, with its path parameters filled in. */
  path: string;
  /** Names of headers, and the environment variables with their values. */
  headers: Record<string, string>;
  query: Record<string, unknown>;
  /** The body, if the request has one. A form has texts only, and in `file` the name of a file. */
  body?: { type: 'json' | 'form' | 'multipart'; fields: Record<string, unknown> };
}

/** One language of the reference. */
export interface Sample {
  lang: string;
  label: string;
  source: string;
}

export const samplesOf = (call: SampleCall): Sample[] => [
  { lang: 'shell', label: 'curl', source: curl(call) },
  { lang: 'typescript', label: 'TypeScript', source: typescript(call) },
  { lang: 'python', label: 'Python', source: python(call) },
  { lang: 'php', label: 'PHP', source: php(call) },
];

const MEDIA = { json: 'application/json', form: 'application/x-www-form-urlencoded', multipart: '' };

/** The start of a header, before the value of its variable. */
const before = (header: string): string => (header === 'Authorization' ? 'Bearer ' : '');

const texts = (fields: Record<string, unknown>): [string, string][] =>
  Object.entries(fields).map(([name, value]) => [name, String(value)]);

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`);

/** Quoted for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const curl = ({ method, base, path, headers, query, body }: SampleCall): string => {
  const lines = [
    `curl -s${texts(query).length > 0 ? 'G' : ''} -X ${method} "$${base}${path}"`,
    ...Object.entries(headers).map(([name, variable]) => `-H "${name}: ${before(name)}$${variable}"`),
    ...texts(query).map((pair) => `--data-urlencode ${quoted(pair.join('='))}`),
    ...(body?.type === 'json'
      ? [`-H 'Content-Type: ${MEDIA.json}'`, `-d ${quoted(JSON.stringify(body.fields, null, 2))}`]
      : []),
    ...(body?.type === 'form'
      ? texts(body.fields).map((pair) => `--data-urlencode ${quoted(pair.join('='))}`)
      : []),
    ...(body?.type === 'multipart'
      ? texts(body.fields).map(
          ([name, value]) => `-F ${quoted(`${name}=${name === 'file' ? '@' : ''}${value}`)}`,
        )
      : []),
  ];
  return lines.join(' \\\n  ');
};

/** A value as TypeScript. */
const inTypescript = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(
      /"((?:[^"\\]|\\.)*)"/g,
      (_, text: string) => `'${text.replaceAll("'", "\\'").replaceAll('\\"', '"')}'`,
    );

const typescript = ({ method, base, path, headers, query, body }: SampleCall): string => {
  const sent = [
    ...Object.entries(headers).map(([name, variable]) => {
      const value = `process.env.${variable}`;
      const key = /^\w+$/.test(name) ? name : `'${name}'`;
      return `${key}: ${before(name) ? `\`${before(name)}\${${value}}\`` : `${value}!`},`;
    }),
    ...(body?.type === 'json' ? [`'Content-Type': '${MEDIA.json}',`] : []),
  ];
  const has = texts(query).length > 0;
  const isFile = body?.type === 'multipart';
  return [
    ...(isFile ? ["import { readFile } from 'node:fs/promises';", ''] : []),
    ...(has ? [`const query = new URLSearchParams(${inTypescript(Object.fromEntries(texts(query)))});`] : []),
    ...(isFile ? ['const form = new FormData();', ...texts(body.fields).map(formField)] : []),
    `const answer = await fetch(\`\${process.env.${base}}${path}${has ? `?\${query}` : ''}\`, {`,
    `  method: '${method}',`,
    ...(sent.length > 0 ? [`  headers: {`, ...sent.map((line) => `    ${line}`), `  },`] : []),
    ...(body?.type === 'json'
      ? [`  body: JSON.stringify(${indented(inTypescript(body.fields), '  ')}),`]
      : body?.type === 'form'
        ? [`  body: new URLSearchParams(${indented(inTypescript(body.fields), '  ')}),`]
        : isFile
          ? ['  body: form,']
          : []),
    '});',
    'console.log(answer.status, await answer.text());',
  ].join('\n');
};

const formField = ([name, value]: [string, string]): string =>
  name === 'file'
    ? `form.set('file', new Blob([await readFile('${value}')]), '${value}');`
    : `form.set('${name}', '${value}');`;

/** A value as Python. */
const inPython = (value: unknown): string =>
  JSON.stringify(value, null, 4).replace(
    /(?<=^\s*(?:"[^"]*": )?)(?:true|false|null)(?=,?$)/gm,
    (word) => ({ true: 'True', false: 'False', null: 'None' })[word]!,
  );

const python = ({ method, base, path, headers, query, body }: SampleCall): string => {
  const has = texts(query).length > 0;
  const sent = [
    ...Object.entries(headers).map(
      ([name, variable]) =>
        `"${name}": ${before(name) ? `f"${before(name)}{os.environ['${variable}']}"` : `os.environ["${variable}"]`},`,
    ),
    ...(body?.type === 'json' ? [`"Content-Type": "${MEDIA.json}",`] : []),
    ...(body?.type === 'multipart' ? [`"Content-Type": "multipart/form-data; boundary=corte",`] : []),
  ];
  return [
    `import ${[...(body?.type === 'json' ? ['json'] : []), 'os', 'urllib.error', ...(has || body?.type === 'form' ? ['urllib.parse'] : []), 'urllib.request'].join(', ')}`,
    '',
    ...(has ? [`query = urllib.parse.urlencode(${inPython(Object.fromEntries(texts(query)))})`] : []),
    ...(body?.type === 'multipart' ? pythonForm(body.fields) : []),
    'request = urllib.request.Request(',
    `    os.environ["${base}"] + "${path}${has ? '?' : ''}"${has ? ' + query' : ''},`,
    `    method="${method}",`,
    ...(sent.length > 0 ? ['    headers={', ...sent.map((line) => `        ${line}`), '    },'] : []),
    ...(body?.type === 'json'
      ? [`    data=json.dumps(${indented(inPython(body.fields), '    ')}).encode(),`]
      : body?.type === 'form'
        ? [`    data=urllib.parse.urlencode(${indented(inPython(body.fields), '    ')}).encode(),`]
        : body
          ? ['    data=form,']
          : []),
    ')',
    'try:',
    '    answer = urllib.request.urlopen(request)',
    'except urllib.error.HTTPError as failure:',
    '    answer = failure',
    'print(answer.status, answer.read().decode())',
  ].join('\n');
};

const pythonForm = (fields: Record<string, unknown>): string[] => [
  'form = b""',
  ...texts(fields).map(([name, value]) =>
    name === 'file'
      ? `form += b'--corte\\r\\nContent-Disposition: form-data; name="file"; filename="${value}"\\r\\n\\r\\n' + open("${value}", "rb").read() + b"\\r\\n"`
      : `form += '--corte\\r\\nContent-Disposition: form-data; name="${name}"\\r\\n\\r\\n${value}\\r\\n'.encode()`,
  ),
  'form += b"--corte--\\r\\n"',
];

/** A value as PHP. */
const inPhp = (value: unknown, by = ''): string => {
  if (typeof value === 'string') return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const more = `${by}    `;
  const entries = Array.isArray(value)
    ? value.map((each) => inPhp(each, more))
    : Object.entries(value).map(([name, each]) => `'${name}' => ${inPhp(each, more)}`);
  return entries.length > 0 ? `[\n${entries.map((entry) => `${more}${entry},\n`).join('')}${by}]` : '[]';
};

const php = ({ method, base, path, headers, query, body }: SampleCall): string => {
  const has = texts(query).length > 0;
  const sent = [
    ...Object.entries(headers).map(
      ([name, variable]) => `'${name}: ${before(name)}' . getenv('${variable}'),`,
    ),
    ...(body?.type === 'json' || body?.type === 'form' ? [`'Content-Type: ${MEDIA[body.type]}',`] : []),
    ...(body?.type === 'multipart' ? [`'Content-Type: multipart/form-data; boundary=corte',`] : []),
  ];
  return [
    '<?php',
    ...(has ? [`$query = http_build_query(${inPhp(Object.fromEntries(texts(query)))});`] : []),
    ...(body?.type === 'multipart' ? phpForm(body.fields) : []),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(sent.length > 0 ? ["    'header' => [", ...sent.map((line) => `        ${line}`), '    ],'] : []),
    ...(body?.type === 'json'
      ? [`    'content' => json_encode(${emptyAsObject(inPhp(body.fields, '    '))}),`]
      : body?.type === 'form'
        ? [`    'content' => http_build_query(${inPhp(body.fields, '    ')}),`]
        : body
          ? ["    'content' => $form,"]
          : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$answer = file_get_contents(getenv('${base}') . '${path}${has ? '?' : ''}'${has ? ' . $query' : ''}, false, $context);`,
    `echo $http_response_header[0], "\\n", $answer, "\\n";`,
  ].join('\n');
};

const emptyAsObject = (php: string): string => (php === '[]' ? 'new stdClass()' : php);

const phpForm = (fields: Record<string, unknown>): string[] => [
  "$form = '';",
  ...texts(fields).map(([name, value]) =>
    name === 'file'
      ? `$form .= "--corte\\r\\nContent-Disposition: form-data; name=\\"file\\"; filename=\\"${value}\\"\\r\\n\\r\\n" . file_get_contents('${value}') . "\\r\\n";`
      : `$form .= "--corte\\r\\nContent-Disposition: form-data; name=\\"${name}\\"\\r\\n\\r\\n${value}\\r\\n";`,
  ),
  '$form .= "--corte--\\r\\n";',
];
