/** Time from a customer's note of many kilobytes to printer bytes, which should grow linearly with its length. */
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { WIDTH, withReceiptline, withReceiptPrinterEncoder } from '../beside/encoders.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { exponentOf } from '../table/statistics.ts';
import { perSecond } from './tickets.ts';

const KILOBYTES = [5, 20, 80] as const;
const NAMED = 20;
const ROUND_MS = 300;
const PROFILE = { family: 'epson', columns: WIDTH, dots: 576 } as const;

export async function measureLongNotes(): Promise<Row[]> {
  const notes = KILOBYTES.map((kilobytes) => noteOf(kilobytes * 1_000));
  const laidOut = (text: string) => layout({ title: '', blocks: [{ kind: 'text', text }] }, { columns: WIDTH });
  const costs = (make: (text: string) => unknown) => () => notes.map((text) => 1_000 / perSecond(() => make(text), ROUND_MS));
  const sides = {
    here: costs((text) => encode(laidOut(text), PROFILE)),
    'receipt-printer-encoder': costs((text) => withReceiptPrinterEncoder(laidOut(text))),
    receiptline: costs((text) => withReceiptline(laidOut(text))),
  };
  await inTurns(sides, 1);
  const taken = await inTurns(sides);
  const named = KILOBYTES.indexOf(NAMED);
  const of = (side: keyof typeof sides): number[] => taken[side].map((costsOf) => costsOf[named] as number);
  const growth = (side: keyof typeof sides): number[] => taken[side].map((costsOf) => exponentOf(KILOBYTES, costsOf));
  const grows = `how it grows, ${KILOBYTES.join(', ')} kB (1 is linear)`;
  const grownBeside = { what: 'receipt-printer-encoder', rounds: growth('receipt-printer-encoder') };
  return [
    ...(['receipt-printer-encoder', 'receiptline'] as const).map((other) => {
      const beside = { what: `${other}, the same laid out here`, rounds: of(other) };
      const what = `a note of ${NAMED} kB, from text to bytes`;
      return rowOf({ id: `note-${NAMED}-${other}`, what, here: of('here'), beside, read_by: 'ratio', aim: 1 });
    }),
    rowOf({ id: 'note-exponent', what: grows, unit: '', here: growth('here'), beside: grownBeside, aim: 1.1 }),
  ];
}

function noteOf(characters: number): string {
  const words = 'please ring twice the dog is friendly leave it at the green door thank you so much no onions'.split(' ');
  let text = '';
  for (let at = 0; text.length < characters; at += 1) text += `${words[(at * 7 + (at >> 3)) % words.length]} `;
  return text.slice(0, characters);
}
