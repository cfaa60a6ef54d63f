/** What one card said, word for word, from when to when: everything that somebody at the counter could have read. */
import type { CounterState, OrderCard } from '../../../preload/contract.ts';

/** What a card claims. `seen` and `gone` are epoch ms; the app was there all the while. */
export interface Sighting {
  orderId: string;
  number: string;
  seen: number;
  gone: number;
  /** When the screen that shows it was opened, epoch ms: whatever was told before that is known from then on. */
  openedAt: number;
  column: OrderCard['column'];
  statusLabel: string;
  pending: { action: string; says: string } | null;
  trouble: string[];
  ticket: string;
  labels: string;
  till: string;
  actions: string[];
  stopped: boolean;
  alerting: boolean;
  unread: boolean;
  deadline: 'exact' | 'about' | null;
}

export interface Watch {
  /** Looks at the whole screen. Returns the cards that say something else than before. */
  look(state: CounterState, at: number): Sighting[];
  /** The app was switched off, or on again. */
  opened(at: number): void;
  closed(at: number): void;
  all(): Sighting[];
  /** Of one order, oldest first. */
  of(orderId: string): Sighting[];
}

export function createWatch(): Watch {
  const past: Sighting[] = [];
  const byOrder = new Map<string, Sighting[]>();
  const now = new Map<string, { text: string; sighting: Sighting }>();
  let openedAt = 0;

  function end(orderId: string, at: number): void {
    const shown = now.get(orderId);
    if (!shown) return;
    shown.sighting.gone = at;
    now.delete(orderId);
  }

  return {
    look(state, at) {
      const news: Sighting[] = [];
      for (const id of [...now.keys()]) if (!state.orders[id]) end(id, at);
      for (const card of Object.values(state.orders)) {
        const claims = claimsOf(card);
        const text = JSON.stringify(claims);
        if (now.get(card.id)?.text === text) continue;
        end(card.id, at);
        const sighting = { orderId: card.id, number: card.number, seen: at, gone: Number.POSITIVE_INFINITY, openedAt, ...claims };
        now.set(card.id, { text, sighting });
        past.push(sighting);
        byOrder.set(card.id, [...(byOrder.get(card.id) ?? []), sighting]);
        news.push(sighting);
      }
      return news;
    },
    opened(at) {
      openedAt = at;
    },
    closed(at) {
      for (const id of [...now.keys()]) end(id, at);
    },
    all: () => past,
    of: (orderId) => byOrder.get(orderId) ?? [],
  };
}

type Claims = Omit<Sighting, 'orderId' | 'number' | 'seen' | 'gone' | 'openedAt'>;

function claimsOf(card: OrderCard): Claims {
  return {
    column: card.column,
    statusLabel: card.statusLabel,
    pending: card.pending && { action: card.pending.action, says: card.pending.says },
    trouble: card.trouble.map(({ says }) => says),
    ticket: card.ticket.says,
    labels: card.labels.says,
    till: card.till.says,
    actions: card.actions.map(({ name }) => name),
    stopped: card.stopped,
    alerting: card.alerting,
    unread: card.unread,
    deadline: card.deadline && (card.deadline.about ? 'about' : 'exact'),
  };
}
