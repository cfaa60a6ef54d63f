/** An extremely large menu: 5,000 items with four unique options of two values each, as an upload. */

const KITCHEN =
  'Margherita,Quattro formaggi,Funghi,House burger,Halloumi burger,Pad thai,Ramen,Salmon soup,Caesar salad,Falafel,Tiramisù,Blueberry pie,Lemonade,Sparkling water,Espresso,Moussaka,Souvlaki,Pierogi,Żurek,Khachapuri,Khinkali,Shakshuka,親子丼,Phở bò,Crème brûlée,Chicken wings,Loaded fries'.split(
    ',',
  );
const OPTIONS = ['Size', 'Side dish', 'Sauce', 'Extra'] as const;
const VALUES = [
  ['Normal', 'Large'],
  ['Fries', 'Green salad'],
  ['Aioli', 'Chili mayonnaise'],
  ['Gherkins', 'Fried onion'],
] as const;
const IN_A_CATEGORY = 50;

const textOf = (value: string) => [{ lang: 'en', value }];

const dishName = (at: number): string => `${KITCHEN[at % KITCHEN.length]} no. ${at + 1}`;

export function largeMenu(items: number): Record<string, unknown> {
  const item = (at: number) => ({
    name: textOf(dishName(at)),
    description: textOf(`Made fresh for you, with what the season has; number ${at + 1} of the house.`),
    price: (500 + ((at * 37) % 2_000)) / 100,
    sales_tax_percentage: 14,
    enabled: true,
    external_data: `POS-${10_000 + at}`,
    options: OPTIONS.map((name, place) => ({
      name: textOf(name),
      type: 'SingleChoice',
      external_data: `OPT-${10_000 + at}-${place}`,
      values: VALUES[place]?.map((value, one) => ({
        name: textOf(value),
        price: one,
        vat_percentage: 14,
        enabled: true,
        default: one === 0,
        external_data: `OV-${10_000 + at}-${place}-${one}`,
      })),
    })),
  });
  const categories = Array.from({ length: Math.ceil(items / IN_A_CATEGORY) }, (_, at) => ({
    name: textOf(`Chapter ${at + 1}`),
    items: Array.from({ length: Math.min(IN_A_CATEGORY, items - at * IN_A_CATEGORY) }, (__, place) => item(at * IN_A_CATEGORY + place)),
  }));
  return { currency: 'EUR', primary_language: 'en', categories };
}
