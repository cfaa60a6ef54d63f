/** What displays on tablets are sent. Only these fields and those of `KitchenOrder` leave the app. */
import * as v from 'valibot';
import type { AppView } from './app.ts';
import type { OrderCard } from './order.ts';

export const DisplayView = v.picklist(['kitchen', 'customer']);

export type DisplayView = v.InferOutput<typeof DisplayView>;

export type KitchenApp = Pick<
  AppView,
  'severalVenues' | 'screen' | 'clockOffsetMs' | 'timeZone' | 'volume' | 'soundPausedUntil' | 'kitchen'
>;

export type CustomerApp = Pick<AppView, 'venue' | 'customerLogo' | 'clockOffsetMs' | 'timeZone'> & {
  screen: Pick<AppView['screen'], 'language' | 'theme' | 'size'>;
};

/** An order on the customer display. Its ID is the display's own counter and reveals nothing. */
export interface CustomerOrder {
  number: string;
  stage: 'preparing' | 'ready';
}

/** The order for a customer display; null if no customer waits for it in the venue. */
export function customerOrder({ number, kind, column }: Pick<OrderCard, 'number' | 'kind' | 'column'>): CustomerOrder | null {
  return kind === 'takeaway' && (column === 'preparing' || column === 'ready') ? { number, stage: column } : null;
}
