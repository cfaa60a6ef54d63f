/** Dishes of venues without an uploaded menu. Prices are minor units. */
export interface Dish {
  id: string;
  name: string;
  category: { id: string; name: string };
  price: number;
  posId: string;
  sku: string | null;
  barcode: string | null;
  options: DishOption[];
}

export interface DishOption {
  id: string;
  group: string;
  posId: string | null;
  values: DishValue[];
  most: number;
}

export interface DishValue {
  name: string;
  price: number;
  posId: string;
  options: DishOption[];
}

export interface BasketLine {
  dish: Dish;
  count: number;
  /** Chosen values; random by default. */
  chosen?: { option: DishOption; value: DishValue }[];
}

const SIZE = option('Size', 1, { Normal: 0, Family: 400 });
const TOPPING = option('Extra topping', 2, { Mozzarella: 150, Rocket: 100, Jalapeño: 100, Prosciutto: 250 });
const SIDE = option('Side', 1, { Fries: 0, 'Sweet potato': 150, 'Green salad': 0 });
const DIP = option('Dip', 2, { Garlic: 80, 'Chipotle mayo': 80, Barbecue: 80 });
const SPICE = option('Spiciness', 1, { Mild: 0, Medium: 0, Hot: 0 });

const SOLD: [name: string, category: string, price: number, options: DishOption[]][] = [
  ['Pizza margherita', 'Pizza', 1190, [SIZE, TOPPING]],
  ['Pizza quattro formaggi', 'Pizza', 1390, [SIZE, TOPPING]],
  ['House burger', 'Burgers', 1350, [SIDE, DIP]],
  ['Halloumi burger', 'Burgers', 1290, [SIDE, DIP]],
  ['Pad thai with tofu', 'Noodles', 1240, [SPICE]],
  ['Beef phở', 'Soups', 1320, [SPICE]],
  ['Salmon soup with rye bread', 'Soups', 1180, []],
  ['Caesar salad', 'Salads', 1150, [option('With', 1, { Chicken: 200, Prawns: 300 })]],
  ['Chicken wings, 10 pieces', 'Sides', 1090, [SPICE, DIP]],
  ['Loaded fries', 'Sides', 690, [DIP]],
  ['Tiramisù', 'Desserts', 620, []],
  ['Blueberry pie with vanilla sauce', 'Desserts', 590, []],
  ['Sparkling water 0.33 l', 'Drinks', 290, []],
  ['Lemonade 0.4 l', 'Drinks', 390, [option('Ice', 1, { 'No ice': 0, 'Less ice': 0 })]],
];

export const MENU: Dish[] = SOLD.map(([name, category, price, options], index) => ({
  id: idFrom(name),
  name,
  category: { id: idFrom(category), name: category },
  price,
  posId: `POS-${1001 + index}`,
  sku: `SKU-${1001 + index}`,
  barcode: withCheckDigit(643_000_000_000 + index),
  options,
}));

function option(group: string, most: number, values: Record<string, number>): DishOption {
  const posId = (name: string) => name.toUpperCase().replaceAll(' ', '-');
  return {
    id: idFrom(group),
    group,
    posId: `OG-${posId(group)}`,
    values: Object.entries(values).map(([name, price]) => ({ name, price, posId: `OV-${posId(group)}-${posId(name)}`, options: [] })),
    most,
  };
}

/** Dishes also have plain numbers, easy to type: 6400000000000 is the first. */
export function dishOfNumber(barcode: string): Dish | undefined {
  return MENU[Number(barcode) - 6_400_000_000_000];
}

/** An ID made from the name, so it's the same in every order and menu. */
function idFrom(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(24, '0').slice(0, 24);
}

/** GTIN-13: twelve digits and a check digit. */
function withCheckDigit(twelve: number): string {
  const digits = String(twelve).padStart(12, '0');
  const sum = [...digits].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

export const CUSTOMERS = [
  'Aino K',
  'Mikael S',
  'Lea P',
  'Jonas L',
  'Petra V',
  'Zoë M',
  'Oskar H',
  'Ines R',
  'Tomáš B',
  'Freya N',
  'Luca D',
  'Maja W',
];

export const COMMENTS = [
  'Allergy: hazelnut. Cutlery for three please.',
  'No onion, please!',
  'Please do not ring the bell, the baby is asleep.',
  'Extra napkins. Thank you!',
  'Gluten-free if possible',
];
