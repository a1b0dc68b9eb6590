import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { groups } from '../../../functions/operations.ts';
import { demoData } from '../../../infra/local/demo.ts';
import { parsed, startAuthorities } from '../../support/authorities.ts';
import { otherValues } from '../../support/other-values.ts';
import { requestsOf } from '../../support/requests.ts';
import { differs, record, type Sent } from '../../support/wire-recorder.ts';

/**
 * Every field of a request reaches the authority: a request with another value in this field alone is sent in another
 * way. Without this, a field that a script does not read would be accepted and dropped.
 */

type Fields = Record<string, unknown>;

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());

const operations = new Map(
  groups.flatMap((group) =>
    group.operations
      .filter(({ kind }) => kind !== 'resource')
      .map((operation) => [
        `${operation.method} ${group.prefix.replace('/api/v4', '')}${operation.path}`,
        operation,
      ]),
  ),
);

/** The fields of a schema, those inside of objects by their path. */
const leavesOf = (schema: z.ZodType, path: string[] = []): { path: string[]; schema: z.ZodType }[] => {
  let inner: z.core.$ZodType = schema;
  for (;;) {
    const def = inner._zod.def as {
      innerType?: z.core.$ZodType;
      in?: z.core.$ZodType;
      out?: z.core.$ZodType;
    };
    if (def.innerType) inner = def.innerType;
    else if (def.in instanceof z.ZodObject) inner = def.in;
    else if (def.in instanceof z.ZodTransform && def.out) inner = def.out;
    else break;
  }
  if (!(inner instanceof z.ZodObject)) return [{ path, schema }];
  return Object.entries(inner.shape).flatMap(([name, member]) =>
    leavesOf(member as z.ZodType, [...path, name]),
  );
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Fields | undefined)?.[name], value);

const withValue = (value: unknown, [name, ...rest]: string[], other: unknown): unknown =>
  name === undefined
    ? other
    : { ...(value as Fields), [name]: withValue((value as Fields)[name], rest, other) };

const requests = requestsOf(demoData());

describe.each([...operations])('%s', (name, operation) => {
  const wanted = requests[name]!;
  const bases: { request: Fields; runs: [Sent[], Sent[]] }[] = [];
  const recorded = (request: unknown) =>
    record(authorities, (port) => authorities.runParsed(operation, request, { port }));

  beforeAll(async () => {
    await authorities.reset();
    for (const [earlier, request] of wanted.after ?? [])
      await authorities.run(operations.get(earlier)!, request);
    for (const request of [wanted.request]) {
      const base = parsed(operation, request);
      bases.push({ request: base, runs: [await recorded(base), await recorded(base)] });
    }
  });

  test.each(leavesOf(operation.request).map((leaf) => [leaf.path.join('.'), leaf] as const))(
    '%s',
    async (_, leaf) => {
      for (const { request, runs } of bases) {
        for (const other of otherValues(leaf.schema, at(request, leaf.path)).slice(0, 6)) {
          if (differs(await recorded(withValue(request, leaf.path, other)), runs)) return;
        }
      }
      expect.fail('is not sent');
    },
  );
});
