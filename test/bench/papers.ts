/**
 * `npm run bench -- papers`: how many kitchen tickets a second become printer bytes, here and with what others offer, in one run.
 * Tillbridge makes all of the ticket from the order; the others are given its finished lines and only encode them.
 */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import receiptline from 'receiptline';
import type { Order } from '../../main/orders/order.ts';
import { kitchenTicket } from '../../main/printing/documents/kitchen-ticket.ts';
import { encode } from '../../main/printing/escpos/encode.ts';
import { layout } from '../../main/printing/layout/layout.ts';
import type { Line } from '../../main/printing/layout/line.ts';
import { context, groupOrder } from '../unit/printing/papers/orders.ts';

const ROUNDS = 15;
const ROUND_MS = 200;
const WIDTH = 48;

/** As many tickets as an evening has, no two alike: whoever remembers the last one gains nothing. */
const orders: Order[] = Array.from({ length: 200 }, (_, at) => ({ ...groupOrder, number: String(400 + at) }));
const tickets: Line[][] = orders.map((order) => layout(kitchenTicket(order, context), { columns: WIDTH }));

const makers: Record<string, (at: number) => unknown> = {
  'Tillbridge, from order to bytes': (at) => encode(layout(kitchenTicket(orders[at] as Order, context), { columns: WIDTH }), PROFILE),
  'node-thermal-printer': (at) => withThermalPrinter(tickets[at] as Line[]),
  '@point-of-sale/receipt-printer-encoder': (at) => withReceiptPrinterEncoder(tickets[at] as Line[]),
  receiptline: (at) => withReceiptline(tickets[at] as Line[]),
};
const PROFILE = { family: 'epson', columns: WIDTH, dots: 576 } as const;

/** Documents a second of each maker: one after the other in every round, so that a busy moment of the computer is everyone's. */
export function benchPapers(): void {
  const speeds = new Map(Object.keys(makers).map((name) => [name, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, make] of Object.entries(makers)) speeds.get(name)?.push(speedOf(make));
  }
  const medians = new Map([...speeds].map(([name, values]) => [name, values.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0]));
  const ours = medians.values().next().value ?? 1;
  console.log(`\n${'one kitchen ticket of 4 items, 48 columns'.padEnd(56)} ${'a second'.padStart(9)} ${'ratio'.padStart(7)}`);
  for (const [name, speed] of medians)
    console.log(`${name.padEnd(56)} ${speed.toFixed(0).padStart(9)} ${(speed / ours).toFixed(2).padStart(7)}`);
}

function speedOf(make: (at: number) => unknown): number {
  const began = performance.now();
  let made = 0;
  while (performance.now() - began < ROUND_MS) {
    make(made % orders.length);
    made += 1;
  }
  return (made / (performance.now() - began)) * 1_000;
}

/** The library that Tillbridge itself encodes with, used as its manual shows. */
function withThermalPrinter(lines: Line[]): Buffer {
  const printer = new ThermalPrinter({
    type: PrinterTypes.EPSON,
    interface: '',
    width: WIDTH,
    breakLine: BreakLine.NONE,
    characterSet: CharacterSet.PC858_EURO,
  });
  for (const { runs } of lines) {
    for (const { text, width, height, bold, reverse } of runs) {
      printer.setTextSize(height - 1, width - 1);
      printer.bold(bold);
      printer.invert(reverse);
      printer.print(text);
    }
    printer.newLine();
  }
  printer.cut();
  return printer.getBuffer();
}

function withReceiptPrinterEncoder(lines: Line[]): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ columns: WIDTH, language: 'esc-pos', errors: 'relaxed' }).initialize().codepage('cp858');
  for (const { runs } of lines) {
    for (const { text, width, height, bold, reverse } of runs) encoder.size(width, height).bold(bold).invert(reverse).text(text);
    encoder.newline();
  }
  return encoder.cut().encode();
}

/** Its language has no size beyond four times and aligns by itself; a line is given as one text. */
function withReceiptline(lines: Line[]): string {
  const document = lines.map(({ runs }) => {
    const size = Math.max(1, ...runs.map(({ height }) => height));
    const text = runs
      .map((run) => run.text)
      .join('')
      .replaceAll(/[\\|{}~_"`^]/g, (sign) => `\\${sign}`);
    return `|${'^'.repeat(Math.min(4, size - 1))}${text}`;
  });
  return receiptline.transform(document.join('\n'), { cpl: WIDTH, encoding: 'cp858', command: 'escpos' });
}
