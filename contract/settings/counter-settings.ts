import * as v from 'valibot';
import { OwnAddress } from '../address.ts';
import { Language } from '../language.ts';
import { mistake } from '../mistake.ts';

const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const Moment = v.pipe(v.string(), v.isoTimestamp(mistake('field.enterMoment')));
const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, mistake('field.enterTime')));

export const ScreenSettings = v.strictObject({
  language: v.pipe(
    v.optional(v.nullable(Language), null),
    v.description(
      "Screen language; null until someone chooses: the first screen then uses its browser's or computer's, if available. Printouts have their own (`template.language`).",
    ),
  ),
  theme: v.pipe(
    v.optional(v.picklist(['system', 'light', 'dark']), 'system'),
    v.description('Light or dark screens; "system" follows the computer.'),
  ),
  size: v.pipe(v.optional(v.picklist(['small', 'usual', 'large']), 'usual'), v.description('Size of everything on screens.')),
  density: v.pipe(v.optional(v.picklist(['usual', 'dense']), 'usual'), v.description('"dense": compact cards, for many orders at once.')),
  scanner_pause_ms: v.pipe(
    v.optional(Whole(50, 1_000), 250),
    v.description('Longest pause between two characters of a barcode scanner, milliseconds. Letter shortcuts wait just as long.'),
  ),
  scanner_prefix: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(8), v.regex(/^[\x21-\x7e]{0,8}$/, mistake('field.plainCharacters'))), ''),
    v.description('What the scanner types before each code, up to 8 characters; such a code is recognized in text fields, too.'),
  ),
  scanner_end: v.pipe(
    v.optional(v.picklist(['enter', 'tab']), 'enter'),
    v.description(
      'The key that ends a scanned code. The other key works as well, but with "enter" Tab ends no badge that is scanned into a text field.',
    ),
  ),
});
export type ScreenSettings = v.InferOutput<typeof ScreenSettings>;

/** A rule for automatic accepting; an order must match every part. */
export const AcceptRule = v.strictObject({
  /** Venue IDs; empty for every venue. */
  venues: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(500))), v.maxLength(200)), []),
  /** By this computer's clock; may span midnight. */
  from: v.optional(Clock, '00:00'),
  to: v.optional(Clock, '23:59'),
  kinds: v.optional(v.pipe(v.array(v.picklist(['delivery', 'self-delivery', 'takeaway'])), v.maxLength(20)), [
    'delivery',
    'self-delivery',
    'takeaway',
  ]),
  most_items: v.optional(v.nullable(Whole(1, 999)), null),
  when: v.optional(v.picklist(['at-once', 'before-deadline']), 'before-deadline'),
  extra_minutes: v.optional(Whole(0, 25), 0),
  /** Whether it also accepts orders with allergies or allergens, which otherwise wait for staff. */
  allergies: v.optional(v.boolean(), false),
});
export type AcceptRule = v.InferOutput<typeof AcceptRule>;
export const USUAL_RULE: AcceptRule = v.parse(AcceptRule, {});

export const WorkSettings = v.strictObject({
  undo_seconds: v.pipe(
    v.optional(Whole(0, 15), 5),
    v.description('How long "reject", "ready" and "delivered" wait for an "Undo", as the service can\'t revert them; 0 sends immediately.'),
  ),
  rush: v.pipe(
    v.optional(v.nullable(v.strictObject({ extra_minutes: Whole(1, 25), until: Moment })), null),
    v.description('Rush mode: minutes added to every accept with the usual time, until a set time. Turned on from the main screen.'),
  ),
  auto_accept: v.pipe(
    v.optional(
      v.nullable(
        v.strictObject({
          until: Moment,
          rules: v.pipe(v.array(AcceptRule), v.minLength(1), v.maxLength(50)),
        }),
      ),
      null,
    ),
    v.description(
      'Accepts orders by rules (venues, from and to, kinds, most_items, when, extra_minutes, allergies) until a set time. Orders that mention an allergy or allergen wait for staff, unless `allergies` is true. Off by default.',
    ),
  ),
  pause_rule: v.pipe(
    v.optional(v.nullable(v.strictObject({ minutes: Whole(5, 120), until: Moment })), null),
    v.description(
      'Pauses a venue for this many minutes when four orders are late, three were rejected within half an hour, or the service warns of rejections in a row; until a set time, never during its last pause. Off by default.',
    ),
  ),
  reminder_minutes: v.pipe(
    v.optional(v.nullable(Whole(5, 240)), 60),
    v.description('Minutes before its time when staff are reminded of a pre-order not being prepared; null for never.'),
  ),
});
export type WorkSettings = v.InferOutput<typeof WorkSettings>;

export const AlertSettings = v.strictObject({
  volume: v.pipe(v.optional(Whole(10, 100), 100), v.description('Alarm volume on this computer, percent.')),
  webhook_url: v.pipe(
    v.optional(v.nullable(OwnAddress), null),
    v.description(
      'Your own address for unanswered orders: a POST with `{"event": "order.unanswered", ...}`, where `answer_by` is the deadline and `answer_by_is_about` says whether it\'s only the usual time; nothing about the customer.',
    ),
  ),
  plain_http: v.pipe(
    v.optional(v.boolean(), false),
    v.description("That address is in the venue's own network without HTTPS: requests travel unencrypted."),
  ),
  webhook_after_seconds: v.pipe(v.optional(Whole(10, 900), 90), v.description('Seconds without an answer until that address is notified.')),
});
export type AlertSettings = v.InferOutput<typeof AlertSettings>;
