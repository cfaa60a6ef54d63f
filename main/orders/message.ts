import type { MoneyInUnits } from './money/money.ts';

/** What this room has to say to a person, as a code and its values; a code that `resources/messages` lacks does not compile where it is shown. */
type Code =
  | 'accept-order-first'
  | 'add-what-was-returned'
  | 'added-item-has-either-name-or'
  | 'amount-must-be-above-0'
  | 'at-least-one-piece-must-be'
  | 'at-most-can-be-given-back'
  | 'cash-order-cannot-be-refunded-to'
  | 'change-or-add-at-least-one'
  | 'choose-at-least-one-item'
  | 'heading-is-0-to-360-degrees'
  | 'how-many-grams-of-item-name'
  | 'how-many-item-name-are-there'
  | 'item-without-name'
  | 'items-were-replaced-already-service-allows'
  | 'one-of-these-items-is-not'
  | 'only-count-were-ordered'
  | 'only-orders-that-venue-delivers-itself'
  | 'order-is-rejected'
  | 'possible-from-accept-until-delivery'
  | 'possible-once-order-is-delivered'
  | 'possible-once-order-is-delivered-and'
  | 'possible-once-order-is-marked-ready'
  | 'possible-once-order-is-on-its'
  | 'possible-once-order-is-ready'
  | 'price-cannot-be-below-0'
  | 'reduced-price-needs-barcode-of-item'
  | 'refund-at-least-one'
  | 'rejected-order-takes-corrections-only'
  | 'say-what-is-replaced-with'
  | 'this-is-no-place-on-earth'
  | 'this-item-is-not-in-order'
  | 'upload-alcohol-sale-first-there-is'
  | 'vat-is-0-to-100-percent'
  | 'what-does-item-name-cost-now'
  | 'what-does-substitute-cost'
  | 'what-is-item-name-replaced-with'
  | 'what-is-item-name-replaced-with-write'
  | 'write-minutes-as-whole-number-0'
  | 'write-price-in-currency-currency-of'
  | 'write-reason'
  | 'write-what-was-returned';

export interface Message {
  readonly code: Code;
  readonly values?: { readonly [name: string]: string | number | Text | MoneyInUnits };
}
export type Text = Message | string;

export const message = (code: Code, values?: Message['values']): Message => (values ? { code, values } : { code });
