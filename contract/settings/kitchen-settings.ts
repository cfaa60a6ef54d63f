/** The kitchen's displays: its stations, which items are whose, and how large the dishes are written. */
import * as v from 'valibot';

/** More than any kitchen has. */
const MOST_STATIONS = 20;
const SMALLEST_DISH = 20;
const LARGEST_DISH = 40;

const Word = v.pipe(v.string('text'), v.trim(), v.minLength(1, 'text that is not empty'), v.maxLength(500, 'at most 500 characters'));
const Words = v.pipe(v.array(Word), v.maxLength(200, 'at most 200 of them'));
const Whole = (least: number, most: number) =>
  v.pipe(v.number('a number'), v.integer('a whole number'), v.minValue(least, `at least ${least}`), v.maxValue(most, `at most ${most}`));

/** Chosen items: those of these categories, those with these words in their name, and with `rest` those that nobody names. */
export const Takes = v.strictObject({
  categories: v.optional(Words, []),
  items: v.optional(Words, []),
  rest: v.optional(v.boolean('true or false'), false),
});
export type Takes = v.InferOutput<typeof Takes>;

/** What a kitchen display can show beside one station, as its address names it: no station is called so. */
export const EXPO = 'expo';
export const EVERYTHING = 'all';
export const READY = 'ready';

export const StationSettings = v.strictObject({
  id: v.pipe(
    v.string('text'),
    v.regex(/^(?!(expo|all|ready)$)[a-z0-9-]{1,40}$/, 'small letters, digits and dashes, such as kitchen'),
    v.description('Short fixed name of the station; what was done there is kept by it, and `?view=kitchen&station=grill` shows it.'),
  ),
  name: v.pipe(Word, v.maxLength(40, 'Use at most 40 characters.'), v.description('What staff call it.')),
  takes: v.pipe(
    v.optional(v.nullable(Takes), null),
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
        v.maxLength(MOST_STATIONS, 'at most 20 of them'),
        v.check((list) => new Set(list.map((station) => station.id)).size === list.length, 'stations whose ids differ'),
      ),
      [],
    ),
    v.description('The stations of the kitchen; without any, a kitchen display shows everything.'),
  ),
  dish_size: v.pipe(
    v.optional(Whole(SMALLEST_DISH, LARGEST_DISH), 26),
    v.description('How large dishes are written on the kitchen display, 20 to 40 pixels at the usual size of the screens.'),
  ),
});
export type KitchenSettings = v.InferOutput<typeof KitchenSettings>;
