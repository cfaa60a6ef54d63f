/** What every call declares, and schemas that several share. */
import * as v from 'valibot';
import type { Text } from '../message.ts';
import { LONGEST_ID } from '../order-id.ts';
import type { Role } from '../settings/staff-settings.ts';

/**
 * Who may make a call once a manager PIN is set; without one, everyone may. `counter`: anyone at the main screen. `kitchen`: also kitchen
 * displays, for orders they show. `manager-for-some`: depends on the input. Only managers change settings, venues and secrets, see
 * addresses that may hold keys, scan the network, pair, and export.
 */
export type Who = 'counter' | 'kitchen' | 'manager' | 'manager-for-some';

/** Only a type: screens trust the app's answers and don't parse them. */
export interface Output<T> {
  readonly is?: T;
}
export const output = <T>(): Output<T> => ({});

export interface TopicView<View> {
  readonly shows?: View;
}
export const topic = <View>(): TopicView<View> => ({});

/**
 * `role`: the least role that the signed-in person needs, if staff sign in; null for none. Calls of managers then need a manager, and
 * `manager-for-some` may need more than `role`. `cost`: load in units of a usual call, 1 by default; limits how much one page can demand.
 * `noted`: changes something outside orders, recorded with its author.
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

export type Done = Record<string, never>;

/** A problem that currently prevents a saved setting from working, with a remedy; null if none is known. */
export interface BlockedBy {
  blockedBy: { text: Text; hint: Text } | null;
}

export const None = v.optional(v.object({}), {});

export const Id = v.pipe(v.string(), v.minLength(1), v.maxLength(LONGEST_ID));

export const OrderRef = v.object({ orderId: Id });

export const JobRef = v.pipe(v.number(), v.safeInteger());

export const Pasted = v.pipe(v.string(), v.maxLength(4_000));

export const Amount = v.pipe(v.number(), v.minValue(-1_000_000_000_000), v.maxValue(1_000_000_000_000));
