/** Every paper looks as it did when somebody looked at it. A missing image fails; only `node test/integration/printing/write-golden.ts` writes one. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { drawn, goldenPapers } from './golden-papers.ts';

const FOLDER = join(import.meta.dirname, 'golden');

test.each(goldenPapers())('$name', (paper) => {
  const file = join(FOLDER, `${paper.name}.png`);
  expect(existsSync(file), `${file} is missing: draw it with node test/integration/printing/write-golden.ts, and look at it`).toBe(true);
  const [is, was] = [PNG.sync.read(drawn(paper)), PNG.sync.read(readFileSync(file))];
  expect([is.width, is.height]).toEqual([was.width, was.height]);
  let different = 0;
  for (let at = 0; at < is.data.length; at += 4) if (is.data[at] !== was.data[at]) different += 1;
  expect(different, 'dots that differ').toBe(0);
});

test('no image is kept of a paper that is no longer made', () => {
  const names = new Set(goldenPapers().map(({ name }) => `${name}.png`));
  expect(readdirSync(FOLDER).filter((name) => !names.has(name))).toEqual([]);
});
