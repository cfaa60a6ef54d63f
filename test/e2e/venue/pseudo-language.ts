/** A pseudo language in place of Hebrew: disguised, longer, right to left. Texts that stay plain aren't from message files. */
import { readFileSync } from 'node:fs';
import { IntlMessageFormat } from 'intl-messageformat';
import type { Page } from 'playwright-core';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const DISGUISED = [...'ȧƀƈḓḗƒɠħīĵķŀḿƞǿƥɋřşŧŭṽẇẋẏẑȦƁƇḒḖƑƓĦĪĴĶĿḾȠǾƤɊŘŞŦŬṼẆẊẎẐ'];
const VOWELS = /[aeiouAEIOU]/;

function disguised(text: string): string {
  return [...text]
    .map((letter) => {
      const other = DISGUISED[PLAIN.indexOf(letter)] ?? letter;
      return VOWELS.test(letter) ? other + other : other;
    })
    .join('');
}

type Part = ReturnType<IntlMessageFormat['getAst']>[number];

/** An ICU message with disguised words and unchanged values. */
function disguisedMessage(pattern: string): string {
  return written(new IntlMessageFormat(pattern, 'he', undefined, { ignoreTag: true }).getAst());
}

function written(parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if ('options' in part) {
        const kind = 'pluralType' in part ? (part.pluralType === 'ordinal' ? 'selectordinal' : 'plural') : 'select';
        const offset = 'offset' in part && part.offset ? ` offset:${part.offset}` : '';
        const options = Object.entries(part.options).map(([name, { value }]) => `${name} {${written(value)}}`);
        return `{${part.value}, ${kind},${offset} ${options.join(' ')}}`;
      }
      if (!('value' in part)) return '#';
      return part.type === 0 ? disguised(part.value) : `{${part.value}}`;
    })
    .join('');
}

/** Returns a function that ends the pseudo language. */
export async function speakPseudoLanguage(page: Page): Promise<() => Promise<void>> {
  const english: Record<string, string> = JSON.parse(readFileSync(new URL('../../../resources/locales/en.json', import.meta.url), 'utf8'));
  const disguise = Object.fromEntries(Object.entries(english).map(([key, text]) => [key, disguisedMessage(text)]));
  const files = /\/he-[\w-]+\.js$/;
  await page.route(files, (route) =>
    route.fulfill({ contentType: 'text/javascript; charset=utf-8', body: `export default ${JSON.stringify(disguise)};` }),
  );
  return () => page.unroute(files);
}

/** Every visible or accessible text of the page, each once, with its element. */
export async function textsOn(page: Page): Promise<{ text: string; where: string }[]> {
  return page.evaluate(`(() => {
    const where = (one) => one.tagName.toLowerCase() + (one.className && typeof one.className === 'string' ? '.' + one.className.split(' ').join('.') : '');
    const found = new Map();
    const add = (text, one, kind) => { if (text && text.trim()) found.set(text.trim(), where(one) + kind); };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, data } = walker.currentNode;
      if (parentElement && !parentElement.closest('script, style') && parentElement.checkVisibility()) add(data, parentElement, '');
    }
    for (const one of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description], [aria-roledescription]'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description', 'aria-roledescription'])
        add(one.getAttribute(name), one, '@' + name);
    add(document.title, document.documentElement, '@title');
    return [...found].map(([text, where]) => ({ text, where }));
  })()`);
}
