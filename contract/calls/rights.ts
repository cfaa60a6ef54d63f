/** The calls of each right of a station. What isn't listed, no station may do. */
import type { ActionName } from '../views/order.ts';
import type { Right } from '../views/station.ts';
import type { kitchenSaleCalls } from './dishes.ts';
import type { historyCalls } from './history.ts';
import type { kitchenCalls } from './kitchen.ts';
import type { menuCalls } from './menu.ts';
import type { ordersCalls } from './orders.ts';
import type { papersCalls } from './papers.ts';
import type { shiftCalls } from './shift.ts';
import type { staffCalls } from './staff.ts';

type CallName = keyof (typeof ordersCalls &
  typeof kitchenCalls &
  typeof kitchenSaleCalls &
  typeof menuCalls &
  typeof papersCalls &
  typeof historyCalls &
  typeof shiftCalls &
  typeof staffCalls);

const RIGHT_OF: Record<ActionName, Right> = { accept: 'answer', reject: 'answer', confirm: 'answer', ready: 'ready', delivered: 'ready' };

/** Whether these rights permit an action of an order's card, and its undo. */
export const permitsAction = (rights: readonly Right[], action: string): boolean =>
  Object.hasOwn(RIGHT_OF, action) && rights.includes(RIGHT_OF[action as ActionName]);

/** Calls of every station: seeing orders, silencing them, signing in. */
const SEEING = [
  'order.touch',
  'order.detail',
  'menu.ofOrder',
  'kitchen.recent',
  'staff.signIn',
  'staff.scan',
  'staff.signOut',
  'staff.here',
] as const satisfies readonly CallName[];

const OF_RIGHT = {
  answer: ['order.accept', 'order.reject', 'order.confirm', 'order.undo', 'sound.pause'],
  ready: ['order.ready', 'order.delivered', 'order.undo', 'order.review', 'order.operate', 'kitchen.recall'],
  pack: ['order.check', 'kitchen.setDish', 'kitchen.setTicket', 'kitchen.prioritize', 'print.again', 'print.seen'],
  'sold-out': [
    'menu.get',
    'menu.soldOut',
    'menu.backOnSale',
    'menu.setStock',
    'menu.again',
    'kitchen.dishSale',
    'kitchen.soldOut',
    'kitchen.backOnSale',
  ],
  pause: ['sale.pause', 'sale.openAgain', 'sale.hours'],
  refund: ['order.review', 'order.operate'],
  reports: ['history.search', 'history.order', 'history.missedToday', 'history.report'],
} as const satisfies Record<Right, readonly CallName[]>;

/** The rights that each permit a call; null if every station may make it. Empty: none may. */
export function rightsFor(name: string): readonly Right[] | null {
  if ((SEEING as readonly string[]).includes(name)) return null;
  return (Object.keys(OF_RIGHT) as Right[]).filter((right) => (OF_RIGHT[right] as readonly string[]).includes(name));
}
