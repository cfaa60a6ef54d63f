/** Each call is in its feature's file and declares who may make it. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type Calls, None, output } from '../../../contract/calls/call.ts';
import { calls } from '../../../contract/contract.ts';

const FOLDER = new URL('../../../contract/calls/', import.meta.url);

test('every call is in one file, and the contract has all calls', () => {
  const named = readdirSync(FOLDER).flatMap((file) =>
    [...readFileSync(new URL(file, FOLDER), 'utf8').matchAll(/^ {2}'([\w.]+)': \{/gm)].map(([, name = '']) => name),
  );
  expect(named.length).toBeGreaterThan(60);
  expect(named.toSorted()).toEqual(Object.keys(calls).toSorted());
});

test("a call that doesn't declare who may make it doesn't compile", () => {
  const complete = {
    'order.dream': { who: 'counter', role: 'staff', input: None, output: output<{ of: string }>() },
  } as const satisfies Calls;
  // @ts-expect-error `who` is missing
  const nobodys = { 'order.dream': { input: None, output: output<{ of: string }>() } } as const satisfies Calls;
  // @ts-expect-error `guest` isn't a caller
  const guests = { 'order.dream': { who: 'guest', role: 'staff', input: None, output: output<{ of: string }>() } } as const satisfies Calls;
  // @ts-expect-error `role` is missing: who must be signed in if staff have names
  const roleless = { 'order.dream': { who: 'counter', input: None, output: output<{ of: string }>() } } as const satisfies Calls;
  expect([complete, nobodys, guests, roleless]).toHaveLength(4);
});
