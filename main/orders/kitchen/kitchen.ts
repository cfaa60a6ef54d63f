import { type ItemSelection, takersOf } from '../item-routing.ts';
import type { Order } from '../order.ts';
import { lineKeys, textKey } from './line-keys.ts';

export interface Station {
  id: string;
  takes: ItemSelection | null;
  minutes: number | null;
}

/**
 * `dish`: a line struck off; `ticket`: a line done with its station's ticket; `recalled`: ticket called back; `began`: the kitchen first
 * saw the order. Unused fields are empty.
 */
export interface KitchenMark {
  kind: 'dish' | 'ticket' | 'recalled' | 'priority' | 'began';
  station: string;
  line: string;
  /** Epoch ms. */
  at: number;
}

/** Used if no stations are set up. */
const WHOLE_KITCHEN: Station = { id: 'kitchen', takes: null, minutes: null };

export interface StationTicket {
  station: string;
  /** Changes with the lines, so that "done" refers to the version seen. */
  key: string;
  lines: string[];
  /** Portions, in total and not yet done. */
  count: number;
  left: number;
  /** Epoch ms; null until done. */
  finishedAt: number | null;
  recalled: boolean;
  /** Delay in ms after the slowest station's start, so that all finish together. */
  waitMs: number;
}

export interface Kitchen {
  /** Per item, in item order. */
  lines: { key: string; stations: string[]; doneAt: string[] }[];
  /** Only stations with work, in settings order. */
  tickets: StationTicket[];
  priority: boolean;
  /** When the kitchen first saw the order, epoch ms; null if not recorded. */
  beganAt: number | null;
}

const MINUTE_MS = 60_000;
/** The line of a ticket whose items were unreadable. */
export const NO_LINE = '';

export function kitchenOf({ items }: Pick<Order, 'items'>, set: readonly Station[], marks: readonly KitchenMark[]): Kitchen {
  const stations = set.length > 0 ? set : [WHOLE_KITCHEN];
  const keys = lineKeys(items);
  // A map: 1,000 lines at 20 stations have 20,000 marks.
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
