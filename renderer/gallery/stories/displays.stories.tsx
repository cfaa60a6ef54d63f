import { chooseTab } from '../../displays/kitchen/use-tab.ts';
import { dishOnSale } from '../made-up/menu.ts';
import { anApp, STAFF } from '../made-up/venue.ts';
import { orders } from '../orders.ts';
import { on, type Scene, story } from '../scene.tsx';

export default { title: 'Displays' };

const cooked = () => orders(111, 112, 113, 114, 115, 116, 119, 120);
const kitchen = (tab: string, more: Scene = {}) =>
  story(() => ({ orders: cooked(), counter: { view: 'kitchen' }, set: () => chooseTab(tab), ...more }));

export const AtTheCounter = on('kitchen', () => ({ orders: cooked(), app: { staff: STAFF } }));
export const Everything = kitchen('all');
export const Station = kitchen('grill');
export const Pass = kitchen('expo');
export const Ready = kitchen('ready');
export const Quiet = kitchen('cold', { orders: [] });
const sells = { app: { kitchen: { ...anApp().kitchen, soldOut: true } }, answers: { 'kitchen.dishSale': dishOnSale } } satisfies Scene;
export const DishSoldOut = kitchen('all', { ...sells, opens: 'displays/kitchen/ticket/dish-sale.tsx', touch: ['.dish-sale'] });
const calledBack = { opens: 'displays/kitchen/recall-list.tsx', touch: ['.kitchen-tool:not(.kitchen-size)'] } satisfies Scene;
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
