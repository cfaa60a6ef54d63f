/** Forms of assumed menu and venue fields: missing, different, or contradicting between sources. Set by the control API. */
import { type Fields, Refusal } from './wire/exchange.ts';

/** Forms besides the assumed one, which each comment names first. */
const FORMS = {
  /** A value's nested groups: `option_bindings`. Other: `sub_options`, a list of option IDs. */
  nested_options: ['missing', 'other'],
  /** `selection_range` {min, max}. Other: `min_selections` and `max_selections`. */
  selection_range: ['missing', 'other'],
  /** The default value's ID, or null. Other: its external ID. */
  default_value: ['missing', 'other'],
  /** The deposit's ID on items and values. Other: `deposit` itself. */
  deposit_id: ['missing', 'other'],
  /** `item_deposits` {id, price, vat_percentage}. Missing: no `deposits`. Other: {item_id, amount, vat}. */
  item_deposits: ['missing', 'other'],
  /** Keys of the upload's product_information. Other: camel case. */
  information: ['missing', 'other'],
  /** Absent unless sold out. Other: on every item, with `quantity` if counted. */
  inventory_mode: ['missing', 'other'],
  /** An empty list. Other: an entry per category and item with hours. */
  weekly_availabilities: ['missing', 'other'],
  /** `enabled` {enabled}. Other: a boolean. */
  enabled: ['missing', 'other'],
  /** No end for hidden items. Other: `after` inside `enabled`. */
  enabled_after: ['other'],
  /** `subcategories` [{id, name, item_bindings}]. Missing: their items are in the category. Other: categories with `parent_id`. */
  subcategories: ['missing', 'other'],
  /** `price` includes the discount. Other: `price` without it, and `discounted_price`. */
  discounted_price: ['other'],
  /** `quantity` 0 in an upload is sold out. Missing: it changes nothing. */
  upload_quantity: ['missing'],
  /** `rate_limit_settings` in the status. */
  rate_limits: ['missing'],
  /** `status.is_open` follows only the opening times. Other: also false while offline. */
  is_open: ['other'],
  /** Other: `is_open` also at the top level (section 2.6). */
  top_level_is_open: ['other'],
  /** `special_times` omits closed days. Other: an entry without length. */
  closed_days: ['other'],
  /** `disabled_until` is cleared by null. Other: by `enabled: true`. */
  clearing: ['other'],
  /** A read's `error` is text. Other: {code, message}. */
  error: ['other'],
  /** PATCH /venues/{venue_id}/online {status, until}. Other: only PATCH /venues/{venue_id}/status {is_online, reason}. */
  online_path: ['other'],
  /** PATCH /venues/{venue_id}/opening-times. Other: only PUT /venues/{venue_id}/opening-hours. */
  opening_times_path: ['other'],
} as const satisfies Record<string, readonly ('missing' | 'other')[]>;

export type VariantName = keyof typeof FORMS;
type Form = 'missing' | 'other';

export interface Variants {
  /** `{name: 'missing' | 'other' | 'assumed'}`. */
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
