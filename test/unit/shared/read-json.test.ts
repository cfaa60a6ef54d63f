/** Untrusted JSON: implausible parts are dropped before parsing, everything else is read normally. */

import { expect, test } from 'vitest';
import { DEEPEST_JSON, MOST_JSON_VALUES, readJson } from '../../../shared/json/read-json.ts';
import fc from '../../setup/property.ts';

const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test('ordinary JSON is read as by JSON.parse, also with brackets and backslashes in strings', () => {
  fc.assert(
    fc.property(fc.json({ depthSize: 'large' }), (text) => {
      expect(readJson(text)).toEqual(JSON.parse(text));
    }),
  );
  for (const text of ['"[[[{{\\\\\\"]"', '["\\\\"]', '{"a\\\\":"}"}']) expect(readJson(text)).toEqual(JSON.parse(text));
});

test('an order with endless nesting keeps all its other fields', () => {
  const read = readJson(`{"id":"o","news":${nested(1_900_000)},"items":[{"name":"Soup"}]}`) as Record<string, unknown>;
  expect(read).toMatchObject({ id: 'o', items: [{ name: 'Soup' }] });
  expect(JSON.stringify(read).length).toBeLessThan(3 * DEEPEST_JSON);
  expect(readJson(nested(DEEPEST_JSON))).toEqual(JSON.parse(nested(DEEPEST_JSON)));
});

test('a field with too many values is dropped whole, and later ones are read', () => {
  const many = `[${'{},'.repeat(MOST_JSON_VALUES)}{"deep":${nested(DEEPEST_JSON * 2)}}]`;
  expect(readJson(`{"id":"o","items":${many},"more":{"x":${many}},"venue":{"id":"v"}}`)).toEqual({
    id: 'o',
    items: null,
    more: null,
    venue: { id: 'v' },
  });
});

test('invalid JSON stays invalid, even if a dropped part made it valid', () => {
  for (const text of [
    '',
    '{',
    `${'['.repeat(DEEPEST_JSON * 2)}${']'.repeat(DEEPEST_JSON * 2 - 1)}`,
    `{"a":${nested(DEEPEST_JSON * 2)}`,
    '"open',
    `[${'1,'.repeat(2 * MOST_JSON_VALUES)}1]`,
  ])
    expect(readJson(text)).toBeUndefined();
});
