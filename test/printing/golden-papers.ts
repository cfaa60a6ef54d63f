/** The papers that are kept as images: each document on both widths, and each script. */
import { itemChanges } from '../../main/orders/changes.ts';
import { dayReport } from '../../main/printing/day-report.ts';
import type { Document } from '../../main/printing/document.ts';
import { encode } from '../../main/printing/encode.ts';
import { layout } from '../../main/printing/layout.ts';
import { paperOf } from '../../main/printing/paper.ts';
import type { PrintPayload } from '../../main/printing/plan.ts';
import { testPage } from '../../main/printing/test-page.ts';
import type { PrintContext } from '../../main/printing/ticket-words.ts';
import { printerWith } from '../../main/settings/settings.ts';
import { drawPiece } from '../../sandbox/printer/drawing.ts';
import { createInterpreter } from '../../sandbox/printer/interpreter.ts';
import type { Piece } from '../../sandbox/printer/print-head.ts';
import { groupOrder, item, order, ownDeliveryPreOrder, takeawayWithCash } from './orders.ts';

const CONTEXT: PrintContext = {
  venueName: 'Harbour Kitchen',
  copy: { kind: 'original' },
  printedAt: '2026-03-14T11:16:00Z',
  timeZone: 'Europe/Helsinki',
};
const GRILL = printerWith({ id: 'grill', name: 'Grill', host: 'x', takes: { items: ['pizza', 'burger'] } });
const BAR = printerWith({ id: 'bar', name: 'Bar', host: 'x', takes: { items: ['lemonade'], rest: true } });
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const priced = order({
  number: '417',
  items: [
    { ...item('Pizza margherita', 2), total: eur(2380), unitPrice: eur(1190) },
    { ...item('Cheese, by weight', 1), total: eur(620), weightGrams: 248 },
    { ...item('Lemonade 0.4 l', 3), total: eur(1170), unitPrice: eur(390), deposit: { gross: eur(45), net: eur(36) } },
  ],
  basketTotal: eur(4170),
  discountsTotal: eur(250),
  feesTotal: eur(439),
  fees: [
    { type: 'type_base_delivery', total: eur(290) },
    { type: 'type_service_fee', total: eur(149) },
  ],
  delivery: { type: 'homedelivery', selfDelivery: true, time: null, address: 'Koekatu 12 B 7, 00100 Testikylä', tip: eur(200) },
  cash: { collect: eur(4609), expect: eur(5000) },
  company: { taxId: 'FI12345678', name: 'Example Oy', address: 'Esimerkkikatu 1, 00100 Helsinki' },
});
const changed = { ...groupOrder, items: groupOrder.items.slice(1).map((one, at) => (at === 0 ? { ...one, count: 5 } : one)) };

const SCRIPTS: Record<string, string> = {
  latin: 'Smørrebrød, žluťoučký kůň, zażółć gęślą jaźń, ąčęėįšųūž ģķļņ',
  greek: 'Πίτσα με φέτα, χωρίς κρεμμύδι',
  cyrillic: 'Без орехов, пожалуйста. Жаңғақсыз',
  hebrew: 'בלי אגוזים בבקשה, דירה 12',
  arabic: 'بدون مكسرات من فضلك 12',
  georgian: 'თხილის გარეშე',
  armenian: 'Առանց ընկույզի',
  japanese: 'ナッツ抜きでお願いします。３階',
  emoji: 'Happy birthday 🎉 ❤️ 👨‍👩‍👧 🥜',
};

/** Every kept image by its name: what to draw it from. */
export function goldenPapers(): { name: string; columns: number; dots: number; document: Document }[] {
  const made = (
    document: PrintPayload['document'],
    of = groupOrder,
    more: Partial<PrintPayload> = {},
    context: Partial<PrintContext> = {},
  ) => {
    const payload: PrintPayload = { document, printerId: 'bar', part: 0, madeAt: 0, ...more };
    const paper = paperOf(of, payload, [{ ...BAR, takes: null }], { ...CONTEXT, ...context });
    if (!paper) throw new Error(`There is no ${document}.`);
    return paper;
  };
  const routed = paperOf(groupOrder, { document: 'kitchen-ticket', printerId: 'grill', part: 0, madeAt: 0 }, [GRILL, BAR], CONTEXT);
  if (!routed) throw new Error('There is no routed ticket.');
  const documents: Record<string, Document> = {
    'kitchen-ticket-group': made('kitchen-ticket'),
    'kitchen-ticket-takeaway-cash': made('kitchen-ticket', takeawayWithCash),
    'kitchen-ticket-pre-order': made('kitchen-ticket', ownDeliveryPreOrder),
    'kitchen-ticket-routed': routed,
    'kitchen-ticket-possible-copy': made('kitchen-ticket', takeawayWithCash, {}, { copy: { kind: 'possible-copy' } }),
    'kitchen-ticket-reprint': made('kitchen-ticket', takeawayWithCash, {}, { copy: { kind: 'reprint', number: 2 } }),
    'kitchen-ticket-instead-of': made('kitchen-ticket', takeawayWithCash, { standsInFor: { id: 'x', name: 'Grill', mayBeCopy: false } }),
    label: made('participant-label', groupOrder, { part: 1 }),
    receipt: made('receipt', priced),
    'courier-slip': made('courier-slip', priced),
    'preorder-slip': made('preorder-slip', ownDeliveryPreOrder),
    'change-slip': made('change-slip', changed, { changes: itemChanges(groupOrder, changed) }),
    'stop-slip': made('stop-slip'),
    'day-report': dayReport(
      [
        { order: priced, stage: 'delivered' },
        { order: groupOrder, stage: 'preparing' },
        { order: takeawayWithCash, stage: 'rejected' },
      ],
      'Sat 14 Mar 2026',
      CONTEXT,
    ),
    'test-page': testPage({ name: 'Kitchen', address: '192.0.2.7:9100', printedAt: CONTEXT.printedAt, timeZone: 'Europe/Helsinki' }),
  };
  const scripts = Object.entries(SCRIPTS).map(([script, text]) => ({
    name: `script-${script}-48`,
    columns: 48,
    dots: 576,
    document: {
      title: script,
      blocks: [
        { kind: 'text', text },
        { kind: 'text', text, size: 2, bold: true },
        { kind: 'box', title: 'READ THIS', blocks: [{ kind: 'text', text, size: 'tall', bold: true }] },
      ],
    } as Document,
  }));
  return [
    ...Object.entries(documents).flatMap(([name, document]) => [
      { name: `${name}-48`, columns: 48, dots: 576, document },
      { name: `${name}-32`, columns: 32, dots: 384, document },
    ]),
    ...scripts,
  ];
}

/** What the virtual printer puts on paper: its interpreter shares nothing with the layout. */
export function drawn({ columns, dots, document }: { columns: number; dots: number; document: Document }): Buffer {
  const pieces: Piece[] = [];
  const interpreter = createInterpreter({
    onCut: (piece) => pieces.push(piece),
    onStatusRequest: () => undefined,
    onProcessId: () => undefined,
  });
  interpreter.feed(encode(layout(document, { columns }), { family: 'epson', columns, dots }));
  const [piece] = pieces;
  if (!piece || pieces.length > 1 || piece.unknown.length > 0) throw new Error('Not one clean piece of paper.');
  return drawPiece(piece, dots);
}
