/** Amounts as people read them: every currency, by ISO 4217 or the operator's setting, never blank. */
import iso4217 from 'currency-codes';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../contract/contract.ts';
import { english } from '../../../contract/english.ts';
import { tOf, wordsOf } from '../../../contract/locales.ts';
import { message } from '../../../contract/message.ts';
import { sums } from '../../../main/history/counts.ts';
import { decimal } from '../../../main/history/csv.ts';
import { type CurrencyDigits, digitsBy, inUnits, isoDigits } from '../../../main/orders/money/money.ts';
import { moneyOn } from '../../../main/printing/documents/parts/money-on.ts';
import { majorUnits, minorUnits } from '../../../renderer/parts/amounts.ts';
import { orderBody, orderOf } from '../../fixtures/orders.ts';
import fc from '../../setup/property.ts';

/** Codes that aren't a country's money: ISO 4217 gives them no minor unit ("N.A."). */
const NO_MONEY = /^X(A[GU]|B[A-D]|DR|P[DT]|SU|TS|UA|XX)$/;
/** ISO 4217's list from an independent package. */
const ISO = iso4217.codes().flatMap((code) => {
  const digits = iso4217.code(code)?.digits;
  return digits === undefined || NO_MONEY.test(code) ? [] : [{ code, digits }];
});
const written = (amount: number, currency: string, currencyDigits: CurrencyDigits = isoDigits) =>
  english(inUnits({ amount, currency }, currencyDigits));
const OF_INTL = Intl.supportedValuesOf('currency').filter((code) => !NO_MONEY.test(code));

describe('the minor unit of a currency', () => {
  it('is the one in ISO 4217 for each currency on its list', () => {
    expect(ISO.length).toBeGreaterThan(160);
    expect(ISO.filter(({ code, digits }) => isoDigits(code) !== digits)).toEqual([]);
  });

  it('is known for each currency that Intl knows', () => {
    expect(OF_INTL.length).toBeGreaterThan(150);
    expect(OF_INTL.filter((code) => isoDigits(code) === null)).toEqual([]);
  });

  it("isn't taken from Intl, whose digits are for display and differ", () => {
    const shown = (currency: string) =>
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    const differs = ISO.filter(({ code, digits }) => OF_INTL.includes(code) && shown(code) !== digits).map(({ code }) => code);
    // Which currencies differ depends on the version of Intl.
    expect(differs).not.toEqual([]);
    for (const code of differs) expect(isoDigits(code), code).toBe(ISO.find((one) => one.code === code)?.digits);
    for (const code of ['HUF', 'ALL', 'COP', 'IDR', 'RSD']) expect(isoDigits(code), code).toBe(2);
    for (const code of ['JPY', 'ISK', 'KRW', 'XOF']) expect(isoDigits(code), code).toBe(0);
    for (const code of ['KWD', 'IQD', 'TND']) expect(isoDigits(code), code).toBe(3);
  });

  it('stays known for a currency no longer in use', () => {
    for (const code of ['BGN', 'HRK', 'ANG']) expect(isoDigits(code), code).toBe(2);
  });

  it('is the one in the settings if the service counts differently', () => {
    const reported = digitsBy({ currency_digits: { HUF: 0, JPY: 2 } });
    expect(written(4_590, 'HUF', reported)).toBe('4590 HUF');
    expect(written(98_000, 'JPY', reported)).toBe('980.00 JPY');
    expect(written(5_080, 'EUR', reported)).toBe('50.80 EUR');
    expect([written(4_590, 'HUF', digitsBy({ currency_digits: {} })), written(4_590, 'HUF', reported)]).toEqual(['45.90 HUF', '4590 HUF']);
  });
});

describe('an amount', () => {
  it('is written with the decimals of its currency', () => {
    const inEur = [5_080, 5].map((amount) => written(amount, 'EUR'));
    const inKwd = [1_250, 7].map((amount) => written(amount, 'KWD'));
    const others = [written(-100, 'PLN'), written(980, 'JPY'), written(459_000, 'HUF'), written(0, 'ISK')];
    expect([...inEur, ...inKwd]).toEqual(['50.80 EUR', '0.05 EUR', '1.250 KWD', '0.007 KWD']);
    expect(others).toEqual(['-1.00 PLN', '980 JPY', '4590.00 HUF', '0 ISK']);
  });

  it('is the number as received with "unit unknown" if its minor unit is unknown', () => {
    expect(written(1_234, 'ABC')).toBe('1234 ABC (unit unknown)');
    expect(written(1_234, 'XAU')).toBe('1234 XAU (unit unknown)');
    expect(written(10.5, 'EUR')).toBe('10.5 EUR (unit unknown)');
    expect(written(1_234, '')).toBe('1234 (unit unknown)');
    expect(written(1, 'constructor')).toBe('1 constructor (unit unknown)');
  });

  it('is never blank on screen, printout, table or sum', () => {
    const t = tOf('en');
    fc.assert(
      fc.property(
        fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })),
        fc.oneof(fc.constantFrom(...OF_INTL), fc.string()),
        (amount, currency) => {
          for (const text of [
            written(amount, currency),
            moneyOn({ amount, currency }, t, isoDigits),
            decimal(inUnits({ amount, currency }, isoDigits)),
            sums([{ amount, currency }], isoDigits).map(english).join(),
          ])
            expect(text).toMatch(/\d/);
        },
      ),
    );
  });

  it('is the same written in major units as in minor units, in every currency', () => {
    fc.assert(
      fc.property(fc.integer(), fc.constantFrom(...ISO), (amount, { code, digits }) => {
        const [number = ''] = written(amount, code).split(' ');
        expect(Math.round(Number(number) * 10 ** digits)).toBe(amount);
      }),
    );
  });

  it('that is typed is read as typed, in every currency', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...ISO), (amount, { digits }) => {
        expect(minorUnits(majorUnits(amount, digits), digits)).toBe(amount);
      }),
    );
  });

  it('says in every language that its unit is unknown', () => {
    const texts = LANGUAGES.map((language) => moneyOn({ amount: 1_234, currency: 'ABC' }, tOf(language), isoDigits));
    expect(new Set(texts).size).toBe(LANGUAGES.length);
    for (const text of texts) expect(text).toContain('1234 ABC');
    expect(new Set(LANGUAGES.map((language) => wordsOf(language)(message('money.unitUnknown')))).size).toBe(LANGUAGES.length);
  });
});

it.each([
  [
    { amount: 12.5, currency: 'EUR' },
    { amount: 12.5, currency: 'EUR' },
  ],
  [
    { amount: '1250', currency: 'EUR' },
    { amount: 1_250, currency: 'EUR' },
  ],
  [{ amount: 1_250 }, { amount: 1_250, currency: '' }],
  [{ amount: 'much' }, undefined],
])('cash to collect of the unexpected shape %j is kept as %j', (cash_amount, collect) => {
  const { cash } = orderOf(orderBody('takeaway-cash', { cash_payment: { cash_amount } }));
  expect(cash?.collect).toEqual(collect);
});
