/** What the courier desk shows. Times are ISO UTC, places are degrees, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';

/** A place on earth. */
export interface Degrees {
  lat: number;
  lon: number;
}

/** Whose streets lie under the map. `address`: of its tiles or its style, with its key. `attribution`: named on the map, always. */
export interface Streets {
  address: string;
  attribution: string;
  /** The largest zoom that there are pictures of; null where no one said. */
  largestZoom: number | null;
}

/** What a promise says before anyone is ordered. `id` names it in the order. */
export interface OfferView {
  id: string;
  isBinding: boolean;
  validUntil: string | null;
  price: MoneyView | null;
  pickupMinutes: number | null;
  dropoffMinutes: number | null;
  scheduledTime: string | null;
  address: string | null;
  place: Degrees | null;
  /** Where the courier fetches it. */
  from: Degrees | null;
  /** Whether the address lies in an area that couriers reach; null where areas or the place are not known. */
  isServed: boolean | null;
  /** Without a venue of the service nothing is promised: price and times are an estimate. */
  isEstimate: boolean;
}

export interface DeliveryView {
  id: string;
  orderNumber: string | null;
  recipient: string | null;
  address: string | null;
  state: string;
  /** The state in words for staff. */
  text: Text;
  trouble: {
    text: Text;
  } | null;
  price: MoneyView | null;
  pickupEta: string | null;
  /** What the courier's time was before the service moved it; null while it never did. */
  pickupEtaBefore: string | null;
  dropoffEta: {
    min: string | null;
    max: string | null;
  };
  trackingUrl: string | null;
  pinCode: string | null;
  /** When it was asked for; null for as soon as possible. */
  scheduledTime: string | null;
  completedAt: string | null;
  /** Why the service took it back, in its own words. */
  reason: string | null;
  /** When the service last told anything; null before. */
  newsAt: string | null;
  /** Whether the parcel has left, or never will. */
  isFetched: boolean;
  from: Degrees | null;
  dropoff: Degrees | null;
  courierAt: Degrees | null;
  /** From the courier to the customer, while the parcel is on its way; null where one of both is not known. */
  metresLeft: number | null;
  mayCancel: boolean;
  /** No one knows whether it was ordered: staff may close it when they found out that it was not. */
  mayClose: boolean;
  over: boolean;
  createdAt: string;
}

/** An address to which the service tells the steps of couriers (4.4). Its secret is never shown. */
export interface DeliveryWebhookView {
  id: string;
  url: string | null;
  disabled: boolean;
  events: string[];
  /** Whether this counter's own receiver stands behind it, as far as its address tells. */
  isHere: boolean;
}
