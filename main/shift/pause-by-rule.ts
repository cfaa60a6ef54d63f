/** Pauses a venue by its own rule while orders pile up. Off by default; pauses have an end and don't overlap. */
import type { OrderCard, SaleView, Settings } from '../../contract/contract.ts';
import { type Message, message, type Text } from '../../contract/message.ts';
import { queueChange } from '../outbox/menu/queue-changes.ts';
import type { Store } from '../store/store.ts';
import type { Clocks } from '../time/service-clock.ts';
import { overload } from './piled-up.ts';

const LOOK_MS = 2_000;

export interface RulePauses {
  last(venueId: string): RulePause | null;
  keep(venueId: string, pause: RulePause): void;
}

interface RulePause {
  /** End of the pause, ISO UTC. */
  until: string;
  why: Text;
}

/** Returns the stop function. */
export function pauseByRule(options: {
  store: Store;
  pauses: RulePauses;
  time: Clocks;
  settings: () => Settings;
  cards: () => readonly OrderCard[];
  saleOf: (venueId: string) => SaleView;
  /** For a notice on screen. */
  onPaused: (venueId: string, text: Message, hint: Message) => void;
  onOver: (venueId: string) => void;
  onDefect: (error: unknown) => void;
}): () => void {
  const { store, time, pauses } = options;
  /** Venue IDs and the end of each announced pause, epoch ms. */
  const announced = new Map<string, number>();

  function look(): void {
    const rule = options.settings().work.pause_rule;
    const now = time.service.now();
    for (const [id, until] of announced) {
      if (until > now && options.saleOf(id).pause?.asked !== 'open') continue;
      announced.delete(id);
      options.onOver(id);
    }
    if (rule === null || Date.parse(rule.until) <= now) return;
    const venues = store.venues.all();
    for (const { id } of venues) {
      const before = Date.parse(pauses.last(id)?.until ?? '') || 0;
      const why = before > now ? null : overload(options.cards(), id, options.saleOf(id), now, before);
      if (why === null) continue;
      const until = new Date(now + rule.minutes * 60_000).toISOString();
      const note = message('sale.pausedByRule', { until: { at: until }, why });
      store.write(() => {
        queueChange(store, time, { venueId: id, endpoint: 'online', subject: '', wants: { status: 'OFFLINE', until }, by: null });
        pauses.keep(id, { until, why });
        store.menu.note(id, note, null);
      });
      announced.set(id, Date.parse(until));
      options.onPaused(id, note, message('sale.openAgainOrChangeRule'));
    }
  }

  return time.every(LOOK_MS, look, options.onDefect);
}
