/** What the courier desk shows. Times are ISO UTC, places are degrees, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';

export interface Degrees {
  lat: number;
  lon: number;
}

/** The map's tile source. `address`: of tiles or a style, including its key. `attribution`: always shown on the map. */
export interface Streets {
  address: string;
  attribution: string;
  /** Largest zoom with images; null if unknown. */
  largestZoom: number | null;
}

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
  from: Degrees | null;
  /** Null if areas or the place are unknown. */
  isServed: boolean | null;
  /** Without a venue of the service, price and times are an estimate. */
  isEstimate: boolean;
}

export interface DeliveryView {
  id: string;
  orderNumber: string | null;
  recipient: string | null;
  address: string | null;
  state: string;
  text: Text;
  trouble: {
    text: Text;
  } | null;
  price: MoneyView | null;
  pickupEta: string | null;
  /** Before the service changed it; null if it never did. */
  pickupEtaBefore: string | null;
  dropoffEta: {
    min: string | null;
    max: string | null;
  };
  trackingUrl: string | null;
  pinCode: string | null;
  /** Null for as soon as possible. */
  scheduledTime: string | null;
  completedAt: string | null;
  /** Why the service cancelled it, in its own words. */
  reason: string | null;
  /** Last update from the service; null for none. */
  newsAt: string | null;
  /** Whether the parcel was picked up, or never will be. */
  isFetched: boolean;
  from: Degrees | null;
  dropoff: Degrees | null;
  courierAt: Degrees | null;
  /** From courier to customer; null if unknown or not on the way. */
  metresLeft: number | null;
  mayCancel: boolean;
  /** Staff may close it once they find it was never ordered. */
  mayClose: boolean;
  over: boolean;
  createdAt: string;
}

/** A webhook for courier updates (section 4.4). Its secret is never shown. */
export interface DeliveryWebhookView {
  id: string;
  url: string | null;
  disabled: boolean;
  events: string[];
  /** Whether its address seems to be this computer's receiver. */
  isHere: boolean;
}
