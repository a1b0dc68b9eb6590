import { expect, test } from 'vitest';
import { groupsOf } from '../../../reference/groups.ts';
import { openApiDocument } from '../../../shared/derive/openapi.ts';

/** Days and instants in answers. Generated clients parse them as dates, so any other value would fail there. */

interface Schema {
  $ref?: string;
  format?: string;
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  allOf?: Schema[];
  anyOf?: Schema[];
}

const document = JSON.parse(JSON.stringify(openApiDocument(groupsOf({ standIns: true })))) as {
  components: { schemas: Record<string, Schema> };
  paths: Record<string, Record<string, { tags: [string]; responses: Record<string, Answer> }>>;
};

interface Answer {
  content?: Record<string, { schema: Schema; example?: unknown }>;
}

/** Each schema in an answer with its values in the example; none if the example has none. */
const fields = (schema: Schema, values: unknown[]): [Schema, unknown[]][] => {
  const { $ref, ...own } = schema;
  const whole = $ref ? { ...document.components.schemas[$ref.split('/').at(-1)!], ...own } : own;
  const { properties = {}, items, allOf = [], anyOf = [] } = whole;
  const members = Object.entries(properties).flatMap(([name, member]) =>
    fields(
      member,
      values.flatMap((value) => {
        const found = (value as Record<string, unknown> | null)?.[name];
        return found === undefined ? [] : [found];
      }),
    ),
  );
  return [
    [whole, values],
    ...members,
    ...(items
      ? fields(
          items,
          values.flatMap((value) => (Array.isArray(value) ? value : [])),
        )
      : []),
    ...[...allOf, ...anyOf].flatMap((part) => fields(part, values)),
  ];
};

const answers = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { tags, responses }]) =>
    Object.values(responses[200]?.content ?? {}).map(({ schema, example }) => ({
      name: `${method.toUpperCase()} ${path}`,
      group: tags[0],
      fields: fields(schema, [example]),
    })),
  ),
);

const SHAPES: Record<string, RegExp> = {
  date: /^\d{4}-\d\d-\d\d$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
};

test('each day or instant in an example is valid, or null', () => {
  const marked = answers.flatMap(({ name, fields: all }) =>
    all.flatMap(([{ format = '' }, values]) =>
      SHAPES[format] ? values.map((value) => ({ name, format, value })) : [],
    ),
  );
  expect(marked.length).toBeGreaterThan(60);
  for (const { name, format, value } of marked)
    if (value !== null) expect(String(value), name).toMatch(SHAPES[format]!);
});

/** Groups whose answers contain an authority's values, which may not be valid dates. */
const OF_AUTHORITIES = ['seg-social', 'sepe', 'aeat', 'dehu'];

test('each instant of this service is marked as one, and no value of an authority is', () => {
  for (const { name, group, fields: all } of answers)
    for (const [{ description = '', format }] of all) {
      if (OF_AUTHORITIES.includes(group))
        expect(format ?? '', `${name}: ${description}`).not.toMatch(/^date/);
      else if (description.includes('ISO 8601')) expect(format, `${name}: ${description}`).toBe('date-time');
    }
});
