import { isDeepStrictEqual } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as z from 'zod';
import { unwrapped } from '../../shared/kernel/request-value.ts';
import { readRequest } from '../../shared/kernel/validation.ts';
import { otherValues } from '../support/other-values.ts';
import type { Target } from './trial.ts';

/**
 * The same request with another value in one field, at any depth, or with another file. Its operation accepts the value and
 * parses it differently, because an equal request would not count as different, and an invalid one would be refused before its
 * key is checked. `undefined` if there is none.
 */
export const otherBodyOf = ({ operation }: Target, request: object): object | undefined => {
  const read = (body: object) =>
    readRequest(operation.request, body as Record<string, unknown>, {
      onlyDefined: true,
      ignores: operation.ignores,
      forAuthority: true,
    });
  const { value } = read(request);
  for (const body of changed(operation.request, request, value)) {
    const { value: parsed, errors } = read(body);
    if (Object.keys(errors).length === 0 && !isDeepStrictEqual(parsed, value)) return body;
  }
  return otherFile(request) ?? otherRecords(request);
};

/** Variants of an object with another value in one of its fields, or of the objects in it. @param value the parsed object */
function* changed(schema: z.ZodObject, sent: object, value: unknown): Generator<object> {
  for (const [name, member] of Object.entries(schema.shape)) {
    // Another value would turn the request into a dry run, or a dry run into a filing.
    if (name === 'test') continue;
    const now = (value as Record<string, unknown> | undefined)?.[name];
    const inner = unwrapped(member);
    const others =
      inner instanceof z.ZodObject
        ? changed(inner, sent[name as keyof typeof sent] ?? {}, now)
        : otherValues(member, now);
    for (const other of others) yield { ...sent, [name]: other };
  }
}

const otherFile = ({ file }: { file?: { content: string; size?: number } }): object | undefined => {
  const [, type, base64] = /^(data:.*;base64,)(.*)$/.exec(file?.content ?? '') ?? [];
  if (type === undefined) return undefined;
  const bytes = Buffer.concat([Buffer.from(base64!, 'base64'), Buffer.from('\n')]);
  return { file: { ...file, content: type + bytes.toString('base64'), size: bytes.byteLength } };
};

/** A compressed file of records with another name of a person. */
const otherRecords = ({ registro_gzip: sent }: { registro_gzip?: string }): object | undefined => {
  if (sent === undefined) return undefined;
  const [declarant, ...records] = gunzipSync(Buffer.from(sent, 'base64')).toString().split('\n');
  const renamed = records.map((record) => record.slice(0, 35) + 'OTRA PERSONA'.padEnd(40) + record.slice(75));
  return { registro_gzip: gzipSync([declarant, ...renamed].join('\n')).toString('base64') };
};
