/** Texts and times that several printouts share. */

import { localeOf } from '../../../../contract/language.ts';
import { tOf } from '../../../../contract/locales.ts';
import type { PaperTemplate } from '../../../../contract/settings/paper-template.ts';
import type { Translate } from '../../../../contract/words.ts';
import type { FoundWord } from '../../../orders/allergies/allergies-in.ts';
import type { CurrencyDigits } from '../../../orders/money/money.ts';
import type { Order } from '../../../orders/order.ts';
import { momentOf as moment, momentIn } from '../../../time/time-text.ts';

/** Copies are marked: a kitchen must never take one for a second order. */
export type PrintCopy = { kind: 'original' } | { kind: 'possible-copy' } | { kind: 'reprint'; number: number };

export interface PrintContext {
  venueName: string;
  venueAddress?: string | null;
  template: PaperTemplate;
  currencyDigits: CurrencyDigits;
  copy: PrintCopy;
  copyOf?: { number: number; of: number };
  /** Name of the printer that this one replaces. */
  standsInFor?: string;
  /** The items on this printout, by index, and the printers of the others; absent for all. */
  only?: { items: readonly number[]; elsewhere: readonly string[] };
  noteGoesOn?: boolean;
  /** Allergy words in the full text of a cut note. */
  noteAllergies?: readonly FoundWord[];
  acceptedBy?: string | null;
  /** ISO UTC. */
  printedAt: string;
  /** IANA name; default: the computer's. */
  timeZone?: string;
}

export function tOn({ template }: Pick<PrintContext, 'template'>): Translate {
  return tOf(template.language);
}

/** Uses the service's word for unknown kinds. */
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

export type PrintedWhen = Pick<PrintContext, 'template' | 'timeZone' | 'printedAt'>;

/** "11:36", with "Sat 14 Mar" unless the day is near. */
export function momentOf(iso: string, context: PrintedWhen): { day: string | null; clock: string } {
  return moment(iso, { ...placeOf(context), now: context.printedAt });
}

/** "11:36", or "Sat 14 Mar 11:36". */
export function timeOn(iso: string, context: PrintedWhen): string {
  const { day, clock } = momentOf(iso, context);
  return day === null ? clock : `${day} ${clock}`;
}

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
