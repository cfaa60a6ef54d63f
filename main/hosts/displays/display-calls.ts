import * as v from 'valibot';
import { type CallName, type CallsOf, calls, type DisplayView, type KitchenOrder } from '../../../contract/contract.ts';

/** Calls that aren't about a shown order; each checks its own conditions. */
const OF_THE_KITCHEN = { 'kitchen.recent': true, 'kitchen.recall': true } as const satisfies Partial<Record<CallsOf<'kitchen'>, true>>;

/** `input`: validated by the contract. */
type May<N extends CallName> = (order: KitchenOrder, input: v.InferOutput<(typeof calls)[N]['input']>) => boolean;

const offers =
  (name: 'ready' | 'delivered'): May<'order.ready' | 'order.delivered'> =>
  ({ actions }) =>
    actions.some((action) => action.name === name);

const isCooked = ({ kitchen }: KitchenOrder): boolean => kitchen !== null;

const KITCHEN: { [N in Exclude<CallsOf<'kitchen'>, keyof typeof OF_THE_KITCHEN>]: May<N> } = {
  'order.touch': () => true,
  // Batch IDs are entered on the main screen.
  'order.ready': (order, { batches }) => batches === undefined && offers('ready')(order, { orderId: order.id }),
  'order.delivered': offers('delivered'),
  // Decisions of the main screen are undone there.
  'order.undo': ({ pending }) => pending !== null && pending.undoUntil !== null && ['ready', 'delivered'].includes(pending.action),
  'kitchen.setDish': isCooked,
  'kitchen.setTicket': isCooked,
  'kitchen.prioritize': isCooked,
  'kitchen.dishSale': isCooked,
  'kitchen.soldOut': isCooked,
  'kitchen.backOnSale': isCooked,
  'order.check': ({ participants }, { participant }) => participant < participants.length,
};

/** `order`: as this display shows it, or null. False for unlisted calls. */
export function displayMay(view: DisplayView, name: string, input: unknown, order: (id: string) => KitchenOrder | null): boolean {
  if (view !== 'kitchen') return false;
  if (Object.hasOwn(OF_THE_KITCHEN, name)) return true;
  if (!Object.hasOwn(KITCHEN, name)) return false;
  const call = name as keyof typeof KITCHEN;
  const checked = v.safeParse(calls[call].input, input, { abortEarly: true });
  if (!checked.success) return false;
  const given = checked.output as { orderId: string };
  const shown = order(given.orderId);
  const may = KITCHEN[call] as ((order: KitchenOrder, input: unknown) => boolean) | undefined;
  return shown !== null && may?.(shown, given) === true;
}
