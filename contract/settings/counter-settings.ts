/** Settings of the counter itself: how its screens look, how it calls, and what it does by itself. */
import * as v from 'valibot';
import { OwnAddress } from '../address.ts';
import { Language } from '../language.ts';
import { mistake } from '../mistake.ts';

const Whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));
const Moment = v.pipe(v.string(), v.isoTimestamp(mistake('enter-a-moment')));
const Clock = v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/, mistake('enter-a-time')));

export const ScreenSettings = v.strictObject({
  language: v.pipe(
    v.optional(v.nullable(Language), null),
    v.description(
      'Language of the screens; null until someone has chosen one: the first screen then sets the one of its browser or computer, where it is among them. The language of printouts is set with their template.',
    ),
  ),
  theme: v.pipe(
    v.optional(v.picklist(['system', 'light', 'dark']), 'system'),
    v.description('Light or dark screens; "system" does as the computer does.'),
  ),
  size: v.pipe(v.optional(v.picklist(['small', 'usual', 'large']), 'usual'), v.description('How large everything on the screens is.')),
  density: v.pipe(
    v.optional(v.picklist(['usual', 'dense']), 'usual'),
    v.description('"dense": the lines of a card closer together, for many orders at once.'),
  ),
  scanner_pause_ms: v.pipe(
    v.optional(Whole(50, 1_000), 250),
    v.description(
      'The longest time from one letter of a barcode scanner to the next, milliseconds. A letter key of the board acts once nothing has followed it for so long.',
    ),
  ),
  scanner_prefix: v.pipe(
    v.optional(v.pipe(v.string(), v.maxLength(8), v.regex(/^[\x21-\x7e]{0,8}$/, mistake('use-plain-letters-and-signs'))), ''),
    v.description(
      'What the scanner is set to type before each code, up to 8 letters and signs; such a code is told apart in a field of text as well.',
    ),
  ),
  scanner_end: v.pipe(
    v.optional(v.picklist(['enter', 'tab']), 'enter'),
    v.description('The key that the scanner is set to end a code with; with "tab", Enter ends one as well.'),
  ),
});
export type ScreenSettings = v.InferOutput<typeof ScreenSettings>;

/** One rule of auto-accept: every part that is given must fit the order. */
export const AcceptRule = v.strictObject({
  /** Ids; empty for every venue. */
  venues: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(500))), v.maxLength(200)), []),
  /** By this computer's clock; a span past midnight is understood. */
  from: v.optional(Clock, '00:00'),
  to: v.optional(Clock, '23:59'),
  kinds: v.optional(v.pipe(v.array(v.picklist(['delivery', 'self-delivery', 'takeaway'])), v.maxLength(20)), [
    'delivery',
    'self-delivery',
    'takeaway',
  ]),
  most_items: v.optional(v.nullable(Whole(1, 999)), null),
  /** Accept when the order comes, or only when its time is nearly over and nobody has answered. */
  when: v.optional(v.picklist(['at-once', 'before-deadline']), 'before-deadline'),
  extra_minutes: v.optional(Whole(0, 25), 0),
  /** Also orders that name an allergy or an allergen; else these wait for a person. */
  allergies: v.optional(v.boolean(), false),
});
export type AcceptRule = v.InferOutput<typeof AcceptRule>;

export const WorkSettings = v.strictObject({
  undo_seconds: v.pipe(
    v.optional(Whole(0, 15), 5),
    v.description(
      'How long "reject", "ready" and "delivered", which the service never takes back, wait on this computer for an "Undo"; 0 sends them at once.',
    ),
  ),
  rush: v.pipe(
    v.optional(v.nullable(v.strictObject({ extra_minutes: Whole(1, 25), until: Moment })), null),
    v.description('Rush mode: minutes added to every accept with the usual time, until a set time. The counter switches it.'),
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
      'Accepts orders by rules (venues, from and to, kinds, most_items, when, extra_minutes, allergies) until a set time. What names an allergy or an allergen waits for staff, unless `allergies` is true. Off unless someone turns it on.',
    ),
  ),
  pause_rule: v.pipe(
    v.optional(v.nullable(v.strictObject({ minutes: Whole(5, 120), until: Moment })), null),
    v.description(
      'Pauses a venue for so many minutes when four orders are late, three were rejected within half an hour or the service warns of rejections in a row; until a set time, and never again before the end of its last pause. Off unless someone turns it on.',
    ),
  ),
  reminder_minutes: v.pipe(
    v.optional(v.nullable(Whole(5, 240)), 60),
    v.description('So many minutes before its time staff are reminded of a pre-order that is not being prepared yet; null for never.'),
  ),
});
export type WorkSettings = v.InferOutput<typeof WorkSettings>;

export const AlertSettings = v.strictObject({
  volume: v.pipe(v.optional(Whole(10, 100), 100), v.description('Loudness of the alarm on this counter, percent.')),
  webhook_url: v.pipe(
    v.optional(v.nullable(OwnAddress), null),
    v.description(
      'An address of the venue\'s own that is notified of an order that no one answers: a POST with `{"event": "order.unanswered", ...}, in which `answer_by` is until when it is to be answered, and `answer_by_is_about` whether that is only the usual time`, without anything about the consumer.',
    ),
  ),
  plain_http: v.pipe(
    v.optional(v.boolean(), false),
    v.description("That address is in the venue's own network and has no HTTPS: what it is sent travels unencrypted."),
  ),
  webhook_after_seconds: v.pipe(
    v.optional(Whole(10, 900), 90),
    v.description('After how many seconds without an answer that address is notified.'),
  ),
});
export type AlertSettings = v.InferOutput<typeof AlertSettings>;
