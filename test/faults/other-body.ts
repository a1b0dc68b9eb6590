import { isDeepStrictEqual } from 'node:util';
import type * as z from 'zod';
import { readRequest } from '../../shared/kernel/validation.ts';
import { otherValues } from '../support/other-values.ts';
import type { Target } from './trial.ts';

/**
 * The same request with another value in one field, or with another file, as its operation takes it: an equal one is no
 * other request, and one that is refused for its fields never comes to its key. `undefined` where there is none.
 */
export const otherBodyOf = ({ operation }: Target, request: object): object | undefined => {
  const read = (body: object) =>
    readRequest(operation.request, body as Record<string, unknown>, {
      onlyDefined: true,
      ignores: operation.ignores,
      forAuthority: true,
    });
  const { value } = read(request);
  const schemas = operation.request.shape as Record<string, z.ZodType>;
  for (const [name, schema] of Object.entries(schemas)) {
    // With another value it would be no dry run, or be one.
    if (name === 'test') continue;
    for (const other of otherValues(schema, (value as Record<string, unknown>)[name])) {
      const body = { ...request, [name]: other };
      const { value: parsed, errors } = read(body);
      if (Object.keys(errors).length === 0 && !isDeepStrictEqual(parsed, value)) return body;
    }
  }
  return otherFile(request);
};

const otherFile = ({ file }: { file?: { content: string; size?: number } }): object | undefined => {
  const [, type, base64] = /^(data:.*;base64,)(.*)$/.exec(file?.content ?? '') ?? [];
  if (type === undefined) return undefined;
  const bytes = Buffer.concat([Buffer.from(base64!, 'base64'), Buffer.from('\n')]);
  return { file: { ...file, content: type + bytes.toString('base64'), size: bytes.byteLength } };
};
