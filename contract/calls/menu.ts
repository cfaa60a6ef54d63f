/** What is sold, and when: the menu, sold out, counted stock, prices, a whole menu from a file, the pause, opening times. */
import * as v from 'valibot';
import { list } from '../../shared/json/bounded-list.ts';
import { LANGUAGES } from '../language.ts';
import { mistake } from '../mistake.ts';
import { VenueKind } from '../settings/settings.ts';
import type {
  ExportedMenu,
  HoursMistakeView,
  HoursView,
  MenuAnswer,
  MenuFileView,
  MenuNoteView,
  OrderSaleView,
  PriceReview,
} from '../views/menu.ts';
import { Sold } from '../views/sold.ts';
import { type Calls, type Done, Id, JobRef, OrderRef, output } from './call.ts';

/** More than any menu has. */
const MOST_ITEMS = 20_000;
/** At once, by one person. */
const MOST_CHANGES = 10_000;

const OfVenue = v.object({ venueId: Id });

const What = v.pipe(list(Sold, MOST_ITEMS), v.minLength(1));

const Minutes = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** Until when something is sold out. `closing`: today's; `tomorrow`: its first opening; `told`: until someone says otherwise. */
export const SoldOutEnd = v.variant('until', [
  v.object({ until: v.literal('minutes'), minutes: Minutes(7 * 24 * 60) }),
  v.object({ until: v.picklist(['closing', 'tomorrow', 'changed']) }),
]);
export type SoldOutEnd = v.InferOutput<typeof SoldOutEnd>;

/** `opening`: the next one. */
const PauseEnd = v.variant('until', [
  v.object({ until: v.literal('minutes'), minutes: Minutes(24 * 60) }),
  v.object({ until: v.picklist(['opening', 'changed']) }),
]);
export type PauseEnd = v.InferOutput<typeof PauseEnd>;

const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000_000));
const Moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp());

/** Minor units. What is left out stays; a price alone ends a discount of before. */
const PriceChange = v.object({
  what: Sold,
  price: Amount,
  discountedPrice: v.optional(Amount),
  /** ISO UTC; at least one of the two. */
  discountFrom: v.optional(Moment),
  discountUntil: v.optional(Moment),
});
const PriceChanges = v.object({ venueId: Id, changes: v.pipe(list(PriceChange, MOST_CHANGES), v.minLength(1)) });
export type PriceChange = v.InferOutput<typeof PriceChange>;

const Day = v.pipe(v.string(), v.maxLength(10));
const Time = v.pipe(v.string(), v.maxLength(5));
/** Days MONDAY to SUNDAY, times HH:mm in the venue's zone; one that closes on a later day runs over midnight. */
const Span = v.object({
  opening_day: v.pipe(v.string(), v.maxLength(9)),
  opening_time: Time,
  closing_day: v.pipe(v.string(), v.maxLength(9)),
  closing_time: Time,
});
const Week = list(Span, 100);
/** Days YYYY-MM-DD, both ends of a range in it. */
const SpecialDays = v.object({
  days_closed: list(v.object({ start_date: Day, end_date: Day, message: v.optional(v.pipe(v.string(), v.maxLength(200))) }), 200),
  days_open: list(
    v.object({
      start_date: Day,
      end_date: Day,
      message: v.optional(v.pipe(v.string(), v.maxLength(200))),
      daily_availability: list(v.object({ open_time: Time, close_time: Time }), 20),
    }),
    200,
  ),
});

const Format = v.picklist(['json', 'csv']);
/** Characters: more than a menu of 5,000 items with options of their own. */
export const LARGEST_MENU_FILE = 16_000_000;
const MenuFile = v.object({
  venueId: Id,
  format: Format,
  text: v.pipe(v.string(), v.maxLength(LARGEST_MENU_FILE, mistake('menuFile.tooLarge'))),
});

