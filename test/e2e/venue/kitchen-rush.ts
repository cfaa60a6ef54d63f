/** A kitchen with stations in its rush: twenty orders with three hot dishes, some with drinks or salads. */
import { openVenue, until, type Venue, type VenueOptions } from './venue.ts';

const STATIONS = [
  { id: 'hot', name: 'Hot kitchen', takes: { categories: ['Pizza', 'Pasta'], items: [], rest: true }, minutes: null },
  { id: 'cold', name: 'Cold', takes: { categories: ['Salads'], items: [], rest: false }, minutes: null },
  { id: 'drinks', name: 'Drinks', takes: { categories: ['Drinks'], items: [], rest: false }, minutes: null },
];

/** Count, name, category, option. */
export type Dish = [count: number, name: string, category: string, option?: string];

const HOT: [name: string, option?: string][] = [
  ['Pizza diavola', 'Family size'],
  ['Lasagne della casa'],
  ['Gnocchi al pesto', 'No parmesan'],
  ['Minestrone'],
  ['Tagliatelle al ragù'],
  ['Pizza margherita'],
  ['Focaccia, rosemary'],
  ['Risotto ai funghi'],
  ['Melanzane'],
  ['Arancini, 4 pieces', 'Garlic dip'],
  ['Kids’ penne'],
];
const BESIDE: Record<number, Dish> = {
  1: [1, 'Cola', 'Drinks'],
  4: [3, 'Insalata mista', 'Salads'],
  8: [2, 'Cola', 'Drinks'],
  13: [1, 'Insalata mista', 'Salads'],
};
const MINUTE_MS = 60_000;

const dishesOf = (place: number): Dish[] => [
  ...[0, 1, 2].map((at): Dish => {
    const [name, option] = HOT[(place * 3 + at * 4) % HOT.length] ?? ['Minestrone'];
    // Only the first dish has an option.
    return [(place + at) % 7 === 0 ? 2 : 1, name, 'Pizza', ...((at === 0 ? [option] : []).filter(Boolean) as [string?])];
  }),
  ...(BESIDE[place] ? [BESIDE[place]] : []),
];

function bodyOf(number: string, dishes: readonly Dish[], over: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    order_number: number,
    consumer_comment: null,
    group_participants: null,
    items: dishes.map(([count, name, category, option], row) => ({
      item_type: 'order-item',
      id: `item-${number}-${row}`,
      row_number: row + 1,
      name,
      category: { id: category, name: category },
      count,
      options: option ? [{ id: `option-${row}`, name: 'Choice', value: option, count: 1, price: { amount: 0, currency: 'EUR' } }] : [],
      item_price: { unit_price: { amount: 890, currency: 'EUR' }, total: { amount: 890 * count, currency: 'EUR' } },
    })),
    ...over,
  };
}

/** Places and accepts an order; returns its ID once it is in preparation. */
export async function cook(
  venue: Venue,
  number: string,
  dishes: readonly Dish[],
  kind = 'takeaway',
  over: Record<string, unknown> = {},
): Promise<string> {
  const { order_id: orderId } = await venue.place(kind, bodyOf(number, dishes, over));
  await until('the order', () => venue.state().orders[orderId]);
  await venue.bringTo(orderId, 'preparing');
  await venue.call('order.touch', { orderId });
  return orderId;
}

export function openKitchen(settings: Record<string, unknown> = {}, options: VenueOptions = {}): Promise<Venue> {
  return openVenue({
    venue: { name: 'Trattoria Bellini', announces_courier: false },
    printers: false,
    ...options,
    settings: { counter: { port: 0, displays_port: 0, stations_port: 0 }, kitchen: { stations: STATIONS }, ...settings },
  });
}

/** Places orders numbered from 569, due one after the other. */
export async function twentyOrders(venue: Venue): Promise<string[]> {
  const ids: string[] = [];
  for (let place = 0; place < 20; place += 1) {
    const due = new Date(Date.now() + (place * 2 - 2) * MINUTE_MS).toISOString();
    const created = new Date(Date.now() + (place - 19) * MINUTE_MS).toISOString();
    const kind = place % 3 === 1 ? 'takeaway' : place % 7 === 6 ? 'self-delivery' : 'instant';
    ids.push(await cook(venue, String(569 + place), dishesOf(place), kind, { pickup_eta: due, created_at: created }));
  }
  return ids;
}
