/** The interface document as black-box tests, against the sandbox or other addresses: npm run conformance -- --target FILE */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startPartner, type Target } from '../integration/sandbox/partner.ts';
import { CLIENT_TESTS, NOT_ASKED, SERVICE_ALONE } from './client-tests.ts';
import { RULES } from './rules.ts';

const targetFile = process.env.TILLBRIDGE_CONFORMANCE_TARGET;
const target = targetFile ? (JSON.parse(readFileSync(targetFile, 'utf8')) as Target) : null;

for (const { section, text, venue, check } of RULES) {
  test(`${section}: ${text}`, async () => {
    await check(await startPartner({}, venue, target));
  });
}

test('every rule names existing code of the app that follows it', () => {
  for (const { section, text, counter } of RULES) {
    if (counter === 'service alone' || counter.startsWith('not shown: ')) continue;
    const [path = '', word = ''] = counter.split(/: (.+)/s);
    const code = readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');
    expect(code.includes(word), `${section} ${text}: "${word}" in ${path}`).toBe(true);
  }
});

test('every rule names an existing client test, or the reason why there is none', () => {
  expect(Object.keys(CLIENT_TESTS).sort()).toEqual(RULES.map(({ section, text }) => `${section}: ${text}`).sort());
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
  const tests = files.filter((path) => !path.startsWith('conformance')).map((path) => readFileSync(`${folder}/${path}`, 'utf8'));
  const missing = Object.values(CLIENT_TESTS).filter(
    (name) =>
      name !== SERVICE_ALONE &&
      !name.startsWith(NOT_ASKED) &&
      !tests.some((text) => ["'", '"', '`'].some((quote) => text.includes(quote + name + quote))),
  );
  expect(missing).toEqual([]);
});

test('no two rules have the same name', () => {
  const names = RULES.map(({ section, text }) => `${section}: ${text}`);
  expect(new Set(names).size).toBe(names.length);
});
