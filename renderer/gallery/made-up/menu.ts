/** A small menu (made-up) with every state. */
import {
  type MenuAnswer,
  type MenuFileView,
  type MenuItemView,
  type MenuView,
  message,
  type OrderSaleView,
  type PendingView,
  sheetOf,
} from '../../../contract/contract.ts';
import { at } from './at.ts';

const pendingOf = (over: Partial<PendingView> = {}): PendingView => ({
  intent: 1,
  state: 'waiting',
  waitsUntil: at(600),
  askedAt: at(-60),
  sentAt: null,
  lookedAt: null,
  text: null,
  by: 'Anna',
  ...over,
});

const item = (id: string, name: string, over: Partial<MenuItemView> = {}): MenuItemView => ({
  key: id,
  what: { kind: 'item', by: 'external_id', id: `POS-${id}` },
  name,
  description: '',
  price: 1_150,
  vat: 14,
  unknownMode: null,
  options: [],
  stock: null,
  state: 'on-sale',
  until: null,
  pending: null,
  ...over,
});

/** Change of a sold-out dish. */
const pending = (over: Partial<PendingView> = {}): PendingView => pendingOf({ onSale: false, until: at(7_200), ...over });

const ENDS = { isOpen: true, closing: at(14_400), tomorrow: at(57_600), opening: at(57_600) };

export const menu = (over: Partial<MenuView> = {}): MenuView => ({
  venueId: 'venue',
  sells: 'restaurant',
  readAt: at(-720),
  isReading: false,
  readFrom: null,
  readProblem: null,
  currency: 'EUR',
  minorDigits: 2,
  categories: [
    { key: 'burgers', name: 'Burgers', items: ['1', '2', '3'], subcategories: [] },
    { key: 'bowls', name: 'Bowls', items: ['4', '5'], subcategories: [] },
    { key: 'drinks', name: 'Drinks', items: ['6', '7'], subcategories: [] },
  ],
  items: [
    item('1', 'House burger', { description: 'With pickles and fries', options: ['size'] }),
    item('2', 'Halloumi burger', { until: at(7_200), pending: pending() }),
    item('3', 'Fish burger', {
      state: 'sold-out',
      until: at(7_200),
      pending: pending({ state: 'seen', sentAt: at(-300), lookedAt: at(-200) }),
    }),
    item('4', 'Ramen', { pending: pending({ state: 'refused', text: message('menu.itemNotFound', { name: 'POS-4' }) }) }),
    item('5', 'Poke bowl', { until: at(7_200), pending: pending({ state: 'unseen', sentAt: at(-300), lookedAt: at(-60) }) }),
    item('6', 'Lemonade 0.4 l', { price: 450, stock: pendingOf({ state: 'sent', sentAt: at(-900), count: 12 }) }),
    item('7', 'Tap water', { price: 0, what: null }),
  ],
  options: [
    {
      key: 'size',
      name: 'Size',
      values: ['Normal', 'Large'].map((name, place) => ({
        key: name,
        what: { kind: 'value', by: 'external_id', id: `OV-${name}` },
        name,
        price: place * 300,
        options: [],
        state: place === 0 ? 'on-sale' : 'sold-out',
        until: null,
        pending: null,
      })),
    },
  ],
  ends: ENDS,
  ...over,
});

/** The menu as main sends it. */
export function menuSent({ currency, minorDigits, categories, items, options, ...now }: MenuView): MenuAnswer {
  const things = { currency, minorDigits, categories, items, options };
  const sale = [
    ...items.map(({ what, state, until, pending, stock }, at) => ({
      kind: 'item' as const,
      what,
      key: String(at),
      state,
      until,
      pending,
      stock,
    })),
    ...options
      .flatMap((option) => option.values)
      .map(({ what, state, until, pending }, at) => ({
        kind: 'value' as const,
        what,
        key: String(at),
        state,
        until,
        pending,
        stock: null,
      })),
  ];
  const isRead = now.readAt !== null;
  return { ...now, edition: isRead ? 'made up' : null, text: isRead ? JSON.stringify(sheetOf(things, (text) => text)) : null, sale };
}

export const orderSale = (): OrderSaleView => ({
  venueId: 'venue',
  sells: 'restaurant',
  hasMenu: true,
  ends: ENDS,
  items: [
    {
      row: 1,
      what: { kind: 'item', by: 'external_id', id: 'POS-1' },
      name: 'House burger',
      state: 'on-sale',
      until: null,
      pending: null,
      values: [
        {
          what: { kind: 'value', by: 'external_id', id: 'OV-Large' },
          name: 'Large',
          state: 'on-sale',
          until: at(7_200),
          pending: pending(),
        },
      ],
    },
    { row: 2, what: null, name: 'Soup of yesterday', state: 'on-sale', until: null, pending: null, values: [] },
  ],
});

export const dishOnSale = () => ({ name: 'Ramen', state: 'on-sale', until: null, pending: null, ends: ENDS }) as const;

/** A checked menu file. */
export const FILE_DIFFERS: MenuFileView = {
  isGood: true,
  mistakes: [],
  items: 42,
  difference: {
    added: ['Rhubarb pie'],
    gone: ['Pea soup', 'Lingonberry juice'],
    repriced: [
      { name: 'Burger', from: 1_250, to: 1_350, isHundredfold: false },
      { name: 'Lemonade', from: 350, to: 35_000, isHundredfold: true },
    ],
    renamed: [{ from: 'Fries', to: 'French fries' }],
    shown: [],
    hidden: ['Caesar salad'],
    currencies: null,
  },
  isHundredfold: true,
  currency: 'EUR',
  minorDigits: 2,
  venueName: 'Harbour Kitchen',
};
export const FILE_WRONG: MenuFileView = {
  ...FILE_DIFFERS,
  isGood: false,
  difference: null,
  isHundredfold: false,
  mistakes: [
    { line: 3, place: 'E3', text: message('menuFile.amount', { field: 'price', digits: 2 }), isWarning: false },
    { line: 5, place: 'H5', text: message('menuFile.fieldMissing', { field: 'category' }), isWarning: false },
  ],
};
