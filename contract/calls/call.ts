/** What every call says of itself, and what several of them are given. */
import * as v from 'valibot';
import type { Text } from '../message.ts';
import { LONGEST_ID } from '../order-id.ts';
import type { Role } from '../settings/staff-settings.ts';

/**
 * Who may make a call while the manager has set a PIN; without one the counter may make every call. `counter`: whoever stands there.
 * `kitchen`: they, and a kitchen display, of the orders that it shows. `manager-for-some`: what is asked for decides.
 *
 * The manager's is whatever changes settings, venues or secrets, shows what settings hold (addresses that may have a key in them), looks
 * through the network, lets someone in, or takes much out. The work on orders and couriers, printing, the look of the screen, the alarm's
 * pause, a day's figures and the support file stay everyone's: that file has neither secrets nor persons in it, and is wanted most when the
 * manager is not there.
 */
export type Who = 'counter' | 'kitchen' | 'manager' | 'manager-for-some';

/** What a call answers: a type alone. The bridge answers its own screens, so it is not looked through. */
export interface Output<T> {
  readonly is?: T;
}
export const output = <T>(): Output<T> => ({});

/** What is shown of one entry of a topic: a type alone, as with an answer. */
export interface TopicView<View> {
  readonly shows?: View;
}
export const topic = <View>(): TopicView<View> => ({});

/**
 * Who may make it, what goes in (parsed), what comes out. One that does not say who is no one's, and does not compile. `role`: what whoever
 * signed in at that screen must be at least, where the venue names its staff; null where no one needs to be. The manager's calls are a
 * manager's then, and those `for-some` may ask for more than they say.
 *
 * `cost`: what it costs the bridge, counted in usual calls; 1 where it does not say. Some read or draw a lot, and one page must not keep the
 * bridge busy with them; a setting is written to the disk whole, and everything that is shown is worked out again. `noted`: it changes
 * something that belongs to no order, and is noted with who made it, where the venue names its staff.
 */
export type Calls = Record<
  string,
  ({ who: 'manager' } | { who: Exclude<Who, 'manager'>; role: Role | null }) & {
    input: v.GenericSchema;
    output: Output<unknown>;
    cost?: number;
    noted?: true;
  }
>;

/** Nothing to answer but that it is done. */
export type Done = Record<string, never>;

/** Done, and what keeps it from having an effect now, with what to do about it; null where nothing is known to. */
export interface BlockedBy {
  blockedBy: { text: Text; hint: Text } | null;
}

export const None = v.optional(v.object({}), {});

/** Names a thing that is here already, or an id that a screen makes for a new one. */
export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ID));

export const OrderRef = v.object({ orderId: Id });

export const JobRef = v.pipe(v.number(), v.safeInteger());

/** A secret, a code or an address as someone pastes it. */
export const Pasted = v.pipe(v.string(), v.maxLength(4_000));

export const Amount = v.pipe(v.number(), v.minValue(-1_000_000_000_000), v.maxValue(1_000_000_000_000));
