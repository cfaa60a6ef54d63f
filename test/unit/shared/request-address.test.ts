/** A request's target is parsed only as far as needed. */
import { expect, test } from 'vitest';
import { addressOf } from '../../../shared/http/request-address.ts';

test('a query is parsed on demand, each time the same', () => {
  const address = addressOf('/connected/?code=a%20b&state=1');
  expect(address?.path).toBe('/connected/');
  expect([address?.query.get('code'), address?.query.get('state')]).toEqual(['a b', '1']);
  expect(addressOf('/')?.query.get('code')).toBeNull();
});

test("a query that isn't used is never parsed, even with thousands of names", () => {
  const target = `/?${'a&'.repeat(7_500)}`;
  const made = globalThis.URLSearchParams;
  let read = 0;
  globalThis.URLSearchParams = class extends made {
    constructor(...given: ConstructorParameters<typeof made>) {
      super(...given);
      read += 1;
    }
  };
  try {
    expect(addressOf(target)?.path).toBe('/');
    expect(read).toBe(0);
  } finally {
    globalThis.URLSearchParams = made;
  }
});
