/** The demo's narrator reports nothing after the demo's end, so its summary is the last line. */
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { narrate } from '../../../main/demo/narrator.ts';
import type { Observer } from '../../../main/demo/observer.ts';
import { until } from '../../e2e/venue/venue.ts';

test("a check of the service's log that is in flight at the demo's end prints no line", async () => {
  const look = Promise.withResolvers<never[]>();
  let looks = 0;
  const lines: string[] = [];
  const observer = {
    entriesSince: () => (looks++ === 0 ? look.promise : Promise.reject(new Error('it went away'))),
    papers: async () => [],
  };
  const narrator = narrate(observer as unknown as Observer, join(tmpdir(), 'nowhere'), (line) => lines.push(line));
  await until('a look', () => looks === 1);
  narrator.stop();
  look.resolve([{ seq: 1, kind: 'order', event: 'placed', order_id: 'a', order_number: '1' }] as never);
  await new Promise(setImmediate);
  expect(lines).toEqual([]);
});
