/** Letters without a shipped font: drawn with a system font, else as boxes with a notice to staff. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encode } from '../../../main/printing/escpos/encode.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import { rescanFonts } from '../../../main/printing/layout/text/system-fonts.ts';
import { resourcePath } from '../../../main/printing/resources.ts';
import type { MissingGlyphs } from '../../../main/printing/spool/spool.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import type { Kind } from '../../../main/store/worker.ts';
import { createServiceClock } from '../../../main/time/service-clock.ts';
import { createFeed } from '../../../main/view/feed.ts';
import { createNotices } from '../../../main/view/notices.ts';
import { createWarnings } from '../../../main/view/warnings.ts';
import { systemTime } from '../../../shared/time/system-time.ts';
import { attemptDue } from '../../fixtures/attempt.ts';
import { delivery, PROMISE } from '../../fixtures/couriers.ts';
import { putOrder } from '../../fixtures/orders.ts';
import { spoolOn } from '../../fixtures/spool.ts';
import { testFolder, testPrinter, testStore } from '../../setup/parts.ts';
import { scan } from '../../unit/printing/escpos-scanner.ts';
import { item, order } from '../../unit/printing/papers/orders.ts';

const PROFILE = { family: 'epson', columns: 48, dots: 576 } as const;
const before = process.env.TILLBRIDGE_FONTS;
let folder: string;

beforeEach(() => {
  folder = testFolder();
  process.env.TILLBRIDGE_FONTS = folder;
  rescanFonts();
});
afterEach(() => {
  if (before === undefined) delete process.env.TILLBRIDGE_FONTS;
  else process.env.TILLBRIDGE_FONTS = before;
  rescanFonts();
});

/** A font that draws one letter with another's shape: a shipped font with a changed character map. */
function fontWith(letter: string, drawnAs: string, isCollection = false): Buffer {
  const font = readFileSync(resourcePath('fonts/DejaVuSans.ttf'));
  const glyph = drawnAs.charCodeAt(0) - 0x1d;
  const code = letter.codePointAt(0) ?? 0;
  const cmap = Buffer.alloc(12 + 28);
  cmap.writeUInt16BE(1, 2);
  cmap.writeUInt16BE(3, 4);
  cmap.writeUInt16BE(10, 6);
  cmap.writeUInt32BE(12, 8);
  cmap.writeUInt16BE(12, 12);
  for (const [at, value] of [28, 0, 1, code, code, glyph].entries()) cmap.writeUInt32BE(value, 16 + at * 4);
  const shift = isCollection ? 16 : 0;
  for (let record = 12; record < 12 + font.readUInt16BE(4) * 16; record += 16) {
    const isCmap = font.toString('latin1', record, record + 4) === 'cmap';
    font.writeUInt32BE((isCmap ? font.length : font.readUInt32BE(record + 8)) + shift, record + 8);
    if (isCmap) font.writeUInt32BE(cmap.length, record + 12);
  }
  const header = Buffer.from('ttcf\0\x01\0\0\0\0\0\x01\0\0\0\x10', 'latin1');
  return Buffer.concat([...(isCollection ? [header] : []), font, cmap]);
}

function install(file: string, font: Buffer): void {
  mkdirSync(join(folder, 'truetype', 'noto'), { recursive: true });
  writeFileSync(join(folder, 'truetype', 'noto', file), font);
}

function print(text: string) {
  return scan(encode(layout({ title: '', blocks: [{ kind: 'text', text }] }, PROFILE), PROFILE));
}

