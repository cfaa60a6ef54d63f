/** Georgian dates and numbers for browsers without Georgian are the same as Node's. */
import { expect, test } from 'vitest';
import { GeorgianDates, GeorgianNumbers, teachGeorgian } from '../../../shared/georgian.ts';

const CLOCK = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DATE_FORMS: Intl.DateTimeFormatOptions[] = [
  {},
  CLOCK,
  { ...CLOCK, second: '2-digit' },
  { hour: 'numeric', minute: 'numeric', hourCycle: 'h23' },
  { day: 'numeric' },
  { month: 'long' },
  { month: 'short' },
  { year: 'numeric' },
  { weekday: 'long' },
  { weekday: 'short' },
  { weekday: 'narrow' },
  { day: 'numeric', month: 'short' },
  { day: '2-digit', month: '2-digit' },
  { day: '2-digit', month: '2-digit', year: 'numeric' },
  { month: 'long', year: 'numeric' },
  { month: 'short', year: 'numeric' },
  { day: 'numeric', month: 'short', year: 'numeric' },
  { day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'short', day: 'numeric', month: 'short' },
  { weekday: 'long', day: 'numeric', month: 'long' },
  { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  { ...CLOCK, weekday: 'short' },
  { ...CLOCK, weekday: 'short', day: 'numeric', month: 'short' },
  { ...CLOCK, day: 'numeric', month: 'short', year: 'numeric' },
  { dateStyle: 'medium' },
  { dateStyle: 'long' },
  { dateStyle: 'medium', timeStyle: 'short' },
];
const NUMBER_FORMS: Intl.NumberFormatOptions[] = [
  {},
  { maximumFractionDigits: 0 },
  { signDisplay: 'exceptZero' },
  { style: 'percent', maximumFractionDigits: 1 },
  { style: 'unit', unit: 'kilometer', maximumFractionDigits: 1 },
  { useGrouping: false, minimumFractionDigits: 2 },
];

test('Georgian dates match the Unicode tables, in every form, month and weekday', () => {
  for (const form of DATE_FORMS)
    for (const timeZone of ['Asia/Tbilisi', 'Pacific/Kiritimati', 'America/St_Johns'])
      for (let month = 0; month < 12; month += 1)
        for (const day of [3, 14 + (month % 7)]) {
          const at = Date.UTC(2026, month, day, 13 + month, 5 + day);
          const [own, known] = [new GeorgianDates('ka', { ...form, timeZone }), new Intl.DateTimeFormat('ka', { ...form, timeZone })];
          expect(own.format(at), JSON.stringify(form)).toBe(known.format(at));
          expect(own.formatToParts(at).map(({ type }) => type)).toEqual(known.formatToParts(at).map(({ type }) => type));
        }
});

test('Georgian numbers and amounts match the Unicode tables, in every currency', () => {
  const currencies = Intl.supportedValuesOf('currency').map((currency) => ({ style: 'currency', currency }) as const);
  for (const form of [...NUMBER_FORMS, ...currencies])
    for (const number of [0, 0.056, 4, -4.25, 1_234.5, 12_345.678, 1_234_567])
      expect(new GeorgianNumbers('ka', form).format(number), JSON.stringify(form)).toBe(new Intl.NumberFormat('ka', form).format(number));
});

test('only an Intl without Georgian is extended, and its other languages stay the same', () => {
  const { DateTimeFormat, NumberFormat } = Intl;
  const whole = { DateTimeFormat, NumberFormat };
  teachGeorgian(whole);
  expect(whole).toEqual({ DateTimeFormat, NumberFormat });

  class Less extends DateTimeFormat {
    static override supportedLocalesOf = () => [];
  }
  const taught = { DateTimeFormat: Less as unknown as typeof DateTimeFormat, NumberFormat };
  teachGeorgian(taught);
  const at = Date.UTC(2026, 10, 26, 9, 5);
  const dates = { timeZone: 'UTC' };
  for (const locale of ['ka', ['ka'], 'ka-GE', new Intl.Locale('ka'), 'ka-u-ca-gregory'])
    expect(new taught.DateTimeFormat(locale, dates).format(at)).toBe('26.11.2026');
  expect(taught.DateTimeFormat('ka', dates).format(at)).toBe('26.11.2026');
  expect(new taught.DateTimeFormat('ka', dates).resolvedOptions().locale).toBe('ka');
  expect(new taught.DateTimeFormat('ka') instanceof DateTimeFormat).toBe(true);
  const { format } = new taught.NumberFormat('ka');
  expect([1.5, 2.5].map(format)).toEqual(['1,5', '2,5']);
  expect(new taught.NumberFormat('ka').resolvedOptions().locale).toBe('ka');
  for (const locale of ['en-GB', 'ja', undefined]) {
    expect(new taught.DateTimeFormat(locale, dates).format(at)).toBe(new DateTimeFormat(locale, dates).format(at));
    expect(new taught.NumberFormat(locale).format(1.5)).toBe(new NumberFormat(locale).format(1.5));
  }
});
