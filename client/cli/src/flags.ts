import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Described, Field } from './described.ts';
import { Misuse } from './ends.ts';

/** Makes flags from the fields of an operation, and a request from the flags. */

export interface Flag {
  /** Name without dashes: the field's name, or the dotted path of a member. */
  name: string;
  /** Where its value is in the request. */
  path: string[];
  field: Field;
}

/** Flags that every operation has. A field with such a name gets another flag. */
const TAKEN = new Set([
  ...[
    'account',
    'all',
    'certificate',
    'data',
    'file',
    'help',
    'json',
    'key',
    'later',
    'out',
    'preview-token',
    'repeats',
  ],
  ...['scenario', 'url', 'without-preview', 'yes'],
  // The names by which the framework stores them.
  ...['previewToken', 'withoutPreview'],
]);

/** The flags of an operation. Secrets have none, because other users of the machine can see command lines. */
export const flagsOf = ({ fields }: Pick<Described, 'fields'>): Flag[] =>
  fields.flatMap((field) => flagsIn(field, []));

const flagsIn = (field: Field, above: string[]): Flag[] => {
  const path = [...above, field.name];
  if (field.isSecret || field.constant !== undefined) return [];
  if (field.fields) return field.fields.flatMap((inner) => flagsIn(inner, path));
  const name = path.join('.');
  return [{ name: TAKEN.has(name) ? `campo-${name}` : name, path, field }];
};

/** The fields of a request. A flag takes precedence over the same field of the JSON file. */
export const requestOf = (
  data: Record<string, unknown>,
  given: { flag: Flag; text: string | string[] }[],
): Record<string, unknown> => {
  if (Object.keys(data).some((name) => name.toLowerCase() === 'test'))
    throw new Misuse('«test» no se indica: sin --file todo es un simulacro.');
  const request = structuredClone(data);
  for (const { flag, text } of given) {
    let inside = request;
    for (const name of flag.path.slice(0, -1)) inside = inside[name] = ownObject(inside[name], flag);
    inside[flag.path.at(-1)!] = valueIn(flag, text);
  }
  return request;
};

const ownObject = (value: unknown, { name }: Flag): Record<string, unknown> => {
  if (value === undefined) return {};
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Misuse(`--${name}: lo que hay en --data no es un objeto.`);
  return value as Record<string, unknown>;
};

/** Converts a flag's text to the type of its field. */
export const valueIn = ({ name, field }: Flag, text: string | string[]): unknown => {
  if (Array.isArray(text)) return text.map((one) => scalarOf(name, field.items ?? [], one));
  if (field.file) return fileOf(name, field.file, text);
  return scalarOf(name, field.types, text);
};

const scalarOf = (name: string, types: string[], text: string): unknown => {
  // If the field may be text, it stays text: a ccc may begin with zeros.
  if (types.length === 0 || types.includes('string')) return text;
  if (types.includes('integer') && /^-?\d{1,15}$/.test(text)) return Number(text);
  if (types.includes('number') && /^-?\d{1,15}(?:\.\d{1,10})?$/.test(text)) return Number(text);
  if (types.includes('boolean') && text in BOOLEANS) return BOOLEANS[text];
  if (types.some((type) => type === 'object' || type === 'array')) return jsonIn(`--${name}`, text);
  throw new Misuse(`--${name}: ${types.includes('boolean') ? 'debe ser sí o no' : 'debe ser un número'}.`);
};

const BOOLEANS: Record<string, boolean> = { sí: true, si: true, true: true, no: false, false: false };

/** Reads a file into the form that the request needs. */
const fileOf = (name: string, file: NonNullable<Field['file']>, path: string): unknown => {
  const bytes = bytesOf(`--${name}`, path);
  if (file === 'form') return new File([bytes], basename(path));
  const all: Record<string, unknown> = {
    name: basename(path),
    size: bytes.length,
    contentType: file.contentType,
    content: `${file.before}${bytes.toString('base64')}`,
  };
  return Object.fromEntries(file.members.map((member) => [member, all[member]]));
};

/** Reads the file of a flag; `-` is the standard input. @throws Misuse */
export const bytesOf = (flag: string, path: string): Buffer<ArrayBuffer> => {
  try {
    return Buffer.from(readFileSync(path === '-' ? 0 : path));
  } catch (error) {
    throw new Misuse(`${flag}: no se puede leer ${path} (${(error as NodeJS.ErrnoException).code}).`);
  }
};

const jsonIn = (flag: string, text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misuse(`${flag}: no es JSON.`);
  }
};

/** Describes a request: each of its fields with its value and the meaning of codes. */
export const inWords = (fields: Field[], request: Record<string, unknown>, above = ''): string[][] =>
  Object.entries(request).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    const title = `${above}${name}`;
    if (field?.isSecret) return [[title, '(no se muestra)', '']];
    if (field?.fields && typeof value === 'object' && value !== null && !Array.isArray(value))
      return inWords(field.fields, value as Record<string, unknown>, `${title}.`);
    if (field?.file && typeof value === 'object' && value !== null)
      return [[title, `fichero ${(value as { name?: string }).name ?? ''}`, firstSentence(field)]];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    const meaning = field?.codes?.[text];
    return [
      [title, meaning === undefined ? text : `${text} (${meaning})`, field ? firstSentence(field) : ''],
    ];
  });

const firstSentence = ({ about }: Field): string =>
  /^.*?[.:](?=\s|$)/s.exec(about)?.[0].replace(/:$/, '.') ?? about;