describe('a letter that no shipped font has', () => {
  it.each([
    ['한', 'NotoSansCJK-Regular.ttc', true],
    ['한', 'malgun.ttf', false],
    ['ก', 'NotoSansThai[wdth,wght].ttf', false],
    ['क', 'NotoSansDevanagari-Regular.ttf', false],
    ['ক', 'Nirmala.ttc', true],
    ['ក', 'Khmer Sangam MN.ttf', false],
    ['አ', 'NotoSansEthiopic-VF.ttf', false],
  ])("%s is drawn with the system's %s", (letter, file, isCollection) => {
    install(file, fontWith(letter, 'W', isCollection));
    const { lines, images } = print(letter);
    expect(lines.join(' ')).not.toContain('Boxes');
    const ink = (data: Buffer | undefined) => [...(data ?? [])].reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
    const w = print('\u{20bc}W').images[0]?.data;
    expect(ink(images[0]?.data)).toBeGreaterThan(20);
    expect(ink(images[0]?.data)).toBeLessThan(ink(w) * 2);
  });

  it("is a box if the system's file is no font, and is drawn on the next printout once a font is installed", () => {
    install('NotoSansKhmer-Regular.ttf', Buffer.from('no font at all'));
    expect(print('ក').lines.join(' ')).toContain('Boxes stand for characters');
    install('KhmerOS.ttf', fontWith('ក', 'W'));
    expect(print('ក').lines.join(' ')).not.toContain('Boxes');
  });

  it('has no box for the currency signs of lari and manat: they are drawn without a system font', () => {
    const { lines, images } = print('12 ₾, 5 ₼');
    expect(lines).toEqual(['[image 576x30]']);
    expect(images[0]?.data.equals(print('12  , 5  λ').images[0]?.data ?? Buffer.alloc(0))).toBe(false);
  });
});

it('staff are notified of an order printed with boxes, and of the font to install', async () => {
  const store = testStore(testFolder(), { backups: null });
  const virtual = await testPrinter();
  const kitchen = printerWith({ id: 'kitchen', name: 'Kitchen', host: virtual.host, port: virtual.port, documents: ['kitchen-ticket'] });
  const feed = createFeed();
  const clock = createServiceClock({ computer: Date.now, monotonic: systemTime.monotonic });
  const warnings = createWarnings({ store, notices: createNotices(feed, clock) });
  const reported: MissingGlyphs[] = [];
  const address = 'សម្ល 5';
  const { spool, slips } = spoolOn({
    store,
    time: systemTime,
    printers: [kitchen],
    backupAfterMs: 10_000,
    slip: { number: 'P12', address, parcels: [] },
    onMissingGlyphs(paper) {
      reported.push(paper);
      warnings.boxed(paper);
    },
  });
  const carryOut = async (name: string, id: string): Promise<void> => {
    const one = order({ id, number: id, items: [item(name, 1)] });
    putOrder(store, { items: [{ name, count: 1 }] }, { order: one });
    store.write(() => spool.paperDue(one, { occasion: 'accepted' }));
    await carry(spool.kind);
  };
  const carry = async (kind: Kind): Promise<void> =>
    expect((await attemptDue(store, kind)).outcome).toMatchObject({ end: 'done', outcome: 'confirmed' });
  await carryOut('Πίτσα', '400');
  expect(reported).toEqual([]);
  await carryOut('ខ្មែរ', '401');
  expect(reported).toEqual([{ number: '401', printer: 'Kitchen', letters: ['ខ្មែ', 'រ'] }]);
  expect(store.journal.ofKind('401', 'letters-missing')).toMatchObject([
    { text: { code: 'printJob.hasBoxes', values: { printer: 'Kitchen' } } },
  ]);
  expect(feed.get('notices', 'boxed')).toMatchObject({
    level: 'warning',
    text: { code: 'printing.boxesOnPrintout', values: { number: '401', printer: 'Kitchen' } },
    hint: { code: 'printing.installFonts', values: { fonts: 'Noto Sans Khmer' } },
  });
  expect(virtual.papers().at(-1)?.text).toContain('Boxes stand for characters');
  store.write(() => {
    store.deliveries.add(delivery(systemTime.wall(), { promise: { ...PROMISE, formattedAddress: address } }));
    slips.due('d');
  });
  await carry(slips.kind);
  expect(feed.get('notices', 'boxed')?.text).toMatchObject({ values: { number: 'P12', printer: 'Kitchen' } });
});
