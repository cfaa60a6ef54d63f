/** The status bar: a sign for each thing Tillbridge depends on, with text and evidence. Pure. */
import { type AppView, CAUSE, type IntakeSource, type IntakeState, type PrinterView, type VenueView } from '../../contract/contract.ts';
import { ageText } from '../time/texts.ts';
import { say, t } from '../words.ts';

/** `good` is the only green one. */
export type Mood = 'good' | 'unsure' | 'bad' | 'quiet';

export interface Sign {
  id: string;
  icon: 'service' | 'receiver' | 'relay' | 'printer' | 'till' | 'plug';
  name: string;
  mood: Mood;
  /** A few words beside the name. */
  short: string;
  /** The longest that `short` becomes while only time goes by, a line each: room is kept for it, so that the bar never changes by a digit. */
  room?: string;
  /** The whole sentence. */
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

/** What brings orders, at `now` (ms): green only with a proof that still holds, and with its age where it must be renewed. */
export function intakeSign(source: IntakeSource, now: number): Sign {
  const { kind, state, text, short, lastNewsAt, provesForMs } = source;
  const { icon, name } = INTAKE[kind] ?? { icon: 'service', name: () => kind };
  const age = sinceHeard(source, now);
  const isProved = state === 'connected' && isHeard(source, now);
  const isListening = state === 'waiting' && provesForMs === null;
  const mood = state === 'connected' && !isProved ? 'unsure' : isListening ? 'quiet' : (INTAKE_MOOD[state] ?? 'unsure');
  const sign = { id: kind, icon, name: name(), mood } as const;
  if (short !== null) return { ...sign, short: say(short), text: say(text) };
  const contact = contactText(age, isProved);
  const room = [contactText(0, true), contactText(59_000, true), contactText(59 * 60_000, false)].join('\n');
  const more = isProved && lastNewsAt !== undefined ? newsText(lastNewsAt, now) : `(${contact})`;
  return { ...sign, short: contact, room, text: `${say(text)} ${more}` };
}

/** Whether its last proof still holds. */
function isHeard(source: IntakeSource, now: number): boolean {
  return sinceHeard(source, now) <= (source.provesForMs ?? Number.POSITIVE_INFINITY);
}

function sinceHeard({ lastHeardAt }: IntakeSource, now: number): number {
  return lastHeardAt === null ? Number.NaN : Math.max(0, now - Date.parse(lastHeardAt));
}

/** `age`: of the last proof, ms; no number where there is none. */
function contactText(age: number, isProved: boolean): string {
  if (Number.isNaN(age)) return t('status.neverContact');
  if (!isProved) return t('status.staleContact', { age: ageText(age) });
  return age < 5_000 ? t('status.contactJustNow') : t('status.contact', { age: ageText(age) });
}

function newsText(at: string | null, now: number): string {
  return at === null ? t('status.relayNoNews') : t('status.relayNews', { age: ageText(Math.max(0, now - Date.parse(at))) });
}

/** A printer; slips that wait are counted, and trouble brings its own words into the bar. */
export function printerSign(printer: PrinterView): Sign {
  const waits = printer.waiting > 0 ? [t('status.waitingJobs', { count: printer.waiting })] : [];
  // It was heard of once: that it was never asked would be untrue.
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

/** Nothing is printed: no trouble, some venues want it so, but no one should only find out at the first order. */
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

/** The till, where there is one. It is asked only when an order goes to it: the age of the last one stands beside it. */
export function tillSign(till: NonNullable<AppView['till']>, now: number): Sign {
  const age = till.lastContactAt === null ? null : ageText(Math.max(0, now - Date.parse(till.lastContactAt)));
  const short = till.state === 'trouble' ? say(till.text) : age === null ? t('status.printer.unknown') : t('status.contact', { age });
  const room = t('status.contact', { age: ageText(59 * 60_000) });
  return {
    id: 'till',
    icon: 'till',
    name: t('steps.till'),
    // It is asked with the first order only: nothing is wrong before that.
    mood: till.state === 'unknown' && age === null ? 'quiet' : PRINTER_MOOD[till.state],
    short,
    room,
    text: `${say(till.text)} (${short})`,
  };
}

/** A venue that must be connected again; one that is connected needs no sign of its own. */
export function venueSign({ id, name, state, text }: VenueView): Sign[] {
  return state === 'connected'
    ? []
    : [{ id: `venue-${id}`, icon: 'plug', name, mood: 'bad', short: t('status.reconnect'), text: say(text) }];
}

/** What an order needs to come in: what brings it, and a venue that is connected. */
export function isOrderSource({ icon }: Sign): boolean {
  return icon !== 'printer' && icon !== 'till';
}

/** Without a link nothing is known any more: every sign loses its colour and says so. */
export function unlinked(sign: Sign): Sign {
  return { ...sign, mood: 'quiet', short: t('status.notLive') };
}

/**
 * What the bar says while a line below it says something already: another trouble, or no word. `isShownBelow`: the dot has nothing to add, and
 * isn't green.
 */
export function worstToSay(signs: readonly Sign[], below: string | null): (Worst & { isShownBelow: boolean }) | null {
  const worst = worstOf(below === CAUSE.link ? signs : signs.filter(({ id }) => id !== below));
  const isShownBelow = below === CAUSE.link || (worst?.mood !== 'bad' && signs.some(({ id, mood }) => id === below && mood === 'bad'));
  const shown = worst ?? worstOf(signs);
  return shown && { ...shown, ...(isShownBelow ? { mood: 'quiet', more: 0 } : {}), isShownBelow };
}

/** What the bar shows of all signs. `more`: how many others are as bad. */
export interface Worst extends Sign {
  more: number;
}

export const MOODS_WORST_FIRST: readonly Mood[] = ['bad', 'unsure', 'quiet', 'good'];

/** The first of the worst signs; null where there are none. */
export function worstOf(signs: readonly Sign[]): Worst | null {
  for (const mood of MOODS_WORST_FIRST) {
    const [first, ...others] = signs.filter((sign) => sign.mood === mood);
    if (first) return { ...first, more: mood === 'bad' || mood === 'unsure' ? others.length : 0 };
  }
  return null;
}
