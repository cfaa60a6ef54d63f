/** The English catalogue keeps to the glossary of CONTRIBUTING.md. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What the English of the product does not say, and what it says instead. */
const INSTEAD: readonly [RegExp, string][] = [
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

test('the English catalogue uses the words of the glossary', () => {
  const texts: Record<string, string> = JSON.parse(readFileSync(new URL('../../../resources/locales/en.json', import.meta.url), 'utf8'));
  const wrong = Object.entries(texts).flatMap(([key, text]) => {
    const words = text.replaceAll(/\{\w+/g, '{');
    return INSTEAD.filter(([pattern]) => pattern.test(words)).map(([pattern, instead]) => `${key}: "${text}": ${pattern}, use ${instead}`);
  });
  expect(wrong).toEqual([]);
});
