/** A ticket in letters that no printer has, drawn as images, compared with a bare canvas with the same texts and font. */
import { createCanvas } from '@napi-rs/canvas';
import { kitchenTicket } from '../../../main/printing/documents/kitchen-ticket.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { Line } from '../../../main/printing/layout/line.ts';
import { familyFor } from '../../../main/printing/layout/text/fonts.ts';
import { context, item, order } from '../../../test/unit/printing/papers/orders.ts';
import { WIDTH } from '../beside/encoders.ts';
import { inTurns } from '../table/rounds.ts';
import { type Row, rowOf } from '../table/row.ts';
import { perSecond } from './tickets.ts';

const ROUND_MS = 700;
const DOTS = 576;
const PROFILE = { family: 'epson', columns: WIDTH, dots: DOTS } as const;
const CELL_HEIGHT = 24;
const FONT_SIZE = 20;
const BASELINE = 19;

export async function measureDrawnTickets(): Promise<Row[]> {
  const dishes = ['寿司セット', '親子丼（大盛り）', '味噌ラーメン', '天ぷら盛り合わせ', '抹茶アイスクリーム'];
  const japanese = order({
    items: dishes.map((name, at) => item(name, 1 + (at % 2))),
    consumer: { name: '山田 太郎', phone: null, comment: 'わさび抜きでお願いします。お箸は三膳ください。' },
  });
  // Both sides draw only these lines.
  const drawn = layout(kitchenTicket(japanese, context), { columns: WIDTH }).filter(({ runs }) =>
    runs.some(({ text }) => /[^\x20-\xff]/.test(text)),
  );
  const sides = {
    here: () => perSecond(() => encode(drawn, PROFILE), ROUND_MS),
    bare: () => perSecond(() => drawn.map(drawBare), ROUND_MS),
  };
  await inTurns(sides, 1);
  const speeds = await inTurns(sides, 7);
  const what = `a Japanese ticket's ${drawn.length} drawn lines, to bytes`;
  const beside = { what: 'the same texts on a bare canvas', rounds: speeds.bare };
  return [rowOf({ id: 'drawn-ticket-bare', what, unit: '/s', better: 'more', here: speeds.here, beside, read_by: 'ratio', aim: 0.8 })];
}

/** Only the unavoidable work: draws texts, reads the pixels and packs them. */
function drawBare({ runs }: Line): Buffer {
  const height = CELL_HEIGHT * Math.max(1, ...runs.map((run) => run.height));
  const canvas = createCanvas(DOTS, height);
  const canvasContext = canvas.getContext('2d');
  canvasContext.fillStyle = 'white';
  canvasContext.fillRect(0, 0, DOTS, height);
  canvasContext.fillStyle = 'black';
  let column = 0;
  for (const run of runs) {
    canvasContext.font = `${FONT_SIZE * run.height}px "${familyFor(run.text, run.bold) ?? familyFor('寿', run.bold)}"`;
    canvasContext.fillText(run.text, column * (DOTS / WIDTH), BASELINE * run.height);
    column += run.columns;
  }
  const pixels = canvasContext.getImageData(0, 0, DOTS, height).data;
  const dots = Buffer.alloc(pixels.length / 32);
  for (let pixel = 0; pixel < pixels.length / 4; pixel += 1)
    if ((pixels[pixel * 4] ?? 255) < 150) dots[pixel >> 3] = (dots[pixel >> 3] ?? 0) | (0x80 >> (pixel & 7));
  return dots;
}
