/** The menu: items, sold out, stock, prices. */
import type { ReactNode } from 'react';
import { ItemSheet } from '../../menu/item/item-sheet.tsx';
import { Stock } from '../../menu/item/stock.tsx';
import { MenuRow } from '../../menu/list/menu-row.tsx';
import { MenuRows } from '../../menu/list/menu-rows.tsx';
import { prepare, things } from '../../menu/list/prepared.ts';
import { createTexts } from '../../menu/list/search.ts';
import { Windowed } from '../../menu/list/windowed.tsx';
import { MenuScreen } from '../../menu/menu-screen.tsx';
import { DishSoldOut } from '../../menu/order/dish-sold-out.tsx';
import { OrderSoldOut } from '../../menu/order/order-sold-out.tsx';
import { EndsList, EndsMenu } from '../../menu/parts/ends-menu.tsx';
import { KindQuestion } from '../../menu/parts/kind-question.tsx';
import { MenuAge } from '../../menu/parts/menu-age.tsx';
import { MenuSearch } from '../../menu/parts/menu-search.tsx';
import { OutTag } from '../../menu/parts/out-tag.tsx';
import { PendingState } from '../../menu/parts/pending-state.tsx';
import { SaleButton } from '../../menu/parts/sale-button.tsx';
import { ManyPrices } from '../../menu/prices/many-prices.tsx';
import { OldAndNew } from '../../menu/prices/old-and-new.tsx';
import { PriceForm } from '../../menu/prices/price-form.tsx';
import { PriceReview } from '../../menu/prices/price-review.tsx';
import { SaleMenu } from '../../sale/sale-menu.tsx';
import { at } from '../made-up/at.ts';
import { card, cooking } from '../made-up/cards.ts';
import { menu, menuSent, pending } from '../made-up/menu.ts';
import { Sheet, States, story } from '../scene.tsx';
import '../../menu/menu-screen.css';

export default { title: 'Menu' };

const nothing = () => undefined;
const done = async () => true;
const sale = { problem: null, soldOut: done, backOnSale: done, again: done, setStock: done };
const acts = { open: nothing, ask: nothing, back: nothing, again: nothing };
const prepared = () => prepare(menu(), { otherItems: 'Other items', options: 'Options' });
const rows = () => things(prepared().rows);
const itemOf = (key: string) => menu().items.find((one) => one.key === key) ?? menu().items[0];
const Boxed = ({ children }: { children: ReactNode }) => (
  <div className="menu-list-box" style={{ height: '26rem' }}>
    {children}
  </div>
);

const Whole = () => (
  <div className="app">
    <MenuScreen links={(venue) => <SaleMenu venue={venue} pages={['hours', 'file']} quiet />} />
  </div>
);

export const Screen = story(Whole);
export const SoldOutNow = story(Whole, () => ({ touch: ['.menu-tabs .tab:nth-child(2)'] }));
export const Changes = story(Whole, () => ({ touch: ['.menu-tabs .tab:nth-child(3)'] }));
export const NeverRead = story(Whole, () => ({
  answers: { 'menu.get': () => menuSent(menu({ readAt: null, isReading: true, items: [], categories: [], options: [] })) },
}));
export const HowLong = story(Whole, () => ({ touch: ['.menu-row-acts [aria-haspopup]'] }));

export const Rows = story(() => (
  <States
    wide
    of={Object.fromEntries([
      ...rows().map((row) => [
        `${row.kind} ${row.of.name}`,
        <Boxed key={row.key}>
          <MenuRow row={row} isOut={row.of.state === 'sold-out'} money={{ currency: 'EUR', minorDigits: 2 }} acts={acts} />
        </Boxed>,
      ]),
      [
        'list',
        <Boxed key="list">
          <MenuRows menu={menu()} rows={prepared().rows} label="Menu" none="" onOpen={nothing} />
        </Boxed>,
      ],
      [
        'long list',
        <Boxed key="long">
          <Windowed label="Rows" rows={rows()} heightOf={() => 3}>
            {(row) => row.of.name}
          </Windowed>
        </Boxed>,
      ],
    ])}
  />
));

export const Item = story(() => {
  const [row] = rows();
  return row ? <ItemSheet row={row} menu={menu()} prepared={prepared()} onClose={nothing} /> : null;
});

export const Parts = story(() => {
  const [lemonade, burger] = [itemOf('6'), itemOf('1')];
  const [row] = rows();
  if (!lemonade || !burger || !row) return null;
  const states = ['waiting', 'sent', 'seen', 'unseen', 'refused'] as const;
  return (
    <States
      wide
      of={{
        ...Object.fromEntries(
          states.map((state) => [
            state,
            <PendingState
              key={state}
              pending={pending({ state, sentAt: at(-60), price: 1_250 })}
              money={{ currency: 'EUR', minorDigits: 2 }}
            />,
          ]),
        ),
        tag: <OutTag of={{ state: 'sold-out', until: at(3_600), pending: null }} />,
        'sold out?': <SaleButton name="Lemonade" isOut={false} onBack={nothing} onAsk={nothing} />,
        'back on sale': <SaleButton name="Lemonade" isOut onBack={nothing} onAsk={nothing} />,
        'of an order, back': <SaleButton name="Lemonade" isOut quiet onBack={nothing} onAsk={nothing} />,
        age: <MenuAge menu={menu()} />,
        search: <MenuSearch typed="burger" onType={nothing} found={3} />,
        question: <KindQuestion venueId="venue" />,
        'counted stock': <Stock item={lemonade} menu={menu()} sale={sale} />,
        'not counted': <Stock item={burger} menu={menu()} sale={sale} />,
        price: <PriceForm row={row} menu={menu()} />,
        'until when': <EndsList ends={menu().ends} onEnd={nothing} />,
        ends: <EndsMenu asked={null} menu={menu()} onEnd={nothing} onClose={nothing} />,
        'of an order': <OrderSoldOut order={{ id: 'order-101', venueId: 'venue' }} />,
      }}
    />
  );
});

export const FromACard = story(
  () => <DishSoldOut />,
  () => ({ orders: [card('101'), card('102'), cooking('103')], counter: { sellingOut: { orderId: 'order-101', place: 0 } } }),
);
export const AnyOfAnOrder = story(
  () => <DishSoldOut />,
  () => ({ orders: [card('101')], counter: { sellingOut: { orderId: 'order-101', place: null } } }),
);

export const Prices = story(
  () => (
    <Sheet>
      <ManyPrices menu={menu()} prepared={prepared()} texts={createTexts(prepared())} />
    </Sheet>
  ),
  () => ({ touch: ['.many-prices-head .button'] }),
);
const CHANGES = (['POS-1', 'POS-2'] as const).map((id, place) => ({
  what: { kind: 'item', by: 'external_id', id } as const,
  price: place === 0 ? 1_200 : 12,
}));
export const ChangedPrice = story(() => <OldAndNew from="€11.90" to="€12.50" />);
export const Review = story(() => <PriceReview menu={menu()} changes={CHANGES} onClose={nothing} />);
