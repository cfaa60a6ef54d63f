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

const MOST_ITEMS = 20_000;
const MOST_CHANGES = 10_000;

const OfVenue = v.object({ venueId: Id });

const What = v.pipe(list(Sold, MOST_ITEMS), v.minLength(1));

const Minutes = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most));

/** `closing`: today's closing. `tomorrow`: tomorrow's first opening. `changed`: until changed by staff. */
export const SoldOutEnd = v.variant('until', [
  v.object({ until: v.literal('minutes'), minutes: Minutes(7 * 24 * 60) }),
  v.object({ until: v.picklist(['closing', 'tomorrow', 'changed']) }),
]);
export type SoldOutEnd = v.InferOutput<typeof SoldOutEnd>;

/** `opening`: the next opening of the venue. `changed`: until changed by staff. */
const PauseEnd = v.variant('until', [
  v.object({ until: v.literal('minutes'), minutes: Minutes(24 * 60) }),
  v.object({ until: v.picklist(['opening', 'changed']) }),
]);
export type PauseEnd = v.InferOutput<typeof PauseEnd>;

const Amount = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000_000));
const Moment = v.pipe(v.string(), v.maxLength(40), v.isoTimestamp());

/** Minor units. Omitted fields stay unchanged; a price alone ends an earlier discount. */
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
/** Days MONDAY to SUNDAY, times HH:mm in the venue's zone; a later closing day means past midnight. */
const Span = v.object({
  opening_day: v.pipe(v.string(), v.maxLength(9)),
  opening_time: Time,
  closing_day: v.pipe(v.string(), v.maxLength(9)),
  closing_time: Time,
});
const Week = list(Span, 100);
/** Days YYYY-MM-DD, both ends included. */
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
/** Characters: more than a menu of 5,000 items, each with its own options. */
export const LARGEST_MENU_FILE = 16_000_000;
const MenuFile = v.object({
  venueId: Id,
  format: Format,
  text: v.pipe(v.string(), v.maxLength(LARGEST_MENU_FILE, mistake('menuFile.tooLarge'))),
});

export const menuCalls = {
  /**
   * The last good copy of the venue's menu with pending changes, in this language if possible. Ask again when the venue's `sale.version`
   * grows. `has`: the `edition` that the screen already has; its sheet isn't sent again.
   */
  'menu.get': {
    who: 'counter',
    role: null,
    input: v.object({ venueId: Id, language: v.picklist(LANGUAGES), has: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
    output: output<MenuAnswer>(),
  },
  'menu.ofOrder': { who: 'counter', role: null, input: OrderRef, output: output<OrderSaleView>() },
  /** Schedules a read of the menu as soon as the service allows; `menu.get` shows when. */
  'menu.read': { who: 'counter', role: 'staff', input: OfVenue, output: output<Done>() },
  /** Sets whether the venue is a restaurant or a shop; asked once, before anything is marked sold out. */
  'menu.setKind': { who: 'manager', noted: true, input: v.object({ venueId: Id, sells: VenueKind }), output: output<Done>() },
  'menu.soldOut': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, what: What, end: SoldOutEnd }), output: output<Done>() },
  'menu.backOnSale': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, what: What }), output: output<Done>() },
  /** Sets counted stock; the service counts down from it. Refused for items that a shop has marked sold out. */
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
  /** Shows the effects of price changes; changes nothing. */
  'menu.reviewPrices': { who: 'counter', role: null, input: PriceChanges, output: output<PriceReview>() },
  /** Changes all of these prices or none. */
  'menu.changePrices': { who: 'manager', noted: true, input: PriceChanges, output: output<Done>() },
  'menu.again': { who: 'counter', role: 'staff', input: v.object({ venueId: Id, intent: JobRef }), output: output<Done>() },
  /** Validates a file and lists what it would change; sends nothing. */
  'menu.checkFile': { who: 'manager', input: MenuFile, output: output<MenuFileView>() },
  /**
   * Replaces the whole menu. `name`: the venue's name, typed as confirmation. `knowing`: required if `menu.checkFile` found a hundredfold
   * price.
   */
  'menu.upload': {
    who: 'manager',
    noted: true,
    input: v.object({ ...MenuFile.entries, name: v.pipe(v.string(), v.maxLength(500)), knowing: v.optional(v.boolean()) }),
    output: output<Done>(),
  },
  /** The last good copy of the menu, as a file. */
  'menu.export': { who: 'counter', role: null, input: v.object({ venueId: Id, format: Format }), output: output<ExportedMenu>() },
  /** The venue's journal of menu changes, newest first. */
  'menu.history': { who: 'counter', role: null, input: OfVenue, output: output<{ notes: MenuNoteView[] }>() },
  /** Takes the venue offline immediately. `reason`: for the journal. */
  'sale.pause': {
    who: 'counter',
    role: 'staff',
    input: v.object({ venueId: Id, end: PauseEnd, reason: v.pipe(v.string(), v.trim(), v.maxLength(200)) }),
    output: output<Done>(),
  },
  'sale.openAgain': { who: 'counter', role: 'staff', input: OfVenue, output: output<Done>() },
  'sale.hours': { who: 'counter', role: null, input: OfVenue, output: output<HoursView>() },
  /** Finds mistakes while staff type; omitted parts aren't checked. */
  'sale.checkHours': {
    who: 'counter',
    role: null,
    input: v.object({ venueId: Id, week: v.optional(Week), special: v.optional(SpecialDays) }),
    output: output<{ mistakes: HoursMistakeView[] }>(),
  },
  /** The whole week: omitted days are closed. */
  'sale.setWeek': { who: 'manager', noted: true, input: v.object({ venueId: Id, week: Week }), output: output<Done>() },
  /** Replaces all future special days: days left out have their weekly hours again. */
  'sale.setSpecialDays': { who: 'manager', noted: true, input: v.object({ venueId: Id, special: SpecialDays }), output: output<Done>() },
  'sale.setDeliveryProvider': {
    who: 'manager',
    noted: true,
    input: v.object({ venueId: Id, provider: v.picklist(['SERVICE', 'SELF_DELIVERY']) }),
    output: output<Done>(),
  },
} as const satisfies Calls;
