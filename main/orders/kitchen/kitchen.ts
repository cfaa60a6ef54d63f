/** What each kitchen station has to make of an order, and what is done. Pure. */

import { type Takes, takersOf } from '../item-routing.ts';
import type { Order } from '../order.ts';
import { lineKeys, textKey } from './line-keys.ts';

export interface Station {
  id: string;
  takes: Takes | null;
  /** How long its part of an order takes, minutes; null if unset. */
  minutes: number | null;
}

/**
 * What someone did in the kitchen, as it is stored. `dish`: a line struck off. `ticket`: a line that was done when its station's ticket
 * was. `recalled`: a station called the ticket back. `priority`, and `began`: when the kitchen first had the order. What does not belong
 * to the kind is empty.
 */
export interface KitchenMark {
  kind: 'dish' | 'ticket' | 'recalled' | 'priority' | 'began';
  station: string;
  line: string;
  /** Epoch ms. */
  at: number;
}

/** The one station of a kitchen in which none are set up. */
const WHOLE_KITCHEN: Station = { id: 'kitchen', takes: null, minutes: null };

export interface StationTicket {
  station: string;
  /** Changes with the ticket's content, so that "done" names the version that was seen. */
  key: string;
  /** Keys of its lines. */
  lines: string[];
  /** Portions on it, and those that are still owed. */
  count: number;
  left: number;
  /** Epoch ms; null while it is not done. */
  finishedAt: number | null;
  recalled: boolean;
  /** How long after the others began this station begins, so that all end together, ms. */
  waitMs: number;
}

export interface Kitchen {
  /** Of each item, at its place: which stations make it, and at which of them it is done. */
  lines: { key: string; stations: string[]; doneAt: string[] }[];
  /** Of each station that has anything to do with the order, in the order of the settings. */
  tickets: StationTicket[];
  priority: boolean;
  /** Epoch ms; null where that was not written down. */
  beganAt: number | null;
}

const MINUTE_MS = 60_000;
/** The mark of a ticket without any dish: the order's items could not be read. */
export const NO_LINE = '';

export function kitchenOf({ items }: Pick<Order, 'items'>, set: readonly Station[], marks: readonly KitchenMark[]): Kitchen {
  const stations = set.length > 0 ? set : [WHOLE_KITCHEN];
  const keys = lineKeys(items);
  // A thousand lines at twenty stations have that many marks: each is looked up, not looked for.
  const known = new Map(marks.map((mark) => [`${mark.kind} ${mark.station} ${mark.line}`, mark]));
  const has = (kind: KitchenMark['kind'], station: string, line: string) => known.get(`${kind} ${station} ${line}`);
  const lines = items.map((item, at) => {
    const key = keys[at] ?? '';
    const its = takersOf(stations, item).map(({ id }) => id);
    const isStruck = has('dish', '', key) !== undefined;
    return { key, stations: its, doneAt: its.filter((station) => isStruck || has('ticket', station, key)), count: item.count };
  });
  const owners = stations.filter(({ id }, at) => (items.length === 0 ? at === 0 : lines.some((line) => line.stations.includes(id))));
  const longest = Math.max(0, ...owners.map(({ minutes }) => minutes ?? 0));
  return {
    lines: lines.map(({ key, stations: its, doneAt }) => ({ key, stations: its, doneAt })),
    tickets: owners.map(({ id, minutes }): StationTicket => {
      const own = lines.filter((line) => line.stations.includes(id));
      const done = (own.length === 0 ? [NO_LINE] : own.map(({ key }) => key)).map((line) => has('ticket', id, line)?.at ?? null);
      const isDone = done.every((at) => at !== null);
      return {
        station: id,
        key: textKey(JSON.stringify(own.map(({ key }) => key))),
        lines: own.map(({ key }) => key),
        count: sum(own),
        left: isDone ? 0 : sum(own.filter(({ doneAt }) => !doneAt.includes(id))),
        finishedAt: isDone ? Math.max(...done.map((at) => at ?? 0)) : null,
        recalled: has('recalled', id, '') !== undefined,
        waitMs: minutes === null ? 0 : (longest - minutes) * MINUTE_MS,
      };
    }),
    priority: marks.some(({ kind }) => kind === 'priority'),
    beganAt: marks.find(({ kind }) => kind === 'began')?.at ?? null,
  };
}

function sum(lines: readonly { count: number }[]): number {
  return lines.reduce((total, { count }) => total + count, 0);
}
