/** Texts and times that several printouts share. */

import { localeOf } from '../../../../contract/language.ts';
import { tOf } from '../../../../contract/locales.ts';
import type { PaperTemplate } from '../../../../contract/settings/paper-template.ts';
import type { Translate } from '../../../../contract/words.ts';
import type { FoundWord } from '../../../orders/allergies/allergies-in.ts';
import type { CurrencyDigits } from '../../../orders/money/money.ts';
import type { Order } from '../../../orders/order.ts';
import { momentOf as moment, momentIn } from '../../../time/time-text.ts';

/** Whether this is the first printout of its kind; a second one must never look like a second order. */
export type PrintCopy = { kind: 'original' } | { kind: 'possible-copy' } | { kind: 'reprint'; number: number };

export interface PrintContext {
  venueName: string;
  /** For the receipt; none where the venue has not written it down. */
  venueAddress?: string | null;
  template: PaperTemplate;
  currencyDigits: CurrencyDigits;
  copy: PrintCopy;
  /** Which of several originals, from 1. */
  copyOf?: { number: number; of: number };
  /** The printer whose work this one does meanwhile. */
  standsInFor?: string;
  /** The items of this printer, by index, and the printers that have the others; everything when not given. */
  only?: { items: readonly number[]; elsewhere: readonly string[] };
  /** The customer's note is longer than a printout can hold. */
  noteGoesOn?: boolean;
  /** The words for allergies and allergens in the whole of such a note. */
  noteAllergies?: readonly FoundWord[];
  /** Who accepted the order, if the venue prints that. */
  acceptedBy?: string | null;
  /** ISO UTC. */
  printedAt: string;
  /** IANA name such as `Europe/Helsinki`; without it, the computer's own. */
  timeZone?: string;
}

export function tOn({ template }: Pick<PrintContext, 'template'>): Translate {
  return tOf(template.language);
}

/** How the order leaves the house: DELIVERY, SELF-DELIVERY, PICKUP, EAT IN, or the service's own word for a kind added later. */
export function kindOf(order: Order, t: Translate): string {
  if (order.delivery.selfDelivery) return t('printout.selfDelivery');
  switch (order.delivery.type) {
    case 'homedelivery':
      return t('printout.delivery');
    case 'takeaway':
      return t('printout.pickup');
    case 'eatin':
      return t('printout.eatIn');
    default:
      return order.delivery.type.toUpperCase();
  }
}

export function isPreOrder(order: Order): boolean {
  return order.type === 'preorder' || order.preOrder !== null;
}

/** The moment of printing, and how the printout writes times. */
export type PrintedWhen = Pick<PrintContext, 'template' | 'timeZone' | 'printedAt'>;

/** Clock time such as "11:36", and the day such as "Sat 14 Mar" where the one rule for moments asks for it, seen from the moment of printing. */
export function momentOf(iso: string, context: PrintedWhen): { day: string | null; clock: string } {
  return moment(iso, { ...placeOf(context), now: context.printedAt });
}

/** "11:36", or "Sat 14 Mar 11:36" of another day that is not near. */
export function timeOn(iso: string, context: PrintedWhen): string {
  const { day, clock } = momentOf(iso, context);
  return day === null ? clock : `${day} ${clock}`;
}

/** What `dateAndTime` writes a time for. */
export type Calendar = Pick<PrintContext, 'template' | 'timeZone'>;

/** "14 Mar 2026 11:16". */
export function dateAndTime(iso: string, calendar: Calendar): string {
  return written(iso, calendar, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
}

/** "Sat 14 Mar 2026". */
export function dayAndDate(iso: string, calendar: Calendar): string {
  return written(iso, calendar, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
}

function written(iso: string, calendar: Calendar, parts: Intl.DateTimeFormatOptions): string {
  return momentIn(iso, placeOf(calendar), parts);
}

function placeOf({ template, timeZone }: Calendar): { locale: string; timeZone: string | undefined } {
  return { locale: localeOf(template.language), timeZone };
}
