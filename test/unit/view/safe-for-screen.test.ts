/** Answers for screens: status codes are left out of sentences that read well without them. */
import { describe, expect, test } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { wordsOf } from '../../../contract/locales.ts';
import { type Message, type MessageCode, message } from '../../../contract/message.ts';
import { valuesOf } from '../../../docs/message-values.ts';
import { safeAnswer } from '../../../main/view/safe-for-screen.ts';
import en from '../../../resources/locales/en.json' with { type: 'json' };

/** A value without a translation, so it can be found in a sentence. */
const GIVEN = { status: 409, to: 'https://elsewhere.example.test', program: 'locker.exe' };
const withStatus = Object.entries(en).flatMap(([code, text]) => (valuesOf(text).has('status') ? [code as MessageCode] : []));
const filled = (code: MessageCode): Message => {
  const others = [...valuesOf(en[code])].map(([name]) => [name, 'word']);
  return { code, values: { ...Object.fromEntries(others), ...GIVEN } };
};

describe.each(LANGUAGES)('%s', (language) => {
  const say = wordsOf(language);

  test('no sentence about a status code shows "none" in its place', () => {
    expect(withStatus.length).toBeGreaterThan(10);
    const texts = withStatus.map((code) => [code, say(safeAnswer('orders.get', filled(code)))] as const);
    expect(texts.filter(([, text]) => /none|\{|status, select/.test(text))).toEqual([]);
  });

  test('a status code of the till is shown, one of the service only in Diagnostics', () => {
    expect(say(safeAnswer('selfTest.run', message('till.wouldRefuse', { status: 409 })))).toContain('409');
    const refused = message('menu.changeRefused', { status: 422 });
    expect(say(safeAnswer('menu.history', refused))).not.toMatch(/422|none|\(\)|（）/);
    expect(say(safeAnswer('diagnostics.read', refused))).toContain('422');
  });
});

test('a status optional in English is optional in every language', () => {
  const left = Object.entries(en).flatMap(([code, text]) =>
    [...text.matchAll(/\{(\w+), select, none/g)].map(([, name = '']) => ({ code, name })),
  );
  expect(left.length).toBeGreaterThan(5);
  for (const { code, name } of left) {
    const values = { ...filled(code as MessageCode).values, [name]: 'none' };
    for (const language of LANGUAGES)
      expect(wordsOf(language)({ code: code as MessageCode, values }), `${language} ${code}`).not.toContain('none');
  }
});
