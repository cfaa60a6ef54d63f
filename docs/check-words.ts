/** Refuses words that CONTRIBUTING.md's glossary replaced, in identifiers and English texts, and comments over their budget. Part of `npm run check`. */
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { onlyCode } from './code-parts.ts';
import { overBudget } from './word-budgets.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

const CODE = '{main,renderer,contract,preload,sandbox,relay,shared,test,lab,docs}/**/*.{ts,tsx}';
/** Not checked: a story's name is the file name of its kept picture. */
const STORIES = 'renderer/gallery/stories/**';

/** Words in identifiers, split at capitals (`wasTold` is `was told`), and what is written instead. */
const IN_IDENTIFIERS: readonly [RegExp, string][] = [
  [/\bbears out\b/, 'confirms'],
  [/\btells of answer\b/, 'isDecidedStatus'],
  [/\bis stand in\b/, 'isSyntheticId'],
  [/\bcalmly\b/, 'collectYielding, mapYielding'],
  [/\bhushed\b/, 'muted'],
  [/\blet in\b/, 'authenticate'],
  [/\bin the way\b/, 'blockedBy'],
  [/\btakes in(?:to)?\b/, 'ingestion'],
  [/\bway in\b/, 'accessLink'],
  [/\b(?:guest view|join guest)\b/, 'client'],
  [/\blook out\b/, 'probe'],
  [/\b(?:un)?told\b/, 'claimed, reported, notified, shown'],
  [/\bsaid\b/, 'text, answer, output'],
  [/\bsays\b/, 'text'],
  [/\bremed(?:y|ies)\b/, 'hint'],
  [/\bspells\b/, 'offSale, periods'],
  [/\banew\b/, 'again, fresh'],
  [/\buntell\b/, 'clearNotice'],
  [/\b(?:un)?prove[ds]?\b|\b(?:un)?proven\b/, 'verified, authenticated'],
  [/\b(?:asking|receiving|deadline|reading) side\b/, 'services, clients'],
];

/** Words of texts, and what is written instead. */
const IN_TEXTS: readonly [RegExp, string][] = [
  [/\b(?:nobody|somebody|anybody|everybody)\b/i, 'no one, someone, anyone, everyone; or who it is: staff, a customer'],
  [/\bconsumers?\b/i, 'customer'],
  [/\b(?:told|tells)\b/i, 'notified, reports, shows, provides'],
  [/\bslips?\b/i, 'ticket'],
  [/\bpapers\b/i, 'printouts'],
  [/\b(?:let|lets) (?:in|one|a tablet)\b|\bsen(?:d|t) (?:all )?away\b/i, 'pair, unpair'],
  [/\b(?:proved?|unproved)\b/i, 'verified, tested'],
  [/\bstory\b/i, 'activity'],
  [/\bby hand\b/i, 'manually'],
  [/\b(?:by|of) (?:itself|themselves)\b/i, 'automatically'],
  [/\bany more\b/i, 'no longer'],
  [/\b(?:this|the) counter\b(?! is\b)(?!\.$)/i, 'Tillbridge, this computer, the main screen'],
  [/\b(?:touch(?:es|ed|ing)?)\b/i, 'tap'],
  [/\bstands? (?:in|on|at|here|there)\b|\bhow \w+ stands\b/i, 'is'],
  [/\banew\b/i, 'again'],
  [/\b(?:can|could|do|does|did|is|are|was|were|has|have|will|would) not\b|\bcannot\b/, "the contraction: can't, isn't"],
  [/ [—–] /, 'two sentences'],
  [/\bid\b/, 'ID'],
  [/\bswitch(?:ed)? (?:\S+ ){0,3}(?:on|off)\b/i, 'turn on, turn off'],
  [/\blook (?:at|after|into|whether|under)\b/i, 'check, see, handle'],
];

const wordsOf = (identifier: string): string => identifier.replaceAll(/([a-z\d])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])|_/g, '$1$2 ').toLowerCase();

const found = (words: string, list: readonly [RegExp, string][], where: string): string[] =>
  list.flatMap(([pattern, instead]) => (pattern.test(words) ? [`${where}: use ${instead}`] : []));

function inFile(path: string): string[] {
  const code = onlyCode(readFileSync(`${ROOT}${path}`, 'utf8'));
  return [...new Set(code.match(/[A-Za-z]\w{2,}/g))].flatMap((identifier) =>
    found(wordsOf(identifier), IN_IDENTIFIERS, `${path}: ${identifier}`),
  );
}

const texts: Record<string, string> = JSON.parse(readFileSync(`${ROOT}resources/locales/en.json`, 'utf8'));
const wrong = [
  ...globSync(CODE, { cwd: ROOT, exclude: [STORIES] }).flatMap(inFile),
  ...Object.entries(texts).flatMap(([key, text]) => found(text.replaceAll(/\{\w+/g, '{'), IN_TEXTS, `${key}: "${text}"`)),
];
const over = overBudget();
if (over.length > 0) {
  console.error(['More words than docs/word-budgets.json allows (comments say why, briefly):', ...over].join('\n'));
  process.exitCode = 1;
}
if (wrong.length > 0) {
  console.error(['Words that the glossary of CONTRIBUTING.md replaced:', ...wrong].join('\n'));
  process.exitCode = 1;
}
