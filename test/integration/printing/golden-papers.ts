/**
 * The reference printouts: each document in both widths, and each script. Images prove the drawing; printouts that differ only in text are
 * kept as lines.
 */

import { PNG } from 'pngjs';
import { LANGUAGES } from '../../../contract/language.ts';
import { type PaperTemplate, USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { itemChanges } from '../../../main/orders/changes.ts';
import { isoDigits } from '../../../main/orders/money/money.ts';
import type { Order } from '../../../main/orders/order.ts';
import { dayReport } from '../../../main/printing/documents/day-report.ts';
import { deliveryTicket } from '../../../main/printing/documents/delivery-ticket.ts';
import { paperOf } from '../../../main/printing/documents/paper.ts';
import type { PrintContext } from '../../../main/printing/documents/parts/ticket-words.ts';
import { testPage } from '../../../main/printing/documents/test-page.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import type { Document } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { Run } from '../../../main/printing/layout/line.ts';
import type { PrintPayload } from '../../../main/printing/print-payload.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { drawPiece } from '../../../sandbox/printer/drawing.ts';
import { createInterpreter } from '../../../sandbox/printer/interpreter.ts';
import type { Piece } from '../../../sandbox/printer/print-head.ts';
import { orderOf } from '../../fixtures/orders.ts';
import { groupOrder, item, order, ownDeliveryPreOrder, takeawayWithCash } from '../../unit/printing/papers/orders.ts';

const CONTEXT: PrintContext = {
  venueName: 'Harbour Kitchen',
  venueAddress: 'Satamakatu 4, 00100 Testikylä',
  currencyDigits: isoDigits,
  copy: { kind: 'original' },
  printedAt: '2026-03-14T11:16:00Z',
  timeZone: 'Europe/Helsinki',
  template: USUAL_TEMPLATE,
};
const GRILL = printerWith({ id: 'grill', name: 'Grill', host: 'x', takes: { items: ['pizza', 'burger'] } });
const BAR = printerWith({ id: 'bar', name: 'Bar', host: 'x', takes: { items: ['lemonade'], rest: true } });
const eur = (amount: number) => ({ amount, currency: 'EUR' });
const priced = order({
  number: '417',
  items: [
    {
      ...item('Pizza margherita', 2),
      total: eur(2130),
      unitPrice: eur(1190),
      discount: eur(250),
      discounts: { item: eur(150), basket: eur(60), optionsItem: eur(30), optionsBasket: eur(10) },
      options: [
        {
          group: 'Drink',
          value: 'Cola can',
          count: 1,
          price: eur(200),
          posId: null,
          valuePosId: null,
          deposit: { gross: eur(15), net: eur(12) },
        },
      ],
    },
    { ...item('Cheese, by weight', 1), total: eur(620), weightGrams: 248 },
    { ...item('Lemonade 0.4 l', 3), total: eur(1170), unitPrice: eur(390), deposit: { gross: eur(45), net: eur(36), vatPercent: 25.5 } },
  ],
  basketTotal: eur(3920),
  discountsTotal: eur(250),
  before: { basket: eur(4170), fees: eur(539), feesDiscounts: eur(100) },
  feesTotal: eur(439),
  fees: [
    { type: 'type_base_delivery', total: eur(290) },
    { type: 'type_service_fee', total: eur(149) },
  ],
  delivery: { type: 'homedelivery', selfDelivery: true, time: null, address: 'Koekatu 12 B 7, 00100 Testikylä', tip: eur(200) },
  cash: { collect: eur(4559), expect: eur(5000) },
  company: { taxId: 'FI12345678', name: 'Example Oy', address: 'Esimerkkikatu 1, 00100 Helsinki' },
});
/** Two people have the same dish with the same ID; a third shares a drink with one of them. */
const sameDish = parsed({
  order_number: '418',
  items: [
    { id: 'p', name: 'Pizza margherita', count: 1, options: [{ name: 'Size', value: 'Family' }] },
    { id: 'p', name: 'Pizza margherita', count: 1 },
    { id: 'l', name: 'Lemonade 0.4 l', count: 1 },
  ],
  group_participants: [
    { name: 'Aino K', item_ids: ['p', 'l'] },
    { name: 'Lea P', item_ids: ['p'] },
    { name: 'Mikael S', item_ids: ['l'] },
  ],
});
const allergic = parsed({
  order_number: '420',
  consumer_comment: 'I am allergic to hazelnuts and celery. Ring twice, אלרגיה לבוטנים.',
  items: [
    { id: 'p', name: 'Pizza margherita', count: 1, options: [{ name: 'Allergies', value: 'none' }] },
    {
      id: 'l',
      name: 'Lasagne',
      count: 2,
      options: [
        { name: 'Anything we must know', value: 'Maitoallergia' },
        { name: 'Size', value: 'Large' },
      ],
    },
  ],
  group_participants: [
    { name: 'Aino K', item_ids: ['p'] },
    { name: 'Lea P', item_ids: ['l'] },
  ],
});
const ownersUnknown = parsed({
  order_number: '419',
  items: [
    { name: 'Beef phở', count: 2 },
    { name: 'Tiramisù', count: 1 },
  ],
  group_participants: [{ name: 'Aino K' }, { name: 'Lea P' }],
});

function parsed(body: Record<string, unknown>): Order {
  return orderOf({ id: 'o', venue: { id: 'v' }, delivery: { type: 'homedelivery' }, pickup_eta: '2026-03-14T11:36:00.000Z', ...body });
}

const changed = { ...groupOrder, items: groupOrder.items.slice(1).map((one, at) => (at === 0 ? { ...one, count: 5 } : one)) };

const LOGO = {
  width: 96,
  height: 64,
  dots: Buffer.from(
    Array.from({ length: 64 }, (_, y) => Array.from({ length: 12 }, (_, x) => (y > 16 && y < 48 && x > 2 && x < 9 ? 0x00 : 0xff))).flat(),
  ).toString('base64'),
};
const PARTS = USUAL_TEMPLATE['kitchen-ticket'].parts;
const ARRANGED: PaperTemplate = {
  ...USUAL_TEMPLATE,
  code: 'qr',
  logo: LOGO,
  'kitchen-ticket': {
    header: 'Harbour Kitchen\nQuay 4',
    footer: 'Check the bag before it leaves.',
    parts: [
      ...(['logo', 'header', 'items', 'total'] as const).map((part) => ({ part, size: 'large' as const })),
      ...PARTS.filter(({ part }) => !['logo', 'header', 'items', 'total', 'customer', 'printed'].includes(part)).map(({ part }) => ({
        part,
        size: part === 'number' ? ('small' as const) : ('normal' as const),
      })),
    ],
  },
};

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

/** Kept as images: together they have every script, direction, width, block, size and image. */
const PICTURES = new Set([
  ...Object.keys(SCRIPTS).map((script) => `script-${script}-48`),
  ...['kitchen-ticket-group-48', 'kitchen-ticket-group-24', 'kitchen-ticket-allergies-32', 'kitchen-ticket-in-he-48', 'label-48'],
  ...['receipt-32', 'receipt-in-he-48', 'slips-in-ja-48', 'arranged-48', 'barcode-32', 'barcode-48', 'test-page-48'],
]);

export interface GoldenPaper {
  name: string;
  columns: number;
  dots: number;
  document: Document;
}

export function goldenPapers(): GoldenPaper[] {
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
  const slipsIn = (template: PaperTemplate): Document => {
    const context = { template, copy: { kind: 'possible-copy' } } as const;
    const papers = [
      made('participant-label', groupOrder, { part: 1 }, context),
      made('courier-slip', priced, { standsInFor: { id: 'x', name: 'Grill', mayBeCopy: false } }, { template }),
      made('preorder-slip', ownDeliveryPreOrder, {}, { template, copy: { kind: 'reprint', number: 2 } }),
      made('change-slip', changed, { changes: itemChanges(groupOrder, changed) }, { template }),
      made('stop-slip', groupOrder, {}, { template }),
      made('unanswered-slip', takeawayWithCash, { answerBy: '2026-03-14T11:19:00Z' }, { template }),
      made('kitchen-ticket', takeawayWithCash, { copy: { number: 1, of: 2 } }, { template }),
      dayReport([{ order: priced, stage: 'delivered' }], { ...CONTEXT, template }),
    ];
    const blocks = papers.flatMap((paper) => [...paper.blocks, { kind: 'feed', lines: 2 } as const]);
    return { title: template.language, rightToLeft: papers[0]?.rightToLeft ?? false, blocks };
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
    'kitchen-ticket-allergies': made('kitchen-ticket', allergic),
    'label-allergies': made('participant-label', allergic, { part: 1 }),
    'kitchen-ticket-same-dish': made('kitchen-ticket', sameDish),
    'label-same-dish-first': made('participant-label', sameDish, { part: 0 }),
    'label-same-dish-second': made('participant-label', sameDish, { part: 1 }),
    'label-shared': made('participant-label', sameDish, { part: 2 }),
    'label-owner-not-given': made('participant-label', ownersUnknown, { part: 0 }),
    'label-not-assigned': made('participant-label', ownersUnknown, { part: 2 }),
    receipt: made('receipt', priced),
    'receipt-no-cash': made(
      'receipt',
      { ...priced, cash: null, company: { taxId: null, name: null, address: null } },
      {},
      { venueAddress: null },
    ),
    'courier-slip': made('courier-slip', priced),
    'preorder-slip': made('preorder-slip', ownDeliveryPreOrder),
    'change-slip': made('change-slip', changed, { changes: itemChanges(groupOrder, changed) }),
    'stop-slip': made('stop-slip'),
    'unanswered-slip': made('unanswered-slip', takeawayWithCash, { answerBy: '2026-03-14T11:19:00Z' }),
    'day-report': dayReport(
      [
        { order: priced, stage: 'delivered' },
        { order: groupOrder, stage: 'preparing' },
        { order: takeawayWithCash, stage: 'rejected' },
      ],
      CONTEXT,
      {
        unread: 0,
        cancelled: 0,
        missed: { count: 0, sums: [] },
        rejectsBy: [{ key: 'ITEMS_UNAVAILABLE', count: 1 }],
        refunds: [{ amount: 350, currency: 'EUR' }],
        toAccept: { median: 24, slowest: 131 },
        toReady: { median: 742, slowest: 1_510 },
        late: { count: 1, of: 2 },
        papers: { confirmed: 7, reported: 0, seen: 1, sent: 2, uncertain: 1 },
        couriers: { ordered: 3, cost: [{ amount: 2070, currency: 'EUR' }], tips: [{ amount: 250, currency: 'EUR' }] },
      },
    ),
    'delivery-slip': deliveryTicket(
      {
        number: 'P12',
        recipient: { name: 'Aino Testaaja', phone: '+358401234567' },
        address: 'Harbour street 5, 00100 Helsinki',
        comment: 'Door 42, second floor',
        isNoContact: true,
        pickupEta: '2026-03-14T11:36:00Z',
        parcels: [{ count: 2, description: 'Pizza boxes' }],
        cash: { amount: 1250, currency: 'EUR' },
        trackingUrl: 'https://tracking.example.test/42',
      },
      { ...CONTEXT, copy: { kind: 'possible-copy' } },
    ),
    'test-page': testPage({ name: 'Kitchen', address: '192.0.2.7:9100', ...CONTEXT }),
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
  const translated = LANGUAGES.filter((language) => language !== 'en').flatMap((language) => {
    const template = { ...USUAL_TEMPLATE, language };
    return [
      { name: `kitchen-ticket-in-${language}-48`, document: made('kitchen-ticket', groupOrder, {}, { template }) },
      { name: `receipt-in-${language}-48`, document: made('receipt', priced, {}, { template }) },
      { name: `slips-in-${language}-48`, document: slipsIn(template) },
    ].map((paper) => ({ ...paper, columns: 48, dots: 576 }));
  });
  const narrow = LANGUAGES.filter((language) => language !== 'en').map((language) => {
    const document = made('receipt', priced, {}, { template: { ...USUAL_TEMPLATE, language } });
    return { name: `receipt-in-${language}-32`, columns: 32, dots: 384, document };
  });
  const arranged = made('kitchen-ticket', groupOrder, {}, { template: ARRANGED });
  const withBarcode = made('courier-slip', priced, {}, { template: { ...USUAL_TEMPLATE, code: 'barcode' } });
  return [
    ...translated,
    ...narrow,
    { name: 'arranged-48', columns: 48, dots: 576, document: arranged },
    { name: 'arranged-32', columns: 32, dots: 384, document: arranged },
    { name: 'barcode-48', columns: 48, dots: 576, document: withBarcode },
    { name: 'barcode-32', columns: 32, dots: 384, document: withBarcode },
    { name: 'label-24', columns: 24, dots: 288, document: made('participant-label', groupOrder, { part: 1 }) },
    { name: 'kitchen-ticket-group-24', columns: 24, dots: 288, document: made('kitchen-ticket') },
    ...Object.entries(documents).flatMap(([name, document]) => [
      { name: `${name}-48`, columns: 48, dots: 576, document },
      { name: `${name}-32`, columns: 32, dots: 384, document },
    ]),
    ...scripts,
  ];
}

export function keptIn({ name }: GoldenPaper): string {
  return `${name}.${PICTURES.has(name) ? 'png' : 'txt'}`;
}

export function kept(paper: GoldenPaper): Buffer {
  const piece = printed(paper);
  return PICTURES.has(paper.name) ? blackAndWhite(drawPiece(piece, paper.dots)) : Buffer.from(asText(paper));
}

/** Printed by a virtual printer, whose interpreter shares no code with the layout. */
function printed({ columns, dots, document }: GoldenPaper): Piece {
  const pieces: Piece[] = [];
  const interpreter = createInterpreter({
    onCut: (piece) => pieces.push(piece),
    onStatusRequest: () => undefined,
    onProcessId: () => undefined,
  });
  interpreter.feed(encode(layout(document, { columns }), { family: 'epson', columns, dots }));
  const [piece] = pieces;
  if (!piece || pieces.length > 1 || piece.unknown.length > 0) throw new Error('Not one clean piece of paper.');
  return piece;
}

/** Takes a tenth of the space of a grayscale image. */
function blackAndWhite(drawing: Buffer): Buffer {
  const png = PNG.sync.read(drawing);
  for (let at = 0; at < png.data.length; at += 4) png.data.fill((png.data[at] ?? 0) < 128 ? 0 : 255, at, at + 3);
  return PNG.sync.write(png, { colorType: 0, deflateLevel: 9 });
}

/** Each line before drawing: width, flags ("t": tight), and runs of text. */
function asText({ columns, document }: GoldenPaper): string {
  const lines = layout(document, { columns }).map(({ runs, tight, gap, picture }) => {
    if (picture)
      return `[${picture.kind === 'logo' ? `logo ${picture.bitmap.rowBytes * 8} x ${picture.bitmap.height}` : `${picture.kind} ${picture.content}`}]`;
    const wide = runs.reduce((sum, run) => sum + run.columns, 0);
    return `${String(wide).padStart(2)}${tight ? 't' : ' '}${String(gap ?? '').padEnd(2)}|${runs.map(runAsText).join('')}|`;
  });
  return `${lines.join('\n')}\n`;
}

function runAsText({ text, width, height, bold, reverse, rightToLeft }: Run): string {
  const style = [width * height > 1 ? `${width}x${height}` : '', bold ? 'b' : '', reverse ? 'r' : '', rightToLeft ? '<' : ''].join('');
  return style === '' ? text : `{${style}:${text}}`;
}
