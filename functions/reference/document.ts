import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { onDay } from './relative-dates.ts';
import { type SampleCall, samplesOf } from './samples.ts';

/** An example of each operation, by method and address: its request, and the requests that must come before it. */
export type Examples = Record<string, { request: Fields; before?: { title: string; request: Fields }[] }>;

type Fields = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  example?: unknown;
}

interface Described {
  description: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  'x-codeSamples'?: object[];
}

/** The part of an OpenAPI document that examples are put into. */
export interface OpenApi {
  paths: Record<string, Record<string, Described>>;
}

/** Puts examples and code into a document, as of this day, YYYY-MM-DD. */
export const withExamples = (document: OpenApi, examples: Examples, today: string): OpenApi => {
  for (const [address, methods] of Object.entries(document.paths))
    for (const [method, described] of Object.entries(methods)) {
      const example = examples[`${method.toUpperCase()} ${address}`];
      if (example) addExample(described, { method: method.toUpperCase(), address }, onDay(example, today));
    }
  return document;
};

const BODIES = { 'application/json': 'json', 'multipart/form-data': 'multipart' } as const;

const addExample = (
  described: Described,
  { method, address }: { method: string; address: string },
  example: Examples[string],
) => {
  const { parameters = [], requestBody } = described;
  const rest = { ...example.request };
  const query: Fields = {};
  let path = address;
  for (const parameter of parameters) {
    if (parameter.in === 'header' || !(parameter.name in rest)) continue;
    const value = rest[parameter.name];
    delete rest[parameter.name];
    parameter.example = value;
    if (parameter.in === 'query') query[parameter.name] = value;
    else path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
  }
  const [[media, content] = []] = Object.entries(requestBody?.content ?? {});
  const type = BODIES[media as keyof typeof BODIES] ?? 'form';
  if (content && type !== 'multipart') content.example = rest;
  const call: SampleCall = {
    method,
    ...withBase(path),
    headers: headersOf(described),
    query,
    ...(content && { body: { type, fields: rest } }),
  };
  described['x-codeSamples'] = samplesOf(call);
  for (const { title, request } of example.before ?? [])
    described.description += `\n\n**Antes del ejemplo:** ${title}, con\n\n\`\`\`json\n${JSON.stringify(request, null, 2)}\n\`\`\``;
};

/** Addresses of the interface, with version, by the environment variables in which code of samples finds them. */
const BASES = { PASARELA_URL: '/api/v4', PASARELA_URL_V3: '/api/web/v3' };

const withBase = (path: string): Pick<SampleCall, 'base' | 'path'> => {
  const [base, start] = Object.entries(BASES).find(([, one]) => path === one || path.startsWith(`${one}/`))!;
  return { base, path: path.slice(start.length) };
};

const headersOf = ({ security, parameters = [] }: Described): Record<string, string> => ({
  ...(security.length > 0 && { Authorization: 'PASARELA_TOKEN' }),
  ...(parameters.some(({ name }) => name === 'X-Cert-Secret') && { 'X-Cert-Secret': 'PASARELA_CERT' }),
});

/** Generated from the list of operations when the function is built, in the same folder. */
const readJson = async (name: string) =>
  JSON.parse(await readFile(new URL(name, import.meta.url), 'utf8')) as unknown;

interface Written {
  day: string;
  body: string;
  tag: string;
}

/** The document of the last day on which it was asked for. */
let written: Written | undefined;

/** The document as of a day, YYYY-MM-DD, as text, and a tag of its content. */
export const documentOn = async (day: string): Promise<Written> => {
  if (written?.day === day) return written;
  const [document, examples] = await Promise.all([readJson('./openapi.json'), readJson('./examples.json')]);
  const body = JSON.stringify(withExamples(document as OpenApi, examples as Examples, day));
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  written = { day, body, tag };
  return written;
};
