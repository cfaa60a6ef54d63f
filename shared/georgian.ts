/** Georgian dates and numbers, which browsers and Electron lack: formatted in Polish, then with Georgian words from CLDR. */

const MONTHS = 'იანვარი თებერვალი მარტი აპრილი მაისი ივნისი ივლისი აგვისტო სექტემბერი ოქტომბერი ნოემბერი დეკემბერი'.split(' ');
const DAYS = 'კვირა ორშაბათი სამშაბათი ოთხშაბათი ხუთშაბათი პარასკევი შაბათი'.split(' ');
const ENGLISH_DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const LETTERS = { long: undefined, short: 3, narrow: 1 } as const;

const CURRENCIES: Readonly<Record<string, string>> = {
  CAD: 'CA$',
  GBP: '£',
  GEL: '₾',
  MXN: 'MX$',
  PLN: 'PLN',
  TWD: 'NT$',
  USD: 'US$',
  XCG: 'Cg.',
};
const UNITS: Readonly<Record<string, string>> = { kilometer: 'კმ' };

export function teachGeorgian(intl: Pick<typeof Intl, 'DateTimeFormat' | 'NumberFormat'>): void {
  if (intl.DateTimeFormat.supportedLocalesOf('ka').length > 0) return;
  intl.DateTimeFormat = withGeorgian(intl.DateTimeFormat, GeorgianDates);
  intl.NumberFormat = withGeorgian(intl.NumberFormat, GeorgianNumbers);
}

function withGeorgian<T extends object>(known: T, georgian: new (locale: string, options?: object) => object): T {
  const isGeorgian = (locale: unknown) => /^ka\b/.test(String(locale));
  const make = (args: unknown[], otherwise: () => object): object => {
    const [locales, options] = args as [unknown, object | undefined];
    const locale: unknown = Array.isArray(locales) ? locales[0] : locales;
    return isGeorgian(locale) ? new georgian(String(locale), options) : otherwise();
  };
  return new Proxy(known, {
    construct: (_, args, made) => make(args, () => Reflect.construct(known as never, args, made)),
    // `Intl.DateTimeFormat` and `Intl.NumberFormat` may also be called without `new`.
    apply: (_, of, args) => make(args, () => Reflect.apply(known as never, of, args)),
  });
}

const inPolish = (locale: string): string => locale.replace(/^ka(-Geor)?(-GE)?\b/, 'pl');

export class GeorgianDates extends Intl.DateTimeFormat {
  readonly #locale: string;
  readonly #lengths: { month: keyof typeof LETTERS; weekday: keyof typeof LETTERS };
  readonly #isMonthPadded: boolean;
  /** Formatter for the month's number and the English weekday, which the Georgian names are found by. */
  #known: Intl.DateTimeFormat | undefined;

  constructor(locale: string, options: Intl.DateTimeFormatOptions = {}) {
    super(inPolish(locale), options);
    const { month, weekday, dateStyle } = options;
    this.#locale = locale;
    const ofStyle = dateStyle === 'medium' ? 'short' : 'long';
    this.#lengths = { month: month === 'short' || month === 'narrow' ? month : dateStyle ? ofStyle : 'long', weekday: weekday ?? 'long' };
    this.#isMonthPadded = month === '2-digit' || dateStyle !== undefined;
  }

  override format = (date?: Date | number): string =>
    this.formatToParts(date)
      .map(({ value }) => value)
      .join('');

  override formatToParts(date?: Date | number): Intl.DateTimeFormatPart[] {
    const polish = super.formatToParts(date);
    const hasNames = polish.some((part) => part.type === 'weekday' || isName(part));
    const { month, day } = hasNames ? this.#namesOf(date) : { month: '', day: '' };
    return polish.map((part, place) => {
      if (part.type === 'weekday') return { ...part, value: day.slice(0, LETTERS[this.#lengths.weekday]) };
      if (isName(part)) return { ...part, value: month.slice(0, LETTERS[this.#lengths.month]) };
      if (part.type === 'month') return this.#isMonthPadded ? part : { ...part, value: String(Number(part.value)) };
      // Between month and year: "5 ნოე. 2026", "5 ნოემბერი, 2026".
      if (part.value === ' ' && isName(polish[place - 1]) && polish[place + 1]?.type === 'year')
        return { ...part, value: this.#lengths.month === 'long' ? ', ' : '. ' };
      return part;
    });
  }

  #namesOf(date: Date | number | undefined): { month: string; day: string } {
    const { timeZone } = super.resolvedOptions();
    this.#known ??= new Intl.DateTimeFormat('en-GB', { month: 'numeric', weekday: 'short', timeZone });
    const known = Object.fromEntries(this.#known.formatToParts(date).map(({ type, value }) => [type, value]));
    return { month: MONTHS[Number(known.month) - 1] ?? '', day: DAYS[ENGLISH_DAYS.indexOf(known.weekday ?? '')] ?? '' };
  }

  override resolvedOptions(): Intl.ResolvedDateTimeFormatOptions {
    return { ...super.resolvedOptions(), locale: this.#locale };
  }
}

const isName = (part: Intl.DateTimeFormatPart | undefined): boolean => part?.type === 'month' && !/^\d/.test(part.value);

export class GeorgianNumbers extends Intl.NumberFormat {
  readonly #locale: string;
  readonly #names: Partial<Record<Intl.NumberFormatPartTypes, string>>;

  constructor(locale: string, options: Intl.NumberFormatOptions = {}) {
    super(inPolish(locale), options);
    this.#locale = locale;
    const { currency, currencyDisplay = 'symbol', unit } = options;
    const sign = currencyDisplay === 'symbol' ? CURRENCIES[currency?.toUpperCase() ?? ''] : undefined;
    const name = UNITS[unit ?? ''];
    this.#names = { ...(sign ? { currency: sign } : {}), ...(name ? { unit: name } : {}) };
  }

  override format = (number: number | bigint | Intl.StringNumericLiteral): string =>
    this.formatToParts(number)
      .map(({ value }) => value)
      .join('');

  override formatToParts(number?: number | bigint | Intl.StringNumericLiteral): Intl.NumberFormatPart[] {
    return super.formatToParts(number as number | undefined).map((part) => ({ ...part, value: this.#names[part.type] ?? part.value }));
  }

  override resolvedOptions(): Intl.ResolvedNumberFormatOptions {
    return { ...super.resolvedOptions(), locale: this.#locale };
  }
}
