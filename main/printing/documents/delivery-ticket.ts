/** Ticket for the bag of an ordered courier: recipient, contents and tracking code. */

import { isRightToLeft } from '../../../contract/language.ts';
import type { Translate } from '../../../contract/words.ts';
import type { Money } from '../../orders/order.ts';
import { fitting } from '../../orders/text/fitting.ts';
import { rowsOf, shortText } from '../../orders/text/short-order.ts';
import { centred, valueRow } from '../layout/blocks.ts';
import type { Block, Document } from '../layout/document.ts';
import { endsIn, leftOver } from './parts/continued.ts';
import { counted, digitsOf } from './parts/item-lines.ts';
import { marked } from './parts/marks.ts';
import { moneyOn } from './parts/money-on.ts';
import { type PrintContext, timeOn, tOn } from './parts/ticket-words.ts';

export interface SlipDelivery {
  number: string | null;
  recipient: { name: string; phone: string };
  address: string | null;
  /** For the courier: floor, door code. */
  comment: string | null;
  isNoContact: boolean;
  /** ISO UTC. */
  pickupEta: string | null;
  parcels: { count: number; description: string }[];
  cash: Money | null;
  trackingUrl: string | null;
}

export function deliveryTicket(delivery: SlipDelivery, context: PrintContext): Document {
  const t = tOn(context);
  const { number, recipient, address, comment, isNoContact, pickupEta, parcels, cash, trackingUrl } = shortDelivery(delivery, t);
  const { shown, left } = fitting(parcels, ({ description }) => rowsOf(description));
  const blocks: Block[] = [
    { kind: 'text', text: t('printout.delivery'), size: 4, bold: true, reverse: true, align: 'center', shrinkToOneLine: true },
    ...(number === null ? [] : [large(number, 6)]),
    large(recipient.name, 3),
    ...(pickupEta === null ? [] : [centred(t('printout.courierAt', { time: timeOn(pickupEta, context) }), 2)]),
    { kind: 'rule', weight: 'heavy' },
    ...[address, t('printout.phone', { phone: recipient.phone }), comment].flatMap((text): Block[] =>
      text === null ? [] : [{ kind: 'text', text, size: 'tall', bold: true }],
    ),
    ...(isNoContact ? [centred(t('printout.noContact'), 2)] : []),
    ...(cash === null ? [] : [valueRow(t('printout.cashToCollect'), moneyOn(cash, t, context.currencyDigits), 'tall')]),
    { kind: 'rule', weight: 'light' },
    ...shown.map(({ count, description }) => counted(count, description, digitsOf(shown))),
    ...leftOver(left, t),
    ...(trackingUrl === null ? [] : followed(trackingUrl, t('printout.followCourier'))),
    { kind: 'facts', texts: [context.venueName] },
  ];
  return { title: 'Delivery slip', blocks: marked(blocks, context), rightToLeft: isRightToLeft(context.template.language) };
}

/** Shortens texts, and drops a tracking address too long for a QR code. */
function shortDelivery(delivery: SlipDelivery, t: Translate): SlipDelivery {
  const ends = endsIn(t);
  const short = (text: string | null, kind: 'word' | 'name' | 'address'): string | null => text && shortText(text, kind, ends.text);
  const { recipient, comment, trackingUrl } = delivery;
  return {
    ...delivery,
    number: short(delivery.number, 'word'),
    recipient: { name: shortText(recipient.name, 'name', ends.text), phone: shortText(recipient.phone, 'word', ends.text) },
    address: short(delivery.address, 'address'),
    comment: comment && shortText(comment, 'comment', ends.comment),
    pickupEta: short(delivery.pickupEta, 'word'),
    parcels: delivery.parcels.map(({ count, description }) => ({ count, description: shortText(description, 'name', ends.text) })),
    cash: delivery.cash && { ...delivery.cash, currency: shortText(delivery.cash.currency, 'currency', ends.text) },
    trackingUrl: trackingUrl && trackingUrl.length > LONGEST_CODE ? null : trackingUrl,
  };
}

/** Longest QR content that phones can scan on narrow paper. */
const LONGEST_CODE = 400;

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
