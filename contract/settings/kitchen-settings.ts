import * as v from 'valibot';
import { mistake } from '../mistake.ts';
import { section } from './section.ts';

const MOST_STATIONS = 20;
const SMALLEST_DISH = 20;
const LARGEST_DISH = 40;

const Word = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(500));
const Words = v.pipe(v.array(Word), v.maxLength(200));
const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Items that a station makes: by category, by words in the name, and with `rest` those that no other station makes. */
export const ItemSelection = v.strictObject({
  categories: v.optional(Words, []),
  items: v.optional(Words, []),
  rest: v.optional(v.boolean(), false),
});
export type ItemSelection = v.InferOutput<typeof ItemSelection>;

/** Views of a kitchen display besides stations; not allowed as station IDs. */
export const EXPO = 'expo';
export const EVERYTHING = 'all';
export const READY = 'ready';

export const StationSettings = v.strictObject({
  id: v.pipe(
    v.string(),
    v.regex(/^(?!(expo|all|ready)$)[a-z0-9-]{1,40}$/, mistake('field.idCharacters')),
    v.description('Short fixed name of the station; what was done there is kept by it, and `?view=kitchen&station=grill` shows it.'),
  ),
  name: v.pipe(Word, v.maxLength(40), v.description('What staff call it.')),
  takes: v.pipe(
    v.optional(v.nullable(ItemSelection), null),
    v.description(
      'What it makes: everything (null), or `{"categories": ["Drinks"], "items": ["burger"], "rest": false}`, by the same rules as printers. An item that no station takes is at the first one.',
    ),
  ),
  minutes: v.pipe(
    v.optional(v.nullable(Whole(1, 240)), null),
    v.description(
      'How long its part of an order takes, minutes: the stations begin one after the other so that all parts end together; null begins at once.',
    ),
  ),
});
export type StationSettings = v.InferOutput<typeof StationSettings>;

export const KitchenSettings = v.strictObject({
  stations: v.pipe(
    v.optional(
      v.pipe(
        v.array(StationSettings),
        v.maxLength(MOST_STATIONS),
        v.check((list) => new Set(list.map((station) => station.id)).size === list.length, mistake('field.duplicateStationId')),
      ),
      [],
    ),
    v.description('Kitchen stations; without any, a kitchen display shows everything.'),
  ),
  dish_size: v.pipe(
    v.optional(Whole(SMALLEST_DISH, LARGEST_DISH), 26),
    v.description('Text size of dishes on kitchen displays, 20 to 40 pixels at normal screen size.'),
  ),
  sold_out: v.pipe(
    v.optional(v.boolean(), false),
    v.description("Whether a kitchen display may mark its tickets' dishes as sold out, and put them back on sale."),
  ),
});
export type KitchenSettings = v.InferOutput<typeof KitchenSettings>;

export const kitchenSection = section(v.optional(KitchenSettings, {}), ['stations', 'dish_size', 'sold_out'], {});
