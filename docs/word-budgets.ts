/**
 * Counts the words of comments and the listed words in comments and test titles, by folder. `npm run check` refuses more than
 * docs/word-budgets.json allows; `node docs/word-budgets.ts --lower` writes smaller counts into it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commentsIn } from './code-parts.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const BUDGETS = `${ROOT}docs/word-budgets.json`;
const FILES = '{main,renderer,contract,preload,sandbox,relay,shared,test,lab}/**/*.{ts,tsx,css}';

/** Indirect words that hide who does what. */
const LISTED =
  /\b(?:told|tells?|telling|stands?|stood|whoever|anew|looks?|looked|nobody|no one|beside|by itself|what is|where there is)\b/gi;
const TITLE = /\b(?:test|it|describe)(?:\.\w+)*(?:\([^)\n]*\))?\(\s*(?:'((?:\\.|[^'\\\n])*)'|"((?:\\.|[^"\\\n])*)"|`((?:\\.|[^`\\])*)`)/g;

/** Budgets of comment words are multiples of this, so that a small comment doesn't need a new budget. */
const STEP = 50;

interface Count {
  /** Words of comments. */
  words: number;
  /** Listed words in comments and test titles. */
  listed: number;
}

function countWords(): Record<string, Count> {
  const counts: Record<string, Count> = {};
  for (const path of globSync(FILES, { cwd: ROOT }).sort()) {
    const text = readFileSync(`${ROOT}${path}`, 'utf8');
    const comments = commentsIn(text).join('\n');
    const titles = path.endsWith('.test.ts') ? [...text.matchAll(TITLE)].map(([, one, two, three]) => one ?? two ?? three).join('\n') : '';
    const folder = folderOf(path);
    const { words, listed } = counts[folder] ?? { words: 0, listed: 0 };
    counts[folder] = {
      words: words + (comments.match(/[A-Za-z][\w'-]*/g)?.length ?? 0),
      listed: listed + (`${comments}\n${titles}`.match(LISTED)?.length ?? 0),
    };
  }
  return counts;
}

/** A line for each count over its budget; a folder without a budget may have no words. */
export function overBudget(): string[] {
  const budgets = readBudgets();
  return Object.entries(countWords()).flatMap(([folder, count]) =>
    (['words', 'listed'] as const).flatMap((kind) => {
      const most = budgets[folder]?.[kind] ?? 0;
      return count[kind] > most
        ? [`${folder}: ${count[kind]} ${kind === 'words' ? 'comment words' : 'listed words'}, at most ${most}`]
        : [];
    }),
  );
}

/** The first two folders of a path: what one person reads as a whole. */
function folderOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  return folders.slice(0, /^(?:main|renderer|test|lab)$/.test(folders[0] ?? '') ? 2 : 1).join('/');
}

const readBudgets = (): Record<string, Count> => JSON.parse(readFileSync(BUDGETS, 'utf8'));

if (process.argv.includes('--lower')) {
  const budgets = readBudgets();
  const lowered = Object.entries(countWords()).map(([folder, { words, listed }]) => {
    const most = budgets[folder] ?? { words: Number.POSITIVE_INFINITY, listed };
    return [folder, { words: Math.min(Math.ceil(words / STEP) * STEP, most.words), listed: Math.min(listed, most.listed) }];
  });
  writeFileSync(BUDGETS, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
