import type { Fields } from './wire/exchange.ts';

/** Section 3.1. `created` and `waiting` are undecided; `confirmed` pre-orders aren't in preparation. */
export type OrderState = 'created' | 'waiting' | 'confirmed' | 'production' | 'ready' | 'delivered' | 'rejected';

/** Section 2.3; undocumented parts follow public sources. */
export interface OrderV2 extends Fields {
  id: string;
  order_number: string;
  type: string;
  order_status: string;
  created_at: string | null;
  modified_at: string | null;
  pickup_eta: string | null;
  delivery: Fields;
  pre_order: Fields | null;
}

export interface SandboxOrder {
  id: string;
  venueId: string;
  state: OrderState;
  /** The order as reads show it; follows `state` with a delay. */
  body: OrderV2;
  selfDelivery: boolean;
  /** Epoch ms; base for adjusted pickup times. */
  initialPickupEta: number;
  history: { at: string; event: string; by: string }[];
  sentToPos: { success: boolean; time_sent_to_pos: string; received_at: string }[];
  rejection: { reason: string; code: string } | null;
  /** Rule 1: replace-items once per order. */
  replaced: boolean;
  /** 2.4: refunded, which only V1 shows. */
  refunded: boolean;
  /** 4.2, rule 5: an invoice exists. */
  invoiced: boolean;
  /** Bodies that reads showed so far, oldest first; kept only while a fault delays reads. */
  versions: Version[];
  /** Functions that cancel the order's plans: automatic rejection, production, courier. */
  forgetPlans: (() => void)[];
}

export interface Version {
  /** Shown since, epoch ms. */
  at: number;
  body: string;
  refunded: boolean;
}

const SHOWN: Record<OrderState, string> = {
  created: 'received',
  waiting: 'received',
  confirmed: 'acknowledged',
  production: 'production',
  ready: 'ready',
  delivered: 'delivered',
  rejected: 'rejected',
};

/** The `order_status` of section 2.5. */
export function statusOf(state: OrderState): string {
  return SHOWN[state];
}

export function isOpen(order: SandboxOrder): boolean {
  return order.state !== 'delivered' && order.state !== 'rejected';
}
