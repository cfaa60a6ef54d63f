/** The status bar's signs, one for each thing Tillbridge depends on. Pure. */
import { type AppView, CAUSE, type IntakeSource, type IntakeState, type PrinterView, type VenueView } from '../../contract/contract.ts';
import { ageText } from '../time/texts.ts';
import { say, t } from '../words.ts';

/** Color of a sign; only `good` is green. */
export type Mood = 'good' | 'unsure' | 'bad' | 'quiet';

export interface Sign {
  id: string;
  icon: 'service' | 'receiver' | 'relay' | 'printer' | 'till' | 'plug';
  name: string;
  mood: Mood;
  short: string;
  /** Longest forms of `short` as time passes, one a line: they reserve the width, so that the bar doesn't move. */
  room?: string;
  text: string;
}

const INTAKE: Readonly<Record<string, { icon: Sign['icon']; name: () => string }>> = {
  poller: { icon: 'service', name: () => t('status.service') },
  receiver: { icon: 'receiver', name: () => t('status.receiver') },
  relay: { icon: 'relay', name: () => t('status.relay') },
};
const INTAKE_MOOD: Readonly<Record<IntakeState, Mood>> = {
  off: 'quiet',
  waiting: 'unsure',
  connected: 'good',
  impaired: 'unsure',
  lost: 'bad',
};
const PRINTER_MOOD = { ready: 'good', printing: 'good', unconfirmed: 'unsure', trouble: 'bad', unknown: 'unsure' } as const;

/** An order source at `now` (epoch ms): green only while its last evidence holds. */
export function intakeSign(source: IntakeSource, now: number): Sign {
  const { kind, state, text, short, lastNewsAt, verifiedForMs } = source;
  const { icon, name } = INTAKE[kind] ?? { icon: 'service', name: () => kind };
  const age = sinceHeard(source, now);
  const isVerified = state === 'connected' && isHeard(source, now);
  const isListening = state === 'waiting' && verifiedForMs === null;
  const mood = state === 'connected' && !isVerified ? 'unsure' : isListening ? 'quiet' : (INTAKE_MOOD[state] ?? 'unsure');
  const sign = { id: kind, icon, name: name(), mood } as const;
  if (short !== null) return { ...sign, short: say(short), text: say(text) };
  const contact = contactText(age, isVerified);
  const room = [contactText(0, true), contactText(59_000, true), contactText(59 * 60_000, false)].join('\n');
  const more = isVerified && lastNewsAt !== undefined ? newsText(lastNewsAt, now) : `(${contact})`;
  return { ...sign, short: contact, room, text: `${say(text)} ${more}` };
}

function isHeard(source: IntakeSource, now: number): boolean {
  return sinceHeard(source, now) <= (source.verifiedForMs ?? Number.POSITIVE_INFINITY);
}

function sinceHeard({ lastHeardAt }: IntakeSource, now: number): number {
  return lastHeardAt === null ? Number.NaN : Math.max(0, now - Date.parse(lastHeardAt));
}

/** `age`: ms since the last contact; NaN without one. */
function contactText(age: number, isVerified: boolean): string {
  if (Number.isNaN(age)) return t('status.neverContact');
  if (!isVerified) return t('status.staleContact', { age: ageText(age) });
  return age < 5_000 ? t('status.contactJustNow') : t('status.contact', { age: ageText(age) });
}

function newsText(at: string | null, now: number): string {
  return at === null ? t('status.relayNoNews') : t('status.relayNews', { age: ageText(Math.max(0, now - Date.parse(at))) });
}

export function printerSign(printer: PrinterView): Sign {
  const waits = printer.waiting > 0 ? [t('status.waitingJobs', { count: printer.waiting })] : [];
  // The printer was contacted before, so "never asked" would be untrue.
  const isSilent = printer.state === 'unknown' && printer.lastContactAt !== null;
  const short = printer.state === 'trouble' ? say(printer.text) : t(`status.printer.${isSilent ? 'silent' : printer.state}`);
  return {
    id: `printer-${printer.id}`,
    icon: 'printer',
    name: printer.name,
    mood: PRINTER_MOOD[printer.state],
    short: [...waits, short].join(' · '),
    text: [say(printer.text), ...waits].join(' · '),
  };
}

/** No printer isn't an error, but staff should know before the first order. */
export function noPrinterSign(): Sign {
  return {
    id: 'printers',
    icon: 'printer',
    name: t('status.printers'),
    mood: 'quiet',
    short: t('status.noPrinter'),
    text: t('status.nothingPrinters'),
  };
}

/** The till is contacted only with orders, so the age of the last contact is shown. */
export function tillSign(till: NonNullable<AppView['till']>, now: number): Sign {
  const age = till.lastContactAt === null ? null : ageText(Math.max(0, now - Date.parse(till.lastContactAt)));
  const short = till.state === 'trouble' ? say(till.text) : age === null ? t('status.printer.unknown') : t('status.contact', { age });
  const room = t('status.contact', { age: ageText(59 * 60_000) });
  return {
    id: 'till',
    icon: 'till',
    name: t('steps.till'),
    mood: till.state === 'unknown' && age === null ? 'quiet' : PRINTER_MOOD[till.state],
    short,
    room,
    text: `${say(till.text)} (${short})`,
  };
}

/** A sign for a venue that must be reconnected; none for others. */
export function venueSign({ id, name, state, text }: VenueView): Sign[] {
  return state === 'connected'
    ? []
    : [{ id: `venue-${id}`, icon: 'plug', name, mood: 'bad', short: t('status.reconnect'), text: say(text) }];
}

export function isOrderSource({ icon }: Sign): boolean {
  return icon !== 'printer' && icon !== 'till';
}

export function unlinked(sign: Sign): Sign {
  return { ...sign, mood: 'quiet', short: t('status.notLive') };
}

/**
 * The worst sign for the bar, except the one in the line `below` it. `isShownBelow`: that one is the worst, so the bar shows a gray dot.
 */
export function worstSign(signs: readonly Sign[], below: string | null): (Worst & { isShownBelow: boolean }) | null {
  const worst = worstOf(below === CAUSE.link ? signs : signs.filter(({ id }) => id !== below));
  const isShownBelow = below === CAUSE.link || (worst?.mood !== 'bad' && signs.some(({ id, mood }) => id === below && mood === 'bad'));
  const shown = worst ?? worstOf(signs);
  return shown && { ...shown, ...(isShownBelow ? { mood: 'quiet', more: 0 } : {}), isShownBelow };
}

/** `more`: how many other signs are as bad. */
export interface Worst extends Sign {
  more: number;
}

export const MOODS_WORST_FIRST: readonly Mood[] = ['bad', 'unsure', 'quiet', 'good'];

function worstOf(signs: readonly Sign[]): Worst | null {
  for (const mood of MOODS_WORST_FIRST) {
    const [first, ...others] = signs.filter((sign) => sign.mood === mood);
    if (first) return { ...first, more: mood === 'bad' || mood === 'unsure' ? others.length : 0 };
  }
  return null;
}
