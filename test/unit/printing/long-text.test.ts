/** Texts and lists too long for a printout are cut, with a hint in its language. */
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../contract/language.ts';
import { tOf } from '../../../contract/locales.ts';
import { USUAL_TEMPLATE } from '../../../contract/settings/paper-template.ts';
import { type Order, UNASSIGNED } from '../../../main/orders/order.ts';
import { cutText } from '../../../main/orders/text/short-order.ts';
import { deliveryTicket } from '../../../main/printing/documents/delivery-ticket.ts';
import { paperOf } from '../../../main/printing/documents/paper.ts';
import { encode } from '../../../main/printing/escpos/encode.ts';
import type { Document } from '../../../main/printing/layout/document.ts';
import { layout } from '../../../main/printing/layout/layout.ts';
import type { PrintPayload } from '../../../main/printing/print-payload.ts';
import { paperJobs } from '../../../main/printing/spool/plan.ts';
import { printerWith } from '../../../main/settings/settings.ts';
import { scan } from './escpos-scanner.ts';
import { context, groupOrder, item, linesOf, option, order } from './papers/orders.ts';

const PAPER = { columns: 48, dots: 576 } as const;
const KITCHEN = printerWith({ id: 'kitchen', name: 'Kitchen', host: 'x' });
const PAPERS = ['kitchen-ticket', 'participant-label', 'receipt', 'courier-slip', 'preorder-slip', 'change-slip', 'stop-slip'] as const;
const PROSE = 'No nuts please, I am allergic to them. ';

function paper(of: Order, document: PrintPayload['document'], language = USUAL_TEMPLATE.language): Document {
  const changes = of.items.map((after) => ({ kind: 'added', before: null, after }) as const);
  const payload: PrintPayload = { document, printerId: 'kitchen', part: 0, madeAt: 0, changes };
  const made = paperOf(of, payload, [KITCHEN], { ...context, template: { ...USUAL_TEMPLATE, language } });
  if (!made) throw new Error(`There is no ${document}.`);
  return made;
}

const read = (document: Document, columns: number = PAPER.columns): string =>
  linesOf(document, columns)
    .join(' ')
    .replaceAll(/[\s║]+/g, ' ');
/** Length on paper, in dots. */
const lengthOf = (document: Document, columns: number = PAPER.columns): number =>
  layout(document, { columns }).reduce((sum, { runs }) => sum + 24 * Math.max(1, ...runs.map(({ height }) => height)) + 6, 0);

function full(text: string, change: Partial<Order> = {}): Order {
  const money = { amount: 100, currency: text };
  return order({
    number: text,
    type: text,
    venueName: text,
    delivery: { type: text, selfDelivery: true, time: text, address: text, tip: money },
    items: [{ ...item(text, 1, [{ ...option(text, text), price: money }]), sku: text, total: money }],
    participants: [{ name: text, lines: [{ item: 0, count: 1 }] }],
    basketTotal: money,
    discountsTotal: money,
    feesTotal: money,
    fees: [{ type: text, total: money }],
    cash: { collect: money, expect: money },
    consumer: { name: text, phone: text, comment: text },
    company: { taxId: text, name: text, address: text },
    createdAt: text,
    pickupEta: text,
    ...change,
  });
}

describe('a comment', () => {
  const withComment = (comment: string) => order({ consumer: { name: null, phone: null, comment } });

  it('of a thousand characters is printed to its last word', () => {
    const comment = `${PROSE.repeat(25)}That is all.`;
    expect(comment.length).toBeLessThan(1_000);
    const text = read(paper(withComment(comment), 'kitchen-ticket'));
    expect(text).toContain('That is all.');
    expect(text).not.toContain('continued');
  });

  it.each(LANGUAGES)("that is longer ends with a whole word and a hint in the printout's language (%s)", (language) => {
    const text = read(paper(withComment(PROSE.repeat(500)), 'kitchen-ticket', language));
    expect(text).toContain(tOf(language)('printout.continued'));
    expect(text).toMatch(/(No|nuts|please,|I|am|allergic|to|them\.) ?\.\.\./);
  });

  it("of blank lines and invisible characters doesn't hide the words behind them", () => {
    const text = read(paper(withComment(`${'\n'.repeat(900)}${'\u200b'.repeat(900)}Allergic to nuts.`), 'kitchen-ticket'));
    expect(text).toContain('Allergic to nuts.');
    expect(text).not.toContain('continued');
  });

  it('whose words follow 100,000 invisible characters is marked as continued on the screen', () => {
    expect(read(paper(withComment(`${'\u200b'.repeat(100_000)}Allergic to nuts.`), 'kitchen-ticket'))).toContain('continued on the screen');
  });

  it('whose allergy is in the cut part still shows the allergy', () => {
    const text = read(paper(withComment(`${'Ring twice, please. '.repeat(80)}Allergic to celery.`), 'kitchen-ticket'));
    expect(text).toContain('ALLERGY: celery');
    expect(text).toContain('continued on the screen');
  });

  it("isn't cut within an emoji or a letter with accents", () => {
    for (const letter of ['👨‍👩‍👧', 'e\u0301\u0302', '한', '🇫🇮']) {
      for (let more = 0; more < 8; more += 1) {
        const cut = cutText(`${'x'.repeat(more)}${letter.repeat(400)}`, 60) ?? '';
        expect(cut.slice(more).replaceAll(letter, '')).toBe('');
        expect(cut.isWellFormed()).toBe(true);
      }
    }
  });
});

