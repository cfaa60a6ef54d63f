/** What the sandbox's venues sell. Prices are minor units. */
export interface Dish {
  name: string;
  category: string;
  price: number;
  options: { group: string; values: [name: string, price: number][]; most: number }[];
}

/** A line of an order. */
export interface Line {
  dish: Dish;
  count: number;
}

const SIZE = {
  group: 'Size',
  values: [
    ['Normal', 0],
    ['Family', 400],
  ] as [string, number][],
  most: 1,
};
const TOPPING = {
  group: 'Extra topping',
  values: [
    ['Mozzarella', 150],
    ['Rocket', 100],
    ['Jalapeño', 100],
    ['Prosciutto', 250],
  ] as [string, number][],
  most: 2,
};
const SIDE = {
  group: 'Side',
  values: [
    ['Fries', 0],
    ['Sweet potato', 150],
    ['Green salad', 0],
  ] as [string, number][],
  most: 1,
};
const DIP = {
  group: 'Dip',
  values: [
    ['Garlic', 80],
    ['Chipotle mayo', 80],
    ['Barbecue', 80],
  ] as [string, number][],
  most: 2,
};
const SPICE = {
  group: 'Spiciness',
  values: [
    ['Mild', 0],
    ['Medium', 0],
    ['Hot', 0],
  ] as [string, number][],
  most: 1,
};

export const MENU: Dish[] = [
  { name: 'Pizza margherita', category: 'Pizza', price: 1190, options: [SIZE, TOPPING] },
  { name: 'Pizza quattro formaggi', category: 'Pizza', price: 1390, options: [SIZE, TOPPING] },
  { name: 'House burger', category: 'Burgers', price: 1350, options: [SIDE, DIP] },
  { name: 'Halloumi burger', category: 'Burgers', price: 1290, options: [SIDE, DIP] },
  { name: 'Pad thai with tofu', category: 'Noodles', price: 1240, options: [SPICE] },
  { name: 'Beef phở', category: 'Soups', price: 1320, options: [SPICE] },
  { name: 'Salmon soup with rye bread', category: 'Soups', price: 1180, options: [] },
  {
    name: 'Caesar salad',
    category: 'Salads',
    price: 1150,
    options: [
      {
        group: 'With',
        values: [
          ['Chicken', 200],
          ['Prawns', 300],
        ],
        most: 1,
      },
    ],
  },
  { name: 'Chicken wings, 10 pieces', category: 'Sides', price: 1090, options: [SPICE, DIP] },
  { name: 'Loaded fries', category: 'Sides', price: 690, options: [DIP] },
  { name: 'Tiramisù', category: 'Desserts', price: 620, options: [] },
  { name: 'Blueberry pie with vanilla sauce', category: 'Desserts', price: 590, options: [] },
  { name: 'Sparkling water 0.33 l', category: 'Drinks', price: 290, options: [] },
  {
    name: 'Lemonade 0.4 l',
    category: 'Drinks',
    price: 390,
    options: [
      {
        group: 'Ice',
        values: [
          ['No ice', 0],
          ['Less ice', 0],
        ],
        most: 1,
      },
    ],
  },
];

/** The same name has the same id in every order, as in a menu. */
export function idFrom(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(24, '0').slice(0, 24);
}

/** Every dish has a barcode in the venue's menu; orders of restaurants do not show it. */
export function barcodeOf(dish: Dish): string {
  return String(6_400_000_000_000 + MENU.indexOf(dish));
}

export function dishOfBarcode(barcode: string): Dish | undefined {
  return MENU.find((dish) => barcodeOf(dish) === barcode);
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
