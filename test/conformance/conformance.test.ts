/**
 * The interface document as tests, one for each row and rule, from outside alone. They run against the sandbox, or against any
 * addresses: npm run conformance -- --target FILE
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Partner, startPartner, type Target } from '../integration/sandbox/partner.ts';
import { RULES } from './rules.ts';

const targetFile = process.env.TILLBRIDGE_CONFORMANCE_TARGET;
const target = targetFile ? (JSON.parse(readFileSync(targetFile, 'utf8')) as Target) : null;

let partner: Partner | null = null;
beforeEach(() => {
  partner = null;
});
afterEach(() => partner?.close());

for (const { section, says, venue, check } of RULES) {
  test(`${section}: ${says}`, async () => {
    partner = await startPartner({}, venue, target);
    await check(partner);
  });
}

test('every rule names the code that follows it, and that code is there', () => {
  for (const { section, says, client, counter } of RULES) {
    for (const where of [client, counter]) {
      if (where === 'service alone' || where.startsWith('not shown: ')) continue;
      const [path = '', word = ''] = where.split(/: (.+)/s);
      const text = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
      expect(text.includes(word), `${section} ${says}: "${word}" in ${path}`).toBe(true);
    }
  }
});

test('no two rules have the same name', () => {
  const names = RULES.map(({ section, says }) => `${section}: ${says}`);
  expect(new Set(names).size).toBe(names.length);
});
