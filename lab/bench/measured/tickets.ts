/** Kitchen tickets encoded per second, compared with other encoders. */
import type { Order } from '../../../main/orders/order.ts';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { Line } from '../../../main/printing/layout/line.ts';
import { context, groupOrder } from '../../../test/unit/printing/papers/orders.ts';
import { WIDTH, withReceiptline, withReceiptPrinterEncoder, withThermalPrinter } from '../beside/encoders.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';

const ROUNDS = 9;
const ROUND_MS = 300;
const PROFILE = { family: 'epson', columns: WIDTH, dots: 576 } as const;

export async function measureTickets(): Promise<Row[]> {
  // No two orders are alike, so that caching doesn't help.
  const orders: Order[] = Array.from({ length: 200 }, (_, at) => ({ ...groupOrder, number: String(400 + at) }));
  const tickets: Line[][] = orders.map((order) => layout(kitchenTicket(order, context), { columns: WIDTH }));
  const speedOf = (make: (at: number) => unknown) => () => perSecond((at) => make(at % orders.length), ROUND_MS);
  const makers = {
    'from order': speedOf((at) => encode(layout(kitchenTicket(orders[at] as Order, context), { columns: WIDTH }), PROFILE)),
    'from lines': speedOf((at) => encode(tickets[at] as Line[], PROFILE)),
    'node-thermal-printer': speedOf((at) => withThermalPrinter(tickets[at] as Line[])),
    'receipt-printer-encoder': speedOf((at) => withReceiptPrinterEncoder(tickets[at] as Line[])),
    receiptline: speedOf((at) => withReceiptline(tickets[at] as Line[])),
  };
  await inTurns(makers, 1);
  const speeds = await inTurns(makers, ROUNDS);
  const others = ['node-thermal-printer', 'receipt-printer-encoder', 'receiptline'] as const;
  const rows = (from: 'from order' | 'from lines', what: string): Row[] =>
    others.map((other) => {
      const beside = { what: `${other}, finished lines`, rounds: speeds[other] };
      const id = `ticket-${from.replace(' ', '-')}-${other}`;
      return rowOf({ id, what, unit: '/s', better: 'more', here: speeds[from], beside, read_by: 'ratio', aim: 1 });
    });
  return [
    ...rows('from order', 'kitchen ticket of 4 items, from order to bytes'),
    ...rows('from lines', 'the same from finished lines, work for work'),
  ];
}

/** Calls per second, over at least `ms` of CPU time: the wall clock would include other load. */
export function perSecond(make: (at: number) => unknown, ms: number): number {
  const before = process.cpuUsage();
  let made = 0;
  let took = 0;
  while (took < ms) {
    make(made);
    made += 1;
    const { user, system } = process.cpuUsage(before);
    took = (user + system) / 1_000;
  }
  return (made / took) * 1_000;
}
