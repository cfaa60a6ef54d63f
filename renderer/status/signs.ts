/** What the status bar may claim: one sign for each thing the counter depends on, with words and proof. Pure. */
import type { AppView, PrinterView, RelayStateView, VenueView } from '../../contract/contract.ts';
import { ageText, dayAndClock } from '../time/texts.ts';
import { freshness } from '../time/urgency.ts';
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
  says: string;
}

const SERVICE_MOOD = { fresh: 'good', stale: 'unsure', trouble: 'bad', unknown: 'unsure' } as const;
const PRINTER_MOOD = { ready: 'good', printing: 'good', unconfirmed: 'unsure', trouble: 'bad', unknown: 'unsure' } as const;

/** The connection to the service at `now` (ms): before the first order there is nothing to ask; then green only with an answer within the last 15 s, and always with its age. */
export function serviceSign(service: AppView['service'], now: number): Sign {
  const state = freshness(service, now);
  const age = service.lastContactAt === null ? null : Math.max(0, now - Date.parse(service.lastContactAt));
  if (service.idle && (state === 'stale' || state === 'unknown'))
    return { id: 'service', icon: 'service', name: t('status.service'), mood: 'quiet', short: t('status.idle'), says: say(service.says) };
  const contact =
    age === null
      ? t('status.neverContact')
      : state === 'fresh'
        ? age < 5000
          ? t('status.contactJustNow')
          : t('status.contact', { age: ageText(age) })
        : t('status.staleContact', { age: ageText(age) });
  return {
    id: 'service',
    icon: 'service',
    name: t('status.service'),
    mood: SERVICE_MOOD[state],
    short: contact,
    room: [
      t('status.contactJustNow'),
      t('status.contact', { age: ageText(59_000) }),
      t('status.staleContact', { age: ageText(59 * 60_000) }),
    ].join('\n'),
    says: `${say(service.says)} (${contact})`,
  };
}

/** Green only where a notification came and was trusted: until then the secret is stored, and nothing shows that the service has the same. */
export function receiverSign(receiver: AppView['receiver'], now: number): Sign {
  const sign = { id: 'receiver', icon: 'receiver', name: t('status.receiver') } as const;
  if (receiver.state === 'stopped') return { ...sign, mood: 'bad', short: t('status.stopped'), says: say(receiver.says) };
  // Listening alone brings no order: what is not signed is not trusted.
  if (receiver.hasSecret === false) return { ...sign, mood: 'bad', short: t('status.noSecret'), says: t('status.noSecretWhy') };
  if (receiver.refuses) return { ...sign, mood: 'bad', short: t('status.refused'), says: say(receiver.says) };
  if (receiver.alsoRefuses) {
    const { count, since } = receiver.alsoRefuses;
    const says = t('status.alsoRefusedWhy', { count, time: dayAndClock(since, now) });
    return { ...sign, mood: 'unsure', short: t('status.alsoRefused'), says };
  }
  const listening = { ...sign, short: t('status.listening'), says: say(receiver.says) };
  if (receiver.hasSecret === null) return { ...listening, mood: 'unsure' };
  if (receiver.provedAt === null) return { ...listening, mood: 'quiet', says: `${say(receiver.says)} ${t('setup.orders.notTested')}` };
  return { ...listening, mood: 'good' };
}

/** A relay that was silent for longer is not connected, whatever was said of it last: contract/relay/wire.ts. */
const RELAY_PROOF_MS = 15_000;

/** The relay, with the age of its last proof; green only while that is fresh. */
export function relaySign({ state, says, lastProofAt, lastNewsAt }: RelayStateView, now: number): Sign {
  const sign = { id: 'relay', icon: 'relay', name: t('status.relay') } as const;
  const age = lastProofAt === null ? null : Math.max(0, now - Date.parse(lastProofAt));
  const silent = age === null ? t('status.neverContact') : t('status.staleContact', { age: ageText(age) });
  const isProved = state === 'connected' && age !== null && age <= RELAY_PROOF_MS;
  const short = isProved
    ? age < 5_000
      ? t('status.contactJustNow')
      : t('status.contact', { age: ageText(age) })
    : state === 'connecting'
      ? t('status.relayConnecting')
      : silent;
  const room = [
    t('status.contactJustNow'),
    t('status.contact', { age: ageText(59_000) }),
    t('status.staleContact', { age: ageText(59 * 60_000) }),
  ].join('\n');
  const news =
    lastNewsAt === null ? t('status.relayNoNews') : t('status.relayNews', { age: ageText(Math.max(0, now - Date.parse(lastNewsAt))) });
  const mood = state === 'trouble' ? 'bad' : isProved ? 'good' : 'unsure';
  return { ...sign, mood, short, room, says: isProved ? `${say(says)} ${news}` : `${say(says)} (${silent})` };
}

/** A printer; slips that wait are counted, and trouble brings its own words into the bar. */
export function printerSign(printer: PrinterView): Sign {
  const waits = printer.waiting > 0 ? [t('status.waitingJobs', { count: printer.waiting })] : [];
  // It was heard of once: that it was never asked would be untrue.
  const isSilent = printer.state === 'unknown' && printer.lastContactAt !== null;
  const short = printer.state === 'trouble' ? say(printer.says) : t(`status.printer.${isSilent ? 'silent' : printer.state}`);
  return {
    id: `printer-${printer.id}`,
    icon: 'printer',
    name: printer.name,
    mood: PRINTER_MOOD[printer.state],
    short: [...waits, short].join(' · '),
    says: [say(printer.says), ...waits].join(' · '),
  };
}

/** Nothing is printed: no trouble, some venues want it so, but nobody should only find out at the first order. */
export function noPrinterSign(): Sign {
  return {
    id: 'printers',
    icon: 'printer',
    name: t('status.printers'),
    mood: 'quiet',
    short: t('status.noPrinter'),
    says: t('status.nothingPrinters'),
  };
}

/** The till, where there is one. It is asked only when an order goes to it: the age of the last one stands beside it. */
export function tillSign(till: NonNullable<AppView['till']>, now: number): Sign {
  const age = till.lastContactAt === null ? null : ageText(Math.max(0, now - Date.parse(till.lastContactAt)));
  const short = till.state === 'trouble' ? say(till.says) : age === null ? t('status.printer.unknown') : t('status.contact', { age });
  const room = t('status.contact', { age: ageText(59 * 60_000) });
  return {
    id: 'till',
    icon: 'till',
    name: t('steps.till'),
    mood: PRINTER_MOOD[till.state],
    short,
    room,
    says: `${say(till.says)} (${short})`,
  };
}

/** A venue that must be connected again; one that is connected needs no sign of its own. */
export function venueSign({ id, name, state, says }: VenueView): Sign[] {
  return state === 'connected'
    ? []
    : [{ id: `venue-${id}`, icon: 'plug', name, mood: 'bad', short: t('status.reconnect'), says: say(says) }];
}

/** What an order needs to come in: the service, the receiver, and a venue that is connected. */
export function isWayIn({ id }: Sign): boolean {
  return id === 'service' || id === 'receiver' || id === 'relay' || id.startsWith('venue-');
}

/** Without a link nothing is known any more: every sign loses its colour and says so. */
export function unlinked(sign: Sign): Sign {
  return { ...sign, mood: 'quiet', short: t('status.notLive') };
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
