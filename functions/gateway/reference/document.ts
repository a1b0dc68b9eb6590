import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { onDay } from './relative-dates.ts';
import { type SampleCall, samplesOf } from './samples.ts';

/**
 * An example of each operation, by method and address: its request, the requests that must come before it, and the values of the
 * request that its answer repeats, in place of those in the document.
 */
export type Examples = Record<
  string,
  { request: Fields; before?: { title: string; request: Fields }[]; repeated?: Repeated[] }
>;

/** A value of a request that the answer has in a member of the same name. */
export interface Repeated {
  name: string;
  /** In the answer of the document. */
  from: unknown;
  /** In the answer of the example. */
  to: unknown;
}

type Fields = Record<string, unknown>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  schema: { type?: string };
  example?: unknown;
}

interface Described {
  description: string;
  security: object[];
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses?: Record<string, { content?: Record<string, { example?: unknown }> }>;
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
    // Requests may give codes as numbers; a parameter that is declared as text has its example as text.
    const value = parameter.schema.type === 'string' ? String(rest[parameter.name]) : rest[parameter.name];
    delete rest[parameter.name];
    parameter.example = value;
    if (parameter.in === 'query') query[parameter.name] = value;
    else path = path.replace(`{${parameter.name}}`, encodeURIComponent(String(value)));
  }
  const answer = described.responses?.['200']?.content?.['application/json'];
  if (answer?.example !== undefined) answer.example = withRepeated(answer.example, example.repeated ?? []);
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

/** Identifiers of persons and accounts: they mean the same wherever an answer has them. */
const IDENTIFIER = /^(?=.*\d{7})[A-Z\d]{8,}$/;

/** The forms in which answers have a value: as it is, as a Spanish date, and the nine digits of an account that the SEPE shows. */
const FORMS: ((value: string) => string)[] = [
  (value) => value,
  (value) => value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3/$2/$1'),
  (value) => value.replace(/^(\d{9})\d\d$/, '$1'),
];

/** An answer with the values of its request in the members that repeat them. */
const withRepeated = (answer: unknown, repeated: Repeated[]): unknown =>
  JSON.parse(
    JSON.stringify(answer, (key, value) => {
      for (const { name, from, to } of repeated) {
        const form = name === key ? FORMS.find((one) => one(String(from)) === String(value)) : undefined;
        if (form) return typeof value === 'number' ? to : form(String(to));
        if (
          typeof value === 'string' &&
          typeof from === 'string' &&
          IDENTIFIER.test(from) &&
          value.includes(from)
        )
          return value.replace(from, String(to));
      }
      return value;
    }),
  );

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
