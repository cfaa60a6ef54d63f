/** A Saturday evening: 11 new orders, 28 in preparation, 4 ready, 3 scheduled. */

/** `option`: its group and value. */
type Dish = readonly [count: number, name: string, option: string | null, person: string | null];

export interface RushOrder {
  number: string;
  kind: 'instant' | 'takeaway' | 'self-delivery' | 'preorder';
  name: string;
  dishes: readonly Dish[];
  note?: string;
  /** Minutes from now until it is due. */
  due?: number;
}

/** `dishes`: `2 Pizza (Size: Large) @Ann; 1 Cola`. */
function order(number: number, kind: RushOrder['kind'], name: string, dishes: string, note?: string): RushOrder {
  const read = dishes.split('; ').map((text): Dish => {
    const [, count, dish = '', option = null, person = null] = /^(\d+) (.+?)(?: \((.+)\))?(?: @(.+))?$/.exec(text) ?? [];
    return [Number(count), dish, option, person];
  });
  return { number: String(number), kind, name, dishes: read, ...(note && { note }) };
}

export const NEW: readonly RushOrder[] = [
  order(
    561,
    'instant',
    'Maja',
    '2 Pizza quattro formaggi (Size: Family) @Maja; 1 Lemonade 0.4 l @Zoë; 1 Tiramisù @Zoë; 2 Gnocchi al pesto (Leave out: Parmesan) @Freya',
  ),
  order(562, 'takeaway', 'Elias', '1 Lasagne della casa'),
  order(
    563,
    'instant',
    'Noor',
    '1 Pizza margherita (Base: Gluten-free); 1 Burrata with tomatoes; 1 Panna cotta (Leave out: Praline)',
    'I am allergic to hazelnut, please keep apart.',
  ),
  order(564, 'self-delivery', 'Oskar', '1 Pizza diavola (Sauce: Extra hot); 1 Pizza prosciutto; 3 Chinotto 0.33 l'),
  order(565, 'instant', 'Leila', '1 Risotto ai funghi; 1 Focaccia, rosemary'),
  order(566, 'takeaway', 'Tomáš', '2 Kids’ penne (Sauce: Tomato); 2 Sparkling water'),
  order(567, 'instant', 'Hilde', '1 Tagliatelle al ragù; 1 Caesar salad (Add: Chicken)', 'Please do not ring, the baby is asleep.'),
  order(568, 'instant', 'Kofi', '2 Pizza margherita (Leave out: Basil); 1 Arancini, 4 pieces (Dip: Tomato)'),
  order(569, 'takeaway', 'Anouk', '1 Minestrone; 1 Bruschetta, 3 pieces'),
  order(570, 'instant', 'Ravi', '1 Pizza verdure (Leave out: Onion); 1 Melanzane; 1 Cannoli, 2 pieces; 2 Lemonade 0.4 l'),
  order(571, 'takeaway', 'Inger', '2 Pizza bianca'),
];

const COOKED: readonly RushOrder[] = [
  order(529, 'instant', 'Aino', '1 Pizza diavola (Size: Family); 1 Lemonade 0.4 l'),
  order(531, 'takeaway', 'Jonas', '1 Tagliatelle al ragù; 1 Tiramisù'),
  order(533, 'instant', 'Petra', '2 Pizza quattro formaggi; 1 Caesar salad (Leave out: Croutons); 2 Chinotto 0.33 l'),
  order(534, 'instant', 'Mikael', '2 Arancini, 4 pieces (Dip: Garlic); 2 Sparkling water'),
  order(536, 'takeaway', 'Sanna', '1 Pizza margherita (Cheese: Buffalo)'),
  order(
    537,
    'instant',
    'Ines',
    '2 Caesar salad (Add: Chicken) @Ines; 1 Lasagne della casa @Ines; 1 Gnocchi al pesto (Leave out: Parmesan) @Petra; 1 Tiramisù @Petra; 1 Pizza prosciutto (Extra: 2 mozzarella) @Jonas; 1 Sparkling water @Jonas',
    'Jonas is allergic to nuts. Please change gloves.',
  ),
  order(538, 'instant', 'Luca', '1 Gnocchi al pesto; 1 Focaccia, rosemary'),
  order(539, 'self-delivery', 'Nadia', '1 Pizza prosciutto (Extra: 2 mozzarella); 1 Risotto ai funghi', 'Gate code 4417, second stair.'),
  order(541, 'instant', 'Emil', '1 Melanzane; 1 Panna cotta'),
  order(542, 'takeaway', 'Bea', '1 Pizza bianca (Half: Verdure)'),
  order(543, 'instant', 'Tariq', '2 Kids’ penne (Leave out: Cheese); 1 Pizza diavola; 2 Lemonade 0.4 l'),
  order(544, 'instant', 'Ilse', '1 Burrata with tomatoes; 1 Pizza verdure', 'Celiac: gluten-free base, please.'),
  order(545, 'instant', 'Marek', '3 Pizza margherita; 1 Cannoli, 2 pieces'),
  order(546, 'takeaway', 'Freya', '1 Lasagne della casa; 1 Chinotto 0.33 l'),
];

export const PREPARING: readonly RushOrder[] = [
  ...COOKED,
  ...COOKED.map((one, place): RushOrder => ({ ...one, number: String(572 + place) })),
].map((one, place) => ({ ...one, due: -4 + place }));

export const READY: readonly RushOrder[] = [
  order(525, 'instant', 'Vera', '1 Pizza verdure; 1 Lemonade 0.4 l'),
  order(527, 'takeaway', 'Ben', '2 Lasagne della casa; 1 Caesar salad; 2 Chinotto 0.33 l'),
  order(528, 'takeaway', 'Signe', '1 Risotto ai funghi; 1 Tiramisù'),
  order(530, 'takeaway', 'Amos', '2 Pizza margherita; 1 Arancini, 4 pieces'),
].map((one, place) => ({ ...one, due: 2 + place }));

export const SCHEDULED: readonly RushOrder[] = [
  order(540, 'preorder', 'Liv', '2 Pizza diavola; 2 Tagliatelle al ragù; 1 Tiramisù'),
  order(535, 'preorder', 'Otto', '2 Pizza prosciutto'),
  order(532, 'preorder', 'Rosa', '4 Pizza margherita; 2 Caesar salad; 1 Focaccia, rosemary'),
].map((one, place) => ({ ...one, due: 120 + 30 * place }));
