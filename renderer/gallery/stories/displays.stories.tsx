/** Kitchen displays and customer screen. */

import { message } from '../../../contract/contract.ts';
import { AwakeNotice } from '../../displays/awake-notice.tsx';
import { Customer } from '../../displays/customer/customer.tsx';
import { AllDay } from '../../displays/kitchen/all-day.tsx';
import { Kitchen } from '../../displays/kitchen/kitchen.tsx';
import { KitchenBar } from '../../displays/kitchen/kitchen-bar.tsx';
import { RecallList } from '../../displays/kitchen/recall-list.tsx';
import { Dish } from '../../displays/kitchen/ticket/dish.tsx';
import { DishSale } from '../../displays/kitchen/ticket/dish-sale.tsx';
import { Ticket } from '../../displays/kitchen/ticket/ticket.tsx';
import { Elapsed, TicketBar } from '../../displays/kitchen/ticket/ticket-age.tsx';
import { ticketOf } from '../../displays/kitchen/tickets.ts';
import { chooseTab } from '../../displays/kitchen/use-tab.ts';
import { fetched, kitchenOrders } from '../made-up/cards.ts';
import { menu } from '../made-up/menu.ts';
import { anApp, STAFF } from '../made-up/venue.ts';
import { type Scene, Sheet, States, story } from '../scene.tsx';
import '../../displays/kitchen/kitchen.css';
import '../../displays/kitchen/ticket/ticket.css';

export default { title: 'Displays' };

const nothing = () => undefined;
const kitchen = (tab: string, more: Scene = {}) =>
  story(
    () => (
      <div className="app">
        <Kitchen />
      </div>
    ),
    () => ({ orders: kitchenOrders(), counter: { view: 'kitchen' }, set: () => chooseTab(tab), ...more }),
  );

export const Everything = kitchen('all');
export const Station = kitchen('grill');
export const Pass = kitchen('expo');
export const Ready = kitchen('ready');
export const Quiet = kitchen('cold', { orders: [] });
export const OfTheCounter = kitchen('all', { counter: { screen: 'kitchen' }, app: { staff: STAFF } });

const tickets = (tab: string) =>
  story(() => (
    <States of={Object.fromEntries(kitchenOrders().map((order) => [order.number, <Ticket key={order.id} order={order} tab={tab} />]))} />
  ));
export const TicketsOfEverything = tickets('all');
export const TicketsOfAStation = tickets('grill');
export const TicketsOfThePass = tickets('expo');
export const TicketsRefused = story(
  () => <States of={{ refused: <Ticket order={kitchenOrders()[0] as NonNullable<ReturnType<typeof kitchenOrders>[0]>} tab="all" /> }} />,
  () => ({ counter: { refusals: { 'order-201': { code: 'x', text: message('order.justChanged') } } } }),
);

export const TicketsWithSoldOut = story(
  () => (
    <States
      of={{
        ticket: <Ticket order={kitchenOrders()[0] as NonNullable<ReturnType<typeof kitchenOrders>[0]>} tab="all" />,
        asked: <DishSale orderId="order-201" line="dish" name="Ramen" />,
      }}
    />
  ),
  () => ({
    app: { kitchen: { ...anApp().kitchen, soldOut: true } },
    answers: { 'kitchen.dishSale': () => ({ name: 'Ramen', state: 'on-sale', until: null, pending: null, ends: menu().ends }) },
    touch: ['figure:last-child .dish-sale'],
  }),
);
export const PartsOfATicket = story(() => (
  <States
    of={Object.fromEntries(
      kitchenOrders()
        .slice(0, 5)
        .map((order) => [
          order.number,
          <div key={order.id} className="ticket">
            <Elapsed order={order} />
            <TicketBar order={order} />
            {ticketOf(order, 'all').lines.map((line) => (
              <Dish key={line.at} order={order} line={line} />
            ))}
          </div>,
        ]),
    )}
  />
));

export const Bars = story(
  () => (
    <Sheet>
      <KitchenBar tab="all" hidden={0} onMore={nothing} />
      <KitchenBar tab="grill" hidden={3} onMore={nothing} />
      <AllDay tab="all" />
    </Sheet>
  ),
  () => ({ orders: kitchenOrders(), counter: { view: 'kitchen' }, app: { staff: STAFF } }),
);

export const CalledBack = story(() => <RecallList tab="all" onClose={nothing} />);
export const NothingToCallBack = story(
  () => <RecallList tab="all" onClose={nothing} />,
  () => ({ answers: { 'kitchen.recent': () => ({ orders: [] }) } }),
);

export const CannotStayAwake = story(() => <AwakeNotice />);

const customer = (scene: () => Scene) =>
  story(
    () => <Customer />,
    () => ({ counter: { view: 'customer' }, ...scene() }),
  );
export const Customers = customer(() => ({ orders: fetched() }));
export const CustomersWithNothing = customer(() => ({}));
export const CustomersWithoutALink = customer(() => ({
  orders: fetched(),
  counter: { view: 'customer', linked: false, unlinkedSince: Date.now() - 60_000 },
}));
