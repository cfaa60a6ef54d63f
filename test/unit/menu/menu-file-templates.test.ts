/** The templates of docs/menu-file.md have no mistakes. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readMenuFile } from '../../../main/menu/files/menu-file.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';

const DOC = readFileSync(new URL('../../../docs/menu-file.md', import.meta.url), 'utf8');
const template = (format: 'csv' | 'json') => new RegExp(`\`\`\`${format}\n([\\s\\S]*?)\`\`\``).exec(DOC)?.[1] ?? '';

test.each([
  ['csv', 2],
  ['json', 1],
] as const)('the template in %s is a menu without mistakes', (format, items) => {
  const { menu, mistakes } = readMenuFile(template(format), format, isoDigits);
  expect(mistakes).toEqual([]);
  expect(menu?.items).toHaveLength(items);
});
