/** Times are ISO UTC, places are degrees, money is in minor units. */
import type { MoneyView, Text } from '../message.ts';

export interface Degrees {
  lat: number;
  lon: number;
}

/** The map's tile source. `address`: of tiles or a style, including its key. `attribution`: always shown on the map. */
export interface Streets {
  address: string;
  attribution: string;
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
  /** Whether couriers deliver there; null if the areas or the place are unknown. */
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
  /** The first pickup time, if the service changed it later; else null. */
  pickupEtaBefore: string | null;
  dropoffEta: {
    min: string | null;
    max: string | null;
  };
  trackingUrl: string | null;
  pinCode: string | null;
  /** Null if it was ordered for as soon as possible. */
  scheduledTime: string | null;
  completedAt: string | null;
  reason: string | null;
  /** When the service last sent an update; null if never. */
  newsAt: string | null;
  /** Whether the parcel was picked up, or never will be. */
  isFetched: boolean;
  from: Degrees | null;
  dropoff: Degrees | null;
  courierAt: Degrees | null;
  metresLeft: number | null;
  mayCancel: boolean;
  /** Whether staff may close it, as an order that never reached the service. */
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
