/** Formats times in the zone of Tillbridge's computer (zone.ts). */
import { getLocalTimeZone } from '@internationalized/date';
import { isClockEnough } from '../../contract/contract.ts';
import { locale, t } from '../words.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** "18:42", Finnish "18.42"; "" if unreadable. */
export function clockText(iso: string | number, timeZone = getLocalTimeZone()): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(date);
}

/** "18:42:07"; "" if unreadable. */
export function clockWithSeconds(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const timeZone = getLocalTimeZone();
  return new Intl.DateTimeFormat(locale(), { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone }).format(
    date,
  );
}

/** "18:42" if unambiguous (contract/time/moment.ts), else "Tomorrow 12:30" or "Fri 21 Nov 12:30". `now`: epoch ms. */
export function dayAndClock(iso: string, now: number, timeZone = getLocalTimeZone()): string {
  const at = Date.parse(iso);
  if (Number.isNaN(at)) return '';
  const time = clockText(at, timeZone);
  const day = (moment: number): number => dayNumber(moment, timeZone);
  if (isClockEnough(at, now, day)) return time;
  const away = day(at) - day(now);
  if (away === 1) return `${t('time.tomorrow')} ${time}`;
  if (away === -1) return `${t('time.yesterday')} ${time}`;
  const date = new Intl.DateTimeFormat(locale(), { weekday: 'short', day: 'numeric', month: 'short', timeZone }).format(at);
  return `${date.replace(',', '')} ${time}`;
}

/** Minutes from `now` to `at` (epoch ms): future ones rounded, past ones whole and negative. All figures on cards use it. */
export function minutesTo(at: number, now: number): number {
  const away = (at - now) / MINUTE;
  // Exact halves round down, as views render at half minutes.
  return (away > 0 ? Math.ceil(away - 0.5) : Math.ceil(away)) + 0;
}

/** "in 12 min", "now", "4 min ago"; with `pastIsLate` "4 min late". */
export function fromNow(iso: string, now: number, pastIsLate = false): string {
  const away = minutesTo(Date.parse(iso), now);
  if (Number.isNaN(away)) return '';
  if (away === 0) return t('time.now');
  const minutes = Math.abs(away);
  const hours = Math.floor(minutes / 60);
  const rest = String(minutes % 60).padStart(2, '0');
  if (away > 0) return hours > 0 ? t('time.inHours', { hours, minutes: rest }) : t('time.inMinutes', { minutes });
  if (pastIsLate) return hours > 0 ? t('time.lateHours', { hours, minutes: rest }) : t('time.late', { minutes });
  return hours > 0 ? t('time.hoursAgo', { hours, minutes: rest }) : t('time.minutesAgo', { minutes });
}

/** "4 s", "12 min", "3 h", "2 days". */
export function ageText(ms: number): string {
  const age = Math.max(0, ms);
  if (age < MINUTE) return t('time.seconds', { count: Math.floor(age / 1000) });
  if (age < HOUR) return t('time.minutes', { count: Math.floor(age / MINUTE) });
  if (age < DAY) return t('time.hours', { count: Math.floor(age / HOUR) });
  return t('time.days', { count: Math.floor(age / DAY) });
}

/** "0:52", "14:32"; with `about` "~0:52", also in right-to-left lines. */
export function leftText(seconds: number, about = false): string {
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return about ? `\u200e~${text}` : text;
}

/** "4:38"; from ten minutes "22 min", so that it isn't taken for a time of day. */
export function elapsedText(seconds: number): string {
  return seconds < 600 ? leftText(seconds) : t('time.minutes', { count: Math.floor(seconds / 60) });
}

/** Number of the calendar day: days with a clock change have 23 or 25 hours. */
function dayNumber(at: number, timeZone: string): number {
  return Date.parse(new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(at)) / DAY;
}
