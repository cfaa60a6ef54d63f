/** Other printer encoders, used as documented. They get finished lines, as none makes tickets of orders. */
import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder';
import { BreakLine, CharacterSet, PrinterTypes, ThermalPrinter } from 'node-thermal-printer';
import receiptline from 'receiptline';
import type { Line } from '../../../main/printing/layout/line.ts';

/** Characters in a line. */
export const WIDTH = 48;

/** The library Tillbridge uses. */
export function withThermalPrinter(lines: Line[]): Buffer {
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

export function withReceiptPrinterEncoder(lines: Line[]): Uint8Array {
  const encoder = new ReceiptPrinterEncoder({ columns: WIDTH, language: 'esc-pos', errors: 'relaxed' }).initialize().codepage('cp858');
  for (const { runs } of lines) {
    for (const { text, width, height, bold, reverse } of runs) encoder.size(width, height).bold(bold).invert(reverse).text(text);
    encoder.newline();
  }
  return encoder.cut().encode();
}

/** receiptline has no size above four times, and gets each line as one text. */
export function withReceiptline(lines: Line[]): string {
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
