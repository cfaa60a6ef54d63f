/** Text for browsers too old to run the scripts, in every language. Built into the page; renderer/public/not-started.js shows it. */
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { isRightToLeft, LANGUAGES, type Language } from '../contract/contract.ts';
import type en from '../resources/locales/en.json';

type Words = (name: 'title' | 'old' | 'missing' | 'off') => string;

/** Replaces the mark in the page by the texts. */
export function withWords(page: string): string {
  const all = LANGUAGES.map((language) => ({ language, words: wordsOf(language) }));
  const blocks = all.map(
    ({ language, words }) =>
      `<div ${inLanguage(language)}><h1>${words('title')}</h1><p data-why="old">${words('old')}</p><p data-why="missing">${words('missing')}</p></div>`,
  );
  const off = all.map(({ language, words }) => `<p ${inLanguage(language)}>${words('off')}</p>`);
  return page.replace(
    '<!-- not-started -->',
    () => `<div id="not-started" class="not-started" role="alert" hidden>${blocks.join('')}</div><noscript>${off.join('')}</noscript>`,
  );
}

/** The map page has no mark, so it stays as it is. */
export const notStarted = (): Plugin => ({ name: 'not-started', transformIndexHtml: withWords });

const inLanguage = (language: Language): string => `lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"`;

function wordsOf(language: Language): Words {
  const texts: typeof en = JSON.parse(readFileSync(new URL(`../resources/locales/${language}.json`, import.meta.url), 'utf8'));
  return (name) => text(texts[`notStarted.${name}`]);
}

const text = (plain: string): string => plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