export const menuCalls = {
  /**
   * The last good copy, with what is wanted of each item. Names in this language, else in the menu's own. Ask again when `sale.version` of
   * the venue grows. `has`: the edition that the screen has, which is not sent again.
   */
  'menu.get': {
    who: 'counter',
    role: null,
    input: v.object({ venueId: Id, language: v.picklist(LANGUAGES), has: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
    output: output<MenuAnswer>(),
  },
  /** The items of an order as the menu has them: for "sold out" beside each. */
  'menu.ofOrder': { who: 'counter', role: null, input: OrderRef, output: output<OrderSaleView>() },
  /** Has it read as soon as the service allows; `menu.get` says when. */
  'menu.read': { who: 'counter', role: 'staff', input: OfVenue, output: output<Done>() },
  /** Whether the venue is a restaurant or a shop: asked once, before anything is sold out. */
  'menu.setKind': { who: 'manager', noted: true, input: v.object({ venueId: Id, sells: VenueKind }), output: output<Done>() },
  'menu.soldOut': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, what: What, end: SoldOutEnd }), output: output<Done>() },
  'menu.backOnSale': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, what: What }), output: output<Done>() },
  /** How many are left; the service counts down by itself. Never for what is marked sold out as a shop marks it. */
  'menu.setStock': {
    who: 'counter',
    role: 'staff',
    input: v.object({
      venueId: Id,
      stock: v.pipe(
        list(v.object({ what: Sold, count: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)) }), MOST_ITEMS),
        v.minLength(1),
      ),
    }),
    output: output<Done>(),
  },
  /** Old and new of each, and what is wrong: nothing is done. For as one types, and for the page before sending. */
  'menu.reviewPrices': { who: 'counter', role: null, input: PriceChanges, output: output<PriceReview>() },
  /** All of them, or none where one is wrong. */
  'menu.changePrices': { who: 'manager', noted: true, input: PriceChanges, output: output<Done>() },
  /** What was refused, or not seen, is said once more as it was. */
  'menu.again': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, intent: JobRef }), output: output<Done>() },
  /** Looks through a file with every rule, and at what it would change. Nothing is sent. */
  'menu.checkFile': { who: 'manager', input: MenuFile, output: output<MenuFileView>() },
  /**
   * Replaces the whole menu. `name`: the venue's, as a person typed it; nothing is sent without. `knowing`: also where a price would be a
   * hundred times another, which `menu.checkFile` told.
   */
  'menu.upload': {
    who: 'manager',
    noted: true,
    input: v.object({ ...MenuFile.entries, name: v.pipe(v.string(), v.maxLength(500)), knowing: v.optional(v.boolean()) }),
    output: output<Done>(),
  },
  /** The last good copy as a file that `menu.upload` takes. */
  'menu.export': { who: 'counter', role: null, input: v.object({ venueId: Id, format: Format }), output: output<ExportedMenu>() },
  /** What was changed, and by whom, newest first. */
  'menu.history': { who: 'counter', role: null, input: OfVenue, output: output<{ notes: MenuNoteView[] }>() },
  /** Takes the venue offline at once. `reason`: for the journal. */
  'sale.pause': {
    who: 'counter',
    role: 'staff',
    input: v.object({ venueId: Id, end: PauseEnd, reason: v.pipe(v.string(), v.trim(), v.maxLength(200)) }),
    output: output<Done>(),
  },
  'sale.openAgain': { who: 'counter', role: 'staff', input: OfVenue, output: output<Done>() },
  'sale.hours': { who: 'counter', role: null, input: OfVenue, output: output<HoursView>() },
  /** What is wrong with them as they are typed; what is left out is not looked at. */
  'sale.checkHours': {
    who: 'counter',
    role: null,
    input: v.object({ venueId: Id, week: v.optional(Week), special: v.optional(SpecialDays) }),
    output: output<{ mistakes: HoursMistakeView[] }>(),
  },
  /** The whole week: days that are left out are closed. */
  'sale.setWeek': { who: 'manager', noted: true, input: v.object({ venueId: Id, week: Week }), output: output<Done>() },
  /** All special days that are still to come: those left out follow the week again. */
  'sale.setSpecialDays': { who: 'manager', noted: true, input: v.object({ venueId: Id, special: SpecialDays }), output: output<Done>() },
  'sale.setDeliveryProvider': {
    who: 'manager',
    noted: true,
    input: v.object({ venueId: Id, provider: v.picklist(['SERVICE', 'SELF_DELIVERY']) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
