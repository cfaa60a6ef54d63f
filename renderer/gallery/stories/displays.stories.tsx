import { chooseTotals } from '../../displays/kitchen/all-day.tsx';
import { chooseKind, type Kind } from '../../displays/kitchen/kind.ts';
import { chooseTab } from '../../displays/kitchen/use-tab.ts';
import { dishOnSale } from '../made-up/menu.ts';
import { anApp, STAFF } from '../made-up/venue.ts';
import { orders } from '../orders.ts';
import { on, type Scene, story } from '../scene.tsx';

export default { title: 'Displays' };

const cooked = () => orders(111, 112, 113, 114, 115, 116, 119, 120);
const kitchen = (tab: string, more: Scene = {}, cooks = cooked) =>
  story(() => ({ orders: cooks(), counter: { view: 'kitchen' }, set: () => chooseTab(tab), ...more }));

export const AtTheCounter = on('kitchen', () => ({ orders: cooked(), app: { staff: STAFF } }));
export const Everything = kitchen('all');
export const Station = kitchen('grill');
export const Pass = kitchen('expo');
export const Ready = kitchen('ready');
export const Quiet = kitchen('cold', { orders: [] });
const all = () => orders().filter(({ column }) => column === 'preparing');
const busy = (times: number) =>
  Array.from({ length: times }, (_, time) =>
    all().map((order) => ({ ...order, id: `${order.id}-${time}`, number: String(Number(order.number) + 20 * time) })),
  ).flat();
/** A party's order, higher than the screen. */
const party = () => {
  const [order] = orders(111);
  if (!order) return [];
  const items = Array.from({ length: 20 }, (_, at) => ({
    ...order.items[0],
    name: `Dish ${at + 1}`,
    count: 1,
    options: [],
    total: null,
    participants: [],
  }));
  return [{ ...order, id: 'party', number: '110', items, kitchen: null }];
};
export const SeveralPages = kitchen('all', {}, () => busy(3));
export const LastPage = kitchen('all', { touch: ['.kitchen-turn:last-child'] }, () => busy(2));
export const HigherThanThePage = kitchen('all', {}, () => [...party(), ...orders(112, 113)]);
const limited = (kind: Kind, more: Scene = {}, cooks = cooked) => kitchen('all', { ...more, set: () => chooseKind(kind) }, cooks);
export const PickupOnly = limited('takeaway');
export const AllHidden = limited('other', {}, () => orders(111, 112, 113, 114));
export const OrderTypes = limited('delivery', { touch: ['.kitchen-kind'], opens: 'displays/kitchen/kind-filter.tsx' });
export const OptionTotals = kitchen('all', { set: () => chooseTotals('options') });
const sells = { app: { kitchen: { ...anApp().kitchen, soldOut: true } }, answers: { 'kitchen.dishSale': dishOnSale } } satisfies Scene;
export const DishSoldOut = kitchen('all', { ...sells, opens: 'displays/kitchen/ticket/dish-sale.tsx', touch: ['.dish-sale'] });
const calledBack = { opens: 'displays/kitchen/recall-list.tsx', touch: ['.kitchen-back'] } satisfies Scene;
export const CalledBack = kitchen('all', calledBack);
export const NothingToCallBack = kitchen('all', { ...calledBack, answers: { 'kitchen.recent': () => ({ orders: [] }) } });

const fetched = () => orders(112, 113, 120);
const customers = (more: () => Scene) => story(() => ({ counter: { view: 'customer' }, ...more() }));
export const Customers = customers(() => ({ orders: fetched() }));
export const CustomersWithNothing = customers(() => ({}));
export const CustomersWithoutALink = customers(() => ({
  orders: fetched(),
  counter: { view: 'customer', linked: false, unlinkedSince: Date.now() - 60_000 },
}));
