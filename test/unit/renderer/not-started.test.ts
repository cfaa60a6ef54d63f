/** The page's text if none of its scripts runs. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { withWords } from '../../../renderer/not-started.ts';

const read = (file: string): string => readFileSync(new URL(`../../../renderer/${file}`, import.meta.url), 'utf8');

test('the page reports an old browser, a missing script or disabled scripts in every language', () => {
  const page = withWords(read('index.html'));
  for (const language of LANGUAGES) {
    const [words = ''] = new RegExp(`<div lang="${language}".*?</div>`).exec(page) ?? [];
    expect(words).toMatch(/<h1>[^<]+<\/h1><p data-why="old">[^<]+<\/p><p data-why="missing">[^<]+<\/p>/);
    expect(page).toMatch(new RegExp(`<noscript>.*<p lang="${language}"[^>]*>[^<]+</p>.*</noscript>`));
  }
  // The fallback script is loaded before the script that may fail.
  expect(page.indexOf('./not-started.js')).toBeLessThan(page.indexOf('./main.tsx'));
  expect(page.indexOf('id="not-started"')).toBeLessThan(page.indexOf('./not-started.js'));
});

test('the fallback script runs in browsers without modules', () => {
  const script = read('public/not-started.js').replace(/\/\*.*?\*\//s, '');
  expect(script).not.toMatch(/=>|`|\b(?:let|const|class|async|import|export)\b|\?\.|\?\?|\.\.\./);
});
