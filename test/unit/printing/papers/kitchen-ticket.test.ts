import { describe, expect, it } from 'vitest';
import { type Order, UNASSIGNED } from '../../../../main/orders/order.ts';
import { kitchenTicket, type PrintContext } from '../../../../main/printing/documents/kitchen-ticket.ts';
import { layout } from '../../../../main/printing/layout/layout.ts';
import { context, groupOrder, item, linesOf, option, order, ownDeliveryPreOrder, takeawayWithCash } from './orders.ts';

function paper(of: Order, columns = 32, change: Partial<PrintContext> = {}): string[] {
  return linesOf(kitchenTicket(of, { ...context, ...change }), columns);
}

function text(of: Order, change: Partial<PrintContext> = {}): string {
  return paper(of, 96, change).join('\n');
}

describe('the kitchen ticket', () => {
  it('of a group order shows who gets what, and the allergy before the food', () => {
    expect(paper(groupOrder, 48)).toEqual([
      '                DELIVERY',
      '               417',
      '    COURIER 13:36',
      '                  Aino K',
      '             GROUP ORDER · 3 people',
      '╔═ READ THIS: CUSTOMER NOTE ═══════════════════╗',
      '║  ALLERGY: hazelnut                           ║',
      '║ Allergy: hazelnut. Cutlery for three please. ║',
      '╚══════════════════════════════════════════════╝',
      '════════════════════════════════════════════════',
      ' 1    Pizza margherita',
      '      + Size: Family',
      '      + Extra topping: 2× Mozzarella      Aino K',
      ' 2    House burger',
      '      + Patty: Plant based',
      '      + Leave out: No onion             Mikael S',
      ' 1    Lemonade 0.4 l                       Lea P',
      ' 1    Fries                                Lea P',
      '════════════════════════════════════════════════',
      '5 ITEMS',
      '────────────────────────────────────────────────',
      'Ordered 13:14          Printed 14 Mar 2026 13:16',
      'Test Venue Harbour',
    ]);
  });

  it('of a takeaway shows the cash to collect and the change', () => {
    expect(paper(takeawayWithCash)).toEqual([
      '          PICKUP',
      '       421',
      '    PICKUP 14:40',
      '         Jonas L',
      '════════════════════════════════',
      ' 1    House burger',
      '      + Meal: Fries and drink',
      '════════════════════════════════',
      '1 ITEM',
      '╔═ COLLECT CASH ═══════════════╗',
      '║ 16.80 EUR                    ║',
      '║ Customer gives     20.00 EUR ║',
      '║ Change              3.20 EUR ║',
      '╚══════════════════════════════╝',
      '────────────────────────────────',
      'Ordered 14:20',
      'Printed 14 Mar 2026 13:16',
      'Test Venue Harbour',
    ]);
  });

  it('of a self-delivery pre-order shows the day, the address and the phone', () => {
    expect(paper(ownDeliveryPreOrder, 32, { printedAt: '2026-03-13T20:00:00Z' })).toEqual([
      '   SELF-DELIVERY',
      '   PRE-ORDER Sat 14 Mar 19:30',
      '          88',
      '      Sat 14 Mar',
      '   DELIVER 19:30',
      '  Petra Virtanen',
      '╔═ READ THIS: CUSTOMER NOTE ═══╗',
      '║ Door code 1234               ║',
      '╚══════════════════════════════╝',
      '════════════════════════════════',
      ' 2    Pizza',
      '      margherita',
      ' 1    Pizza diavola',
      '      + Size: Family',
      '════════════════════════════════',
      '3 ITEMS',
      '────────────────────────────────',
      'Koekatu 12 B 7, 00100 Testikylä',
      'Phone +358000000001',
      'NO CONTACT: leave at the door',
      'No cash to collect',
      '────────────────────────────────',
      'Ordered Sat 14 Mar 11:02',
      'Printed 13 Mar 2026 22:00',
      'Test Venue Harbour',
    ]);
  });

  it('shows an allergy named in a choice at its dish, and the choice in full', () => {
    const items = [item('Soup', 1, [option('Allergies', 'none')]), item('Salad', 1, [option('Allergies', 'Peanut and egg')])];
    expect(paper(order({ items }), 48).slice(4, 10)).toEqual([
      ' 1    Soup',
      '      + Allergies: none',
      ' 1    Salad',
      '       ALLERGY: Peanut · egg',
      '      + Allergies: Peanut and egg',
      '════════════════════════════════════════════════',
    ]);
  });

  it('lists allergy words white on black, and none for a note that means no allergies', () => {
    const of = (comment: string) => order({ consumer: { name: null, phone: null, comment } });
    const runs = layout(kitchenTicket(of('Nussallergie, bitte klingeln'), context), { columns: 48 }).flatMap((line) => line.runs);
    expect(runs.filter(({ text: words }) => words.includes('ALLERGY')).map(({ reverse, text: words }) => [words, reverse])).toEqual([
      ['ALLERGY: Nussallergie', true],
    ]);
    expect(text(of('Keine Allergien'))).not.toContain('ALLERGY');
  });

  it('has no prices of dishes', () => {
    const priced = { ...item('Soup', 1), total: { amount: 990, currency: 'EUR' }, unitPrice: { amount: 990, currency: 'EUR' } };
    expect(text(order({ items: [priced], basketTotal: { amount: 990, currency: 'EUR' } }))).not.toMatch(/9[.,]90|EUR/);
  });

  it('that may be a copy says so in its first and last lines, in white on black', () => {
    const document = kitchenTicket(order(), { ...context, copy: { kind: 'possible-copy' } });
    const marks = layout(document, { columns: 48 }).flatMap((line, at) =>
      line.runs.some((run) => run.text.includes('POSSIBLE COPY')) ? [{ at, line }] : [],
    );
    expect(marks).toHaveLength(2);
    expect(marks[0]?.at).toBe(0);
    for (const { line } of marks) expect(line.runs.every((run) => run.reverse && run.height >= 2)).toBe(true);
  });

  it("reprinted manually shows the reprint's number", () => {
    expect(text(order(), { copy: { kind: 'reprint', number: 2 } }).match(/REPRINT 2/g)).toHaveLength(2);
    expect(text(order())).not.toMatch(/REPRINT|COPY/);
  });

  it('shows who shares a dish, and unclaimed items', () => {
    const shared = order({
      items: [item('Dips', 3)],
      participants: [
        { name: 'Aino K', lines: [{ item: 0, count: 1 }] },
        { name: UNASSIGNED, lines: [{ item: 0, count: 2 }] },
      ],
    });
    expect(text(shared)).toMatch(/3 +Dips +Aino K \(1\), NOT ASSIGNED \(2\)\n/);
    expect(text(shared)).toContain('GROUP ORDER · 1 person');
  });

  const preOrder = { time: '2026-03-14T17:30:00.000Z', status: 'confirmed' };
  it.each<[what: string, of: Partial<Order>, text: RegExp, change?: Partial<PrintContext>]>([
    ["doesn't invent a time", { pickupEta: null }, /COURIER no time given/],
    ["doesn't invent an item", { items: [] }, /^(?![\s\S]*\b0 ITEMS)[\s\S]*NO ITEMS COULD BE READ/],
    ['prints an unknown delivery type as the service sent it', { delivery: { ...order().delivery, type: 'drone' } }, /DRONE/],
    ['prints an unreadable time as the service sent it', { pickupEta: 'around noon' }, /around noon/],
    ['prints even with a mistyped time zone', {}, /COURIER \d\d:\d\d/, { timeZone: 'Europe/Nowhere' }],
    [
      'shows weight and code of retail goods',
      { items: [{ ...item('Bananas, loose', 1), weightGrams: 450, sku: '200145' }] },
      /450 g[\s\S]*SKU 200145/,
    ],
    ["shows the courier's time of a pre-order once known", { type: 'preorder', preOrder }, /PRE-ORDER 19:30[\s\S]*COURIER 13:36/],
    ['shows the chosen time of a pre-order before', { type: 'preorder', preOrder, pickupEta: null }, /FOR 19:30/],
  ])('%s', (_, of, shown, change) => {
    expect(text(order(of), change)).toMatch(shown);
  });

  it("shows cash in every currency, and an unknown currency's as received", () => {
    const cash = (amount: number, currency: string, gives?: number) =>
      text(order({ cash: { collect: { amount, currency }, expect: gives === undefined ? null : { amount: gives, currency } } }));
    expect(cash(1_250, 'KWD')).toContain('1.250 KWD');
    expect(cash(1_234, 'ABC')).toContain('1234 ABC (unit unknown)');
    expect(cash(980, 'JPY', 1_000)).toMatch(/Customer gives +1000 JPY.*\n.*Change +20 JPY/);
  });
});
