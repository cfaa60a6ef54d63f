/** A connection that breaks inside a command, at a printer that continues that command on the next connection. */
import { expect, it } from 'vitest';
import { encode, endOfBroken } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { transmitTo } from '../../../main/printing/transports/transmit.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { createInterpreter } from '../../../sandbox/printer/interpreter.ts';
import type { Piece } from '../../../sandbox/printer/print-head.ts';
import { testPrinter } from '../../setup/parts.ts';

/** A printer without "ä": its line of double size is drawn, 72 bytes wide. */
const ASCII_ONLY = { family: 'epson', columns: 48, dots: 576, codePage: 'ASCII' } as const;

function ticket(...words: string[]): Buffer {
  const texts = [...words, 'Spätzle mit Käse'].map((text) => ({ kind: 'text', text, size: 2, bold: true }) as const);
  return encode(layout({ title: '', blocks: texts }, { columns: ASCII_ONLY.columns }), ASCII_ONLY);
}
const FIRST = ticket('ORDER 4711');
const AGAIN = ticket('POSSIBLE COPY', 'ORDER 4711');

const DOTS_AT = FIRST.lastIndexOf(Buffer.from([0x1d, 0x76, 0x30, 0])) + 8;

it('the retry of a ticket that broke off within an image prints its copy mark and order number', async () => {
  const device = await testPrinter({ keeps_parser: true });
  const printer = printerWith({ id: 'kitchen', name: 'Kitchen', host: device.host, port: device.port });
  const abilities = {};
  device.set({ reset_after_bytes: DOTS_AT + 100 });
  expect(await transmitTo(printer, FIRST, { abilities })).toMatchObject({ outcome: 'failed', nothingPrinted: false });
  device.set({ reset_after_bytes: null });
  expect(await transmitTo(printer, AGAIN, { abilities })).toMatchObject({ outcome: 'confirmed' });
  const text = device
    .papers()
    .map((paper) => paper.text)
    .join('');
  expect(text).toContain('POSSIBLE COPY');
  expect(text.split('ORDER 4711')).toHaveLength(3);
});

it('wherever a ticket breaks off, the next one prints whole, with its copy mark', () => {
  const whole = printed(AGAIN);
  for (let at = 1; at < FIRST.length; at += Math.abs(at - DOTS_AT) < 20 ? 1 : 61) {
    const pieces = printed(FIRST.subarray(0, at), endOfBroken(ASCII_ONLY), AGAIN);
    const last = pieces.at(-1)?.text() ?? '';
    expect(last.endsWith(whole.at(-1)?.text() ?? '?'), `broken off after ${at} bytes:\n${last}`).toBe(true);
    expect(pieces.flatMap(({ unknown }) => unknown).join(''), `after ${at} bytes`).toMatch(/^(1d00|1b00|00)?$/);
  }
});

function printed(...parts: Buffer[]): Piece[] {
  const pieces: Piece[] = [];
  const interpreter = createInterpreter({ onCut: (piece) => pieces.push(piece), onStatusRequest: () => {}, onProcessId: () => {} });
  for (const part of parts) interpreter.feed(part);
  return pieces;
}
