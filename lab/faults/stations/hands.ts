/** Staff who answer orders at random, often the same as others, sometimes with two taps. */
import type { Answer, AppState, CallInput, CallName, OrderCard } from '../../../contract/contract.ts';
import type { Chance } from '../seeded.ts';

/** `code`: of a refusal; null if done. `text`: whether it has one. */
export interface Tap {
  orderId: string;
  action: OrderAction;
  code: string | null;
  text: boolean;
}

export type OrderAction = 'accept' | 'reject' | 'confirm' | 'ready' | 'delivered';

/** `tapped`: called before the call is sent; its result gets the answer. */
export interface Hands {
  state(): AppState | null;
  call<N extends CallName>(name: N, input: CallInput<N>): Promise<Answer<unknown>>;
  tapped(orderId: string, action: OrderAction): (tap: Tap) => void;
}

/** Orders that all staff prefer. */
const TOP = 8;

export function tap({ state, call, tapped }: Hands, chance: Chance): void {
  const cards = Object.values(state()?.orders ?? {}).filter(({ actions, pending }) => actions.length > 0 && pending === null);
  if (cards.length === 0) return;
  const card = chance.happens(0.4) ? cards[chance.below(Math.min(TOP, cards.length))] : chance.pick(cards);
  const action = card && choose(card, chance);
  if (!action) return;
  const touch = async (): Promise<void> => {
    const answered = tapped(card.id, action);
    const answer = await call(...callOf(card, action));
    if (answer.ok) answered({ orderId: card.id, action, code: null, text: true });
    else answered({ orderId: card.id, action, code: answer.problem.code, text: Boolean(answer.problem.text) });
  };
  void touch();
  if (chance.happens(0.1)) void touch();
}

function choose({ actions }: OrderCard, chance: Chance): OrderAction | undefined {
  const offered = actions.map(({ name }) => name);
  return offered.includes('reject') && chance.happens(0.2) ? 'reject' : offered.find((name) => name !== 'reject');
}

function callOf({ id: orderId, revision }: OrderCard, action: OrderAction): [CallName, CallInput<CallName>] {
  const seen = { orderId, revision };
  if (action === 'accept') return ['order.accept', { ...seen, extraMinutes: null }];
  if (action === 'reject') return ['order.reject', { ...seen, reason: 'Sold out for today, sorry', code: 'ITEMS_UNAVAILABLE' }];
  return [`order.${action}`, seen];
}
