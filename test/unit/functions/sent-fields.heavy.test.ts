import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { groups } from '../../../functions/operations.ts';
import { demoData } from '../../../local/demo.ts';
import type { UploadedDocument } from '../../../shared/authorities/sepe/documents/uploaded-document.ts';
import { addressOf } from '../../../shared/derive/routes.ts';
import { parsed, startAuthorities } from '../../support/authorities.ts';
import { otherValues } from '../../support/other-values.ts';
import { requestsOf } from '../../support/requests.ts';
import { differs, type Recorded, record } from '../../support/wire-recorder.ts';

/**
 * Every field of a request counts: with another value in this field alone, something else is sent to the authority, or
 * it is found to be wrong. Otherwise a field that no script reads would be accepted and dropped.
 */

/** Fields that only decide what is answered. */
const OF_THE_ANSWER: Record<string, string> = {
  test: 'Decides whether the step that commits is sent, before which each run here ends.',
  duplicate: 'Asks for the document, after the step that commits.',
  obtener_idc: 'Asks for a report, after the step that commits.',
  format: 'Decides in which form the same document is answered.',
};

/** Fields that do not count in one operation. */
const NOT_SENT: Record<string, string> = {
  'POST /sepe/copy-basic cif':
    'Chooses between several contracts of one worker and day, if their pages show it.',
  'GET /seg-social/etts/cesion cesion_regimen': 'Chooses among the assignments that were read.',
  'GET /seg-social/etts/cesion cesion_ccc': 'Chooses among the assignments that were read.',
  'GET /seg-social/excel-fie numAutorizado': 'Chosen only where the authority asks for a user.',
  'POST /sepe/contrata PAIS_RESIDENCIA': 'It becomes country as soon as the request is read.',
  'POST /sepe/copy-basic docType': 'SEPE’s search has DNI and NIE only, which the form of dni tells apart.',
};

type Fields = Record<string, unknown>;

const operations = new Map(
  groups.flatMap((group) =>
    group.operations
      .filter(({ kind }) => kind !== 'resource')
      .map((operation) => [
        `${operation.method} ${addressOf(group, operation).replace('/api/v4', '')}`,
        operation,
      ]),
  ),
);

interface Leaf {
  path: string[];
  schema: z.ZodType;
}

/** The fields of a schema, with the members of objects. */
const leavesOf = (schema: z.ZodType, path: string[] = []): Leaf[] => {
  const object = objectIn(schema);
  if (!object) return [{ path, schema }];
  return Object.entries(object.shape).flatMap(([name, member]) =>
    leavesOf(member as z.ZodType, [...path, name]),
  );
};

/** The object behind optional and pre-processing wrappers, unless it is made into something else. */
const objectIn = (schema: z.core.$ZodType): z.ZodObject | undefined => {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodOptional) return objectIn(schema.def.innerType);
  return schema instanceof z.ZodPipe && schema.def.in instanceof z.ZodTransform
    ? objectIn(schema.def.out)
    : undefined;
};

const at = (value: unknown, path: string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Fields | undefined)?.[name], value);

const withOther = (value: unknown, [name, ...rest]: string[], other: unknown): unknown =>
  name === undefined
    ? other
    : { ...(value as Fields), [name]: withOther((value as Fields)[name], rest, other) };

const isDocument = (value: unknown): value is UploadedDocument =>
  typeof value === 'object' && value !== null && 'text' in value;

/** Most values of a field that are tried in one request. */
const TRIES = 5;

const othersFor = ({ path, schema }: Leaf, request: Fields): unknown[] => {
  const value = at(request, path);
  if (isDocument(value)) return [{ ...value, text: `${value.text}\n` }];
  return otherValues(schema, value).slice(0, TRIES);
};

let authorities: Awaited<ReturnType<typeof startAuthorities>>;
beforeAll(async () => {
  authorities = await startAuthorities();
});
afterAll(() => authorities.close());

const requests = requestsOf(demoData());

describe.each([...operations].filter(([name]) => name in requests))('%s', (name, operation) => {
  const { request: usual, more = [], after = [] } = requests[name]!;
  const bases: { request: Fields; runs: Recorded[] }[] = [];
  const recorded = (request: unknown) =>
    record(authorities, (port) => authorities.runParsed(operation, request, { port }));

  beforeAll(async () => {
    await authorities.reset();
    for (const [earlier, request] of after) await authorities.run(operations.get(earlier)!, request);
    for (const request of [usual, ...more].map((one) => parsed(operation, one)))
      bases.push({ request, runs: [await recorded(request), await recorded(request)] });
  });

  test('its requests succeed', () => {
    for (const { runs } of bases) for (const { error } of runs) expect(error).toBeUndefined();
  });

  /** Whether some other value of a field makes a difference to some request. */
  const counts = async (leaf: Leaf): Promise<boolean> => {
    for (const { request, runs } of bases.filter((base) => at(base.request, leaf.path.slice(0, -1))))
      for (const other of othersFor(leaf, request)) {
        const run = await recorded(withOther(request, leaf.path, other));
        if (!differs(run, runs)) continue;
        // What only differs with the time shows in one more run.
        runs.push(await recorded(request));
        if (differs(run, runs)) return true;
      }
    return false;
  };

  test.each(leavesOf(operation.request).map((leaf) => [leaf.path.join('.'), leaf] as const))(
    '%s counts, unless it is an exception',
    async (field, leaf) => {
      const exception = OF_THE_ANSWER[field] ?? NOT_SENT[`${name} ${field}`];
      expect(await counts(leaf)).toBe(exception === undefined);
    },
  );
});
