/** A report's numbers in the screen's language. */
import type { MoneyView } from '../../../contract/contract.ts';
import { leftText } from '../../time/texts.ts';
import { locale, say, t } from '../../words.ts';

/** 0.09 as "9%". */
export function percent(share: number): string {
  return new Intl.NumberFormat(locale(), { style: 'percent', maximumFractionDigits: Math.abs(share) < 0.1 ? 1 : 0 }).format(share);
}

export function count(number: number): string {
  return new Intl.NumberFormat(locale()).format(number);
}

export function hourMark(hour: number): string {
  return String(hour).padStart(2, '0');
}

/** A difference: "+12", "−3", "0". */
export function signed(number: number): string {
  return new Intl.NumberFormat(locale(), { signDisplay: 'exceptZero' }).format(number);
}

/** For charts: in major units, or the service's units if digits are unknown. */
export function major(money: MoneyView | undefined): number {
  return money === undefined ? 0 : money.amount / 10 ** (money.digits ?? 0);
}

/** The change in words: "9% more"; null without a previous value. */
export function change(now: number, before: number | undefined): string | null {
  if (before === undefined || before === 0) return null;
  if (now === before) return t('reports.same');
  const share = percent(Math.abs(now - before) / before);
  return now > before ? t('reports.more', { amount: share }) : t('reports.less', { amount: share });
}

export function sumsText(sums: readonly MoneyView[]): string {
  return sums.map((sum) => say(sum)).join(' + ') || '–';
}

/** A duration: "0:38", "2:41", "15 min". */
export function spanOfSeconds(seconds: number): string {
  return seconds < EXACT_SECONDS ? leftText(seconds) : t('time.minutes', { count: Math.round(seconds / 60) });
}

const EXACT_SECONDS = 600;