describe('an order of long texts', () => {
  const texts = { prose: PROSE.repeat(2_500), word: 'x'.repeat(100_000), lines: 'a\n'.repeat(50_000), ideographs: '字'.repeat(100_000) };

  it.each(Object.entries(texts).flatMap(([letters, text]) => PAPERS.map((document) => [document, letters, text] as const)))(
    'prints on a %s (%s) within two meters, with a hint at each cut text',
    (document, _letters, text) => {
      for (const columns of [48, 32, 24]) {
        const made = paper(full(text), document);
        expect(lengthOf(made, columns)).toBeLessThan(16_000 * (48 / columns));
        expect(read(made, columns).replaceAll(' ', '')).toContain('continuedonthescreen');
      }
    },
  );

  it('becomes only bytes that are allowed for a printer', () => {
    for (const document of PAPERS)
      scan(encode(layout(paper(full('A\u0301 \x1b@ 字 ب '.repeat(3_000)), document), PAPER), { family: 'epson', ...PAPER }));
  });

  it('at the courier desk has a ticket with a hint instead of an unreadable code', () => {
    const text = PROSE.repeat(1_000);
    const slip = deliveryTicket(
      {
        number: text,
        recipient: { name: text, phone: text },
        address: text,
        comment: text,
        isNoContact: false,
        pickupEta: text,
        parcels: Array.from({ length: 3_000 }, () => ({ count: 1, description: text })),
        cash: { amount: 1, currency: text },
        trackingUrl: `https://tracking.example.test/${'x'.repeat(5_000)}`,
      },
      context,
    );
    expect(slip.blocks.some(({ kind }) => kind === 'picture')).toBe(false);
    expect(read(slip)).toMatch(/\d+ more: see the screen/);
    expect(lengthOf(slip)).toBeLessThan(60_000);
    expect(() => encode(layout(slip, PAPER), { family: 'epson', ...PAPER })).not.toThrow();
  });
});

describe('a list', () => {
  const dishes = (count: number) => Array.from({ length: count }, (_, at) => item(`Dish ${at + 1}`, 1));

  it('of three hundred dishes is printed whole', () => {
    const text = read(paper(order({ items: dishes(300) }), 'kitchen-ticket'));
    expect(text).toContain('Dish 300');
    expect(text).not.toContain('see the screen');
  });

  it.each(PAPERS.filter((document) => document !== 'participant-label'))(
    'of thousands of dishes is cut, and the %s counts the rest',
    (document) => {
      const many = order({ items: dishes(5_000) });
      const made = paper(many, document);
      const text = read(made);
      const [, left = ''] = /(\d+) more: see the screen/.exec(text) ?? [];
      expect(Number(left)).toBeGreaterThan(3_000);
      expect(text).toContain(`Dish ${5_000 - Number(left)} `);
      expect(text).not.toContain(`Dish ${5_001 - Number(left)} `);
      expect(lengthOf(made)).toBeLessThan(60_000);
      // The kitchen's total of items is always exact.
      if (document === 'kitchen-ticket') expect(text).toContain('5,000 ITEMS');
      if (document === 'stop-slip') expect(text).toContain('5,000 items');
    },
  );

  it("of an item's choices, or of the people who share it, is cut and counts the rest", () => {
    const options = Array.from({ length: 2_000 }, (_, at) => option('', `Sauce ${at}`));
    expect(read(paper(order({ items: [item('Bowl', 1, options)] }), 'kitchen-ticket'))).toMatch(/19\d\d more: see the screen/);
    const people = Array.from({ length: 400 }, (_, at) => ({ name: `Guest ${at}`, lines: [{ item: 0, count: 1 }] }));
    expect(read(paper(order({ items: [item('Cake', 400)], participants: people }), 'kitchen-ticket'))).toMatch(/388 more: see the screen/);
  });

  it('of people has sixty labels, and the last label counts the other people', () => {
    const people = Array.from({ length: 400 }, (_, at) => ({
      name: at < 399 ? `Guest ${at}` : UNASSIGNED,
      lines: [{ item: 0, count: 1 }],
    }));
    const crowd = order({ ...groupOrder, items: [item('Cake', 400)], participants: people });
    const keys = paperJobs([KITCHEN], crowd, { occasion: 'accepted' }, new Set(), 0).map(({ key }) => key);
    expect(keys.filter((key) => key.includes('participant-label'))).toHaveLength(60);
    const text = (part: number) => {
      const made = paperOf(crowd, { document: 'participant-label', printerId: 'kitchen', part, madeAt: 0 }, [KITCHEN], context);
      return made ? read(made) : null;
    };
    expect(text(58)).not.toContain('more');
    expect(text(59)).toContain('340 more: see the screen');
    // Staff may still print a later person's label manually.
    expect(text(399)).toContain('NOT ASSIGNED');
    expect(text(400)).toBeNull();
  });
});
