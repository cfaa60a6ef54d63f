import { describe, expect, it } from 'vitest';
import { participantsOf } from '../../../../main/orders/group/participants.ts';
import { type Order, UNASSIGNED } from '../../../../main/orders/order.ts';
import { participantLabels } from '../../../../main/printing/documents/participant-label.ts';
import fc from '../../../setup/property.ts';
import { context, groupOrder, item, linesOf, order } from './orders.ts';

function labels(of: Order, columns = 32): string[][] {
  return participantLabels(of, context).map((label) => linesOf(label, columns));
}

describe('the labels of a group order', () => {
  it('are one per person, numbered, with their items', () => {
    expect(labels(groupOrder)).toEqual([
      [
        '417                 1/3',
        'Aino K',
        '════════════════════════════════',
        ' 1    Pizza',
        '      margherita',
        '      + Size: Family',
        '      + Extra topping:',
        '        2× Mozzarella',
        '────────────────────────────────',
        'DELIVERY · COURIER 13:36  1 item',
        'Test Venue Harbour',
      ],
      [
        '417                 2/3',
        'Mikael S',
        '════════════════════════════════',
        ' 2    House burger',
        '      + Patty: Plant based',
        '      + Leave out: No onion',
        '────────────────────────────────',
        'DELIVERY · COURIER 13:36',
        '2 items       Test Venue Harbour',
      ],
      [
        '417                 3/3',
        'Lea P',
        '════════════════════════════════',
        ' 1    Lemonade',
        '      0.4 l',
        ' 1    Fries',
        '────────────────────────────────',
        'DELIVERY · COURIER 13:36',
        '2 items       Test Venue Harbour',
      ],
    ]);
  });

  it('omit and add no item, whatever the service says about who ordered what', () => {
    const counts = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 });
    const claim = fc.array(fc.record({ row_number: fc.nat(7), count: fc.nat(4) }), { maxLength: 5 });
    const claims = fc.array(claim, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(counts, claims, (lineCounts, people) => {
        const items = lineCounts.map((count, at) => ({ ...item(`Dish ${at}`, count), rowNumber: at }));
        const group_participants = people.map((lines, at) => ({ name: `Guest ${at}`, items: lines }));
        const participants = participantsOf({ group_participants, items: [] }, items);
        const printed = labels(order({ items, participants }), 96).flat();
        const labelled = printed.map((line) => Number(/^ *(\d+) +Dish/.exec(line)?.[1] ?? 0)).reduce((sum, count) => sum + count, 0);
        expect(labelled).toBe(lineCounts.reduce((sum, count) => sum + count, 0));
      }),
    );
  });

  it('include a label for items that no one claimed', () => {
    const of = order({ items: [item('Dips', 2)], participants: [{ name: UNASSIGNED, lines: [{ item: 0, count: 2 }] }] });
    expect(labels(of)[0]?.join('\n')).toMatch(/NOT ASSIGNED[\s\S]*No one claimed[\s\S]*2 +Dips/);
  });

  it('include a label for a person without a dish, who still waits for a bag', () => {
    const of = order({ participants: [{ name: 'Oona H', lines: [] }] });
    expect(labels(of)[0]?.join('\n')).toContain('No items');
  });

  it('are none for the order of one person', () => {
    expect(labels(order())).toEqual([]);
  });

  it('that may be copies say so', () => {
    const [label = null] = participantLabels(groupOrder, { ...context, copy: { kind: 'possible-copy' } });
    expect(
      linesOf(label, 32)
        .join('\n')
        .match(/POSSIBLE COPY/g),
    ).toHaveLength(2);
  });
});
