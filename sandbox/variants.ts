/**
 * How the sandbox can be made to differ where the menu and venue endpoints rest on assumptions: the read form with an assumed field
 * missing or written otherwise, and what else public sources disagree about. Switched by the control API.
 */
import { type Fields, Refusal } from './wire/exchange.ts';

/** Each with the forms that it has beside the assumed one. */
const FORMS = {
  /** A value's nested groups: `option_bindings` on the value. Other: `sub_options`, a list of option ids. */
  nested_options: ['missing', 'other'],
  /** `selection_range` {min, max} on options. Other: `min_selections` and `max_selections`. */
  selection_range: ['missing', 'other'],
  /** The id of the default value, null when none. Other: its external id. */
  default_value: ['missing', 'other'],
  /** On items and values: the id of their deposit. Other: the deposit itself, in `deposit`. */
  deposit_id: ['missing', 'other'],
  /** Entries of `item_deposits` {id, price, vat_percentage}. Missing: no `deposits`. Other: {item_id, amount, vat}. */
  item_deposits: ['missing', 'other'],
  /** The keys of the upload's product_information. Other: in camel case. */
  information: ['missing', 'other'],
  /** Absent when nothing is forced. Other: on every item, with `quantity` where stock is counted. */
  inventory_mode: ['missing', 'other'],
  /** An empty list. Other: an entry for each category and item that has hours. */
  weekly_availabilities: ['missing', 'other'],
  /** `enabled` {enabled}. Other: a boolean. */
  enabled: ['missing', 'other'],
  /** Nothing says until when an item is hidden. Other: `after` inside `enabled`. */
  enabled_after: ['other'],
  /** `subcategories` [{id, name, item_bindings}] inside a category. Missing: their items stand in the category. Other: categories with `parent_id`. */
  subcategories: ['missing', 'other'],
  /** `price` is what customers pay now. Other: `price` is the price without discount, with `discounted_price` beside it. */
  discounted_price: ['other'],
  /** `quantity` 0 in an upload is sold out. Missing: an upload's `quantity` changes nothing. */
  upload_quantity: ['missing'],
  /** `rate_limit_settings` in the status. */
  rate_limits: ['missing'],
  /** `status.is_open` follows the opening times alone. Other: it is false while the venue is offline, too. */
  is_open: ['other'],
  /** `is_open` also stands at the top of the status, as section 2.6 has it. */
  top_level_is_open: ['other'],
  /** Closed special days are not in `special_times`. Other: as an entry without length. */
  closed_days: ['other'],
  /** An item's `disabled_until` is cleared by null. Other: by `enabled: true`. */
  clearing: ['other'],
  /** `error` of a reading is a text. Other: {code, message}. */
  error: ['other'],
  /** PATCH /venues/{venue_id}/online {status, until}. Other: PATCH /venues/{venue_id}/status {is_online, reason}, and no other. */
  online_path: ['other'],
  /** PATCH /venues/{venue_id}/opening-times. Other: PUT /venues/{venue_id}/opening-hours, and no other. */
  opening_times_path: ['other'],
} as const satisfies Record<string, readonly ('missing' | 'other')[]>;

export type VariantName = keyof typeof FORMS;
type Form = 'missing' | 'other';

export interface Variants {
  /** `{name: 'missing' | 'other' | 'assumed'}` for some of them. */
  change(wishes: Fields): void;
  clear(): void;
  view(): Record<string, { now: string; forms: string[] }>;
  is(name: VariantName, form: Form): boolean;
}

export function createVariants(): Variants {
  const chosen = new Map<string, Form>();
  return {
    change(wishes) {
      for (const [name, form] of Object.entries(wishes)) {
        const forms: readonly string[] | undefined = FORMS[name as VariantName];
        if (!forms) throw new Refusal(400, { reason: `There is no variant "${name}". There are: ${Object.keys(FORMS).join(', ')}.` });
        if (form === 'assumed') chosen.delete(name);
        else if (forms.includes(String(form))) chosen.set(name, form as Form);
        else throw new Refusal(400, { reason: `"${name}" must be one of assumed, ${forms.join(', ')}.` });
      }
    },
    clear: () => chosen.clear(),
    view: () =>
      Object.fromEntries(
        Object.entries(FORMS).map(([name, forms]) => [name, { now: chosen.get(name) ?? 'assumed', forms: ['assumed', ...forms] }]),
      ),
    is: (name, form) => chosen.get(name) === form,
  };
}
