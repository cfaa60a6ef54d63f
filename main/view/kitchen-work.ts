import type { KitchenWork, Settings } from '../../contract/contract.ts';
import { type Kitchen, type KitchenMark, kitchenOf } from '../orders/kitchen/kitchen.ts';
import { isBeingPrepared } from '../orders/stage.ts';
import type { OrderRow } from '../store/rows/order-rows.ts';

/** Null before and after the kitchen has the order. `most`: limit of lines. */
export function kitchenWork(
  { order, stage }: Pick<OrderRow, 'order' | 'stage'>,
  { stations }: Settings['kitchen'],
  marks: readonly KitchenMark[],
  iso: (at: number) => string,
  most: number,
): KitchenWork | null {
  if (!isBeingPrepared(stage) && !isWantedBack(marks)) return null;
  const { lines, tickets, priority, beganAt }: Kitchen = kitchenOf(order, stations, marks);
  return {
    since: beganAt === null ? order.createdAt : iso(beganAt),
    priority,
    lines: lines.slice(0, most),
    tickets: tickets.map(({ station, key, count, left, finishedAt, recalled, waitMs }) => ({
      station,
      key,
      count,
      left,
      finishedAt: finishedAt === null ? null : iso(finishedAt),
      recalled,
      startAt: beganAt === null || waitMs <= 0 ? null : iso(beganAt + waitMs),
    })),
  };
}

function isWantedBack(marks: readonly KitchenMark[]): boolean {
  return marks.some(({ kind }) => kind === 'recalled');
}
