/** Create menu: validates uploads by section 4.3, for publicly known fields. */
import { ASSUMED, orderErrorBody } from '../assumptions.ts';
import type { Venue } from '../venue/venues.ts';
import { readSpans } from '../venue/week.ts';
import { type Fields, Refusal } from '../wire/exchange.ts';
import {
  A_BOOLEAN,
  A_COUNT,
  A_GTIN,
  A_NUMBER,
  A_RATE,
  A_TEXT,
  type Check,
  checkFields,
  createMistakes,
  listOf,
  type Mistakes,
  objectsIn,
  oneOf,
  TRANSLATIONS,
} from './mistakes.ts';
import { digitsOf } from './money.ts';
import { checkInformation } from './product-information.ts';
import { checkOptions } from './upload-options.ts';
import { checkDeposit, checkPart, checkProductName, type Upload } from './upload-product.ts';

/** Throws 400 with every mistake, or 406 for too many invalid rates. */
export function checkUpload(body: Fields, venue: Venue): void {
  const mistakes = createMistakes();
  const { currency } = body;
  const menu = { id: [A_TEXT], currency: [A_TEXT, 'required'], primary_language: [A_LANGUAGE, 'required'] } as const;
  checkFields(body, menu, ['categories'], '', mistakes);
  if (typeof currency === 'string' && currency !== venue.currency)
    mistakes.add('currency', `must be ${venue.currency}, the currency of the venue`);
  const upload = { language: String(body.primary_language), price: priceIn(venue.currency), mistakes };
  const items = objectsIn(body.categories, 'categories', mistakes).flatMap(([category, where]) => checkCategory(category, where, upload));
  mistakes.refuse();
  refuseInvalidRates(items, venue.state.vatRates);
}

const A_LANGUAGE: Check = ['must be two letters of ISO 639-1', (value) => /^[a-z]{2}$/.test(String(value))];
const SECTION = { name: [TRANSLATIONS, 'required'], description: [TRANSLATIONS] } as const;

function checkCategory(category: Fields, where: string, upload: Upload): Fields[] {
  const { mistakes } = upload;
  checkFields(category, { id: [A_TEXT], ...SECTION }, ['items', 'subcategories', 'weekly_availability'], where, mistakes);
  checkHours(category, ['weekly_availability'], where, mistakes);
  const own = checkItems(category, where, upload);
  const subcategories = category.subcategories === undefined ? [] : objectsIn(category.subcategories, `${where}.subcategories`, mistakes);
  if (own.length > 0 && subcategories.length > 0) mistakes.add(where, 'holds either items or subcategories, never both');
  return [
    ...own,
    ...subcategories.flatMap(([subcategory, at]) => {
      if (subcategory.subcategories !== undefined) mistakes.add(`${at}.subcategories`, 'a subcategory may hold only items');
      checkFields(subcategory, SECTION, ['items', 'subcategories', 'weekly_availability'], at, mistakes);
      checkHours(subcategory, ['weekly_availability'], at, mistakes);
      return checkItems(subcategory, at, upload);
    }),
  ];
}

function checkItems(section: Fields, where: string, upload: Upload): Fields[] {
  return objectsIn(section.items, `${where}.items`, upload.mistakes).map(([item, at]) => {
    checkItem(item, at, upload);
    return item;
  });
}

const PARTS_OF_ITEM = [
  'options',
  'deposit',
  'discounted',
  'caffeine_content',
  'restrictions',
  'product_information',
  'weekly_availability',
  'weekly_visibility',
];

function checkItem(item: Fields, where: string, upload: Upload): void {
  const { mistakes, price } = upload;
  const shape = {
    name: [TRANSLATIONS, 'required'],
    description: [TRANSLATIONS],
    image_url: [AN_ADDRESS],
    price: [price, 'required'],
    sales_tax_percentage: [A_NUMBER],
    enabled: [A_BOOLEAN, 'required'],
    disabled_until: [A_MOMENT, 'nullable'],
    external_data: [A_TEXT, 'required'],
    quantity: [A_COUNT],
    delivery_methods: [listOf('homedelivery', 'takeaway', 'eatin')],
    alcohol_percentage: [A_RATE],
    gtin_barcode: [A_GTIN],
    merchant_sku: [A_TEXT],
    bundle_offer: [A_BOOLEAN],
  } as const;
  checkFields(item, shape, PARTS_OF_ITEM, where, mistakes);
  checkProductName(item, where, upload);
  checkDeposit(item, where, upload);
  checkHours(item, ['weekly_availability', 'weekly_visibility'], where, mistakes);
  const part = (key: string, check: (fields: Fields, at: string) => void) => checkPart(item, key, where, mistakes, check);
  part('discounted', (one, at) =>
    checkFields(one, { original_price: [price, 'required'], discount_type: [oneOf('absolute', 'relative'), 'required'] }, [], at, mistakes),
  );
  part('caffeine_content', (one, at) =>
    checkFields(one, { serving_size: [oneOf('per_100_grams', 'per_100_ml'), 'required'], value: [A_NUMBER, 'required'] }, [], at, mistakes),
  );
  part('restrictions', (one, at) => {
    checkFields(one, { item_restrictions: [listOf('over_the_counter', 'delivery_handshake')] }, ['item_age_restriction'], at, mistakes);
    checkPart(one, 'item_age_restriction', at, mistakes, (age, within) => checkFields(age, { limit: [A_COUNT] }, [], within, mistakes));
  });
  part('product_information', (one, at) => checkInformation(one, at, mistakes, true));
  if (item.options !== undefined) checkOptions(item.options, `${where}.options`, upload, 0);
}

const AN_ADDRESS: Check = ['must be an address', (value) => typeof value === 'string' && URL.canParse(value)];
const A_MOMENT: Check = ['must be a date and a time', (value) => typeof value === 'string' && Number.isFinite(Date.parse(value))];

function checkHours(fields: Fields, keys: readonly string[], where: string, mistakes: Mistakes): void {
  for (const key of keys) {
    if (fields[key] === undefined) continue;
    try {
      readSpans(fields[key], `${where}.${key}`);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      mistakes.add(`${where}.${key}`, String((error.reply.body as Fields).reason));
    }
  }
}

function priceIn(currency: string): Check {
  const digits = digitsOf(currency);
  const fits = (value: number) => Math.abs(value * 10 ** digits - Math.round(value * 10 ** digits)) < 1e-6;
  return [
    `must be a number of ${currency}, 0 or more, with at most ${digits} decimals`,
    (value) => typeof value === 'number' && value >= 0 && fits(value),
  ];
}

/** Section 7.3: refuses menus in which more than 5 percent of items have invalid rates. Free items get the country's highest rate. */
function refuseInvalidRates(items: readonly Fields[], rates: readonly number[]): void {
  const wrong = items.filter(({ price, sales_tax_percentage: rate }) => price !== 0 && rate !== undefined && !rates.includes(Number(rate)));
  if (wrong.length <= items.length * ASSUMED.invalidVatShare) return;
  const reason = `${wrong.length} of ${items.length} items have invalid VAT rates. Valid are: ${rates.join(', ')}.`;
  throw new Refusal(406, orderErrorBody('INVALID_VAT_RATES', reason, wrong.map(({ external_data }) => external_data).slice(0, 50)));
}
