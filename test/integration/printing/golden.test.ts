/** Every printout equals its reviewed reference. A missing file fails; only `node test/integration/printing/write-golden.ts` writes one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { goldenPapers, kept, keptIn } from './golden-papers.ts';

const FOLDER = join(import.meta.dirname, 'golden');

test.each(goldenPapers())('the printout $name equals its reference', (paper) => {
  const file = join(FOLDER, keptIn(paper));
  expect(existsSync(file), `${file} is missing: write it with node test/integration/printing/write-golden.ts, and look at it`).toBe(true);
  const [is, was] = [kept(paper), readFileSync(file)];
  if (!file.endsWith('.png')) return expect(is.toString()).toBe(was.toString().replaceAll('\r\n', '\n'));
  const [drawn, before] = [PNG.sync.read(is), PNG.sync.read(was)];
  expect([drawn.width, drawn.height]).toEqual([before.width, before.height]);
  let different = 0;
  for (let at = 0; at < drawn.data.length; at += 4) if (drawn.data[at] !== before.data[at]) different += 1;
  expect(different, 'dots that differ').toBe(0);
});

test('every reference belongs to a printout', () => {
  const names = new Set(goldenPapers().map(keptIn));
  expect(readdirSync(FOLDER).filter((name) => !names.has(name))).toEqual([]);
});
