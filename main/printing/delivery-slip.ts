/** For the bag of a delivery that staff ordered a courier for: who gets it, what is in it, and a code to follow the courier by. */
import { isRightToLeft } from '../../preload/language.ts';
import type { Money } from '../orders/order.ts';
import { centred, listRow } from './blocks.ts';
import type { Block, Document } from './document.ts';
import { moneyOn } from './money-on.ts';
import { marks, type PrintContext, sayOn, timeOn } from './ticket-words.ts';

export interface SlipDelivery {
  number: string | null;
  recipient: { name: string; phone: string };
  address: string | null;
  /** For the courier: floor, door code. */
  comment: string | null;
  isNoContact: boolean;
  /** ISO UTC; null where the service did not tell. */
  pickupEta: string | null;
  parcels: { count: number; description: string }[];
  cash: Money | null;
  trackingUrl: string | null;
}

export function deliverySlip(delivery: SlipDelivery, context: PrintContext): Document {
  const say = sayOn(context);
  const { number, recipient, address, comment, isNoContact, pickupEta, parcels, cash, trackingUrl } = delivery;
  const blocks: Block[] = [
    ...marks(context),
    { kind: 'text', text: say('delivery'), size: 4, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(number === null ? [] : [large(number, 6)]),
    large(recipient.name, 3),
    ...(pickupEta === null ? [] : [centred(say('courier', { time: timeOn(pickupEta, context) }), 2)]),
    { kind: 'rule', weight: 'heavy' },
    ...[address, say('phone', { phone: recipient.phone }), comment].flatMap((text): Block[] =>
      text === null ? [] : [{ kind: 'text', text, size: 'tall', bold: true }],
    ),
    ...(isNoContact ? [centred(say('no-contact'), 2)] : []),
    ...(cash === null ? [] : [listRow(say('cash-to-collect'), moneyOn(cash, say), 'tall')]),
    { kind: 'rule', weight: 'light' },
    ...parcels.map(({ count, description }) => listRow(`${count}×`, description, 1)),
    ...(trackingUrl === null ? [] : followed(trackingUrl, say('follow-courier'))),
    { kind: 'feed', lines: 1 },
    { kind: 'text', text: context.venueName, align: 'center' },
  ];
  return { title: 'Delivery slip', blocks, rightToLeft: isRightToLeft(context.template.language) };
}

function large(text: string, size: 3 | 6): Block {
  return { kind: 'text', text, size, bold: true, align: 'center', shrinkToOneLine: true };
}

function followed(url: string, words: string): Block[] {
  return [
    { kind: 'feed', lines: 1 },
    { kind: 'picture', picture: { kind: 'qr', content: url } },
    { kind: 'text', text: words, align: 'center' },
  ];
}
