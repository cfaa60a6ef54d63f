/** A card's exact messages with their time spans: everything staff could have read. */

import type { AppState, OrderCard, Text } from '../../../contract/contract.ts';

type AsOnCard =
  | 'column'
  | 'statusLabel'
  | 'alerting'
  | 'unread'
  | 'deadline'
  | 'itemCount'
  | 'customer'
  | 'comment'
  | 'placedAt'
  | 'preorderFor';

/** A card's claims from `seen` to `gone`, epoch ms, with the app running throughout. */
export interface Sighting extends Pick<OrderCard, AsOnCard> {
  orderId: string;
  number: string;
  seen: number;
  gone: number;
  /** When the app and its screen started, epoch ms: earlier events are known from then on. */
  switchedOnAt: number;
  openedAt: number;
  pending: { action: string; text: Text } | null;
  trouble: { text: Text; hint: Text | null }[];
  ticket: Text;
  labels: Text;
  till: Text;
  actions: string[];
  stopped: boolean;
  /** The STOP screen's text about its ticket; null without one. */
  stopSlip: Text | null;
  money: { total: Shown | null; toPay: Shown | null; cash: Shown | null };
  lines: [string | null, number, Shown | null][];
}

export type Shown = NonNullable<OrderCard['total']>;

export type Watch = ReturnType<typeof createWatch>;

export function createWatch() {
  const past: Sighting[] = [];
  const byOrder = new Map<string, Sighting[]>();
  const now = new Map<string, { text: string; sighting: Sighting }>();
  let life = { openedAt: 0, switchedOnAt: 0 };

  function end(orderId: string, at: number): void {
    const shown = now.get(orderId);
    if (!shown) return;
    shown.sighting.gone = at;
    now.delete(orderId);
  }

  return {
    /** Reads the whole screen. Returns the cards that changed. */
    look(state: AppState, at: number): Sighting[] {
      const news: Sighting[] = [];
      for (const id of [...now.keys()]) if (!state.orders[id]) end(id, at);
      for (const card of Object.values(state.orders)) {
        const claims = claimsOf(card);
        const text = JSON.stringify(claims);
        if (now.get(card.id)?.text === text) continue;
        end(card.id, at);
        const sighting = { orderId: card.id, number: card.number, seen: at, gone: Number.POSITIVE_INFINITY, ...life, ...claims };
        now.set(card.id, { text, sighting });
        past.push(sighting);
        byOrder.set(card.id, [...(byOrder.get(card.id) ?? []), sighting]);
        news.push(sighting);
      }
      return news;
    },
    opened(at: number, switchedOnAt: number): void {
      life = { openedAt: at, switchedOnAt };
    },
    closed(at: number): void {
      for (const id of [...now.keys()]) end(id, at);
    },
    all: (): Sighting[] => past,
    /** Of one order, oldest first. */
    of: (orderId: string): Sighting[] => byOrder.get(orderId) ?? [],
  };
}

type Claims = Omit<Sighting, 'orderId' | 'number' | 'seen' | 'gone' | 'openedAt' | 'switchedOnAt'>;

function claimsOf(card: OrderCard): Claims {
  const { column, statusLabel, alerting, unread, deadline, itemCount, customer, comment, placedAt, preorderFor } = card;
  const asOnCard = { column, statusLabel, alerting, unread, deadline, itemCount, customer, comment, placedAt, preorderFor };
  return {
    ...asOnCard,
    pending: card.pending && { action: card.pending.action, text: card.pending.text },
    trouble: card.trouble.map(({ text, hint }) => ({ text, hint: hint ?? null })),
    ticket: card.ticket.text,
    labels: card.labels.text,
    till: card.till.text,
    actions: card.actions.map(({ name }) => name),
    stopped: card.cancelled === 'unseen',
    stopSlip: card.stopSlip?.text ?? null,
    money: { total: card.total, toPay: card.toPay, cash: card.cashToCollect },
    lines: card.items.map(({ name, count, total }) => [name, count, total]),
  };
}
